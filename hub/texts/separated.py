"""Lines of values as an organiser has them: separated by tabs, semicolons or commas, with headings or none."""

import csv
from collections.abc import Iterable, Sequence

SEPARATORS = ("\t", ";", ",")
"""The first of these in the first line separates the values of all lines."""


def separator_of(line: str) -> str:
    """What separates the values of a list that begins with this line."""
    return next((one for one in SEPARATORS if one in line), ";")


def cells_of(line: str, separator: str) -> list[str] | None:
    """The values of the line without needless blanks; None where a quotation mark is not closed."""
    try:
        (cells,) = csv.reader([line.strip(" \ufeff")], delimiter=separator, skipinitialspace=True, strict=True)
    except (csv.Error, ValueError):
        return None
    return [" ".join(cell.split()) for cell in cells]


def numbered_lines(text: str) -> list[tuple[int, str]]:
    """The lines that are not empty, with their numbers from 1 on."""
    return [(number, line) for number, line in enumerate(text.splitlines(), 1) if line.strip(" \t\ufeff;,")]


def columns_of(cells: Sequence[str], headings: Iterable[tuple[str, frozenset[str]]]) -> list[str]:
    """The name of each column by its heading, empty for a heading that is not known."""
    known = list(headings)
    return [next((name for name, words in known if cell.casefold() in words), "") for cell in cells]
