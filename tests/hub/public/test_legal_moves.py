"""Trying moves after the end: legal moves alone, and none while a game of the event is played (Art. 24)."""

from functools import partial

import pytest

from hub.public import archive
from hub.public.legal_moves import BURST_S, EACH_S
from hub.public.turns import Turns
from record.events.of_game import Ruled
from tests.hub.public.conftest import ask

ADDRESS = "/frysk-kampioenskip/3/7/moves.json"


@pytest.fixture
def app(hall_app):
    return hall_app()


def ended(hall):
    game = hall("east", 1, board="7")
    game.move("white", 32, 28)
    game.move("black", 19, 23)
    game.close("1-0")


def asked(app, ply=0, moves="", lang="en"):
    return ask(app, ADDRESS, query_string={"ply": ply, "moves": moves, "lang": lang}, headers={"Accept": "application/json"})


def moves(answer):
    return [move["move"] for move in answer.json["moves"]]


def test_the_legal_moves_of_each_position(hall, app):
    ended(hall)
    assert moves(asked(app)) == ["31-26", "31-27", "32-27", "32-28", "33-28", "33-29", "34-29", "34-30", "35-30"]
    assert moves(asked(app, 2)) == ["28x19"]
    after = asked(app, 2, "28x19")
    assert after.json["tried"] == ["28x19"]
    assert moves(after) == ["9x29", "13x24", "14x23"]  # Art. 7
    told = after.json["moves"][1]
    assert set(told) == {"move", "squares", "fen"}
    assert told["squares"] == [13, 24]
    assert asked(app, 2, "28x19,13x24").json["fen"] == told["fen"]


def test_what_cannot_be_played_is_refused(hall, app):
    ended(hall)
    wrong = [(2, "31-27"), (2, "huh"), (3, ""), ("-1", ""), (0, ",".join(["32-28"] * 41)), (0, "1" * 801)]
    answers = [asked(app, ply, line) for ply, line in wrong]
    assert [answer.status_code for answer in answers] == [400] * 6
    illegal, no_move, late, negative, many, long = (answer.json["error"] for answer in answers)
    assert ("31-27" in illegal, "huh" in no_move, "0 to 2" in late) == (True, True, True)
    assert (late, many) == (negative.replace("-1", "3"), long)


@pytest.mark.parametrize("event", ["FRYSK kampioenskip", ""])
def test_while_a_game_of_the_event_is_played_or_its_journal_is_lost_there_are_none(hall, app, event):
    ended(hall)
    other = hall("west", 1, event=event, round="4")
    assert asked(app).status_code == 403
    other.close("draw")
    assert asked(app).status_code == 200
    lost = hall("west", 2, event=event, round="5")
    lost.move("white", 32, 28)
    lost.journal.close()
    lost.folder.joinpath("journal.sqlite").unlink()  # the file of the last row is left
    assert asked(app).status_code == 403


def test_the_game_itself_and_the_next_of_its_event_keep_moves_from_being_tried_and_one_of_another_event_does_not(hall, app):
    game = hall("east", 1, board="7")
    assert asked(app).status_code == 403
    game.close("1-0")
    hall("west", 1, event="Simmertoernoai")
    assert asked(app).status_code == 200
    hall("east", 2, event="Simmertoernoai").close()  # the first is at the board no longer
    assert "32-28" in moves(asked(app))
    hall("east", 3, board="7", round="4")
    assert asked(app).status_code == 403


def test_only_so_many_positions_are_given_in_a_second(hall, hall_app, monkeypatch):
    monkeypatch.setattr(archive, "Turns", partial(Turns, now_s=lambda: 0.0))
    ended(hall)
    app, many = hall_app(), round(BURST_S / EACH_S)
    answers = [asked(app) for _ in range(many + 2)]
    assert {answer.status_code for answer in answers[:many]} == {200}
    assert answers[-1].status_code == 503
    assert answers[-1].headers["Retry-After"] == "1"


def test_where_the_game_ends_there_are_none(hall, app):
    """White's only man can be taken, and then Black has won."""
    game = hall("east", 1, board="7")
    game.white, game.black = {28}, {22}
    game.press("white")
    game.journal.append(Ruled(1, "white", "legal", "32-28", game.fen("B"), 0.99), game.t_ns)
    game.close("0-1")
    assert moves(asked(app, 1)) == ["22x33"]
    assert asked(app, 1, "22x33").json["moves"] == []
