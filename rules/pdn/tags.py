"""The values of tags: which can be handed on to the record, to PDN and to pages, and the tags of a game as they are handed on."""

import re
import unicodedata
from dataclasses import dataclass

from rules.errors import Phrase, Sentence
from rules.pdn.dates import UNKNOWN_DATE, is_date, pdn_date
from rules.pdn.game import LocatedFault, PdnFault, PdnGame
from rules.pdn.remarks import MAX_FAULTS, MAX_SHOWN_CHARS, PdnRemark, at_line

MAX_TAG_LENGTH = 100
"""The most characters of a name that the pages and a PDN tag can show."""
DATE_TAGS = ("Date", "EventDate", "UTCDate", "PublicationDate")
"""The tags of PDN 3.0 whose value is a date."""
_BLANKS = re.compile(r"[^\S ]+")
_NO_CHARACTER = "\ufffd"
"""What the file's encoding had no character for (`rules.pdn.encoding`)."""


class TagFault(Phrase):
    """Why the value of a tag cannot be handed on."""

    NO_DATE = "{text} is no date; a date such as 2026.11.21 was expected, or nothing"
    NO_LINE = "{text} is no name; a line of {most} characters at most was expected"
    NOT_SHOWN = "{text} is no name; it has a character that cannot be shown"


@dataclass(frozen=True, slots=True)
class CheckedTags:
    """The tags of a game as they are handed on, and what was wrong with the others."""

    tags: dict[str, str]
    faults: tuple[LocatedFault, ...]
    """Dates that are none, or may be several; they are left out."""
    remarks: tuple[Sentence, ...]
    """Dates that were converted, and other values that are left out."""


def value_fault(value: str, *, as_date: bool = False) -> TagFault | None:
    """Why the value cannot be shown on pages, in the record and in PDN; None where it can. An empty date is none that is known."""
    if as_date and value and not is_date(value):
        return TagFault.NO_DATE
    if len(value) > MAX_TAG_LENGTH or "\n" in value:
        return TagFault.NO_LINE
    return None if is_printable(value) else TagFault.NOT_SHOWN


def fault_said(fault: TagFault, value: str) -> Sentence:
    """The sentence about the value, of which the beginning is shown."""
    return fault.said(text=repr(value[:MAX_TAG_LENGTH]), most=MAX_TAG_LENGTH)


def checked_tags(game: PdnGame) -> CheckedTags:
    """The tags of a game without those that `names` and the settings refuse, and with the dates of other programs in the form of PDN.

    A blank replaces tabs and ends of lines. The FEN is handed on as it is, because it is checked as a position.
    """
    tags: dict[str, str] = {}
    faults: list[LocatedFault] = []
    remarks: list[Sentence] = []
    for name, written in game.tags.items():
        value, line = _BLANKS.sub(" ", written), game.line_of(name)
        date = pdn_date(value) if name in DATE_TAGS else None
        if name == "FEN":
            tags[name] = value
        elif name in DATE_TAGS and date is None:
            faults.append(LocatedFault(0, line, PdnFault.NO_DATE.said(tag=name, text=repr(value[:MAX_SHOWN_CHARS]))))
        elif date is not None:
            tags[name] = date
            if date not in (value, UNKNOWN_DATE):
                remarks.append(at_line(line, PdnRemark.DATE_READ.said(tag=name, text=value, date=date)))
        elif fault := _fault_of(name, value):
            remarks.append(at_line(line, _left_out(name, fault, value)))
        else:
            tags[name] = value
    return CheckedTags(tags, tuple(faults[:MAX_FAULTS]), tuple(remarks[:MAX_FAULTS]))


def _fault_of(name: str, value: str) -> TagFault | None:
    if _NO_CHARACTER in value:
        return TagFault.NOT_SHOWN
    return value_fault(name) or value_fault(value)


def _left_out(name: str, fault: TagFault, value: str) -> Sentence:
    return PdnFault.TAG_LEFT_OUT.said(tag=name[:MAX_SHOWN_CHARS], why=fault_said(fault, value))


def is_printable(text: str) -> bool:
    """Whether each character of the text can be shown.

    As `str.isprintable`, but a character that Unicode has not assigned yet counts as shown. The Unicode of Python 3.11 is older than that
    of 3.13, and a board must not refuse a name that the hub takes.
    """
    return text.isprintable() or all(character.isprintable() or _is_unassigned(character) for character in text)


def printable(text: str) -> str:
    """The text with a space for each blank of another kind, and without the other characters that cannot be shown.

    NUL is one of them, and U+202E, which turns the direction of what follows it on a page. Ends of lines stay.
    """
    if is_printable(text):
        return text
    blanks = (" " if character.isspace() and character != "\n" else character for character in text)
    return "".join(character for character in blanks if character == "\n" or is_printable(character))


def _is_unassigned(character: str) -> bool:
    """Whether a later Unicode may assign the character to something that is seen (Unicode 23.7 and its default ignorables)."""
    number = ord(character)
    is_noncharacter = number & 0xFFFE == 0xFFFE or 0xFDD0 <= number <= 0xFDEF
    is_ignorable = number == 0x2065 or 0xFFF0 <= number <= 0xFFF8 or 0x13430 <= number <= 0x1345F or 0xE0000 <= number <= 0xE0FFF
    return unicodedata.category(character) == "Cn" and not is_noncharacter and not is_ignorable
