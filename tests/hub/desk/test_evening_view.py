"""What the evening page shows of a board and offers for its games to come, and what of it is sent when something changes."""

import re
from html import unescape

import pytest
from msgspec import json

from hub.app import GAMES, create_app
from hub.boards.board import Boards
from hub.desk.evening_feed import EveningFeed
from hub.desk.evening_view import Known, known_of, named_game, offered, state_of
from hub.web.fragments import PART, changes
from record.decisions.known_before import CHECKED
from record.events.of_game import Alert, Ruled
from tests.hub.arbiters import player_says
from tests.hub.desk.evening_cards import cards_in
from tests.support.signing import admitting

BOARD = {
    "key": "1",
    "number": "1",
    "phase": "waiting",
    "game": "0002",
    "prepares": "0002",
    "about": {"white": "Jelle"},
    "time_control": "30m",
    "timed": True,
    "result": "*",
    "unfinished": False,
    "closed": False,
    "waits": (),
    "checks": [],
    "next": None,
    "earlier": [{"game": "0001", "about": {"white": "Ype"}, "time_control": "20m", "result": "1-0", "closed": True}],
}
PLAYING = BOARD | {"phase": "playing", "prepares": "0003"}


def test_what_fails_before_a_game_is_a_remark_once_the_pieces_stand_and_nothing_during_it():
    phases = {"waiting": "failing", "ready": "remarked", "playing": "playing", "over": "over"}
    assert {phase: state_of(BOARD | {"phase": phase, "checks": ["camera"]}) for phase in phases} == phases
    assert state_of(BOARD | {"phase": "over", "closed": True}) == "closed"


def test_only_a_game_that_has_not_begun_has_a_time_control_to_set_and_one_that_is_over_asks_for_a_reason():
    def form(row, game):
        found = named_game(row, game)
        return found and (found.kind, found.values["white"], found.values.get("time_control"), found.needs_reason)

    assert form(BOARD, "0002") == ("awaited", "Jelle", "30m", False)
    assert form(PLAYING, "0002") == ("this", "Jelle", None, False)
    assert form(PLAYING, "0003") == ("next", "", "", False)
    assert form(PLAYING | {"phase": "over"}, "0002") == ("this", "Jelle", None, True)
    assert form(PLAYING, "0001") == ("earlier", "Ype", None, True)
    assert form(PLAYING, "0007") is None


def test_a_list_rests_on_what_is_known_of_the_game_that_it_is_for():
    nothing = dict.fromkeys(("white", "black", "event", "round", "time_control"), "")
    assert known_of(BOARD) == Known("0002", nothing | {"white": "Jelle", "time_control": "30m"})
    assert known_of(PLAYING) == Known("0003", nothing, is_next=True)
    assert known_of(PLAYING | {"next": {"about": {"round": "4"}, "time_control": ""}}).values["round"] == "4"
    assert known_of(BOARD | {"phase": "silent"}) is known_of(BOARD | {"prepares": ""}) is None


def after(*abouts, **more):
    """A board that waits after games with these tags, the latest first."""
    earlier = [{"game": "0001", "about": about, "time_control": "45m", "result": "1-0", "closed": True} for about in abouts]
    return BOARD | {"about": {}, "earlier": earlier} | more


THIRD, OTHER = {"event": "Cup", "round": "3"}, {"event": "Winter", "round": "9"}


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        ([after(), after(THIRD, OTHER)], ("Cup", "4", "45m")),
        ([after(THIRD, about={"round": "5"})], ("Cup", "5", "30m")),
        ([after(THIRD, about={"event": "New"})], ("New", "", "30m")),
        ([after({"event": "Cup", "round": "final"})], ("Cup", "", "45m")),
        ([after()], ("", "", "30m")),
        ([after(OTHER, about=THIRD, phase="playing", prepares="0003")], ("Cup", "4", "30m")),
        ([after(about=THIRD, prepares="0003", next={"about": {"round": "final"}, "time_control": ""})], ("Cup", "final", "30m")),
        ([], ("", "", "")),
    ],
)
def test_between_two_rounds_the_event_of_the_games_before_is_offered_and_its_next_round(rows, expected):
    assert tuple(offered(rows).values()) == expected


@pytest.fixture
def hall(new_game, tmp_path, monkeypatch):
    """The game at a board, and what the evening page shows of it now, to an arbiter unless another role is asked for."""
    monkeypatch.setattr("hub.feeds.watched.LOOK_S", 0.0)
    (tmp_path / "games").mkdir()
    game = new_game(tmp_path / "games" / "0001").open(white="Jelle & Ype", round="3")
    boards = Boards.lone_of_state(tmp_path)
    app = create_app(boards, sign_in=admitting(tmp_path), follow=False)
    feed = EveningFeed(boards, app.extensions[GAMES], app.jinja_env)

    def shown(lang="en", *, may_rule=True):
        boards.first.desk.look()
        return feed.shown(lang, may_rule=may_rule)

    return game, shown


def test_a_change_sends_what_it_changed_and_an_operator_gets_no_act(hall):
    game, shown = hall
    before = shown()
    assert 'value="4"' in before.part("list-round"), "round 3 has begun"
    assert changes(shown(), before) == ""
    row = player_says(game, "black")
    html = changes(after_it := shown(), before)
    assert re.findall(r'<\w+ id="([^"]+)"', html)[:2] == ["waiting", "board-1"]
    assert f'value="1/{row}-0" data-text="Board 1: Black calls for you. The clock goes on." data-href="/desk/1#alert-{row}-0"' in html
    assert (cards_in(after_it.rows)["1"]["open"], "Jelle &amp; Ype \u2013 Sytske Hoekstra" in html) == ("1 alert open", True)
    looks_on = shown(may_rule=False)
    assert "<button" not in "".join((*looks_on.parts, looks_on.rows))
    known = unescape(re.findall(r'data-known="([^"]+)"', after_it.rows)[0])
    assert json.decode(known, type=Known) == Known("0002", dict.fromkeys(CHECKED, ""), is_next=True)
    assert all(PART.fullmatch(part) for part in after_it.parts)


def test_the_most_urgent_alert_of_all_boards_is_in_the_bar(hall):
    game, shown = hall
    fault = Alert("27c-missed", "27c", (19, 24), "", side="black")
    game.move("white", 32, 28)
    game.press("black")
    game.journal.append(Ruled(2, "black", "27c-missed", "19-24", game.fen("W"), 0.9, (fault,)), game.t_ns)
    row = player_says(game, "white")
    waiting = shown("nl", may_rule=False).part("waiting")
    assert len(re.search('value="([^"]*)"', waiting)[1].split()) == 2
    assert f'data-href="/desk/1#alert-{row}-0"' in waiting
    assert "Wit roept u." in waiting
