"""Holds the last row of each press against the truth."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from rules.board.fen import parse_fen
from rules.board.ruleset import RuleSet
from rules.board.squares import Content

WRONG = ("wrong move", "missed", "false alarm", "misnamed")
FINE = ("legal", "corrected")

Row = Mapping[str, Any]


def judged(truth: Row, row: Row | None) -> str:
    """What the row of a press is: right, unsure, or one of `WRONG`."""
    verdict = (row or {}).get("verdict") or "unsure"
    same_move = truth["move"] is None or _ends((row or {}).get("move")) == _ends(truth["move"])
    if (verdict == truth["event"] and same_move) or verdict in truth.get("also", ()):
        return "right"
    if verdict == "unsure":
        return "unsure"
    if verdict not in FINE:
        return "false alarm" if truth["event"] in FINE else "misnamed"
    if truth["event"] not in FINE:
        return "missed"
    return "misnamed" if same_move else "wrong move"


def counted(truth: Iterable[Row], rows: Iterable[Row], rules: RuleSet) -> Counter[str]:
    """The presses of a game by what they are, its boards that are right, and its longest streak of `unsure`."""
    last = {row["seq"]: row for row in rows if "seq" in row}
    counts: Counter[str] = Counter()
    streak = 0
    for press in truth:
        row = last.get(press["seq"])
        how = judged(press, row)
        streak = streak + 1 if how == "unsure" else 0
        counts.update({"presses": 1, how: 1})
        counts["streak"] = max(counts["streak"], streak)
        if row and row.get("fen"):
            is_board, held = parse_fen(press["fen"], rules).contents(), parse_fen(row["fen"], rules).contents()
            counts["boards"] += _colours(is_board) == _colours(held)
            counts["with kings"] += is_board == held
    return counts


def added(one: Counter[str], other: Counter[str]) -> Counter[str]:
    """The counts of both; the streak is the longer one."""
    both = Counter(one)
    both.update({name: count for name, count in other.items() if name != "streak"})
    both["streak"] = max(one["streak"], other["streak"])
    return both


def _ends(move: str | None) -> tuple[str, str, bool] | None:
    """From where to where the move goes, and whether it captures."""
    squares = re.findall(r"\d+", move or "")
    return (squares[0], squares[-1], "x" in (move or "")) if squares else None


def _colours(contents: Iterable[Content]) -> list[object]:
    return [content.side for content in contents]
