"""A board that is watched without being read: the arbiter is told once, and told when it is over."""

from dataclasses import replace

import pytest

from record.events.of_game import Arbitrated, Pressed, Ruled, SessionOpened
from record.papers.public_view import public_view
from record.session.not_read import MAX_DARK_PRESSES, on_presses, on_squares, unread_since
from record.session.step import State, step
from record.telling.remarks import found_again
from record.texts import LANGUAGES
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


def told_at(verdicts, evidence=CLEAR, found_at=0, dark_at=0, known_at=0, moved_at=(), lang="en", pace_s=60):
    """For each press the codes, squares and reasons of what is told with it, and the state after them.

    At press `found_at` the game is found again; press `dark_at` has no readable picture, so that the camera's fault is told instead. After
    press `known_at` the board is known, and of the presses `moved_at` the move. A press comes each `pace_s`.
    """
    state, told, belief = step(State(), OPENED), [], Belief.at(POSITION)
    for seq, verdict in enumerate(verdicts, 1):
        side = (Side.WHITE, Side.BLACK)[(seq - 1) % 2]
        state = step(state, Pressed(seq, round(seq * pace_s * 1e9), str(side), 0, 0, None))
        found_from = 1 if seq == found_at else 0
        move = "31-27" if verdict is L or seq in moved_at else None
        own = Ruling(seq, side, verdict, move, POSITION, 0.5, found_from=found_from, board_known=seq == known_at)
        belief = replace(belief, announced=(*belief.announced, own))
        alerts = () if seq == dark_at else on_presses(state, belief, own, evidence, lang)
        alerts += (found_again(1, seq, (), lang),) if found_from else ()
        state = step(state, Ruled(seq, str(side), str(verdict), move, "B:W31,50:B1,20", 0.5, alerts))
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


@pytest.mark.parametrize(("evidence", "squares"), [(DIM, (12, 13)), (Evidence.none(50), ())])
def test_the_squares_that_are_hardly_seen_are_named_unless_nothing_is_seen(evidence, squares):
    assert told_at([U, U, U], evidence)[0][-1] == [("not-read", squares, "1")]


def codes(told):
    return [[code for code, _, _ in alerts] for alerts in told]


@pytest.mark.parametrize(("pace_s", "told_from"), [(2.5, 3), (2.4, 4), (0.7, 9), (0.5, None)])
def test_quick_moves_under_a_hand_are_told_once_they_have_lasted_for_five_seconds(pace_s, told_from):
    told = codes(told_at([U] * 10, pace_s=pace_s)[0])
    assert [seq for seq, alerts in enumerate(told, 1) if alerts] == ([told_from] if told_from else [])


def test_a_game_that_is_found_again_at_that_press_is_told_as_that():
    assert codes(told_at([U, U, U], found_at=3)[0]) == [[], [], ["found-again"]]


def test_three_more_presses_after_the_game_was_found_again_are_told_anew_and_their_end_once():
    told = codes(told_at([U, U, U, U, U, U, U, U, L], found_at=4)[0])
    assert told == [[], [], ["not-read"], ["found-again"], [], [], ["not-read"], [], ["read-again"]]


def test_a_third_press_without_a_picture_does_not_hide_that_nothing_is_read():
    assert codes(told_at([U, U, U, U, U], dark_at=3)[0]) == [[], [], [], ["not-read"], []]


@pytest.mark.parametrize(("known_at", "told"), [(3, [[]] * 6), (2, [[], [], [], [], ["not-read"], ["read-again"]])])
def test_presses_up_to_one_after_which_the_board_is_known_do_not_count(known_at, told):
    assert codes(told_at([U, U, U, U, U, L], known_at=known_at)[0]) == told


@pytest.mark.parametrize(
    ("moved_at", "told"),
    [((3,), [[], [], [], ["not-read"], [], []]), ((2, 4, 6), [[], [], [], [], ["not-read"], []]), ((1, 2, 3, 4, 5, 6), [[]] * 6)],
)
def test_a_press_whose_move_is_known_does_not_count(moved_at, told):
    assert codes(told_at([U, U, U, U, U, U], moved_at=moved_at)[0]) == told


def test_it_is_said_in_each_language():
    texts = [told_at([U, U, U], DIM, lang=lang)[1].rulings[-1].alerts[0].text for lang in LANGUAGES]
    assert len({text for text in texts if "12, 13" in text}) == len(LANGUAGES)


def squares_told(*pictures):
    """For each press what is told of squares, where `pictures` have the count of dark pictures by square."""
    state, told = step(State(), OPENED), []
    for seq, dark in enumerate(pictures, 1):
        side = ("white", "black")[(seq - 1) % 2]
        belief = replace(Belief.at(POSITION), shown=Shown(dark=dark))
        state = step(state, Pressed(seq, seq, side, 0, 0, None))
        alerts = on_squares(state, belief, seq, "en")
        state = step(state, Ruled(seq, side, "legal", "31-27", "B:W31,50:B1,20", 0.5, alerts))
        told.append([(alert.code, alert.squares, alert.reason) for alert in alerts])
    return told, state


MANY = dict.fromkeys(range(1, 20), 6)


@pytest.mark.parametrize(
    ("pictures", "told"),
    [
        ([{7: 4}, {7: 5}], [[], []]),
        ([{7: 5, 8: 5, 9: 1}, {7: 6, 8: 6, 9: 2}, {7: 7}], [[], [("unread-squares", (7, 8), "-3")], [("read-again", (8,), "3")]]),
        ([{7: 6}, {7: 7}, {}, {}], [[("unread-squares", (7,), "-4")], [], [("read-again", (7,), "3")], []]),
        ([MANY, {}], [[], []]),
        ([{7: 6}, MANY, {}], [[("unread-squares", (7,), "-4")], [], [("read-again", (7,), "3")]]),
    ],
)
def test_squares_of_which_nothing_is_seen_for_long_are_told_once_and_when_they_are_seen_again(pictures, told):
    assert MAX_DARK_PRESSES == 6
    assert squares_told(*pictures)[0] == told


def test_what_is_unread_now_is_known_with_the_press_since_when():
    assert unread_since(squares_told({7: 6}, {7: 7, 9: 6})[1].rulings) == {7: -4, 9: -3}
    assert unread_since(squares_told({7: 6, 9: 6}, {9: 7})[1].rulings) == {9: -4}


@pytest.mark.parametrize(("verdicts", "unread"), [([L, U, U], False), ([L, U, U, U], True), ([L, U, U, U, U, L], False)])
def test_the_public_is_told_that_the_board_is_watched_without_being_read(verdicts, unread):
    view = public_view(told_at(verdicts)[1])
    assert view["unread"] is unread


def test_what_the_arbiter_settled_is_not_told_as_unread_any_more():
    state = told_at([L, U, U, U])[1]
    assert public_view(state)["unread"]
    state = step(state, Arbitrated(5, 4, "restore", "J", "B:W31,50:B1,20"))
    state = step(state, Pressed(5, 6, "black", 0, 0, None))
    view = public_view(state)
    assert (view["being_read"], view["unread"]) == (True, False)
