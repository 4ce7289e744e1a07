"""A CSV file as organisers' programs write it: its encoding, its separator, its headings and its lines."""

import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from rules.errors import Phrase, Sentence
from rules.pdn.encoding import ENCODING_NAMES, decoded, encoding_of
from tournament.errors import TournamentError
from tournament.events.headings import heading_said
from tournament.events.separated import cells_of, columns_of, rows_of
from tournament.events.texts_given import GivenTextFault, WrongLines


class ListSays(Phrase):
    """What is wrong with a list, or told of how it was read."""

    NO_TEXT = "this is no text: it is neither UTF-8 nor UTF-16 nor Windows-1252; write it as CSV in UTF-8"
    EMPTY = "the list is empty; a line with the headings {columns} was expected"
    NO_HEADINGS = "the first line has no headings; {columns} were expected, of which {needed} must be there"
    NO_HEADINGS_OF = "the first line has no headings; {columns} were expected, of which one of {needed} must be there"
    NO_COLUMN = "no column has the heading {name}"
    NO_COLUMN_OF = "no column has one of the headings {names}"
    UNKNOWN_COLUMN = "there is no column {name}; the columns are {columns}"
    COLUMN_TWICE = "the heading {name} is there twice"
    QUOTES = "a quotation mark is not closed"
    VALUES = "{count} value; {expected} were expected", "{count} values; {expected} were expected"
    SEPARATED = "the values are separated by {separator}, not by commas; the list was read"
    ENCODED = "the list is written in {encoding}, not in UTF-8; it was read"
    SEMICOLONS = "semicolons"
    TABS = "tabs"


@dataclass(frozen=True, slots=True)
class Columns:
    """The columns that a list may have."""

    headings: Mapping[str, frozenset[str]]
    """The words by which each column may be headed, in small letters."""
    needed: tuple[str, ...] = ()
    one_of: tuple[str, ...] = ()
    """Columns of which at least one is needed."""
    unheaded: tuple[str, ...] = ()
    """The columns of a list without headings; none where headings are needed."""


@dataclass(frozen=True, slots=True)
class ListLine:
    """A line of a list: its number, and its values by column."""

    number: int
    values: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class ReadList:
    """A list that was read, and what is told of how."""

    lines: tuple[ListLine, ...]
    told: tuple[Sentence, ...]


def read_table(content: bytes, columns: Columns, is_unheaded: Callable[[Sequence[str]], bool] | None = None) -> ReadList:
    """The lines of the list; TournamentError names all lines that cannot be read.

    `is_unheaded` says whether the first line is one of values; without it each list has headings.
    """
    text, encoding = text_of(content)
    separator, lines = rows_of(unicodedata.normalize("NFC", text))
    if not lines:
        raise TournamentError(ListSays.EMPTY.said(columns=_said(columns.headings)))
    told = _told(encoding, separator)
    read, wrong = list[ListLine](), WrongLines()
    first, names = list[str](), list(columns.unheaded)
    with wrong.at(lines[0][0]):
        first = _cells(lines[0][1], separator)
    wrong.tell()
    if not (is_unheaded and is_unheaded(first)):
        names, lines = _headed(lines[0][0], first, columns), lines[1:]
    for number, text in lines:
        with wrong.at(number):
            read.append(_line(number, _cells(text, separator), names))
    wrong.tell()
    return ReadList(tuple(read), told)


def text_of(content: bytes) -> tuple[str, str]:
    """The text of a file as spreadsheets write it, and the name of its encoding; TournamentError where it has none of those known."""
    encoding = encoding_of((content,))
    try:
        return decoded(content, errors="strict"), ENCODING_NAMES[encoding]
    except UnicodeDecodeError as error:
        raise TournamentError(ListSays.NO_TEXT.said()) from error


def _told(encoding: str, separator: str) -> tuple[Sentence, ...]:
    told = []
    if encoding != "UTF-8":
        told.append(ListSays.ENCODED.said(encoding=encoding))
    if separator != ",":
        told.append(ListSays.SEPARATED.said(separator=(ListSays.SEMICOLONS if separator == ";" else ListSays.TABS).said()))
    return tuple(told)


def _cells(text: str, separator: str) -> list[str]:
    cells = cells_of(text, separator)
    if cells is None:
        raise TournamentError(ListSays.QUOTES.said())
    return cells


def _said(names: Iterable[str]) -> tuple[Sentence, ...]:
    return tuple(heading_said(name) for name in names)


def _headed(number: int, cells: Sequence[str], columns: Columns) -> list[str]:
    """The column of each value, by the line of headings."""
    while cells and not cells[-1]:
        cells = cells[:-1]
    names = columns_of(cells, columns.headings.items())
    known = _said(columns.headings)
    why = None
    if not any(names):
        says = ListSays.NO_HEADINGS_OF if columns.one_of else ListSays.NO_HEADINGS
        why = says.said(columns=known, needed=_said(columns.one_of or columns.needed))
    elif "" in names:
        why = ListSays.UNKNOWN_COLUMN.said(name=repr(cells[names.index("")]), columns=known)
    elif twice := next((one for one in names if names.count(one) > 1), None):
        why = ListSays.COLUMN_TWICE.said(name=heading_said(twice))
    elif missing := next((one for one in columns.needed if one not in names), None):
        why = ListSays.NO_COLUMN.said(name=heading_said(missing))
    elif columns.one_of and not set(columns.one_of) & set(names):
        why = ListSays.NO_COLUMN_OF.said(names=_said(columns.one_of))
    if why:
        raise TournamentError(GivenTextFault.LINE.said(line=number, what=why))
    return names


def _line(number: int, cells: list[str], names: Sequence[str]) -> ListLine:
    while len(cells) > len(names) and not cells[-1]:
        cells.pop()
    if len(cells) != len(names):
        raise TournamentError(ListSays.VALUES.said(count=len(cells), expected=len(names)))
    return ListLine(number, dict(zip(names, cells, strict=True)))
