"""The tokens of a PDN file. Any text is split in time proportional to its length."""

import re
from collections.abc import Iterator
from typing import NamedTuple

# Each repeat ends at a character that it cannot take, so that going back finds nothing new, and nonsense takes no longer than good text.
# That is why no possessive repeat is needed (`re` matches them wrongly before Python 3.11.5). A repeat of a group keeps memory for each
# round, so it has a limit: no move has 200 signs, and no tag 1,000 escapes. A careless tag (one with unescaped quotes in its value) is
# recognised only at the beginning of a line. An unclosed comment ends where the tags of a game begin. A move may hold blanks only if there
# are blanks around its first sign: in `32-28 x 2. 31-27` the cross is a separate move.
_TOKEN = re.compile(
    r"""
    (?P<blank>\s+)
    | (?m:^)%[^\n]*
    | \[\s*(?P<tag>\w+)\s*"(?P<value>[^"\\\n]*(?:\\.[^"\\\n]*){0,1000})"\s*\]
    | (?m:^)\[\s*(?P<careless_tag>\w+)\s*"(?P<careless>[^\n]*)"[^\S\n]*\][^\S\n]*(?m:$)
    | \{(?P<comment>[^}]*?)(?:\}|(?=\n\[\w+\s*")|(?![^}]))
    | ;(?P<rest>[^\n]*)
    | (?P<nag>\$[0-9]{1,3}(?![0-9])|[!?]+|\([!?]+\))
    | (?P<open>\()
    | (?P<close>\))
    | (?P<result>1/2-1/2|(?:2-0|0-2|1-0|0-1|1-1|0-0|\*)(?=[\s\[({;)]|$))
    | (?P<points>(?:[0-2]?\u00bd|1/2|[0-2])\s?DASH\s?(?:[0-2]?\u00bd|1/2|[0-2])(?=[\s\[({;)]|$))
    | (?P<number>[0-9]+[\s.]*\.|\.\.+)
    | (?P<setup>/\s*FEN\s*"[^"/]*"\s*/)
    | (?P<move>[0-9]{1,2}(?:(?:SIGN[0-9]{1,2}){1,200}|(?:\s?SIGN\s?[0-9]{1,2}){1,200})[+#]*|[x\u00d7](?=[\s.;{()\[!?$]|$))
    | (?P<other>\[[^\n\]]*\]?|[^\s\[{;()]+|.)
    """.replace("SIGN", r"[-\u2010-\u2014\u2212x:\u00d7]").replace("DASH", r"[-\u2010-\u2014\u2212]"),
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
    """False for a comment without its `}`."""


def tokens(text: str, line: int = 1) -> Iterator[Token]:
    """The tokens of a text in order, which begins on that line of its file; together they cover all of it."""
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    for match in _TOKEN.finditer(text):
        kind, said = match.lastgroup or "blank", match.group()
        match kind:
            case "value":
                yield Token("tag", re.sub(r"\\(.)", r"\1", match["value"]), line, match["tag"])
            case "careless":
                yield Token("tag", match["careless"], line, match["careless_tag"])
            case "comment":
                yield Token("comment", _one_line(match["comment"]), line, closed=said.endswith("}"))
            case "rest":
                yield Token("comment", _one_line(match["rest"].replace("}", ")")), line)
            case _:
                yield Token(kind, said, line)
        line += said.count("\n")


def _one_line(comment: str) -> str:
    return " ".join(comment.split())
