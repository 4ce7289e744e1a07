"""What the commands print: JSON lines for programs, a table for people; messages go to standard error."""

import json
import sys
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from rich.console import Console
from rich.table import Table

ERRORS = Console(stderr=True, highlight=False, soft_wrap=True)


def wants_json(asked: bool) -> bool:
    """Whether to print JSON lines: when asked for, and always where no terminal reads."""
    return asked or not sys.stdout.isatty()


def print_json(row: Mapping[str, Any]) -> None:
    """One JSON object on a line of its own, at once."""
    print(json.dumps(row, ensure_ascii=False), flush=True)


def print_table(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """A table for a terminal."""
    table = Table(*columns, box=None, header_style="bold", pad_edge=False)
    for row in rows:
        table.add_row(*("" if cell is None else str(cell) for cell in row))
    Console(highlight=False).print(table)


def complain(sentence: object) -> None:
    """A sentence on standard error."""
    ERRORS.print(f"damcam: {sentence}", markup=False)
