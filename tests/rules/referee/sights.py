"""Evidence of boards, and the rulings of a sequence of presses, each as a line of words."""

import math
import re
from collections.abc import Container, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

import pytest
from _pytest.mark import ParameterSet

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


@lru_cache(512)
def after(start: str, presses: tuple[Press, ...], rules: str = "frisian") -> tuple[Belief, tuple[Ruling, ...]]:
    """The belief after these presses, and the rulings of the last one. Sequences that begin alike are ruled once."""
    if not presses:
        return Belief.at(fen(start, rules)), ()
    belief, _ = after(start, presses[:-1], rules)
    letter, evidence = presses[-1]
    belief, told = rule(belief, len(presses), Side.WHITE if letter == "w" else Side.BLACK, evidence)
    return belief, tuple(told)


def rulings(start: str, presses: Iterable[Press], rules: str = "frisian") -> list[Ruling]:
    """All rulings of the presses, with amendments in the order in which they are made."""
    pressed = tuple(presses)
    return [one for count in range(1, len(pressed) + 1) for one in after(start, pressed[:count], rules)[1]]


def words(start: str, presses: Iterable[Press], rules: str = "frisian") -> list[str]:
    """The rulings in words: `1 legal 32-28`, with `~` before an amendment, `back` after a turn that was handed back, `from 1` where the
    game was found again from press 1 on, and `open from 1` where moves of unseen presses before it stay open."""
    return [in_words(one) for one in rulings(start, presses, rules)]


def in_words(one: Ruling) -> str:
    found = f"from {one.found_from}" if one.found_from else f"open from {one.open_from}" if one.open_from else ""
    return " ".join(filter(None, (f"{'~' * one.amends}{one.seq}", str(one.verdict), one.move, "back" * one.hands_back, found)))


def in_turn(*boards: Evidence) -> list[Press]:
    """The boards as presses by White and Black in turn."""
    return [("wb"[place % 2], board) for place, board in enumerate(boards)]


@dataclass(frozen=True)
class Case:
    """Presses, and what is said of them."""

    start: str
    boards: list[str]
    said: str
    options: dict[str, str]

    def told(self) -> str:
        """What is said, once the last board of it, and what the belief has there, are checked."""
        ruled = rulings(self.start, self._presses(), self._rules)
        for one in ruled:
            assert one.is_irregular == (one.verdict not in ("legal", "corrected", "unsure") and not one.hands_back)
            assert one.verdict != "jumbled" or len(one.squares) > 5
        for square, content in self._rows("stands"):
            assert ruled[-1].position.content(square) is Content[content]
        belief, _ = after(self.start, tuple(self._presses()), self._rules)
        assert math.isclose(math.fsum(math.exp(log_p) for _, log_p in belief.situations), 1.0, rel_tol=1e-6)
        for square, contents in self._rows("open"):
            assert {one.now.content(square).name for one, _ in belief.situations} == set(contents.split("/"))
        return ", ".join(map(in_words, ruled))

    @property
    def _rules(self) -> str:
        return self.options.get("rules", "frisian")

    def _presses(self) -> Iterator[Press]:
        sides, height = self.options.get("sides", "wb" * 5), float(self.options.get("height", 12))
        for seq, (side, board) in enumerate(zip(sides, self.boards, strict=False), 1):
            stands, is_hidden, squares = board.partition("?")
            hidden = set(map(int, squares.split(","))) if squares else EVERYTHING if is_hidden else ()
            picture = seen(stands, hidden=hidden, height=height, rules=self._rules)
            rows = {square: list(map(float, row.split("/"))) for of in ("0", str(seq)) for square, row in self._rows(of)}
            yield side, with_rows(picture, rows)

    def _rows(self, of: str) -> list[tuple[int, str]]:
        return [(int(name.partition(":")[2]), value) for name, value in self.options.items() if name.startswith(f"{of}:")]


def cases(*tables: str) -> list[ParameterSet]:
    """Read sequences of presses, each of three lines; a line that begins with blanks goes on with the one before it.

    The first line is `# ` and the reason, the second the start and what stands after each press: `W:W32:B12 > W:W28:B12?12 > W:W28:B17?`
    has 12 hidden at the first press, and everything at the second. The third has the rulings, and behind `@`: `sides=wwb` the sides that
    press, `rules=`, `height=` (nats), `1:45=0/-8/-8/-18/-18` the row of square 45 at press 1 (0: at each), and `stands:4=WHITE_KING` what
    the last ruling has on 4, `open:4=EMPTY/WHITE_KING` all that the situations after it have there.
    """
    found = []
    for part in re.split("^# ", "".join(tables).replace("\n    ", " "), flags=re.M)[1:]:
        why, boards, ruled = part.strip().split("\n")
        start, *later = boards.split(" > ")
        said, _, options = ruled.partition(" @ ")
        found.append(pytest.param(Case(start, later, said, dict(one.split("=") for one in options.split())), id=why))
    return found
