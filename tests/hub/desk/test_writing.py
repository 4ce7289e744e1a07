"""The duty of juniors to write every move (E 2), at the desk, in its dossier, and in no page of the public."""

import pytest
from playwright.sync_api import expect

from hub.app import BOARDS
from record.events.of_game import TimesSet
from record.store.journal import Journal, fold
from tests.hub.arbiters import admit, sign_in
from tests.hub.test_accessible import AXE, LOOK

S = 10**9
expect.set_options(timeout=20_000)


@pytest.fixture
def juniors(game):
    """A game of juniors in which White, who is to move, has 5:01 left, and Black 5:02."""
    game.open(age_class="junioren")
    game.journal.append(TimesSet(0, 301 * S, 302 * S, "Anke"), 0)
    return game


@pytest.fixture
def desk(desk_app, juniors, service, signed_in):
    desk_app.extensions[BOARDS].first.desk.look()
    return signed_in()


def rule(desk, **sent):
    view = desk.get("/desk/1/state").json
    return desk.post("/desk/1/rule", json={"game": view["game"], "seq": view.get("seq", 0), "after": view["last_ruling"], **sent})


def duties(view):
    return {one["side"]: (one["duty"], one.get("by"), one.get("seq")) for one in view["writing"]}


def test_the_desk_shows_who_must_write_and_the_arbiter_suspends_it_for_one(desk, juniors):
    assert duties(desk.get("/desk/1/state").json) == {"white": ("writes", None, None), "black": ("writes", None, None)}
    early = rule(desk, word="suspend-writing", side="black")
    assert (early.status_code, "Black has 0:05:02 left" in early.json["error"]) == (409, True)
    view = rule(desk, word="suspend-writing", side="white").json["view"]
    assert duties(view) == {"white": ("suspended", "Anke", 0), "black": ("writes", None, None)}
    assert view["writing"][0]["at"] == "2026-11-21T18:43:05+01:00"
    assert view["last_ruling"] == 2 + 2, "no ruling, so that no alert counts as settled"
    again = rule(desk, word="resume-writing", side="white").json["view"]
    assert duties(again)["white"] == ("writes", None, None)
    assert rule(desk, word="suspend-writing", side="wit").status_code == 400


def test_after_the_game_the_moves_are_to_be_written_up_and_the_dossier_says_who_let_it_be(desk, juniors):
    rule(desk, word="suspend-writing", side="white", reason="short of time")
    view = rule(desk, word="end", result="1-0", article="20.2").json["view"]
    assert duties(view) == {"white": ("to-write-up", "Anke", 0)}
    told = desk.get("/desk/1/dossier", headers={"Accept": "text/html", "Accept-Language": "nl"}).text
    assert "Beide spelers moeten elke zet noteren." in told
    assert "Wit: opgeschort na druk 0, met 0:05:00 over, door Anke (" in told
    assert "Wit: de zetten na druk 0 moeten nog worden bijgewerkt." in told


def test_no_page_of_the_public_tells_of_it(desk, desk_app):
    rule(desk, word="suspend-writing", side="white")
    public = desk_app.test_client()
    told = [public.get(path).text for path in ("/", "/state", "/api/games", "/wall", "/game.pdn", "/archive", "/api/archive")]
    assert not [text for text in told if "junioren" in text or "writing" in text.lower() or "suspend" in text]


def test_a_game_without_the_duty_shows_nothing(game, desk_app, service, signed_in):
    game.open(age_class="jeugd")
    desk_app.extensions[BOARDS].first.desk.look()
    client = signed_in()
    assert client.get("/desk/1/state").json["writing"] == []
    assert (
        rule(client, word="suspend-writing", side="white").json["error"]
        == "the players of this game need not write: only juniors must (E 2)"
    )


@pytest.fixture
def server(serve, juniors, service):
    return serve(juniors.folder, *admit(juniors.folder))


@pytest.mark.parametrize("page", ["phone"], indirect=True)
def test_the_tap_is_offered_from_5_00_on_the_own_clock(page, server, juniors):
    page.goto(f"{server.url}desk/1")
    sign_in(page)
    white, black = (page.locator(f"#writing [data-side={side}]").first for side in ("white", "black"))
    expect(black.locator("span")).to_have_text("Black must write every move.")
    white.get_by_role("button", name="Suspended").click()
    expect(white.locator("span")).to_contain_text("White: writing suspended since press 0 (")
    expect(black.get_by_role("button")).to_have_count(0)
    page.evaluate(AXE.read_text(encoding="utf-8"))
    assert page.evaluate(LOOK, {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]}) == []
    with Journal.reader(juniors.folder / "journal.sqlite") as journal:
        assert [(event.side, event.by) for event in fold(journal).writing] == [("white", "Anke")]
