"""Evidence of boards, and the rulings of a sequence of presses, each as a line of words."""

from collections.abc import Container, Iterable

from rules.board.evidence import Evidence
from rules.board.fen import parse_fen
from rules.board.position import Position
from rules.board.ruleset import ruleset
from rules.board.squares import Content, Side
from rules.referee.belief import Belief, Ruling
from rules.referee.rule import rule

START = "W:W31-50:B1-20"
EVERYTHING = range(1, 51)
Press = tuple[str, Evidence]
"""The side that presses, `w` or `b`, and the evidence."""


def fen(text: str, rules: str = "frisian") -> Position:
    return parse_fen(text, ruleset(rules))


def seen(
    board: str | Position, *, hidden: Container[int] = (), height: float = 12.0, clear: float = 18.0, rules: str = "frisian"
) -> Evidence:
    """Evidence in which each content leads by `clear` nats, and king and man differ by `height` nats, except on hidden squares."""
    position = fen(board, rules) if isinstance(board, str) else board
    rows = []
    for square, content in enumerate(position.contents(), 1):
        row = [-clear] * 5
        row[content] = 0.0
        if content.side:
            row[Content.piece(content.side, not content.is_king)] = -height
        rows.append([0.0] * 5 if square in hidden else row)
    return Evidence.of(rows)


def with_rows(evidence: Evidence, rows: dict[int, list[float]]) -> Evidence:
    """The evidence with other rows on some squares."""
    return Evidence.of([rows.get(square, row) for square, row in enumerate(evidence.log_p, 1)])


def rulings(start: str, presses: Iterable[Press], rules: str = "frisian") -> list[Ruling]:
    """All rulings of the presses, with amendments in the order in which they are made."""
    belief, said = Belief.at(fen(start, rules)), []
    for seq, (letter, evidence) in enumerate(presses, 1):
        belief, told = rule(belief, seq, Side.WHITE if letter == "w" else Side.BLACK, evidence)
        said += told
    return said


def words(start: str, presses: Iterable[Press], rules: str = "frisian") -> list[str]:
    """The rulings in words: `1 legal 32-28`, with `~` before an amendment and `back` after a turn that was handed back."""
    return [
        " ".join(filter(None, (f"{'~' * one.amends}{one.seq}", str(one.verdict), one.move, "back" * one.hands_back)))
        for one in rulings(start, presses, rules)
    ]


def in_turn(*boards: Evidence) -> list[Press]:
    """The boards as presses by White and Black in turn."""
    return [("wb"[place % 2], board) for place, board in enumerate(boards)]
