"""Lines of values as an organiser has them: separated by tabs, semicolons or commas, with headings or none."""

import csv
import re
from collections.abc import Iterable, Sequence

SEPARATORS = ("\t", ";", ",")
"""The first of these in the first line separates the values of all lines."""
_NAMED = re.compile(r'"?sep=([\t;,])"?[ \t;,]*', re.IGNORECASE)
_WITHOUT_WIDTH = dict.fromkeys(map(ord, "\u200b\u2060\ufeff"))
_ROW = re.compile(r'((?:(?:^|(?<=[\t;,])) *"(?:[^"]|"")*"|[^\n])*)(?:\n|\Z)', re.MULTILINE)
"""A row and its end. A quotation mark opens a value at its beginning alone; where it is not closed, the row ends with the line."""


def rows_of(text: str) -> tuple[str, list[tuple[int, str]]]:
    """What separates the values of a list, and its rows that are not empty, each with the number of its first line, from 1 on.

    A first row `sep=;`, as Excel has it, names what separates the values; else the first row shows it. A row ends at CR, LF or both; other
    characters that Unicode calls ends of lines are in names, as Word puts them there. Inside quotation marks they do not end a row (RFC
    4180, section 2). Characters without width, as web pages have them, are left out.
    """
    rows, number = list[tuple[int, str]](), 1
    for row in _ROW.finditer(text.replace("\r\n", "\n").replace("\r", "\n").translate(_WITHOUT_WIDTH)):
        if row[1].strip(" \t;,"):
            rows.append((number, row[1]))
        number += row.group().count("\n")
    if rows and (named := _NAMED.fullmatch(rows[0][1])):
        return named[1], rows[1:]
    return next((one for one in SEPARATORS if rows and one in rows[0][1]), ","), rows


def cells_of(line: str, separator: str) -> list[str] | None:
    """The values of the line without needless blanks; None where a quotation mark is not closed."""
    try:
        (cells,) = csv.reader([line.strip(" ")], delimiter=separator, skipinitialspace=True, strict=True)
    except (csv.Error, ValueError):
        return None
    return [" ".join(cell.split()) for cell in cells]


def columns_of(cells: Sequence[str], headings: Iterable[tuple[str, frozenset[str]]]) -> list[str]:
    """The name of each column by its heading, empty for a heading that is not known."""
    known = list(headings)
    return [next((name for name, words in known if cell.casefold() in words), "") for cell in cells]
