"""Trying moves after the end: legal moves alone, and none while a game of the event is played (Art. 24)."""

import json
from contextlib import suppress

import pytest

from hub.app import BOARDS, GAMES, create_app
from hub.boards.board import Boards
from hub.boards.other_boards import OtherBoards
from hub.public.being_played import BeingPlayed
from hub.public.legal_moves import BURST_S, EACH_S
from record.events.of_game import Ruled
from rules.errors import DamcamError
from tests.hub.neighbour import OK, Neighbour

ADDRESS = "/frysk-kampioenskip/3/7/moves.json"


@pytest.fixture
def app(tmp_path):
    boards = Boards.of_states([tmp_path / "east", tmp_path / "west"])
    yield create_app(boards, follow=False)
    for board in boards.values():
        board.feed.close()


def ended(hall):
    game = hall("east", 1, board="7")
    game.move("white", 32, 28)
    game.move("black", 19, 23)
    game.close("1-0")


def ask(app, ply=0, moves="", lang="en"):
    for board in app.extensions[BOARDS].values():
        board.turn()
        with suppress(DamcamError):
            board.feed.look()
    app.extensions[GAMES].look()
    asked = {"ply": ply, "moves": moves, "lang": lang}
    return app.test_client().get(ADDRESS, query_string=asked, headers={"Accept": "application/json"})


def moves(answer):
    return [move["move"] for move in answer.json["moves"]]


def test_the_legal_moves_of_each_position(hall, app):
    ended(hall)
    assert moves(ask(app)) == ["31-26", "31-27", "32-27", "32-28", "33-28", "33-29", "34-29", "34-30", "35-30"]
    assert moves(ask(app, 2)) == ["28x19"]
    after = ask(app, 2, "28x19")
    assert after.json["tried"] == ["28x19"]
    assert moves(after) == ["9x29", "13x24", "14x23"]  # Art. 7
    told = after.json["moves"][1]
    assert set(told) == {"move", "squares", "fen"}
    assert told["squares"] == [13, 24]
    assert ask(app, 2, "28x19,13x24").json["fen"] == told["fen"]


def test_of_a_game_that_is_no_longer_at_the_board_too(hall, app):
    ended(hall)
    hall("east", 2, event="Simmertoernoai").close()
    assert moves(ask(app, 2)) == ["28x19"]


@pytest.mark.parametrize(
    ("ply", "line", "why"),
    [
        (2, "31-27", "31-27 is not a legal move here"),
        (2, "huh", "is not a move"),
        (3, "", "a number from 0 to 2 was expected"),
        ("-1", "", "a number from 0 to 2 was expected"),
        (0, ",".join(["32-28"] * 41), "40 moves in a row"),
        (0, "1" * 801, "40 moves in a row"),
    ],
)
def test_what_cannot_be_played_is_refused(hall, app, ply, line, why):
    ended(hall)
    answer = ask(app, ply, line)
    assert answer.status_code == 400
    assert why in answer.json["error"]


def test_a_running_game_gives_no_moves(hall, app):
    hall("east", 1, board="7").move("white", 32, 28)
    answer = ask(app)
    assert (answer.status_code, answer.json["error"]) == (403, "moves can be tried once this game has ended")


@pytest.mark.parametrize("event", ["Frysk Kampioenskip", "FRYSK kampioenskip", ""])
def test_while_a_game_of_the_event_is_played_there_are_none(hall, app, event):
    ended(hall)
    other = hall("west", 1, event=event, round="4")
    answer = ask(app)
    assert answer.status_code == 403
    assert answer.json == {"error": "moves can be tried once no game of this event is being played any more", "lang": "en"}
    other.close("draw")
    assert ask(app).status_code == 200


def test_a_game_of_another_event_does_not_keep_moves_from_being_tried(hall, app):
    ended(hall)
    hall("west", 1, event="Simmertoernoai")
    assert ask(app).status_code == 200


def test_the_next_game_at_the_same_board_keeps_moves_from_being_tried(hall, app):
    ended(hall)
    hall("east", 2, board="7", round="4")
    assert ask(app).status_code == 403


def told(phase, event="Frysk Kampioenskip"):
    """What a board on another machine tells before the round."""
    view = {"board": "9", "phase": phase, "rules": "", "time_control": "", "picture_age_ms": None, "about": {"event": event}, "checks": []}
    return json.dumps(view).encode()


def test_while_another_machine_plays_the_event_there_are_none(hall, tmp_path):
    ended(hall)
    neighbour = Neighbour(OK + told("playing"))
    boards = Boards.of_states([tmp_path / "east"])
    answer = ask(create_app(boards, elsewhere=[neighbour.url], follow=False))
    assert answer.json == {"error": "moves can be tried once no game of this event is being played any more", "lang": "en"}
    boards.first.feed.close()
    neighbour.end()


@pytest.mark.parametrize(
    ("said", "is_played"),
    [
        ([told("ready")], True),
        ([told("playing", "FRYSK kampioenskip"), b"nonsense"], True),
        ([told("playing"), told("silent"), b""], True),
        ([told("playing"), told("over")], False),
        ([told("playing", "Simmertoernoai")], False),
        ([told("waiting")], False),
        ([b"nonsense"], False),
    ],
)
def test_another_machine_counts_as_it_last_told(said, is_played):
    """A machine that falls silent may still play."""
    now = iter(range(0, 1000, 10))
    others = OtherBoards(["http://board-9"], lambda _address: said.pop(0), lambda: next(now))
    played = BeingPlayed(Boards([]), others)
    told = [played.is_played("Frysk Kampioenskip") for _ in range(len(said))]
    assert told[-1] is is_played


def test_a_running_game_whose_journal_is_lost_keeps_moves_from_being_tried(hall, app):
    ended(hall)
    other = hall("west", 1, round="4")
    other.move("white", 32, 28)
    other.journal.close()
    other.folder.joinpath("journal.sqlite").unlink()  # the file of the last row is left
    assert ask(app).status_code == 403


def test_only_so_many_positions_are_given_in_a_second(hall, app):
    ended(hall)
    answers = [ask(app) for _ in range(round(BURST_S / EACH_S) + 60)]
    assert answers[0].status_code == 200
    refused = next(answer for answer in answers if answer.status_code == 503)
    assert refused.json["error"] == "too many try moves at once"
    assert refused.headers["Retry-After"] == "1"


def test_where_the_game_ends_there_are_none(hall, app):
    """White's only man can be taken, and then Black has won."""
    game = hall("east", 1, board="7")
    game.white, game.black = {28}, {22}
    game.press("white")
    game.journal.append(Ruled(1, "white", "legal", "32-28", game.fen("B"), 0.99), game.t_ns)
    game.close("0-1")
    assert moves(ask(app, 1)) == ["22x33"]
    assert ask(app, 1, "22x33").json["moves"] == []
