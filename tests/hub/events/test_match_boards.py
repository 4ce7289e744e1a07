"""A match of teams board by board: what may be entered, and what it comes to."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hub.events.changes import BoardsEntered
from hub.events.faults import TournamentError
from hub.events.match_boards import EMPTY, NOT_PLAYED, PLAYED, boards_in, score_of
from hub.events.match_entering import board_entered, match_entered, together
from hub.events.standing import standings_of
from hub.events.telling import change_said
from tests.hub.events.conftest import InMemory

FIRST_HAS = {"1-0": 2, "draw": 1, "0-1": 0, "+-": 2, "-+": 0, "--": 0, "": 0}
"""The half points of the first team on an odd board, where it has White."""
GIVEN = {"1-0": 2, "draw": 2, "0-1": 2, "+-": 2, "-+": 2, "--": 0, "": 0}


@pytest.fixture
def match() -> InMemory:
    event = InMemory("G", "drachten", "snits", "harns")
    event.pair()
    return event


def enter(event: InMemory, text: str, *, corrects: bool = False) -> None:
    game = event.state.rounds[0].games[0]
    boards = boards_in(text, "G")
    event.put(together([match_entered(event.state, ("1", game.white, game.black), boards, corrects=corrects)]))


def refusal(event: InMemory, text: str) -> str:
    with pytest.raises(TournamentError) as error:
        enter(event, text)
    return str(error.value)


def result_of(event: InMemory) -> tuple[str, bool] | None:
    found = event.state.result_of(1, event.state.rounds[0].games[0])
    return (found.result, found.default) if found else None


@settings(max_examples=60)
@given(st.sampled_from("BG"), st.data())
def test_a_match_comes_to_the_points_of_its_boards(competition, data):
    boards = data.draw(st.lists(st.sampled_from((NOT_PLAYED, *PLAYED, *EMPTY)), min_size=4, max_size=4)) * (2 if competition == "B" else 1)
    score = score_of(competition, boards)
    own = sum(FIRST_HAS[one] if at % 2 == 0 else GIVEN[one] - FIRST_HAS[one] for at, one in enumerate(boards))
    assert score.points == (Fraction(own, 2), Fraction(sum(GIVEN[one] for one in boards) - own, 2))
    assert score.is_over == (NOT_PLAYED not in boards)


def test_a_match_has_a_result_once_every_board_is_decided(match):
    enter(match, "1-0, draw, -, .")
    assert result_of(match) is None
    assert len(match.state.missing()) == 1
    assert {row["points"] for row in standings_of(match.state)["table"]} == {0}
    enter(match, "1-0;½-½;-+;0-1")
    assert result_of(match) == ("2.5-1.5", False)
    assert sorted(row["board_points"] for row in standings_of(match.state)["table"]) == [0, 1.5, 2.5]
    match.undo()
    assert result_of(match) is None


def test_a_match_that_nobody_came_to_is_booked(match):
    enter(match, "-- +- -+ --")
    assert result_of(match) == ("0-2", True)


def test_a_board_that_has_a_result_is_corrected_with_a_reason(match):
    enter(match, "1-0 draw - -")
    said = refusal(match, "0-1 draw - -")
    assert said.startswith("board 1 of ")
    assert said.endswith("has the result 1-0 already; a correction wants a reason: --reason")
    assert "nothing would change" in refusal(match, "1-0 draw - -")
    enter(match, "- draw 1-0 -", corrects=True)
    assert match.state.matches[next(iter(match.state.matches))].boards == ("", "draw", "1-0", "")


def test_board_points_and_boards_do_not_replace_each_other_unasked(match):
    game = match.state.rounds[0].games[0]
    enter(match, "1-0 draw - -")
    with pytest.raises(TournamentError, match="have results already, which board points would replace"):
        match.result(1, game.white, game.black, "2-2")
    match.result(1, game.white, game.black, "2-2", corrects=True)
    assert (result_of(match), match.state.matches) == (("2-2", False), {})
    assert "entered without its boards; a correction wants a reason" in refusal(match, "1-0 draw 1-0 0-1")
    enter(match, "1-0 draw 1-0 0-1", corrects=True)
    assert result_of(match) == ("3.5-0.5", False)
    match.result(1, game.white, game.black, "*", corrects=True)
    assert (result_of(match), match.state.matches) == (None, {})


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("1-0,draw", "2 results were given; a match of competition G has 4 boards"),
        ("", "0 results were given"),
        ("1-0,2-0,-,-", "board 2 is '2-0'; 1-0, draw or 0-1 was expected"),
    ],
)
def test_boards_that_cannot_be_are_refused(match, text, what):
    assert refusal(match, text).startswith(what)


def test_one_board_is_entered_at_a_time(match):
    game = match.state.rounds[0].games[0]
    told = ("1", game.white, game.black)
    match.put(together([board_entered(match.state, told, "3", "1-0", corrects=False)]))
    assert match.state.matches[1, game.white, game.black].boards == ("", "", "1-0", "")
    for board in ("0", "5", "x", ""):
        with pytest.raises(TournamentError, match="is no board of the match; they are numbered from 1 to 4"):
            board_entered(match.state, told, board, "1-0", corrects=False)
    with pytest.raises(TournamentError, match="nobody here has the id"):
        board_entered(match.state, ("1", "drachten", "ljouwert"), "1", "1-0", corrects=False)


def test_single_players_have_no_boards(kk):
    kk.pair()
    with pytest.raises(TournamentError, match="competition C is played by single players"):
        match_entered(kk.state, ("1", "p5", "p1"), (), corrects=False)


def test_a_team_that_withdrew_gets_no_boards(match):
    game = match.state.rounds[0].games[0]
    match.withdraw(game.white, "won")
    assert "has withdrawn" in refusal(match, "1-0 1-0 1-0 1-0")


def test_what_was_entered_is_said(match):
    enter(match, "1-0 - -+ draw")
    change = match.rows[-1].change
    assert isinstance(change, BoardsEntered)
    assert str(change_said(change)).endswith(", by boards: 1: 1-0; 3: 0-1 by default; 4: ½-½")
    enter(match, "- - - -", corrects=True)
    assert str(change_said(match.rows[-1].change)).endswith("by boards: no board has a result")
