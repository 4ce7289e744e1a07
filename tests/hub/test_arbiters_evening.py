"""An arbiter's evening from boot to the last result, at four boards with their own services, and never a terminal."""

import re

import pytest
from playwright.sync_api import Page, expect
from werkzeug.security import generate_password_hash

from hub.access.accounts import Account, Accounts, Role
from rules.irregularity import Verdict
from tests.bench.live.seats import Seat
from tests.hub.groups import open_group

PASSWORD = "oer it fjild"
LAPTOP, TELEPHONE = {"width": 1440, "height": 900}, {"width": 390, "height": 844}
FIRST_ROUND = (
    "Board,White,Black\n1,Jelle de Vries,Sytske Hoekstra\n2,Ype Bouma,Auke Zijlstra\n3,Durk Postma,Hiske Bakker\n4,Wytse Vos,Nynke Smit\n"
)
SECOND_ROUND = "1; Jelle de Vries; Auke Zijlstra\n2; Ype Bouma; Sytske Hoekstra\n3; Wytse Vos; Hiske Bakker\n4; Nynke Smit; Durk Postma"
SECOND = 10**9
pytestmark = pytest.mark.timeout(280)


@pytest.fixture
def seats(tmp_path):
    made = [Seat(tmp_path / f"board-{number}", board=str(number)) for number in range(1, 5)]
    for seat in made:
        seat.waits(lambda seat=seat: seat.game and (seat.state / "readiness.json").exists())
    yield made
    for seat in made:
        seat.stop()


@pytest.fixture
def server(serve, seats, tmp_path):
    Accounts(tmp_path / "arbiters.json").put(Account("Anke", Role.ARBITER, generate_password_hash(PASSWORD, "scrypt:1024:8:1")))
    signing = ("--secret-key", str(tmp_path / "secret_key"), "--arbiters", str(tmp_path / "arbiters.json"))
    return serve([seat.state for seat in seats], *signing)


@pytest.fixture
def opened(browser, server):
    """Opens a page of the arbiter's at that path, on a screen of that size."""
    contexts = []

    def open_page(path, size):
        contexts.append(browser.new_context(viewport=size, reduced_motion="reduce"))
        page = contexts[-1].new_page()
        page.set_default_timeout(20_000)
        page.goto(f"{server.url}{path}")
        page.get_by_label("Name").fill("Anke")
        page.get_by_label("Password").fill(PASSWORD)
        page.get_by_role("button", name="Sign in").click()
        expect(page.locator("#status")).to_have_text("Live", timeout=20_000)
        return page

    yield open_page
    for context in contexts:
        context.close()


def card(page: Page, number: int):
    return page.locator(f"#board-{number}")


def to_board(page: Page, number: int) -> None:
    """From the list of all boards, or from the evening, to the board's desk."""
    page.get_by_role("link", name=f"Board {number}", exact=True).click()
    expect(page.locator("#status")).to_have_text("Live")


def confirm(page: Page) -> None:
    page.get_by_role("alertdialog").get_by_role("button", name="Confirm").click()


def rule_at_alert(page: Page, word: str) -> None:
    page.locator(".alert").first.get_by_role("button", name=word).click()
    confirm(page)


def add_minutes(page: Page, side: str, minutes: int) -> None:
    open_group(page, "Clock")
    page.get_by_label("Seconds").fill(str(60 * minutes))
    page.get_by_role("button", name=f"{side}: add time").click()


def agree_on_a_draw(page: Page) -> None:
    open_group(page, "Result")
    page.get_by_role("button", name="Draw agreed").click()
    confirm(page)


def end_the_game(page: Page, result: str) -> None:
    page.locator("#result").select_option(result)
    page.locator("#ground").select_option(index=1)
    page.locator("[data-word=end]:visible").first.click()
    confirm(page)


def undo(page: Page) -> None:
    page.locator("#feedback").get_by_role("button", name="Undo").click()
    confirm(page)


def names_and_start(page: Page, seats, folder) -> None:
    """The first round: a list from a file, the pieces, the clocks, and a move at each board."""
    page.get_by_role("link", name="The evening").click()
    expect(page.get_by_text("0 of 4 ready")).to_be_visible()

    (folder / "round-1.csv").write_bytes(b"\xff\xfe" + FIRST_ROUND.encode("utf-16-le"))
    page.locator("#list-file").set_input_files(folder / "round-1.csv")
    expect(page.locator("#list-text")).to_have_value(FIRST_ROUND)
    for label, value in (("Event", "Frysk Kampioenskip"), ("Round", "1"), ("Time control", "45m+30s")):
        page.locator("#list").get_by_label(label).fill(value)
    page.get_by_role("button", name="Give these names").click()
    expect(page.locator("#told")).to_contain_text("Board 4: White is Wytse Vos; Black is Nynke Smit; the event is Frysk Kampioenskip")
    expect(card(page, 2)).to_contain_text(re.compile("Ype Bouma . Auke Zijlstra"))
    for seat in seats:
        seat.set_up()
    expect(page.get_by_text("4 of 4 ready")).to_be_visible(timeout=30_000)
    page.get_by_role("button", name="Start the clocks").click()
    page.get_by_role("button", name="Yes").click()
    expect(page.locator("#boards .phase", has_text="A game runs")).to_have_count(4)
    for seat in seats:
        seat.move()
        assert (seat.now.opened.time_control, seat.now.opened.about.tags.round) == ("45m+30s", "1")


def irregular_on_a_telephone(page: Page, telephone: Page, seats) -> None:
    """A capture is missed at board 2, and the arbiter restores the position from the telephone."""
    seats[1].move(misses=True)
    assert seats[1].now.rulings[-1].verdict not in (Verdict.LEGAL, Verdict.UNSURE)
    expect(card(page, 2)).to_contain_text("1 alert open")
    telephone.get_by_role("link", name="1 alert open").click()
    rule_at_alert(telephone, "Restore")
    seats[1].waits(lambda: seats[1].now.pending is None)
    seats[1].restore()
    expect(card(page, 2)).not_to_contain_text("alert open")
    seats[1].move()
    assert seats[1].now.rulings[-1].verdict == Verdict.LEGAL


def time_draw_and_results(page: Page, seats) -> None:
    """Two minutes at board 3, a draw at board 4, three results, the last of them undone and given again."""
    to_board(page, 3)
    before_ns = seats[2].now.clock.black_ns
    add_minutes(page, "Black", 2)
    seats[2].waits(lambda: seats[2].now.clock.black_ns > before_ns + 100 * SECOND)
    page.go_back()
    to_board(page, 4)
    agree_on_a_draw(page)
    seats[3].waits(lambda: seats[3].now.result == "draw")
    for number, result in ((1, "1-0"), (2, "0-1"), (3, "1-0")):
        page.goto(f"{page.url.rsplit('/', 2)[0]}/evening")
        card(page, number).get_by_role("link", name=f"Result, board {number}").click()
        end_the_game(page, result)
        seats[number - 1].waits(lambda number=number, result=result: seats[number - 1].now.result == result)
    undo(page)
    seats[2].waits(lambda: seats[2].now.result == "*")
    end_the_game(page, "1-0")
    seats[2].waits(lambda: seats[2].now.result == "1-0")


def next_round(page: Page, seats) -> None:
    """The results stand, the games are closed, and the second round has its names."""
    page.goto(f"{page.url.rsplit('/', 2)[0]}/evening")
    expect(page.locator("#boards .result")).to_have_text(["White wins", "Black wins", "White wins", "Draw"])
    for seat in seats:
        seat.clear()
    page.get_by_role("button", name="Next round").click()
    expect(page.locator("#asked-text")).to_have_text(
        "Close the games of boards 1, 2, 3, 4? Their results stay, and the boards wait for the next round."
    )
    page.get_by_role("button", name="Yes").click()
    expect(page.locator("#list").get_by_label("Round")).to_have_value("2")
    expect(page.locator("#boards .phase", has_text=re.compile("Waits for the pieces|Not ready"))).to_have_count(4, timeout=30_000)
    expect(card(page, 4).get_by_text("1 earlier game")).to_be_visible()
    page.reload()
    for label, value in (("Event", "Frysk Kampioenskip"), ("Round", "2")):
        expect(page.locator("#list").get_by_label(label, exact=True)).to_have_value(value)
    page.locator("#list-text").fill(SECOND_ROUND)
    page.get_by_role("button", name="Give these names").click()
    expect(page.locator("#told")).to_contain_text("Board 3: White is Wytse Vos; Black is Hiske Bakker")
    for seat in seats:
        seat.set_up()
    expect(page.get_by_text("4 of 4 ready")).to_be_visible(timeout=30_000)
    names = [(seat.now.opened.about.tags.white, seat.now.opened.about.tags.round, seat.now.opened.about.tags.event) for seat in seats]
    assert names == [(white, "2", "Frysk Kampioenskip") for white in ("Jelle de Vries", "Ype Bouma", "Wytse Vos", "Nynke Smit")]
    assert {seat.now.opened.time_control for seat in seats} == {"45m+30s"}


def test_an_evening_without_a_terminal(opened, seats, tmp_path):
    page = opened("desk", LAPTOP)
    names_and_start(page, seats, tmp_path)
    irregular_on_a_telephone(page, opened("evening", TELEPHONE), seats)
    time_draw_and_results(page, seats)
    next_round(page, seats)
