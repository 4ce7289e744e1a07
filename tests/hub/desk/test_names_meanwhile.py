"""Two arbiters at once on the evening page, in a real browser: neither undoes what the other has corrected without knowing it."""

import re

import pytest
from playwright.sync_api import expect

from record.decisions.arbitration import Decision
from record.events.of_record import Described
from record.store.journal import Journal, fold
from tests.bench.live.seats import Seat
from tests.hub.arbiters import admit

LAPTOP = (1440, 900)
expect.set_options(timeout=20_000)
pytestmark = pytest.mark.timeout(240)


@pytest.fixture
def two(open_desk):
    """Anke and Bauke, each at the evening page; the account is one."""
    return open_desk(LAPTOP, "evening"), open_desk(LAPTOP, "evening")


def known(game):
    with Journal.reader(game.folder / "journal.sqlite") as journal:
        tags = fold(journal).opened.about.tags
        told = [event.about.tags.told for _, event in journal.since(0) if isinstance(event, Described)]
    return (tags.white, tags.black), told


def dialog_of(page, button="Correct the names, board 1"):
    page.get_by_role("button", name=button).click()
    return page.get_by_role("dialog")


def store(dialog, because="", **values):
    for label, value in values.items():
        dialog.get_by_label(label.replace("_", " "), exact=True).fill(value)
    if because:
        dialog.get_by_label("Reason").fill(because)
    dialog.get_by_role("button", name="Store").click()


def test_of_two_corrections_each_changes_what_it_is_about(game, two):
    anke, bauke = two
    theirs = dialog_of(bauke)
    store(dialog_of(anke), White="Jele de Vries")
    expect(anke.locator("#told-list li")).to_contain_text("White is Jele de Vries")
    store(theirs, Black="Sietske Hoekstra")
    expect(theirs).to_be_hidden()
    expect(bauke.locator("#told-list li")).to_contain_text("Black is Sietske Hoekstra")
    expect(bauke.locator("#told-list li")).not_to_contain_text("White")
    assert known(game) == (("Jele de Vries", "Sietske Hoekstra"), [{"white": "Jele de Vries"}, {"black": "Sietske Hoekstra"}])


def test_who_corrects_the_same_name_second_is_told_and_decides(game, two):
    anke, bauke = two
    theirs = dialog_of(bauke)
    store(dialog_of(anke), White="Jele de Vries")
    expect(anke.locator("#told")).to_be_visible()
    store(theirs, White="Jelle Vries", Black="Sietske Hoekstra")
    expect(theirs.get_by_role("alert")).to_have_text(
        "Board 1, not done: this was changed meanwhile: White is Jele de Vries now; "
        "nothing of yours is stored; send it once more if it is to stand"
    )
    expect(theirs.get_by_label("White")).to_have_value("Jelle Vries")
    assert known(game)[1] == [{"white": "Jele de Vries"}]
    store(dialog_of(anke), White="Jel de Vries")
    expect(anke.locator("#told-list li")).to_contain_text("White is Jel de Vries")
    store(theirs)
    expect(theirs.get_by_role("alert")).to_contain_text("White is Jel de Vries now")
    store(theirs)
    expect(theirs).to_be_hidden()
    assert known(game)[0] == ("Jelle Vries", "Sietske Hoekstra")


@pytest.mark.parametrize("is_closed", [False, True])
def test_names_of_a_game_that_is_over_or_closed_are_held_alike(game, two, is_closed):
    game.close("1-0") if is_closed else game.end("1-0")
    game.journal.close()
    anke, bauke = two
    expect(bauke.locator("#board-1 .result")).to_have_text("White wins")
    theirs = dialog_of(bauke)
    store(dialog_of(anke), "as on the card", White="Jele de Vries")
    expect(anke.locator("#told")).to_be_visible()
    store(theirs, "I know her", White="Jelle", Black="Sietske")
    expect(theirs.get_by_role("alert")).to_contain_text("White is Jele de Vries now")
    assert known(game)[1] == [{"white": "Jele de Vries"}]
    store(theirs, White="Jele de Vries")
    expect(theirs).to_be_hidden()
    assert known(game) == (("Jele de Vries", "Sietske"), [{"white": "Jele de Vries"}, {"black": "Sietske"}])


class TestAtBoardsWithServices:
    """A board that waits for its pieces, whose time control may be set, and whose names come from a list too."""

    @pytest.fixture
    def seats(self, tmp_path):
        made = [Seat(tmp_path / f"board-{number}", board=number, event="Frysk Kampioenskip") for number in ("1", "2")]
        for seat in made:
            seat.waits(lambda seat=seat: seat.game and (seat.state / "readiness.json").exists())
        yield made
        for seat in made:
            seat.stop()

    @pytest.fixture
    def server(self, serve, seats, tmp_path):
        return serve([seat.state for seat in seats], *admit(tmp_path))

    def test_what_was_filled_in_is_not_put_back(self, two):
        anke, bauke = two
        for page in two:
            expect(page.locator("#boards .phase", has_text=re.compile("Waits|Not ready"))).to_have_count(2)
        theirs = dialog_of(bauke, "Names, board 1")
        store(dialog_of(anke, "Names, board 1"), White="Jelle", Time_control="30m")
        expect(anke.locator("#told-list li")).to_contain_text("the time control is 30m")
        store(theirs, Black="Sytske")
        expect(bauke.locator("#told-list li")).to_have_text("Board 1: Black is Sytske")
        theirs = dialog_of(bauke, "Names, board 1")
        store(dialog_of(anke, "Names, board 1"), Time_control="45m")
        expect(anke.locator("#told-list li")).to_contain_text("the time control is 45m")
        store(theirs, Time_control="20m")
        expect(theirs.get_by_role("alert")).to_contain_text("the time control is 45m now")
        theirs.get_by_role("button", name="Close").click()
        self.lists_are_held_against_what_was_shown(anke, bauke)

    def test_an_arbiter_alone_gives_the_names_of_two_rounds(self, seats, two):
        """The settings of the boards have another event and time control, which fill in what nobody set for the next game."""
        anke, _ = two
        expect(anke.locator("#boards .phase", has_text=re.compile("Waits|Not ready"))).to_have_count(2)
        one = seats[0]
        for names in ("Jelle;Sytske", "Ype;Auke"):
            anke.locator("#list-event").fill("Winter Cup")
            anke.locator("#list-control").fill("30m")
            anke.locator("#list-text").fill(f"1;{names}")
            anke.get_by_role("button", name="Give these names").click()
            expect(anke.locator("#told-list li").last).to_contain_text(f"White is {names.split(';')[0]}")
            expect(anke.locator("#list-faults")).to_be_empty()
            one.set_up()
            expect(anke.locator("#board-1 .phase")).to_contain_text("Ready")
            one.say(Decision(0, "end", "Anke", result="draw"))
            one.clear()
            anke.get_by_role("button", name="Next game, board 1", exact=True).click()
            anke.get_by_role("dialog").get_by_role("button", name="Yes").click()
            expect(anke.locator("#board-1 .phase")).to_have_text(re.compile("Waits|Not ready"))

    def lists_are_held_against_what_was_shown(self, anke, bauke):
        """Bauke's list would put back names and a time control that Anke has corrected since his page was opened."""
        bauke.reload()
        expect(bauke.locator("#list-control")).to_have_value("45m")
        store(dialog_of(anke, "Names, board 2"), White="Ype", Time_control="10m")
        expect(anke.locator("#told-list li")).to_contain_text("White is Ype")
        expect(bauke.locator("#board-2 .known")).to_contain_text("10m")
        bauke.locator("#list-text").fill("1;Jelle;Sytske\n2;Ipe;Auke")
        bauke.get_by_role("button", name="Give these names").click()
        expect(bauke.locator("#list-faults li")).to_have_text(
            "line 2: this was changed meanwhile: White is Ype now; the time control is 10m now; "
            "nothing of yours is stored; send it once more if it is to stand"
        )
        expect(bauke.locator("#board-2 .players")).not_to_contain_text("Auke")
        self.an_offer_follows_what_is_set(anke, bauke)
        bauke.get_by_role("button", name="Give these names").click()
        expect(bauke.locator("#told-list li").last).to_contain_text("White is Ipe (was Ype); Black is Auke")
        expect(bauke.locator("#list-faults")).to_be_empty()
        bauke.locator("#list-text").fill("2;Ipe B.;Auke")
        bauke.get_by_role("button", name="Give these names").click()
        expect(bauke.locator("#told-list li")).to_have_text(["Board 2: White is Ipe B. (was Ipe)"])

    def an_offer_follows_what_is_set(self, anke, bauke):
        """The event that the form offers is the one of now, unless something was typed there."""
        store(dialog_of(anke, "Names, board 1"), Event="Cup")
        expect(bauke.locator("#list-event")).to_have_value("Cup")
        bauke.locator("#list-event").fill("")
        store(dialog_of(anke, "Names, board 1"), Event="Kup")
        expect(bauke.locator("#board-1 .known")).to_contain_text("Kup")
        expect(bauke.locator("#list-event")).to_have_value("")
