"""A row of the table of faults: what was done to a board, and what came of it."""

import textwrap
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

WIDTH = 118


@dataclass(frozen=True)
class Row:
    """One fault that was played."""

    fault: str
    told: str
    """The sentence or the alert that told it; empty where there was nothing to tell."""
    lost: int = 0
    """Rows that were told and are not on record, without a word."""
    changed: int = 0
    """Rows that were told and are otherwise on record, without a word."""
    back_s: float | None = None
    """The seconds from the end of the fault until pages and camera were back; None where they were not away, or no service was started."""
    wrong: str = ""
    """What did not hold, in a sentence."""

    @property
    def ok(self) -> bool:
        return not (self.lost or self.changed or self.wrong)

    @property
    def figures(self) -> dict[str, Any]:
        rounded = {"back_s": self.back_s and round(self.back_s, 1), "ok": self.ok}
        return {name: value for name, value in asdict(self).items() if value != ""} | rounded

    def __str__(self) -> str:
        back = "" if self.back_s is None else f", back after {self.back_s:.1f} s"
        held = "ok " if self.ok else "NO "
        said = [f"told: {self.told}" if self.told else "", f"WRONG: {self.wrong}" if self.wrong else ""]
        lines = [f"{held} {self.fault}: lost {self.lost}, changed {self.changed}{back}"]
        return "\n".join([*lines, *(textwrap.indent(textwrap.fill(one, WIDTH), " " * 6) for one in said if one)])


def summed(rows: Sequence[Row]) -> dict[str, Any]:
    """The figures of the table."""
    return {
        "faults": len(rows),
        "lost": sum(row.lost for row in rows),
        "changed": sum(row.changed for row in rows),
        "not_ok": sum(not row.ok for row in rows),
        "longest_back_s": round(max((row.back_s for row in rows if row.back_s is not None), default=0.0), 1),
        "rows": [row.figures for row in rows],
    }
