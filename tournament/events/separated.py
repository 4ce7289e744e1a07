"""Lines of values as an organiser has them: separated by tabs, semicolons or commas, with headings or none."""

import re
from collections.abc import Iterable, Sequence

SEPARATORS = ("\t", ";", ",")
"""The first of these in the first line separates the values of all lines."""
_NAMED = re.compile(r'"?sep=([\t;,])"?[ \t;,]*', re.IGNORECASE)
_WITHOUT_WIDTH = dict.fromkeys(map(ord, "\u200b\u2060\ufeff"))
_QUOTED = r'[^\S\n\t]*"(?:[^"]|"")*"'
"""A value in quotation marks, with blanks before it. A quotation mark opens a value at its beginning alone."""


def rows_of(text: str) -> tuple[str, list[tuple[int, str]]]:
    """What separates the values of a list, and its rows that are not empty, each with the number of its first line, from 1 on.

    A first row `sep=;`, as Excel has it, names what separates the values; else the first row shows it. A row ends at CR, LF or both; other
    characters that Unicode calls ends of lines are in names, as Word puts them there. Inside quotation marks they do not end a row (RFC
    4180, section 2). Characters without width, as web pages have them, are left out.
    """
    text = text.replace("\r\n", "\n").replace("\r", "\n").translate(_WITHOUT_WIDTH)
    first = next((row for _, row in _rows(text, "".join(SEPARATORS))), "")
    named = _NAMED.fullmatch(first)
    separator = named[1] if named else next((one for one in SEPARATORS if one in first), ",")
    rows = list(_rows(text, separator))
    return separator, rows[1:] if named else rows


def _rows(text: str, separators: str) -> Iterable[tuple[int, str]]:
    """The rows that are not empty; where a quotation mark is not closed, the row ends with the line."""
    number = 1
    for row in re.finditer(rf"((?:(?:^|(?<=[{separators}])){_QUOTED}|[^\n])*)(?:\n|\Z)", text, re.MULTILINE):
        if row[1].strip(" \t;,"):
            yield number, row[1]
        number += row.group().count("\n")


def cells_of(row: str, separator: str) -> list[str] | None:
    """The values of the row without needless blanks; None where a quotation mark is not closed, or text follows it."""
    cells, at = list[str](), 0
    value = re.compile(rf"({_QUOTED})[^\S\n\t]*(?=[{separator}]|\Z)|[^{separator}]*")
    while at <= len(row):
        match = value.match(row, at)
        if not match or (match[1] is None and match[0].lstrip().startswith('"')):
            return None
        text = match[1].strip()[1:-1].replace('""', '"') if match[1] else match[0]
        cells.append(" ".join(text.split()))
        at = match.end() + 1
    return cells


def columns_of(cells: Sequence[str], headings: Iterable[tuple[str, frozenset[str]]]) -> list[str]:
    """The name of each column by its heading, empty for a heading that is not known."""
    known = list(headings)
    return [next((name for name, words in known if cell.casefold() in words), "") for cell in cells]
