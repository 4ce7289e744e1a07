"""The texts that an organiser gives: names, ids, dates, reasons. They are shown on pages, in spreadsheets and on paper."""

import re
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date

from rules.errors import Phrase, Sentence
from rules.pdn.tags import MAX_TAG_LENGTH, is_printable
from tournament.errors import TournamentError

MAX_REASON = 1000
MOST_LINES = 20
FORMULA = ("=", "+", "@", "-")
"""A cell of a spreadsheet that begins with one of these is a formula."""
AFTER_SEPARATOR = re.compile(rf"[;,]\s*[{re.escape(''.join(FORMULA))}]")
"""A spreadsheet whose language writes 0,5 begins a new cell behind each semicolon, also in a list with commas; one of another language
behind each comma."""
CLASSES = ("EK", "KK", "HAA", "RHAA", "HA", "1", "2", "3")
AGES = ("pupillen", "jeugd", "junioren")
"""The classes of E (E 4)."""


class GivenTextFault(Phrase):
    """Why a text cannot be used."""

    EMPTY = "{what} is empty"
    NO_LINE = "{where} is {text}; a line of {most} characters at most was expected"
    FORMULA = "{what} is {text}; it would be a formula in a spreadsheet, because it begins with {first}"
    FORMULA_WITHIN = "{what} is {text}; a spreadsheet may take what follows {separator} for a formula"
    NO_DATE = "{what} is {text}; a date such as 2014-09-01 was expected"
    NO_TIME = "{what} is {text}; a time such as 09:45 was expected"
    NO_CLASS = "{what} is {text}; the classes are {classes}"
    LINE = "line {line}: {what}"
    LINES = "{count} lines are wrong: {lines}"
    NO_NUMBER = "{what} is {text}; a whole number above 0 was expected"


def free_text_in(text: str, what: str | Sentence, most: int = MAX_REASON) -> str:
    """The text without needless blanks, each letter with its accent as one sign; TournamentError where it is no line that can be shown.

    It goes into no file for spreadsheets.
    """
    plain = " ".join(unicodedata.normalize("NFC", text).split())
    if len(plain) > most or not is_printable(plain):
        raise TournamentError(GivenTextFault.NO_LINE.said(where=what, text=repr(plain[:most]), most=most))
    return plain


def line_in(text: str, what: str | Sentence) -> str:
    """The text as `free_text_in` has it, fit for a cell of a spreadsheet.

    TournamentError also where it, or a part of it, would be a formula: a sign put before it, such as an apostrophe, would be shown by
    spreadsheets, and be a part of the name to programs.
    """
    plain = free_text_in(text, what, MAX_TAG_LENGTH)
    if plain.startswith(FORMULA):
        raise TournamentError(GivenTextFault.FORMULA.said(what=what, text=repr(plain), first=plain[0]))
    if found := AFTER_SEPARATOR.search(plain):
        raise TournamentError(GivenTextFault.FORMULA_WITHIN.said(what=what, text=repr(plain), separator=repr(found[0][0])))
    return plain


def id_in(text: str) -> str:
    """The id; TournamentError where there is none."""
    plain = line_in(text, "id")
    if not plain:
        raise TournamentError(GivenTextFault.EMPTY.said(what="id"))
    return plain


def date_in(text: str, what: str | Sentence) -> str:
    """The date as `2014-09-01`, also from `1-9-2014`; empty for none. TournamentError where it is no date."""
    plain = text.strip()
    day_first = re.fullmatch(r"(\d{1,2})[-./](\d{1,2})[-./](\d{4})", plain, re.ASCII)
    year_first = re.fullmatch(r"(\d{4})[-./](\d{1,2})[-./](\d{1,2})", plain, re.ASCII)
    if not plain:
        return ""
    try:
        if day_first:
            return date(int(day_first[3]), int(day_first[2]), int(day_first[1])).isoformat()
        if year_first:
            return date(*map(int, year_first.groups())).isoformat()
    except ValueError:  # a day that no month has
        pass
    raise TournamentError(GivenTextFault.NO_DATE.said(what=what, text=repr(plain[:MAX_TAG_LENGTH])))


def time_in(text: str, what: str | Sentence) -> str:
    """The time of day as `09:45`, also from `9.45`; empty for none. TournamentError where it is none."""
    plain = text.strip()
    found = re.fullmatch(r"([01]?\d|2[0-3])[:.]([0-5]\d)", plain, re.ASCII)
    if plain and not found:
        raise TournamentError(GivenTextFault.NO_TIME.said(what=what, text=repr(plain[:MAX_TAG_LENGTH])))
    return f"{int(found[1]):02}:{found[2]}" if found else ""


def number_in(text: str, what: str | Sentence) -> int:
    """The number, 0 for an empty text; TournamentError where it is none above 0."""
    plain = text.strip()
    if not plain:
        return 0
    if not re.fullmatch(r"[1-9]\d{0,5}", plain, re.ASCII):
        raise TournamentError(GivenTextFault.NO_NUMBER.said(what=what, text=repr(plain[:MAX_TAG_LENGTH])))
    return int(plain)


def class_in(text: str, what: str | Sentence, classes: tuple[str, ...] = CLASSES) -> str:
    """The class of a player, empty for none; TournamentError where there is no such class."""
    plain = text.strip()
    known = {one.casefold(): one for one in classes}
    if plain and plain.casefold() not in known:
        raise TournamentError(GivenTextFault.NO_CLASS.said(what=what, text=repr(plain[:MAX_TAG_LENGTH]), classes=classes))
    return known.get(plain.casefold(), "")


def reason_in(text: str) -> str:
    """The reason; TournamentError where it is empty or no line."""
    plain = free_text_in(text, "reason")
    if not plain:
        raise TournamentError(GivenTextFault.EMPTY.said(what="reason"))
    return plain


class WrongLines:
    """What is wrong with the lines of a list, so that all of it is told at once.

    wrong = WrongLines()
    for line in lines:
        with wrong.at(line.number):
            ...
    wrong.tell()
    """

    def __init__(self) -> None:
        self._wrong: list[Sentence] = []

    @contextmanager
    def at(self, number: int) -> Iterator[None]:
        """A context for what is done with the line of that number: a TournamentError is kept."""
        try:
            yield
        except TournamentError as error:
            self.add(number, error.sentence)

    def add(self, number: int, what: Sentence) -> None:
        """Keep what is wrong with the line of that number."""
        self._wrong.append(GivenTextFault.LINE.said(line=number, what=what))

    def tell(self) -> None:
        """TournamentError with all that is wrong, the first MOST_LINES of it; nothing where nothing is."""
        if len(self._wrong) == 1:
            raise TournamentError(self._wrong[0])
        if self._wrong:
            raise TournamentError(GivenTextFault.LINES.said(count=len(self._wrong), lines=tuple(self._wrong[:MOST_LINES])))
