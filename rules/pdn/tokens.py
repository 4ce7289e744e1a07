"""The tokens of a PDN file. Any text is cut up without backtracking, in time that grows with its length alone."""

import re
from collections.abc import Iterator
from typing import NamedTuple

# Possessive repeats (`*+`) never give back what they took, so that nonsense costs no more than sense. A careless tag, one with bare quotes
# inside its value, is looked for at the beginning of a line only. A comment that was not closed ends where the tags of a game begin.
# Blanks within a move are taken only where its first sign has them: in `32-28 x 2. 31-27` the cross is a move of its own.
_TOKEN = re.compile(
    r"""
    (?P<blank>\s++)
    | (?m:^)%[^\n]*+
    | \[\s*+(?P<tag>\w++)\s*+"(?P<value>[^"\\\n]*+(?:\\.[^"\\\n]*+)*+)"\s*+\]
    | (?m:^)\[\s*+(?P<careless_tag>\w++)\s*+"(?P<careless>[^\n]*)"[^\S\n]*+\][^\S\n]*+(?m:$)
    | \{(?P<comment>[^}\n]*+(?:\n(?!\[\w++\s*+")[^}\n]*+)*+)\}?
    | ;(?P<rest>[^\n]*+)
    | (?P<nag>\$[0-9]{1,3}(?![0-9])|[!?]++|\([!?]++\))
    | (?P<open>\()
    | (?P<close>\))
    | (?P<result>1/2-1/2|(?:2-0|0-2|1-0|0-1|1-1|0-0|\*)(?=[\s\[({;)]|$))
    | (?P<points>(?:[0-2]?\u00bd|1/2|[0-2])\s?DASH\s?(?:[0-2]?\u00bd|1/2|[0-2])(?=[\s\[({;)]|$))
    | (?P<number>[0-9]++(?:\s*+\.++)++|\.\.++)
    | (?P<setup>/\s*+FEN\s*+"[^"/]*+"\s*+/)
    | (?P<move>[0-9]{1,2}(?:(?:SIGN[0-9]{1,2})++|(?:\s?SIGN\s?[0-9]{1,2})++)[+#]*+|[x\u00d7](?=[\s.;{()\[!?$]|$))
    | (?P<other>\[[^\n\]]*+\]?|[^\s\[{;()]++|.)
    """.replace("SIGN", r"[-\u2010-\u2014\u2212x:\u00d7]").replace("DASH", r"[-\u2010-\u2014\u2212]"),
    re.VERBOSE | re.IGNORECASE,
)


class Token(NamedTuple):
    """What a piece of the file is (the names of the groups above), what it says, and the line it begins on, from 1.

    A comment, closed or not, says its words, a tag its value; `name` is the name of a tag. `closed` is false for a comment without its `}`.
    """

    kind: str
    text: str
    line: int
    name: str = ""
    closed: bool = True


def tokens(text: str) -> Iterator[Token]:
    """The tokens of a text from its beginning to its end."""
    line = 1
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
