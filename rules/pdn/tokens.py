"""The tokens of a PDN file. Any text is split in time proportional to its length."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from rules.play.notation import CROSSES, DASHES

_QUOTES = r'"\u201c-\u201f\u00ab\u00bb'
"""The quotation mark of PDN, and those that Windows and Office put in its place, inside a class."""
TAG_LINE = re.compile(rf"\n\ufeff?\[\s*\w+\s*[{_QUOTES}]")
"""The beginning of a line that begins with a tag. What such a line means inside a comment, `comment_end` says."""
FORFEITS = ("forfeit", "forfait", "reglementair", "default", "walkover", "unplayed")
"""What is written behind the result of a game that was not played."""
_BRACE = re.compile(r"[{}]")

_TAG = re.compile(r'\[\s*(?P<name>\w+)\s*"')
_OF_VALUE = re.compile(r'[^"\\\n]*(?:(?P<end>"\s*\])|\\.|(?P<line>\n)(?![^\S\n]*[\[\n]))')
"""The text of a value up to its end, an escape, or the end of a line. It goes on in a line that has words and begins with no bracket."""
MAX_VALUE_LINES = 20
"""The most further lines of a value. Where it goes on, its quotation mark is missing."""

# Each repeat ends at a character that it cannot take, so that going back finds nothing new, and nonsense takes no longer than good text.
# That is why no possessive repeat is needed (`re` matches them wrongly before Python 3.11.5). A repeat of a group keeps memory for each
# round, so it has a limit: no move has 200 signs. What has none, the value of a tag, is read by steps. A careless tag (one with unescaped
# quotes in its value) is recognised only at the beginning of a line. A move may hold blanks only if there are blanks around its first
# sign: in `32-28 x 2. 31-27` the cross is a separate move. Files that were joined have byte order marks between the games, and files of
# DOS end in 0x1A.
_TOKEN = re.compile(
    r"""
    (?P<blank>[BLANKS]+)
    | (?m:^)%[^\n]*
    | \[\s*(?P<curly_tag>\w+)\s*[QUOTES](?P<curly>[^QUOTES\n]*)[QUOTES]\s*\]
    | (?m:^)\[\s*(?P<careless_tag>\w+)\s*[QUOTES](?P<careless>[^\n]*)[QUOTES][^\S\n]*\][^\S\n]*(?m:$)
    | (?P<comment>\{)
    | ;(?P<rest>[^\n]*)
    | (?P<nag>\$[0-9]{1,3}(?![0-9])|[!?]+|\([!?]+\))
    | (?P<open>\()
    | (?P<close>\))
    | (?P<forfeit>[0-2]\s?[DASHES]\s?[0-2]\s+(?:FORFEITS)(?=[BLANKS\[({;.)]|$))
    | (?P<signs>[DASHES+][DASHES:/]?[DASHES+](?=[BLANKS\[({;)]|$))
    | (?P<result>1/2-1/2|(?:2-0|0-2|1-0|0-1|1-1|0-0|\*)(?=[BLANKS\[({;)]|$))
    | (?P<default>(?:[0-2]F\s?[DASHES]\s?[0-2]F?|[0-2]\s?[DASHES]\s?[0-2]F)(?=[BLANKS\[({;)]|$))
    | (?P<points>(?:[0-2]?\u00bd|1/2|[0-2])\s?[DASHES]\s?(?:[0-2]?\u00bd|1/2|[0-2])(?=[BLANKS\[({;)]|$))
    | (?P<number>[0-9]+[\s.\u2026]*[.\u2026]|\.\.+|\u2026)
    | (?P<setup>/\s*FEN\s*"[^"/]*"\s*/)
    | (?P<move>[0-9]{1,2}(?:(?:[SIGNS][0-9]{1,2}){1,200}|(?:\s?[SIGNS]\s?[0-9]{1,2}){1,200})[+#]*|[CROSSES](?=[\s.;{()\[!?$]|$))
    | (?P<other>\[[^\n\]]*\]?|[^\s\[{;()]+|.)
    """.replace("QUOTES", _QUOTES)
    .replace("BLANKS", r"\s\ufeff\u200b\x1a")
    .replace("FORFEITS", "|".join(FORFEITS))
    .replace("SIGNS", DASHES + CROSSES)
    .replace("DASHES", DASHES)
    .replace("CROSSES", CROSSES.replace(":", "")),
    re.VERBOSE | re.IGNORECASE,
)


class Token(NamedTuple):
    """A token of the file."""

    kind: str
    """The name of its group in the expression above; `tag` and `comment` stand for all groups of their kind."""
    text: str
    """The text; of a tag its value, of a comment its words."""
    line: int
    """The line it begins on, from 1."""
    name: str = ""
    """The name of a tag."""
    closed: bool = True
    """False for a comment without its `}`, and for a tag whose quotation marks are not those of PDN."""


def tokens(text: str, line: int = 1) -> Iterator[Token]:
    """The tokens of a text in order, which begins on that line of its file; together they cover all of it."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    place = 0
    while place < len(text):
        if tag := _tag_at(text, place):
            name, value, end = tag
            yield Token("tag", re.sub(r"\\(.)|\s*\n\s*", _unescaped, value), line, name)
            line, place = line + text.count("\n", place, end), end
            continue
        match = _TOKEN.match(text, place)
        assert match, "any character begins a token"
        kind, place, written = match.lastgroup or "blank", match.end(), match.group()
        match kind:
            case "curly" | "careless":
                yield Token("tag", match[kind], line, match[f"{kind}_tag"], closed=False)
            case "comment":
                place, is_closed = comment_end(text, place)
                written = text[match.start() : place]
                yield Token("comment", _one_line(written[1 : -1 if is_closed else None]), line, closed=is_closed)
            case "rest":
                yield Token("comment", _one_line(match["rest"].replace("}", ")")), line)
            case "number":
                yield Token("number", written.replace("\u2026", "..."), line)
            case _:
                yield Token(kind, written, line)
        line += written.count("\n")


def comment_end(text: str, place: int) -> tuple[int, bool]:
    """The place behind the comment whose words begin at `place`, and whether it is closed there.

    A comment that is not closed ends in front of the tags of the next game. Where the next brace closes, a line that looks like a tag is
    part of the comment; where it opens another comment, or there is none, the line is a tag.
    """
    while True:
        brace = _BRACE.search(text, place)
        if brace and brace.group() == "}":
            return brace.end(), True
        tag = TAG_LINE.search(text, place, brace.start() if brace else len(text))
        if tag:
            return tag.start(), False
        if brace is None:
            return len(text), False
        place = brace.end()


def _tag_at(text: str, place: int) -> tuple[str, str, int] | None:
    """The name of the tag at `place`, its value with escapes and line ends, and the place behind it; None where there is no tag of PDN."""
    tag = _TAG.match(text, place)
    if tag is None:
        return None
    place, lines = tag.end(), 0
    while (match := _OF_VALUE.match(text, place)) and lines <= MAX_VALUE_LINES:
        if match["end"]:
            return tag["name"], text[tag.end() : match.start("end")], match.end()
        place, lines = match.end(), lines + bool(match["line"])
    return None


def _unescaped(escape: re.Match[str]) -> str:
    return escape[1] or " "


def _one_line(comment: str) -> str:
    return " ".join(comment.split())
