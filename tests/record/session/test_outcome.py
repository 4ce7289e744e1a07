"""The ending of a recorded game, by position and by count."""

import pytest

from record.events.of_game import Pressed, Ruled, SessionOpened
from record.session.outcome import ending_of
from record.session.step import from_events

NO_CLOCK = {"time_control": "none", "white_ns": 0, "black_ns": 0}


def game(start: str, *rulings: tuple[str, str | None, str, str]) -> object:
    """A session with these presses: side, move, verdict and the position after it."""
    events = [SessionOpened("frisian", 10, start, **NO_CLOCK)]
    for seq, (side, move, verdict, fen) in enumerate(rulings, 1):
        events.append(Pressed(seq, seq, side, 0, 0, None))
        events.append(Ruled(seq, side, verdict, move, fen, 1.0))
    return from_events(events)


def test_no_ending_before_the_first_move_nor_in_the_middle() -> None:
    assert ending_of(game("W:WK46:BK3")) is None
    assert ending_of(game("W:W31:B20", ("white", "31-27", "legal", "B:W27:B20"))) is None


@pytest.mark.parametrize(
    ("start", "press", "ending"),
    [
        ("W:W28:B22", ("white", "28x17", "legal", "B:W17:B"), ("1-0", "20.1")),
        ("W:WK46,31:BK3", ("white", "31-27", "legal", "B:WK46,27:BK3"), None),
        ("B:WK47:BK3,42", ("black", "3-9", "legal", "W:WK47:BK9"), ("draw", "21.1")),
        ("W:W28:B22", ("white", None, "unsure", "B:W17:B"), None),
        ("W:W28:B22", ("white", "28-23", "27c-missed", "B:W23:B22"), None),
    ],
)
def test_the_ending_is_that_of_the_last_position(start: str, press: tuple[str, str | None, str, str], ending: object) -> None:
    found = ending_of(game(start, press))
    assert (found and (found.result, found.article)) == ending


def test_two_kings_have_seven_moves_to_win() -> None:
    """Art. 18: the game is drawn after the seventh move of the side with two kings."""
    shuttle = [
        ("white", "46-41", "B:WK41,K47:BK5"),
        ("black", "5-10", "W:WK41,K47:BK10"),
        ("white", "41-46", "B:WK46,K47:BK10"),
        ("black", "10-5", "W:WK46,K47:BK5"),
    ]
    presses = [(side, move, "legal", fen) for side, move, fen in shuttle * 4]
    assert ending_of(game("W:WK46,K47:BK5", *presses[:12])) is None
    found = ending_of(game("W:WK46,K47:BK5", *presses[:13]))
    assert (found.result, found.article) == ("draw", "18")


TAKEN_AS_GONE = ("white", "31-36", "unsure", "B:WK36:BK46")
THEN = ("black", "46-5", "legal", "W:WK36:BK5")


def test_no_game_ends_by_a_square_that_reads_wrong() -> None:
    """One king each is a draw (Art. 21.1), but the king on 47 was not captured: two pictures in a row may read it wrong."""
    start = "W:WK31:BK46,K47"
    assert ending_of(game(start, TAKEN_AS_GONE, THEN)) is None
    third = ending_of(game(start, TAKEN_AS_GONE, THEN, ("white", "36-31", "legal", "B:WK31:BK5")))
    assert (third.result, third.article) == ("draw", "21.1")


def test_a_game_ends_after_a_press_that_was_not_read_where_one_move_leads_to_its_board() -> None:
    found = ending_of(game("W:WK31:BK46", ("white", None, "unsure", "B:WK36:BK46"), ("black", "46-5", "legal", "W:WK36:BK5")))
    assert (found.result, found.article) == ("draw", "21.1")
