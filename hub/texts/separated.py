"""Lines of values as an organiser has them: separated by tabs, semicolons or commas, with headings or none."""

import csv
import re
from collections.abc import Iterable, Sequence

SEPARATORS = ("\t", ";", ",")
"""The first of these in the first line separates the values of all lines."""
_ROW = re.compile(r'((?:(?:^|(?<=[\t;,]))[ \ufeff]*"(?:[^"]|"")*"|[^\n])*)(?:\n|\Z)', re.MULTILINE)
"""A row and its end. A quotation mark opens a value at its beginning alone; where it is not closed, the row ends with the line."""


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
    """The rows that are not empty, each with the number of its first line, from 1 on.

    A row ends at CR, LF or both; other characters that Unicode calls ends of lines are in names, as Word puts them there. Inside quotation
    marks they do not end a row (RFC 4180, section 2).
    """
    rows, number = list[tuple[int, str]](), 1
    for row in _ROW.finditer(text.replace("\r\n", "\n").replace("\r", "\n")):
        if row[1].strip(" \t\ufeff;,"):
            rows.append((number, row[1]))
        number += row.group().count("\n")
    return rows


def columns_of(cells: Sequence[str], headings: Iterable[tuple[str, frozenset[str]]]) -> list[str]:
    """The name of each column by its heading, empty for a heading that is not known."""
    known = list(headings)
    return [next((name for name, words in known if cell.casefold() in words), "") for cell in cells]
