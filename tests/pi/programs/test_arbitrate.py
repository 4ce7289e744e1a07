"""The arbiter's rulings at the board: on disk first, the game goes on from them, and the belief comes back from the journal;
and what is told of discs off their centre."""

import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from record.events.of_game import Arbitrated, ContinuedOnPaper, Ruled
from record.papers.public_view import public_view
from record.session.arbiter import ArbitrationError
from record.session.pressing import PressMade
from record.session.state import SessionError
from record.session.step import from_events
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


AFTER_33_28 = write_fen(after("33-28", position=QUIET))
GOES_ON = [
    ("stand", {"reason": "not claimed in time"}, "black", ANSWERED, ["31-27", "20-25", "36-31", "14-20"]),
    ("restore", {}, "white", AFTER_33_28, ["31-27", "20-25", "33-28"]),
    ("take-back", {"plies": 2}, "black", write_fen(after("31-27", "18-23")), ["31-27", "18-23"]),
    (
        "to-move",
        {"side": "white"},
        "white",
        after("33-28", position=parse_fen(f"W{FAULT[1:]}", FRISIAN)),
        ["31-27", "20-25", "36-31", None, "33-28"],
    ),
    ("position", {"fen": "B:W31-35:B1-5,20"}, "black", "W:W31-35:B1-5,24", ["31-27", "20-25", "36-31", None, "20-24"]),
]


@pytest.mark.parametrize(("ruling", "more", "side", "then", "moves"), GOES_ON)
def test_the_game_goes_on_from_what_was_ruled(
    told_board: Boards, ruling: str, more: dict[str, Any], side: str, then: Any, moves: list[str | None]
) -> None:
    board = with_a_fault(told_board())
    board.rule(ruling, **more)
    events = board.events()
    assert all(events[rows - 1] == event for event, rows in board.told), "a ruling is on disk before it is told"
    assert isinstance(board.told[-1][0], Arbitrated)
    assert board.state.clock.running == side
    assert ('/FEN "B:W31,32,33,34,35:B1,2,3,4,5,20"/' in board.pdn) == (ruling == "position"), "it is before the next move"
    assert board.press(side, then) == "legal"
    assert [ply.move for ply in board.state.plies] == moves


def test_a_ruling_or_a_press_that_cannot_be_changes_nothing(told_board: Boards) -> None:
    board = with_a_fault(told_board())
    before = board.state, board.game.belief, board.events()
    for ruling, more in (("take-back", {"plies": 9}), ("position", {"fen": "W:W99"}), ("record", {}), ("end", {"result": "0-0"})):
        with pytest.raises(ArbitrationError):
            board.rule(ruling, **more)
    for seq in (3, 2):  # a press made twice or out of order
        with pytest.raises(PressError):
            board.game.press(PressMade(board.t_ns + 1, Side.BLACK, seq, accepted=True), [])
    assert (board.state, board.game.belief, board.events()) == before
    assert board.press("black", ANSWERED) == "legal"
    assert board.state.clock.black_ns == (4800 + 2 * 60 - 2 * 10) * 1_000_000_000


def test_under_regulation_c_a_fault_that_stands_puts_the_rest_on_paper(told_board: Boards) -> None:
    right = with_a_fault(told_board(after_a_fault="paper"))
    assert right.press("white", after("33-28", position=QUIET)) == "corrected"
    right.press("black", after("33-28", "14-20", position=QUIET))
    assert not right.state.on_paper, "a fault that is put right leaves the record"
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


def played_at_random(board: Any, presses: int, seed: int) -> None:
    """Presses, one in four irregular, some unseen, some noisy, and rulings in between, whatever comes of them."""
    dice = random.Random(seed)
    rulings = ("stand", "restore", "take-back", "to-move", "position", "paper", "record", "applaud")
    for _ in range(presses):
        position = board.game.belief.position
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
            fen = write_fen(board.game.belief.position)
            try:
                board.rule(kind, fen=fen, plies=dice.randint(1, 3), side=dice.choice(("white", "black")))
            except DamcamError:
                assert kind != "position"


def test_the_belief_comes_back_from_the_journal_alone(told_board: Boards) -> None:
    ruled = 0
    for seed in range(2):
        board = told_board(start="W:WK46,35:BK3,18:H0:F1:+0+246", seed=seed)
        played_at_random(board, 6, seed)
        ruled += sum(isinstance(event, Arbitrated) for event in board.events())
        assert running_game(board.events()).belief == board.game.belief
        assert from_events(board.events()) == board.state
        board.close()
    assert ruled


def test_before_the_opening_nothing_is_held() -> None:
    assert running_game(()).held is None
    with pytest.raises(SessionError):
        running_game(()).belief  # noqa: B018


def test_only_a_held_piece_stands_off_its_centre_and_its_pictures_outline_no_square_of_another_alert(
    told_board: Boards, monkeypatch: Any
) -> None:
    """Article 25. No piece is held to stand on 29."""
    board = told_board()
    look, drawn = board.watcher.look, {}
    monkeypatch.setattr(board.watcher, "look", lambda frames: replace(look(frames), off_centre=(29, 40)))
    monkeypatch.setattr("pi.reading.drawings.outline", lambda image, squares, **_: drawn.setdefault(tuple(squares), image))
    assert board.press("white", "B:W27,32-50:B1-20") == "legal"
    assert board.press("black", "W:W27,32-50:B1-14,16-20,30") == "27d"
    legal, wrong = board.state.rulings
    assert [alert.pictures for alert in legal.alerts] == [()], "the press has no other alert, so its pictures are the alert's"
    assert legal.straight[1] == "drawn/0001-after.jpg"
    told = {alert.code: alert for alert in wrong.alerts}
    assert told["off-centre"].pictures[1] == "drawn/0002-after-off-centre.jpg"
    assert (told["27d"].pictures, wrong.straight[1]) == ((), "drawn/0002-after.jpg")
    assert set(drawn) == {(40,), told["27d"].squares}
    assert 40 not in told["27d"].squares
