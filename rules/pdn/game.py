"""A game in a PDN file: tags, moves with comments, glyphs and variations, the result, and what could not be read."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from rules.board.fen import parse_fen
from rules.board.position import Position
from rules.board.ruleset import RULE_SETS, RuleSet
from rules.errors import Phrase, Sentence
from rules.pdn.clock import PdnClock, clock_in
from rules.pdn.tokens import FORFEITS
from rules.play.notation import DASHES

FRYSK_GAME_TYPE = "97"
FRYSK_START = "W:W46,47,48,49,50:B1,2,3,4,5"
"""The start of Frysk!: five men a side on the back rows. lidraughts gives it the GameType 97."""

# Files use either way of counting points; `*` is unknown. In PDN 3.0, 0-0 is a game that both sides lost, which is not a draw.
RESULTS = {"1-0": "1-0", "2-0": "1-0", "0-1": "0-1", "0-2": "0-1", "1/2-1/2": "draw", "1-1": "draw", "0-0": "0-0", "*": "*"}
LOST_BY_BOTH = "0-0"

TERMINATION, NOT_PLAYED = "Termination", "rules infraction"
"""The tag and its value for a game that one player won, or both lost, without a move.

PDN 3.0 (PDN Tags, Game related tags) leaves the reason for the conclusion of a game to PGN. The list of PGN (standard of 1994-03-12, 9.8.1)
has no value for a game that never began. This one is its "administrative forfeit due to losing player's failure to observe either the Laws
of Chess or the event regulations"; "unterminated" is a game that goes on, "time forfeit" a flag, "abandoned" a game that had begun.
"""
_NOT_PLAYED = frozenset((NOT_PLAYED, *FORFEITS, "by default", "not played", "no show", "niet gespeeld"))
"""What programs and people write for it, in small letters."""
WON = ("1-0", "0-1", LOST_BY_BOTH)
"""The results that a game can have although nobody played it."""


def was_played(result: str, *, has_moves: bool, has_reason: bool) -> bool:
    """Whether a game with this result was played: it was not where it is won without a move and without a reason of the playing rules.

    One of the players, or neither, came then. Without a result it is not known, and the game counts as played.
    """
    return has_moves or has_reason or result not in WON


_DASH = re.compile(f"[{DASHES}]")
_FORFEIT = re.compile(f"(?:{'|'.join(FORFEITS)})$", re.IGNORECASE)
_SIGNS = re.compile(r"([+-])[-:/]?([+-])")
"""The signs of FIDE for a game that was not played: who has the point, White first."""

_RULES_OF_TYPE = {str(rules.game_type): rules for rules in RULE_SETS}
_RULES_OF_TYPE[FRYSK_GAME_TYPE] = _RULES_OF_TYPE["40"]  # Frysk! is a start position of the Frisian game


class PdnFault(Phrase):
    """The errors in a PDN file."""

    FEN = "FEN: {why}"
    OPEN_COMMENT = "a comment is not closed"
    LONG_COMMENT = "a comment is longer than {most} characters; it is left out, and what follows of the game is not read as moves"
    TAG_LEFT_OUT = "the tag {tag} is left out: {why}"
    NO_DATE = "the tag {tag} is left out: {text} is no date, or may be several days; a date such as 2026.11.21 was expected"
    OPEN_VARIATION = "a variation is not closed"
    CLOSED_TWICE = "a variation is closed that was not opened"
    NO_RESULT = "{text} is no result; 1-0, 0-1, 1/2-1/2, 2-0, 0-2, 1-1 and * are"
    NOT_UNDERSTOOD = "{text} is not understood"
    TOO_LONG = "this is longer than any game: more than {count} moves and words; what follows of it is not read"
    TOO_MANY_CHARS = "this is longer than any game: more than {count} characters; what follows of it is not read"


@dataclass(frozen=True, slots=True)
class LocatedFault:
    """An error in a file."""

    ply: int
    """The ply; 0 before the first move."""
    line: int
    """The line of the file, from 1."""
    what: Sentence

    @property
    def text(self) -> str:
        """What is wrong, in English."""
        return str(self.what)


def result_in(text: str) -> str | None:
    """The result as a key of RESULTS, whichever dash, blanks or `½` it is written with; None if the text is not a result."""
    plain = _DASH.sub("-", "".join(text.split())).replace("\u00bd", "1/2")
    return plain if plain in RESULTS else None


def default_result_in(text: str) -> str | None:
    """The result of a game that was not played as a key of RESULTS, where lists of results write it so: `1-0F`, `0F-2`, `2-0 forfait`,
    `+-`, `-:+`."""
    plain = _DASH.sub("-", "".join(text.split())).upper()
    if (result := _FORFEIT.sub("", plain)) != plain:
        return result if RESULTS.get(result) in WON else None
    if signs := _SIGNS.fullmatch(plain):
        return {"+-": "1-0", "-+": "0-1"}.get(signs[1] + signs[2])
    result = plain.replace("F", "")
    return result if result != plain and RESULTS.get(result) in WON else None


@dataclass(frozen=True, slots=True)
class PdnLine:
    """A variation: its moves, and the comments at its end that follow no move or follow the variations of the last move."""

    moves: tuple["PdnMove", ...]
    comments: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PdnMove:
    """A move as written, or a set-up of a position within the game (`/FEN "..."/`)."""

    text: str
    line: int = field(default=0, compare=False)
    """The line of the file; it does not count in comparisons."""
    before: tuple[str, ...] = ()
    """The comments before the move, each a single line."""
    glyphs: tuple[int, ...] = ()
    """The numeric glyphs (1 for `!`)."""
    comments: tuple[str, ...] = ()
    """The comments after the move, each a single line."""
    variations: tuple[PdnLine, ...] = ()
    """The variations that replace this move."""

    @property
    def setup(self) -> str | None:
        """The FEN of a set-up (PDN 3.0, setup commands); None for a move."""
        return self.text.split('"')[1] if self.text.startswith("/") else None

    @property
    def clock(self) -> PdnClock | None:
        """The clock in the comments after the move; None without one."""
        return clock_in(self.comments)


@dataclass(frozen=True, slots=True)
class PdnGame:
    """A game as written."""

    line: int = field(compare=False)
    """The line of the file on which the game begins."""
    tags: Mapping[str, str] = field(default_factory=dict)
    moves: tuple[PdnMove, ...] = ()
    """The moves up to the first fault."""
    result: str = "*"
    """`1-0`, `0-1`, `draw`, `*`, or `0-0` where both sides lost (PDN 3.0)."""
    faults: tuple[LocatedFault, ...] = ()
    """What could not be read."""
    comments: tuple[str, ...] = ()
    """The comments at the end that follow no move or follow the variations of the last move."""
    remarks: tuple[Sentence, ...] = ()
    """What is odd without being wrong."""
    unread: str = ""
    """The movetext from the first fault on, without the result."""
    tag_lines: Mapping[str, int] = field(default_factory=dict, compare=False)
    """The line of the file for each tag."""
    written_result: str = field(default="", compare=False)
    """The result as the movetext writes it; empty without one."""

    def line_of(self, tag: str) -> int:
        """The line of the tag; without the tag the line of the game."""
        return self.tag_lines.get(tag, self.line)

    @property
    def is_played(self) -> bool:
        """Whether somebody played. A result without a move is one of a game that was not, if the Termination tag says so."""
        has_reason = self.tags.get(TERMINATION, "").strip().casefold() not in _NOT_PLAYED
        return was_played(self.result, has_moves=bool(self.moves or self.unread), has_reason=has_reason)

    @property
    def game_type(self) -> str | None:
        """The first number in the GameType tag, as in `20,W,10,10,N2,0`; None without one."""
        return self.tags.get("GameType", "").split(",")[0].strip() or None


def rules_of(game: PdnGame) -> RuleSet | None:
    """The rules of the GameType tag (PDN 3.0; 97 is lidraughts' Frysk!, 51 is ours for Dambord); None without a tag and for other games."""
    return _RULES_OF_TYPE.get(game.game_type or "")


def has_fen(game: PdnGame) -> bool:
    """Whether the FEN tag holds a position."""
    return game.tags.get("FEN", "").strip() not in ("", "?")


def start_of(game: PdnGame, rules: RuleSet) -> Position:
    """The start position: the FEN of the game, that of Frysk! for its GameType, or that of the rules. FenError: the FEN is bad."""
    if has_fen(game):
        return parse_fen(game.tags["FEN"], rules)
    return parse_fen(FRYSK_START, rules) if rules.name == "frisian" and game.game_type == FRYSK_GAME_TYPE else Position.start(rules)
