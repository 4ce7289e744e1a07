"""What the commands print: JSON lines for programs, tables for people, and messages on standard error."""

import json
import sys
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from rules.errors import DamcamError, Sentence

if TYPE_CHECKING:
    from rich.console import Console


def wants_json(asked: bool) -> bool:
    """Whether to print JSON lines: when asked for, and whenever standard output is not a terminal."""
    return asked or sys.stdout is None or not sys.stdout.isatty()


def print_json(row: Mapping[str, Any]) -> None:
    """Print one JSON object on a line of its own, and flush."""
    print(json.dumps(row, ensure_ascii=False), flush=True)


def print_table(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """Print a table for a terminal. What a cell holds is shown as it is: files and players write brackets, and a file any character."""
    from rich.console import Console
    from rich.markup import escape
    from rich.table import Table
    from rich.text import Text

    table = Table(*map(escape, columns), box=None, header_style="bold", pad_edge=False)
    for row in rows:
        table.add_row(*(Text("" if cell is None else shown(str(cell))) for cell in row))
    Console(highlight=False).print(table)


def shown(text: str) -> str:
    """The text for a terminal: an escape for each character that cannot be shown, such as those by which a terminal is controlled."""
    from rules.pdn.tags import is_printable

    return "".join(sign if sign == "\n" or is_printable(sign) else repr(sign)[1:-1] for sign in text)


def told(said: Sentence | DamcamError, lang: str) -> str:
    """The sentence, or that of the error behind the file or picture that it is about, in that language."""
    if lang == "en":
        return str(said)
    from record.telling.sentences import tell  # English needs no catalogue

    if isinstance(said, Sentence):
        return tell(said, lang)
    text = tell(said.sentence, lang)
    return f"{said.about}: {text}" if said.about else text


def complain(said: Sentence | DamcamError) -> None:
    """Print a sentence in English on standard error, where that is open."""
    if sys.stderr is not None:
        print(f"damcam: {said}", file=sys.stderr, flush=True)


@cache
def error_console() -> "Console":
    """Standard error as a terminal, for progress bars and questions."""
    from rich.console import Console

    return Console(stderr=True, highlight=False, soft_wrap=True)
