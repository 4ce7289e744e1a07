"""What a PDN file says of a game: tags, moves with their comments, glyphs and variations, the result, and what could not be read."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from rules.board.fen import parse_fen
from rules.board.position import Position
from rules.board.ruleset import RULE_SETS, RuleSet
from rules.errors import Phrase, Sentence
from rules.pdn.clock import Clock, clock_in

FRYSK_GAME_TYPE = "97"
FRYSK_START = "W:W46,47,48,49,50:B1,2,3,4,5"
"""Five men a side on the back rows; lidraughts gives it the GameType 97."""

# Both ways of counting points are met; `*` is unknown. PDN 3.0 has 0-0 for a game lost by both, which is neither's win and no draw.
RESULTS = {"1-0": "1-0", "2-0": "1-0", "0-1": "0-1", "0-2": "0-1", "1/2-1/2": "draw", "1-1": "draw", "0-0": "0-0", "*": "*"}
LOST_BY_BOTH = "0-0"

_DASH = re.compile("[\u2010-\u2014\u2212]")

_RULES_OF_TYPE = {str(rules.game_type): rules for rules in RULE_SETS}
_RULES_OF_TYPE[FRYSK_GAME_TYPE] = _RULES_OF_TYPE["40"]  # Frysk! is a start position of the Frisian game


class PdnFault(Phrase):
    """What cannot be read of a file."""

    FEN = "FEN: {why}"
    OPEN_COMMENT = "a comment is not closed"
    OPEN_VARIATION = "a variation is not closed"
    CLOSED_TWICE = "a variation is closed that was not opened"
    NO_RESULT = "{text} is no result; 1-0, 0-1, 1/2-1/2, 2-0, 0-2, 1-1 and * are"
    NOT_UNDERSTOOD = "{text} is not understood"


@dataclass(frozen=True, slots=True)
class Fault:
    """Something wrong in a file: the ply (0 before the first move), the line (from 1), and what."""

    ply: int
    line: int
    what: Sentence

    @property
    def text(self) -> str:
        """What, in English."""
        return str(self.what)


def result_in(text: str) -> str | None:
    """The result as PDN has it (a key of RESULTS), whatever dash, blanks or `½` it is written with; None for no result."""
    plain = _DASH.sub("-", "".join(text.split())).replace("\u00bd", "1/2")
    return plain if plain in RESULTS else None


@dataclass(frozen=True, slots=True)
class PdnLine:
    """A variation: moves, and the comments at its end that follow no move, or follow the variations of the last one."""

    moves: tuple["PdnMove", ...]
    comments: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PdnMove:
    """A move as written, or a position set up on the way (`/FEN "..."/`), with all that stands beside it.

    `line` is where it stands, which makes no two moves different. Comments are single lines, those before the move and those after it;
    glyphs are numeric ones ($1 for `!`). Each variation is played instead of this move.
    """

    text: str
    line: int = field(default=0, compare=False)
    before: tuple[str, ...] = ()
    glyphs: tuple[int, ...] = ()
    comments: tuple[str, ...] = ()
    variations: tuple[PdnLine, ...] = ()

    @property
    def setup(self) -> str | None:
        """The FEN, where this is no move but a position set up (PDN 3.0, setup commands)."""
        return self.text.split('"')[1] if self.text.startswith("/") else None

    @property
    def clock(self) -> Clock | None:
        """What the clock showed after the move, where a comment after it tells."""
        return clock_in(self.comments)


@dataclass(frozen=True, slots=True)
class PdnGame:
    """A game as written. `result` is `1-0`, `0-1`, `draw`, `*`, or `0-0` where both lost (PDN 3.0).

    `faults` are what could not be read, `remarks` what is odd besides. The moves end at the first fault; `unread` is the movetext from
    there on, without the result. `comments` stand at the end and follow no move, or the variations of the last one. `tag_lines` tells
    on which line of the file each tag stands, `written_result` how the movetext has the result, empty where it has none.
    """

    line: int = field(compare=False)
    tags: Mapping[str, str] = field(default_factory=dict)
    moves: tuple[PdnMove, ...] = ()
    result: str = "*"
    faults: tuple[Fault, ...] = ()
    comments: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()
    unread: str = ""
    tag_lines: Mapping[str, int] = field(default_factory=dict, compare=False)
    written_result: str = field(default="", compare=False)

    def line_of(self, tag: str) -> int:
        """The line that the tag stands on; the game's own without it."""
        return self.tag_lines.get(tag, self.line)

    @property
    def game_type(self) -> str | None:
        """The number in the GameType tag, of `20,W,10,10,N2,0` the first; None without one."""
        return self.tags.get("GameType", "").split(",")[0].strip() or None


def rules_of(game: PdnGame) -> RuleSet | None:
    """The rules that the GameType tag names (PDN 3.0; 97 is lidraughts' Frysk!, 51 our own for Dambord); None for no tag or other games."""
    return _RULES_OF_TYPE.get(game.game_type or "")


def has_fen(game: PdnGame) -> bool:
    """Whether the FEN tag says anything."""
    return game.tags.get("FEN", "").strip() not in ("", "?")


def start_of(game: PdnGame, rules: RuleSet) -> Position:
    """The position that the game starts from: its FEN, Frysk!'s for that GameType, or the rules' own; FenError for a bad FEN."""
    if has_fen(game):
        return parse_fen(game.tags["FEN"], rules)
    return parse_fen(FRYSK_START, rules) if rules.name == "frisian" and game.game_type == FRYSK_GAME_TYPE else Position.start(rules)
