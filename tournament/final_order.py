"""How each regulation orders: its criteria in its own order, what it demands of those who are still equal, and where it says so."""

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final

from rules.errors import _
from tournament.competitions import EIGHT, FROM_SWISS, ROUNDS_OF_HA, Competition, PlayerClass
from tournament.errors import RegulationError


class PlacedBy(StrEnum):
    """What sets one apart from those who were equal before."""

    POINTS = "points"
    MATCH_POINTS = "match-points"
    BOARD_POINTS = "board-points"
    SB = "sb"
    MUTUAL = "mutual"
    RESISTANCE = "resistance"
    PLAY_OFF = "play-off"
    DECIDED = "decided"
    """The arbiter's order of those who would else have played off, or who are more than two."""
    OPEN = "open"

    @property
    def criterion(self) -> str:
        """The criterion by its name in tables for programs, in which the arbiter's order stands for a play-off."""
        return str(PlacedBy.PLAY_OFF if self is PlacedBy.DECIDED else self)


class Needs(StrEnum):
    """What the text demands of those who are still equal."""

    MATCH = "match"
    GAME = "game"
    TEAM_MATCH = "team-match"
    ARBITER = "arbiter"
    NOTHING = "nothing"


@dataclass(frozen=True, slots=True)
class FinalOrder:
    """The rule of a final order.

    `criteria` are in the text's order, each with its article; for the first place only the first `for_first` of them count. `first` and
    `others` are what two who are still equal must do, on the first place and below it. With `boards` the contestants are teams.
    """

    article: str
    criteria: tuple[tuple[PlacedBy, str], ...]
    for_first: int
    first: Needs
    others: Needs
    play_off: str
    boards: int = 0
    is_swiss: bool = False
    rounds: int | None = None
    most_meetings: int | None = 1
    begins_by_lot: bool = False
    is_of_eight: bool = False
    """Whether it is of a group of eight: who is absent from the whole event takes the last place (C 12), and withdrawals go by C 14."""

    def needs(self, from_place: int, equals: int) -> Needs:
        """What so many who are equal from that place on need: more than two are the arbiter's."""
        needs = self.first if from_place == 1 else self.others
        return needs if equals == 2 or needs is Needs.NOTHING else Needs.ARBITER

    def article_of(self, by: PlacedBy) -> str:
        """Where the text has that criterion."""
        return dict(self.criteria).get(by, self.article)

    def article_of_play_off(self, from_place: int) -> str:
        """Where the text says what those do who are still equal from that place on."""
        has_own_rule = self.for_first < len(self.criteria)
        return self.article if from_place == 1 and has_own_rule else self.play_off


_SB = ", appendix 1"


def _players(article: str) -> tuple[tuple[PlacedBy, str], ...]:
    return ((PlacedBy.POINTS, f"{article} A"), (PlacedBy.SB, f"{article} B{_SB}"), (PlacedBy.MUTUAL, f"{article} C"))


A_5 = FinalOrder(
    article="A 5",
    criteria=((PlacedBy.POINTS, "A 5"), (PlacedBy.SB, "A 5 A, appendix 1"), (PlacedBy.MUTUAL, "A 5 B")),
    for_first=3,
    first=Needs.GAME,
    others=Needs.GAME,
    play_off="A 5 C",
)

B_7 = FinalOrder(
    article="B 7",
    criteria=(
        (PlacedBy.MATCH_POINTS, "B 7 a"),
        (PlacedBy.BOARD_POINTS, "B 7 b"),
        (PlacedBy.SB, "B 7 c, appendix 1"),
        (PlacedBy.MUTUAL, "B 7 d"),
    ),
    for_first=4,
    first=Needs.ARBITER,
    others=Needs.ARBITER,
    play_off="B 8",
    boards=8,
)

B_7_GROUP_I = replace(B_7, for_first=2, first=Needs.TEAM_MATCH)

C_15 = FinalOrder(
    article="C 15",
    criteria=_players("C 15"),
    for_first=3,
    first=Needs.GAME,
    others=Needs.GAME,
    play_off="C 15 D",
    rounds=EIGHT - 1,
    is_of_eight=True,
)

C_15_KK = replace(C_15, for_first=1, first=Needs.MATCH)

D_6 = FinalOrder(
    article="D 6",
    criteria=_players("D 6"),
    for_first=3,
    first=Needs.GAME,
    others=Needs.GAME,
    play_off="D 6 D",
)

_SWISS = ((PlacedBy.POINTS, "appendix 3"), (PlacedBy.RESISTANCE, "appendix 3"), (PlacedBy.SB, "appendix 3, appendix 1"))

D_6_SWISS = FinalOrder(
    article="D 6",
    criteria=_SWISS,
    for_first=3,
    first=Needs.NOTHING,
    others=Needs.NOTHING,
    play_off="D 8",
    is_swiss=True,
    rounds=ROUNDS_OF_HA,
)

E_5 = FinalOrder(
    article="E 5",
    criteria=_players("E 5"),
    for_first=1,
    first=Needs.MATCH,
    others=Needs.GAME,
    play_off="E 5 D",
    most_meetings=None,
)

F_4 = FinalOrder(
    article="F 4",
    criteria=_SWISS,
    for_first=1,
    first=Needs.GAME,
    others=Needs.NOTHING,
    play_off="F 7",
    is_swiss=True,
    begins_by_lot=True,
)

G_6 = FinalOrder(
    article="G 6",
    criteria=(
        (PlacedBy.MATCH_POINTS, "G 6 A"),
        (PlacedBy.BOARD_POINTS, "G 6 B"),
        (PlacedBy.MUTUAL, "G 6 C"),
        (PlacedBy.SB, "G 6 D, appendix 1"),
    ),
    for_first=4,
    first=Needs.TEAM_MATCH,
    others=Needs.TEAM_MATCH,
    play_off="G 6 E",
    boards=4,
)

_ROMAN: Final = frozenset("IVXLC")


def final_order(
    competition: Competition, players: int, *, player_class: str = "", group: str = "", is_swiss: bool | None = None
) -> FinalOrder:
    """Return how an event of A to G with so many players or teams is ordered.

    `player_class` is needed in C, `group` in B; the HA of D and F play by the Swiss system, as `is_swiss` None leaves to the number of
    players. RegulationError: the competition has no such class, group or system.
    """
    is_ha = competition == Competition.D and player_class == PlayerClass.HA
    if is_swiss is None:
        is_swiss = competition == Competition.F or (is_ha and players >= FROM_SWISS)
    if is_swiss and not (competition == Competition.F or is_ha or (competition == Competition.D and not player_class)):
        raise RegulationError(_("swiss is true; only F and the HA of D are played by the Swiss system (D 4, F 3)"))
    if competition == Competition.B:
        if not group or not set(group) <= _ROMAN:
            raise RegulationError(_("group is {group}; the groups of B are I, II, III and so on (B 2)"), group=f'"{group}"')
        return B_7_GROUP_I if group == "I" else B_7
    if competition == Competition.C:
        if not player_class:
            raise RegulationError(_("class is missing; the groups of eight are KK, HAA and RHAA (C 2)"))
        if players > EIGHT:
            raise RegulationError(_("there are {players} players; a group of C has {most} (C 2)"), players=players, most=EIGHT)
        return C_15_KK if player_class == PlayerClass.KK else C_15
    if competition == Competition.D:
        return D_6_SWISS if is_swiss else D_6
    return {Competition.A: A_5, Competition.E: E_5, Competition.F: F_4, Competition.G: G_6}[competition]
