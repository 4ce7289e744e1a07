"""The arbiter's rulings at the board: on disk first, the game goes on from them, and the belief comes back from the journal."""

import random
from collections.abc import Callable
from typing import Any

import pytest

from record.events.of_game import Arbitrated, ContinuedOnPaper, Ruled
from record.papers.public_view import public_view
from record.session.arbiter import ArbitrationError
from record.session.pressing import NotCounted, PressMade
from record.session.state import SessionError
from record.session.step import TellArbiter, from_events, step
from rules.board.fen import parse_fen, write_fen
from rules.board.position import Position
from rules.board.ruleset import ruleset
from rules.board.squares import Side
from rules.errors import DamcamError, PressError
from rules.play.moves import legal_moves, play
from rules.play.notation import parse_move
from rules.referee.explanations import explanations
from tests.record.session.refolded import running_game

FRISIAN = ruleset("frisian")
START = Position.start(FRISIAN)
Boards = Callable[..., Any]


def after(*moves: str, position: Position = START) -> Position:
    for move in moves:
        position = play(position, parse_move(move, position))
    return position


def taken_off(position: Position, *squares: int) -> str:
    """The position with these squares bare."""
    contents = [0 if square in squares else content for square, content in enumerate(position.contents(), 1)]
    return write_fen(Position.of(FRISIAN, position.side, contents))


QUIET = after("31-27", "20-25")
FAULT = taken_off(after("36-31", position=QUIET), 1, 2)  # 27b: pieces too many taken off, and more than can be in a hand
ANSWERED = after("14-20", position=parse_fen(FAULT, FRISIAN))


def with_a_fault(board: Any) -> Any:
    assert [board.press("white", after("31-27")), board.press("black", QUIET)] == ["legal", "legal"]
    assert board.press("white", FAULT) == "27b-many"
    return board


def test_what_stands_by_the_arbiters_word_is_played_from(told_board: Boards) -> None:
    board = with_a_fault(told_board())
    board.rule("stand", reason="not claimed in time")
    assert board.state.clock.running == "black"
    assert board.press("black", ANSWERED) == "legal"
    assert [(ply.move, ply.verdict) for ply in board.state.plies[2:]] == [("36-31", "27b-many"), ("14-20", "legal")]


def test_what_was_restored_is_played_from(told_board: Boards) -> None:
    board = with_a_fault(told_board())
    board.rule("restore")
    assert board.state.clock.running == "white"
    assert board.press("white", after("33-28", position=QUIET)) == "legal"
    assert [ply.move for ply in board.state.plies] == ["31-27", "20-25", "33-28"]


def test_moves_taken_back_are_made_anew(told_board: Boards) -> None:
    board = with_a_fault(told_board())
    board.rule("take-back", plies=2)
    assert board.press("black", after("31-27", "18-23")) == "legal"
    assert board.pdn.split("{")[0].strip() == "1. 31-27"
    assert "18-23" in board.pdn
    assert "20-25" not in board.pdn


def test_a_position_set_by_hand_is_in_the_pdn_before_the_next_move(told_board: Boards) -> None:
    board = with_a_fault(told_board())
    board.rule("position", fen="B:W31-35:B1-5,20")
    assert '/FEN "B:W31,32,33,34,35:B1,2,3,4,5,20"/' in board.pdn
    assert public_view(board.state)["fen"].startswith("B:W31,32")
    assert board.press("black", "W:W31-35:B1-5,24") == "legal"
    assert board.state.plies[-1].move == "20-24"


def test_the_other_side_may_be_told_to_move(told_board: Boards) -> None:
    board = told_board()
    board.rule("to-move", side="black")
    assert board.press("black", after("18-23", position=START.with_side(Side.BLACK))) == "legal"


def test_the_game_is_ended_and_presses_count_for_nothing(told_board: Boards) -> None:
    board = with_a_fault(told_board())
    board.rule("end", result="0-1", article="20.7")
    before = len(board.events())
    assert board.loop.press(PressMade(board.t_ns + 1, Side.BLACK, 4, accepted=True), []) is NotCounted.OVER
    assert len(board.events()) == before
    board.loop.close(board.t_ns)
    assert (board.state.result, board.state.article) == ("0-1", "20.7")
    assert '[Termination "Art. 20.7"]' in (board.folder / "game.pdn").read_text()


def test_a_ruling_is_on_disk_before_it_is_told(told_board: Boards) -> None:
    board = with_a_fault(told_board())
    board.rule("restore")
    events = board.events()
    assert all(events[rows - 1] == event for event, rows in board.told)
    assert isinstance(board.told[-1][0], Arbitrated)


def test_a_ruling_that_cannot_be_changes_nothing(told_board: Boards) -> None:
    board = with_a_fault(told_board())
    before = board.state, board.loop.game.belief, board.events()
    for ruling, more in (("take-back", {"plies": 9}), ("position", {"fen": "W:W99"}), ("record", {}), ("end", {"result": "0-0"})):
        with pytest.raises(ArbitrationError):
            board.rule(ruling, **more)
    assert (board.state, board.loop.game.belief, board.events()) == before


def test_a_press_made_twice_or_out_of_order_changes_nothing(told_board: Boards) -> None:
    board = with_a_fault(told_board())
    before = board.state, board.loop.game.belief, board.events()
    for seq in (3, 2):
        with pytest.raises(PressError, match=f"press {seq} comes after press 3"):
            board.loop.press(PressMade(board.t_ns + 1, Side.BLACK, seq, accepted=True), [])
    assert (board.state, board.loop.game.belief, board.events()) == before
    assert board.press("black", ANSWERED) == "legal"
    assert board.state.clock.black_ns == (4800 + 2 * 60 - 2 * 10) * 1_000_000_000


def test_a_press_by_the_side_whose_clock_stands_is_counted_and_ignored(told_board: Boards) -> None:
    board = told_board()
    events = board.events()
    assert board.loop.press(PressMade(5, Side.BLACK, 1, accepted=True), []) is NotCounted.OTHER_CLOCK_RUNS
    assert (board.events(), board.loop.game.ignored, board.loop.clock.running) == (events, 1, "white")
    with_a_fault(board)
    board.rule("stand")
    held, state = board.loop.game.belief, board.state
    assert board.loop.press(PressMade(board.t_ns + 1, Side.WHITE, board.seq + 1, accepted=True), []) is NotCounted.OTHER_CLOCK_RUNS
    assert (board.loop.game.belief, board.state, board.loop.game.ignored) == (held, state, 2)
    assert board.press("black", ANSWERED) == "legal"
    assert [ply.verdict for ply in board.state.plies] == ["legal", "legal", "27b-many", "legal"]


def test_under_regulation_c_a_fault_that_stands_puts_the_rest_on_paper(told_board: Boards) -> None:
    board = with_a_fault(told_board(after_a_fault="paper"))
    assert not board.state.on_paper  # it may still be claimed
    assert board.press("black", ANSWERED) == "legal"
    assert board.state.on_paper
    order = [event for event in board.events() if isinstance(event, ContinuedOnPaper | Ruled)]
    assert isinstance(order[-2], ContinuedOnPaper)
    assert (order[-2].seq, order[-1].seq) == (3, 4)
    assert [ply.move for ply in board.state.plies] == ["31-27", "20-25"]
    assert board.pdn.endswith("{continued on paper} *")
    assert public_view(board.state)["on_paper"]
    board.rule("record", reason="the tablet takes it after all")
    assert [ply.move for ply in board.state.plies] == ["31-27", "20-25", "36-31", "14-20"]
    assert board.press("white", after("33-28", position=ANSWERED)) == "legal"
    assert not board.state.on_paper


def test_elsewhere_the_record_goes_on(told_board: Boards) -> None:
    board = with_a_fault(told_board(after_a_fault="record"))
    board.press("black", ANSWERED)
    assert not board.state.on_paper
    assert len(board.state.plies) == 4


def test_a_fault_that_the_arbiter_lets_stand_or_that_is_put_right_leaves_the_record(told_board: Boards) -> None:
    board = with_a_fault(told_board(after_a_fault="paper"))
    board.rule("stand")
    board.press("black", ANSWERED)
    assert not board.state.on_paper
    board = with_a_fault(told_board(after_a_fault="paper"))
    assert board.press("white", after("33-28", position=QUIET)) == "corrected"
    board.press("black", after("33-28", "14-20", position=QUIET))
    assert not board.state.on_paper


def test_an_irregularity_on_paper_is_journaled_and_told_nobody(told_board: Boards) -> None:
    board = told_board()
    board.rule("paper")
    with_a_fault(board)
    events = board.events()
    assert events[-1].alerts
    _, effects = step(from_events(events[:-1]), events[-1])
    assert not any(isinstance(effect, TellArbiter) for effect in effects)
    assert board.state.plies == ()


def played_at_random(board: Any, presses: int, seed: int) -> None:
    """Presses, one in four irregular, some unseen, some noisy, and rulings in between, whatever comes of them."""
    dice = random.Random(seed)
    rulings = ("stand", "restore", "take-back", "to-move", "position", "paper", "record", "applaud")
    for _ in range(presses):
        position = board.loop.game.belief.position
        board.watcher.noise = dice.choice((0.0, 3.0, 8.0))
        told = explanations(position) if dice.random() < 0.25 else []
        if told:
            contents = list(position.contents())
            for square, content in dice.choice(told).changes:
                contents[square - 1] = content
            shows = Position.of(FRISIAN, position.side.other, contents)
        else:
            moves = legal_moves(position)
            shows = play(position, dice.choice(moves)) if moves else position
        board.press(dice.choice((position.side,) * 9 + (position.side.other,)), shows if dice.random() < 0.95 else None)
        if dice.random() < 0.5:
            kind = dice.choice(rulings)
            fen = write_fen(board.loop.game.belief.position)
            try:
                board.rule(kind, fen=fen, plies=dice.randint(1, 3), side=dice.choice(("white", "black")))
            except DamcamError:
                assert kind != "position"


@pytest.mark.parametrize(
    ("start", "presses"), [pytest.param("W:W31-50:B1-20", 8, marks=pytest.mark.slow), ("W:WK46,35,36:BK3,17,18:H0:F1:+0+246", 14)]
)
def test_the_belief_comes_back_from_the_journal_alone(told_board: Boards, start: str, presses: int) -> None:
    ruled = 0
    for seed in range(2):
        board = told_board(start=start, seed=seed)
        played_at_random(board, presses, seed)
        ruled += sum(isinstance(event, Arbitrated) for event in board.events())
        assert running_game(board.events()).belief == board.loop.game.belief
        assert from_events(board.events()) == board.state
        board.close()
    assert ruled


def test_before_the_opening_nothing_is_held() -> None:
    assert running_game(()).held is None
    with pytest.raises(SessionError, match="has not begun"):
        running_game(()).belief  # noqa: B018
