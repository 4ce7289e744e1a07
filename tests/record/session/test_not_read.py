"""A board that is watched without being read: the arbiter is told once, and told when it is over."""

from dataclasses import replace

import pytest

from record.events.of_game import Pressed, Ruled, SessionOpened
from record.papers.public_view import public_view
from record.session.not_read import MAX_DARK_PRESSES, on_presses, on_squares
from record.session.step import State, step
from rules.board.evidence import Evidence
from rules.board.fen import parse_fen
from rules.board.ruleset import ruleset
from rules.board.squares import Side
from rules.irregularity import Verdict
from rules.referee.belief import Belief, Ruling
from rules.referee.shown import Shown

POSITION = parse_fen("W:W31,50:B1,20", ruleset("frisian"))
OPENED = SessionOpened("frisian", 10, "W:W31,50:B1,20", "none", 0, 0)
CLEAR = Evidence(((9.0, 0.0, 0.0, 0.0, 0.0),) * 50)
DIM = Evidence((*CLEAR.log_p[:11], (0.0,) * 5, (1.0, 0.0, 0.0, 0.0, 0.0), *CLEAR.log_p[13:]))
U, L = Verdict.UNSURE, Verdict.LEGAL


def told_at(verdicts, evidence=CLEAR, found_from=0, lang="en"):
    """For each press the codes, squares and reasons of what is told with it, and the state after them."""
    state, told = step(State(), OPENED)[0], []
    for seq, verdict in enumerate(verdicts, 1):
        side = (Side.WHITE, Side.BLACK)[(seq - 1) % 2]
        state = step(state, Pressed(seq, seq, str(side), 0, 0, None))[0]
        own = Ruling(seq, side, verdict, None, POSITION, 0.5, found_from=found_from)
        alerts = on_presses(state, own, evidence, lang)
        state = step(state, Ruled(seq, str(side), str(verdict), "31-27" if verdict is L else None, "B:W31,50:B1,20", 0.5, alerts))[0]
        told.append([(alert.code, alert.squares, alert.reason) for alert in alerts])
    return told, state


@pytest.mark.parametrize(
    ("verdicts", "told"),
    [
        ([U, U, L], [[], [], []]),
        ([L, U, U, L, U, U], [[]] * 6),
        ([U, U, U], [[], [], [("not-read", (), "1")]]),
        ([L, U, U, U, U, U], [[], [], [], [("not-read", (), "2")], [], []]),
        ([U, U, U, U, L, L], [[], [], [("not-read", (), "1")], [], [("read-again", (), "5")], []]),
        ([U, U, U, L, U, U, U], [[], [], [("not-read", (), "1")], [("read-again", (), "4")], [], [], [("not-read", (), "5")]]),
        ([U, U, U, Verdict.MANY], [[], [], [("not-read", (), "1")], [("read-again", (), "4")]]),
    ],
)
def test_three_presses_in_a_row_without_a_ruling_are_told_once_and_their_end_too(verdicts, told):
    assert told_at(verdicts)[0] == told


def test_the_squares_that_are_hardly_seen_are_named():
    assert told_at([U, U, U], DIM)[0][-1] == [("not-read", (12, 13), "1")]


def test_where_nothing_is_seen_no_squares_are_named():
    assert told_at([U, U, U], Evidence.none(50))[0][-1] == [("not-read", (), "1")]


def test_a_game_that_is_found_again_at_that_press_is_told_as_that():
    assert told_at([U, U, U], found_from=1)[0][-1] == []


@pytest.mark.parametrize(("lang", "begins"), [("en", "Three presses"), ("nl", "Drie keer"), ("fy", "Trije kear")])
def test_it_is_said_in_each_language(lang, begins):
    state = told_at([U, U, U], DIM, lang=lang)[1]
    assert state.rulings[-1].alerts[0].text.startswith(begins)
    assert "12, 13" in state.rulings[-1].alerts[0].text


def dark(**counts):
    return replace(Belief.at(POSITION), shown=Shown(dark={int(name[1:]): count for name, count in counts.items()}))


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        (dark(s7=4), dark(s7=5), []),
        (dark(s7=5, s8=5, s9=1), dark(s7=6, s8=6, s9=2), [("unread-squares", (7, 8), "4")]),
        (dark(s7=6), dark(s7=7), []),
        (dark(s7=6, s8=6), dark(s8=7), [("read-again", (7,), "9")]),
        (dark(**{f"s{n}": 5 for n in range(1, 20)}), dark(**{f"s{n}": 6 for n in range(1, 20)}), []),
    ],
)
def test_squares_of_which_nothing_is_seen_for_long_are_told_once_and_when_they_are_seen_again(before, after, told):
    assert MAX_DARK_PRESSES == 6
    assert [(alert.code, alert.squares, alert.reason) for alert in on_squares(before, after, 9, "en")] == told


@pytest.mark.parametrize(("verdicts", "unread"), [([L, U, U], False), ([L, U, U, U], True), ([L, U, U, U, U, L], False)])
def test_the_public_is_told_that_the_board_is_watched_without_being_read(verdicts, unread):
    view = public_view(told_at(verdicts)[1])
    assert view["unread"] is unread
