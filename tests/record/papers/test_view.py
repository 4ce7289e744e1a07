"""What the public may see."""

import dataclasses
import json

import pytest
from msgspec.structs import replace

from record.events.about import About
from record.events.of_game import (
    Alert,
    BoardFound,
    ClockStarted,
    ClockStopped,
    Pressed,
    Ruled,
    SessionClosed,
    SessionOpened,
    TimesSet,
    TurnHandedBack,
)
from record.events.of_record import MovesBefore
from record.papers.public_view import last_drawings, public_view
from record.session.plies import Plies
from record.session.step import from_events, step
from rules.irregularity import Verdict

S = 1_000_000_000
OPENED = SessionOpened(
    "frisian", 10, "W:W31-50:B1-20", "80m+60s", 4800 * S, 4800 * S, About.of({"white": "Anna", "event": "Open", "phone": "0612"})
)
FOUND = BoardFound(0, (), "frames/0000.jpg", "drawn/0000.jpg")
STARTED = ClockStarted(0, "white")
ALERT = Alert("27c-missed", "27c, 10", (19,), "a capture was compulsory")
FIRST = (
    Pressed(1, 5 * S, "white", 4855 * S, 4800 * S, "black", ("frames/0001.jpg",)),
    Ruled(1, "white", "legal", "32-28", "B:after 1", 0.98, picture="frames/0001.jpg", drawn="drawn/0001.jpg"),
)
SECOND = (
    Pressed(2, 9 * S, "black", 4855 * S, 4856 * S, "white"),
    Ruled(2, "black", "27c-missed", "19-23", "W:after 2", 0.97, alerts=(ALERT,), picture="frames/0002.jpg", drawn="drawn/0002.jpg"),
)
THIRD = (Pressed(3, 12 * S, "white", 4912 * S, 4856 * S, "black"), Ruled(3, "white", "legal", "34x23", "B:after 3", 0.9))


def test_the_view_of_a_game():
    assert public_view(from_events([OPENED, FOUND, STARTED, *FIRST]), 4) == {
        "id": 4,
        "seq": 1,
        "rules": "frisian",
        "board_size": 10,
        "mirrored": False,
        "about": {"white": "Anna", "event": "Open"},
        "fen": "B:after 1",
        "fens": ["W:W31-50:B1-20", "B:after 1"],
        "times": [[4_800_000, 4_800_000, None], [4_855_000, 4_800_000, 5_000]],
        "counts": [[], []],
        "moves": [{"number": 1, "white": "32-28", "black": None}],
        "last_move": [32, 28],
        "being_read": False,
        "unread": False,
        "on_paper": False,
        "clock": {"control": "80m+60s", "white_ns": 4855 * S, "black_ns": 4800 * S, "running": "black", "t_ns": 5 * S, "rate": 1.0},
        "drawn": "drawn/0001.jpg",
        "result": "*",
        "article": None,
        "not_played": False,
        "closed": False,
    }


def test_a_pending_press_is_being_read_and_no_word_says_what_is_wrong():  # Art. 24
    view = public_view(from_events([OPENED, FOUND, *FIRST, *SECOND]))
    assert view["being_read"]
    assert (view["fen"], view["last_move"], len(view["moves"])) == ("B:after 1", [32, 28], 1)
    told = json.dumps(view)
    for word in ("27", "missed", "pending", "irregular", "unsure", "confidence", "compulsory", "alert"):
        assert word not in told


@pytest.mark.parametrize("verdict", [str(verdict) for verdict in Verdict if verdict not in (Verdict.LEGAL, Verdict.CORRECTED)])
def test_once_it_is_ruled_such_a_press_looks_as_it_did_before(verdict):  # Art. 24
    waits = from_events([OPENED, FOUND, *FIRST, SECOND[0]])
    ruled = step(waits, replace(SECOND[1], verdict=verdict))
    amended = step(ruled, replace(SECOND[1], verdict="unsure", amends=True, drawn="drawn/0002-again.jpg"))
    assert public_view(waits) == public_view(ruled) == public_view(amended)
    assert public_view(waits)["being_read"]


@pytest.mark.parametrize("verdict", ["no-move", "unsure", "27d"])
def test_that_a_side_pressed_again_without_a_move_looks_as_if_it_were_being_read(verdict):
    handed_back = TurnHandedBack(7 * S, "white", 4795 * S, 4798 * S)
    waits = from_events([OPENED, FOUND, *FIRST, handed_back, Pressed(2, 9 * S, "white", 4850 * S, 4798 * S, "black")])
    ruled = step(waits, Ruled(2, "white", verdict, None, "B:after 1", 0.9))
    assert [public_view(state)["being_read"] for state in (waits, ruled)] == [True, True]


def test_the_picture_is_that_of_the_last_move_on_the_record():
    """Not that of a press that is pending, nor of a board that is found again meanwhile."""
    shown, state = [], from_events([OPENED])
    answered = replace(THIRD[1], drawn="drawn/0003.jpg")
    again = replace(FOUND, drawn="drawn/again.jpg")
    amended = replace(FIRST[1], confidence=0.999, amends=True, drawn="drawn/0001-again.jpg")
    for event in (FOUND, again, STARTED, *FIRST, amended, *SECOND, FOUND, THIRD[0], answered):
        state = step(state, event)
        shown.append(public_view(state)["drawn"])
    of_board, first, third = "drawn/again.jpg", "drawn/0001.jpg", "drawn/0003.jpg"
    assert shown == ["drawn/0000.jpg", of_board, of_board, of_board, *[first] * 6, third]


def test_the_last_pictures_are_found_from_the_end_of_the_game_alone():
    """It is asked after each row: what came long ago is not gone through again."""
    pending = from_events([OPENED, FOUND, *FIRST, *SECOND])
    assert last_drawings(pending) == ("drawn/0001.jpg", "drawn/0000.jpg")
    game = from_events([OPENED, FOUND, *FIRST, *SECOND, THIRD[0], replace(THIRD[1], drawn="drawn/0003.jpg")])
    long_ago = object()
    long = dataclasses.replace(game, line=Plies((long_ago, *game.line.on_record)))
    assert last_drawings(long) == last_drawings(game) == ("drawn/0003.jpg", "drawn/0002.jpg")


def test_of_a_press_that_was_not_read_no_guess_is_shown_as_played():  # Art. 24
    unread = (SECOND[0], Ruled(2, "black", "unsure", None, "W:guess", 0.6))
    waits = public_view(from_events([OPENED, *FIRST, *unread]))
    assert waits["being_read"]
    assert waits["fens"] == ["W:W31-50:B1-20", "B:after 1"]
    view = public_view(from_events([OPENED, *FIRST, *unread, *THIRD]))
    assert not view["being_read"]
    assert view["moves"] == [{"number": 1, "white": "32-28", "black": "…"}, {"number": 2, "white": "34x23", "black": None}]
    assert view["fens"] == ["W:W31-50:B1-20", "B:after 1", "W:after 1", "B:after 3"]


def presses(*moves):
    """The events of presses by turns: a move, or None for what was not read, and the position after it."""
    for seq, (move, fen) in enumerate(moves, 1):
        side = "white" if seq % 2 else "black"
        yield Pressed(seq, seq, side, 0, 0, None)
        yield Ruled(seq, side, "legal" if move else "unsure", move, fen, 0.9)


def test_a_king_is_counted_as_often_as_it_moved_in_a_row():  # Art. 17
    opened = SessionOpened("frisian", 10, "W:WK47,31:BK4,20", "none", 0, 0)
    moves = [("47-42", "B:WK42,31:BK4,20"), ("4-10", "W:WK42,31:BK10,20"), ("42-47", "B:WK47,31:BK10,20"), (None, "W:WK47,31:B20")]
    view = public_view(from_events([opened, *presses(*moves, ("31-27", "B:WK47,27:BK10,20"))]))
    counted = [[(told["side"], told["square"], told["made"]) for told in counts] for counts in view["counts"]]
    first, second = [("white", 42, 1)], [("white", 42, 1), ("black", 10, 1)]
    assert counted[:5] == [[], first, second, [("white", 47, 2), ("black", 10, 1)], []], "of the press that was not read nothing is counted"
    assert [told for told in counted[5] if told[0] == "white"] == [], "another piece moved"


def test_two_kings_have_their_moves_counted():  # Art. 18
    opened = SessionOpened("frisian", 10, "W:WK46,K47:BK5", "none", 0, 0)
    count = {"kind": "to-win", "side": "white", "made": 1, "left": 6, "limit": 7, "square": None}
    view = public_view(from_events([opened, *presses(("46-41", "B:WK41,K47:BK5"))]))
    assert view["counts"] == [[count | {"made": 0, "left": 7}], [count]]


@pytest.mark.parametrize(("verdict", "move", "shown"), [("27c-missed", "19-23", "19-23"), ("27a", None, "…")])
def test_what_stands_is_shown_as_any_move_or_as_three_dots_where_it_cannot_be_written(verdict, move, shown):
    second = SECOND[0], replace(SECOND[1], verdict=verdict, move=move)
    view = public_view(from_events([OPENED, FOUND, *FIRST, *second, *THIRD]))
    assert view["moves"] == [{"number": 1, "white": "32-28", "black": shown}, {"number": 2, "white": "34x23", "black": None}]
    assert not view["being_read"]
    assert "27" not in json.dumps(view["moves"])


def test_before_the_first_move_there_is_none_and_what_ended_the_game_is_named():
    view = public_view(from_events([OPENED]))
    assert (view["seq"], view["fen"], view["moves"], view["last_move"]) == (0, "W:W31-50:B1-20", [], [])
    view = public_view(from_events([OPENED, *FIRST, SessionClosed(9 * S, "1-0", "20.2")]))
    assert (view["result"], view["article"]) == ("1-0", "20.2")


def test_black_to_move_first_leaves_whites_place_empty():
    black = SessionOpened("english", 8, "B:W21-32:B1-12", "none", 0, 0)
    press = (Pressed(1, 5 * S, "black", 0, 0, "white"), Ruled(1, "black", "legal", "11-15", "W:after 1", 0.9))
    view = public_view(from_events([black, *press, SessionClosed(9 * S, "0-1")]))
    assert view["moves"] == [{"number": 1, "white": None, "black": "11-15"}]
    assert (view["clock"]["white_ns"], view["clock"]["running"], view["result"], view["closed"]) == (None, None, "0-1", True)


STOPPED = (
    ClockStopped(7 * S, 4855 * S, 4798 * S, "Anke"),
    TimesSet(8 * S, 1000 * S, 900 * S, "Anke"),
    ClockStarted(100 * S, "black", "Anke"),
)
SLOW = Pressed(2, 103 * S, "black", 1000 * S, 957 * S, "white"), Ruled(2, "black", "legal", "19-23", "W:after 2", 0.97)
HANDED_BACK = TurnHandedBack(7 * S, "white", 4795 * S, 4798 * S)
AGAIN = Pressed(2, 10 * S, "white", 4852 * S, 4798 * S, "black"), Ruled(2, "white", "legal", "33-28", "B:after 1", 0.98)
ELSEWHERE = MovesBefore(0, "Anke", ("32-28", "19-23"), ("B:after 1", "W:after 2"), (None, (4000 * S, 3900 * S)))
HERE = Pressed(1, 5 * S, "white", 4055 * S, 3900 * S, "black"), Ruled(1, "white", "legal", "28x19", "B:after 3", 0.9)


@pytest.mark.parametrize(
    ("events", "times"),
    [
        # what its side thought, whatever the arbiter did to the clocks
        ((STARTED, *FIRST, *STOPPED, *SLOW), [[4_855_000, 4_800_000, 5_000], [1_000_000, 957_000, 5_000]]),
        ((STARTED, *FIRST, HANDED_BACK, *AGAIN), [[4_852_000, 4_798_000, 8_000]]),
        # of what was played elsewhere, the readings that are known
        ((ELSEWHERE, STARTED, *HERE), [[None] * 3, [None] * 3, [4_000_000, 3_900_000, None], [4_055_000, 3_900_000, 5_000]]),
    ],
)
def test_each_move_has_the_readings_and_the_time_that_it_took(events, times):
    view = public_view(from_events([OPENED, FOUND, *events]))
    assert view["times"][-len(times) :] == times
    if HANDED_BACK in events:
        assert view["moves"] == [{"number": 1, "white": "33-28", "black": None}]


def test_without_a_clock_there_are_no_times():
    assert public_view(from_events([replace(OPENED, time_control="none"), *FIRST]))["times"] == []
