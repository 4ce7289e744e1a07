"""Endings that the position alone shows, and endings that people declare. `rules.play.counting` has those that need counts."""

from dataclasses import dataclass
from enum import StrEnum

from rules.board.position import Position
from rules.board.ruleset import RuleSet
from rules.board.squares import Side
from rules.errors import DamcamError, Phrase, Sentence
from rules.play.captures import has_capture
from rules.play.moves import legal_moves, play


class Cause(StrEnum):
    """Why a game is over."""

    NO_PIECES = "no-pieces"
    RESIGNED = "resigned"
    JUMBLED = "jumbled"
    """The loser put the pieces in disorder."""
    REFUSED = "refused"
    """The loser refused to play on."""
    TIME = "time"
    NO_MOVE = "no-move"
    DEFIED = "defied"
    """The loser refused to obey the rules."""
    ONE_EACH = "one-each"
    """Each side has one king. Neither can be captured, and the side to move can avoid a capture."""
    ONE_PIECE_EACH = "one-piece-each"
    """Each side has one piece, a man or a king."""
    AGREED = "agreed"
    TWO_KINGS = "two-kings"
    """Two kings against one did not win within the limit."""
    THREE_PIECES = "three-pieces"
    """Three pieces with at least one king did not win against one king within the limit."""
    REPETITION = "repetition"
    """The same position occurred for the third time with the same side to move."""
    STRONGEST = "strongest"
    """Only kings move to and fro; the strongest position decides."""
    VOID = "void"
    """The board lay wrong."""


class How(StrEnum):
    """How an ending comes about."""

    AT_ONCE = "at once"
    ON_CLAIM = "on claim"
    """It takes effect when a player claims it; until then play goes on."""
    BY_ARBITER = "by arbiter"
    """It takes effect when the arbiter decides it; the result is a proposal."""


@dataclass(frozen=True, slots=True)
class Ending:
    """The ending of a game."""

    result: str
    """`1-0`, `0-1`, `draw` or `void`."""
    article: str
    """The article, or for other rule sets the section; empty where the rule set does not name the cause."""
    cause: Cause
    how: How = How.AT_ONCE

    @property
    def loser(self) -> Side | None:
        """The side that lost; None for a draw or a void game."""
        return {"1-0": Side.BLACK, "0-1": Side.WHITE}.get(self.result)


# The ways to lose, in the order of Art. 20.
LOSSES = (Cause.NO_PIECES, Cause.RESIGNED, Cause.JUMBLED, Cause.REFUSED, Cause.TIME, Cause.NO_MOVE, Cause.DEFIED)

_FRISIAN = {cause: f"20.{number}" for number, cause in enumerate(LOSSES, 1)} | {
    Cause.TWO_KINGS: "18",
    Cause.ONE_EACH: "21.1",
    Cause.AGREED: "21.2",
    Cause.VOID: "26",
}
_OF_DAMMEN = (
    *(Cause.NO_PIECES, Cause.RESIGNED, Cause.TIME, Cause.NO_MOVE),
    *(Cause.ONE_EACH, Cause.TWO_KINGS, Cause.THREE_PIECES, Cause.REPETITION),
)
_ARTICLES: dict[str, dict[Cause, str]] = {
    "frisian": _FRISIAN,
    "international": dict.fromkeys(_OF_DAMMEN, "Einde van het spel"),
    "english": {Cause.NO_PIECES: "1", Cause.NO_MOVE: "3", Cause.STRONGEST: "7"},
    "dambord": dict.fromkeys((Cause.NO_PIECES, Cause.NO_MOVE, Cause.ONE_PIECE_EACH), "Puntenverdeling"),
}
EVERYWHERE = frozenset({Cause.RESIGNED, Cause.TIME, Cause.AGREED})
"""Causes that hold under every rule set, even one that does not name them."""


class Citation(Phrase):
    """The place in the rules, as words within a sentence."""

    ARTICLE = "Art. {article}"
    SECTION = "section {article}"


class EndingRefusal(Phrase):
    """The reasons why the arbiter cannot end a game with a result or by an article."""

    NO_RESULT = "no game of {rules} ends with {result}; the results are {there}"
    NO_ARTICLE = "{article} is no article by which a game of {rules} ends; there are {there}"
    NOT_TOGETHER = "by {article} a game of {rules} does not end with {result}"
    NO_CAUSE = "{cause} is no cause by which a game of {rules} ends so; there are {there}"


class EndingError(DamcamError, ValueError):
    """The result, the article or the cause does not exist under the rules of the game, or they do not go together."""


@dataclass(frozen=True, slots=True)
class Ground:
    """On what the arbiter ends a game."""

    article: str = ""
    """The article as written in this module; empty where none is given, or the rule set does not name the cause."""
    cause: Cause | None = None
    """None where it is not given, and the article names several that may lead to the result."""


def article_of(cause: Cause, rules: RuleSet) -> str:
    """The article or section that names the cause; empty where the rule set does not name it."""
    return _ARTICLES[rules.name].get(cause, "")


def lost(rules: RuleSet, cause: Cause, loser: Side) -> Ending:
    """The loss of that side by one of the seven causes of Art. 20. ValueError: another cause."""
    if cause not in LOSSES:
        raise ValueError(f"nobody loses by {cause}; the causes of a loss are {', '.join(LOSSES)}")
    return Ending("0-1" if loser is Side.WHITE else "1-0", article_of(cause, rules), cause)


def drawn(rules: RuleSet, cause: Cause, how: How = How.AT_ONCE) -> Ending:
    """The draw by that cause, such as `Cause.AGREED` (Art. 21.2)."""
    return Ending("draw", article_of(cause, rules), cause, how)


def void(rules: RuleSet) -> Ending:
    """The ending of a game that does not count because the board lay wrong (Art. 26)."""
    return Ending("void", article_of(Cause.VOID, rules), Cause.VOID)


def is_named(cause: Cause, rules: RuleSet) -> bool:
    """Whether a game under these rules can end by that cause."""
    return cause in EVERYWHERE or cause in _ARTICLES[rules.name]


def declared(rules: RuleSet, result: str, article: str = "", cause: str = "") -> Ground:
    """The ground on which the arbiter may end a game with this result, from the article, the cause, both or neither.

    EndingError: the rule set does not have the result, the article or the cause, or they do not go together.
    """
    causes = _ARTICLES[rules.name]
    known = {"1-0", "0-1", "draw"} | ({"void"} if Cause.VOID in causes else set())
    if result not in known:
        raise EndingError(EndingRefusal.NO_RESULT.said(rules=rules.name, result=repr(result), there=tuple(sorted(known))))
    asked = article.strip().removeprefix("Art.").strip().casefold()
    named = [one for one in Cause if is_named(one, rules) and (not asked or article_of(one, rules).casefold() == asked)]
    if not named:
        there = tuple(dict.fromkeys(causes.values()))
        raise EndingError(EndingRefusal.NO_ARTICLE.said(article=repr(article), rules=rules.name, there=there))
    fitting = [one for one in named if result in _results(one)]
    if not fitting:
        raise EndingError(EndingRefusal.NOT_TOGETHER.said(article=cited(causes[named[0]]), rules=rules.name, result=result))
    if cause:
        if cause not in fitting:
            raise EndingError(EndingRefusal.NO_CAUSE.said(cause=repr(cause), rules=rules.name, there=tuple(map(str, fitting))))
        return Ground(article_of(Cause(cause), rules), Cause(cause))
    return Ground(causes[fitting[0]], fitting[0] if len(fitting) == 1 else None) if asked else Ground()


def _results(cause: Cause) -> tuple[str, ...]:
    if cause is Cause.STRONGEST:
        return "1-0", "0-1", "draw"
    return ("1-0", "0-1") if cause in LOSSES else ("void",) if cause is Cause.VOID else ("draw",)


def cited(article: str) -> Sentence:
    """The citation of an article, `Art. 21.1`, or of a section of another rule set, `section Meerslag`."""
    return (Citation.ARTICLE if article[:1].isdigit() else Citation.SECTION).said(article=article)


def ending(position: Position) -> Ending | None:
    """The ending that the position shows before the side to move moves; None while play goes on."""
    for side in (position.side, position.side.other):
        if not position.pieces(side):
            return lost(position.rules, Cause.NO_PIECES, side)
    if _is_drawn(position):
        return drawn(position.rules, Cause.ONE_PIECE_EACH if position.rules.name == "dambord" else Cause.ONE_EACH)
    if not legal_moves(position):
        return lost(position.rules, Cause.NO_MOVE, position.side)
    return None


def _is_drawn(position: Position) -> bool:
    if any(position.pieces(side).bit_count() != 1 for side in Side):
        return False
    if position.rules.name == "dambord":
        return True  # one piece each, man or king
    if position.rules.name == "english" or position.white_men or position.black_men:
        return False
    return not _is_en_prise(position)


def _is_en_prise(position: Position) -> bool:
    """Art. 21.1: one of two lone kings can be captured now, or every move of the side to move lets its king be captured."""
    if has_capture(position) or has_capture(position.with_side(position.side.other)):
        return True
    return all(has_capture(play(position, move)) for move in legal_moves(position))
