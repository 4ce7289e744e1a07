"""The rule sets as tables of constants; each line names its article or section."""

from dataclasses import dataclass, replace
from enum import StrEnum

from rules.board.squares import Side
from rules.errors import Phrase, UnknownRules


class RulesFault(Phrase):
    """Why a name of rules is refused."""

    UNKNOWN = "there are no rules named {name}"
    NAMES = "the names are {names}"


class Majority(StrEnum):
    """Which of several captures must be taken."""

    VALUE = "value"
    """The most valuable: a man counts one, a king just under two."""
    NUMBER = "number"
    """The most pieces; a king counts as one."""
    NONE = "none"
    """Any, as long as it is completed."""


@dataclass(frozen=True, slots=True, eq=False)
class RuleSet:
    """One rule set. There is one object of each, so they are compared and hashed by identity.

    Beside it there is one for homes where a king gets no second disc, under the same name.
    """

    name: str
    board_size: int
    rows_of_men: int
    begins: Side
    men_capture_backward: bool
    men_capture_backward_later: bool
    """The same from the second jump of a capture on."""
    straight_captures: bool
    """Captures go along rows and columns as well as diagonals."""
    flying_kings: bool
    majority: Majority
    king_goes_first: bool
    """At equal value a king must capture rather than a man."""
    crowning_ends_capture: bool
    """A man that reaches its promotion row in a capture is crowned there and its turn ends; otherwise it may capture on, uncrowned."""
    quiet_king_moves: int | None
    """The most quiet moves in a row with one king while its side has a man; None for no limit."""
    missed_capture_stays: bool
    """A missed capture must be taken back even after an answer. Otherwise the right to claim it ends with the answer (Art. 27)."""
    game_type: int
    """The GameType of PDN 3.0; `DAMBORD_GAME_TYPE` is ours."""
    second_disc: bool = True
    """A king gets a second disc (Art. 8), and so can be told from a man by sight."""


# PDN 3.0 has no number for Dambord. This one is ours, and far from those in use (20 to 41, lidraughts' 97 and others).
DAMBORD_GAME_TYPE = 51

RULE_SETS = (
    RuleSet(
        name="frisian",
        board_size=10,  # Art. 1
        rows_of_men=4,  # Art. 4
        begins=Side.WHITE,  # Art. 6
        men_capture_backward=True,  # Art. 7
        men_capture_backward_later=True,  # Art. 7
        straight_captures=True,  # Art. 7, 9
        flying_kings=True,  # Art. 9
        majority=Majority.VALUE,  # Art. 11
        king_goes_first=True,  # Art. 12
        crowning_ends_capture=False,  # Art. 8
        quiet_king_moves=3,  # Art. 17
        missed_capture_stays=False,  # Art. 27, last sentence
        game_type=40,
    ),
    RuleSet(
        name="international",
        board_size=10,  # Beginopstelling
        rows_of_men=4,  # Beginopstelling
        begins=Side.WHITE,  # not said; as everywhere
        men_capture_backward=True,  # Slaan
        men_capture_backward_later=True,  # Slaan
        straight_captures=False,  # Slaan
        flying_kings=True,  # Zetten met een dam
        majority=Majority.NUMBER,  # Meerslag
        king_goes_first=False,  # Damslag
        crowning_ends_capture=False,  # Dam halen
        quiet_king_moves=None,
        missed_capture_stays=True,  # Einde van het spel
        game_type=20,
    ),
    RuleSet(
        name="english",
        board_size=8,  # title
        rows_of_men=3,  # as in English draughts
        begins=Side.BLACK,  # section 2: players take turns to begin; Black unless the event says otherwise
        men_capture_backward=False,  # section 4
        men_capture_backward_later=False,  # section 4
        straight_captures=False,  # section 4
        flying_kings=False,  # section 4
        majority=Majority.NONE,  # section 5
        king_goes_first=False,  # section 5
        crowning_ends_capture=True,  # section 6
        quiet_king_moves=None,
        missed_capture_stays=False,  # not said
        game_type=21,
    ),
    RuleSet(
        name="dambord",
        board_size=8,  # title
        rows_of_men=3,  # opening paragraph
        begins=Side.WHITE,  # opening paragraph
        men_capture_backward=False,  # sixth point
        men_capture_backward_later=True,  # sixth point
        straight_captures=False,  # third point
        flying_kings=True,  # seventh and eighth point
        majority=Majority.NUMBER,  # last point
        king_goes_first=False,  # last point
        crowning_ends_capture=False,  # ninth point
        quiet_king_moves=None,
        missed_capture_stays=False,  # not said
        game_type=DAMBORD_GAME_TYPE,
    ),
)

# The playing rules of 2011 and 2019 are the same, word for word.
ALIASES = {"frisian-2011": "frisian", "frisian-2019": "frisian"}

NO_CROWNS = "none"
CROWNS = ("disc", NO_CROWNS)
"""The values of `crowns` in settings and sessions: a king gets a second disc, or nothing shows that it is one."""

_BY_NAME = {rules.name: rules for rules in RULE_SETS}
_WITHOUT_SECOND_DISC = {rules: replace(rules, second_disc=False) for rules in RULE_SETS}
NAMES = (*_BY_NAME, *ALIASES)


def ruleset(name: str, *, second_disc: bool = True) -> RuleSet:
    """The rule set of that name or alias, with or without a second disc for kings; UnknownRules otherwise."""
    try:
        rules = _BY_NAME[ALIASES.get(name, name)]
    except KeyError:
        raise UnknownRules(RulesFault.UNKNOWN.said(RulesFault.NAMES.said(names=NAMES), name=repr(name))) from None
    return rules if second_disc else _WITHOUT_SECOND_DISC[rules]
