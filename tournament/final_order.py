"""How each regulation orders: its criteria in its own order, what it demands of those who are still equal, and where it says so."""

from dataclasses import dataclass, replace
from enum import StrEnum


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
    OPEN = "open"


class Needs(StrEnum):
    """What the text demands of those who are still equal."""

    MATCH = "match"
    GAME = "game"
    TEAM_MATCH = "team-match"
    ARBITER = "arbiter"
    NOTHING = "nothing"


@dataclass(frozen=True)
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
    absent_last: bool = False
    """Who is absent for the whole event takes the last place, without a play-off (C 12)."""

    def wanted(self, from_place: int, equals: int) -> Needs:
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
    rounds=7,
    absent_last=True,
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
    rounds=6,
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
