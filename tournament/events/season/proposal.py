"""What follows from the final orders: promotion and relegation, and the points ranking. What is open is told."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, TypeVar

from rules.errors import Phrase, Sentence
from tournament.competitions import GROUPS_OF_EIGHT, PlayerClass
from tournament.errors import TournamentError
from tournament.events.season.orders import OrderInSeason, OrderKind, first_classes
from tournament.promotion import GroupsOfEight, TeamGroups, part_classes, promote_players, promote_teams
from tournament.ranking import PointsRanking, Season, rank_seasons

LEVELS: Final = (*GROUPS_OF_EIGHT, PlayerClass.HA)
"""The classes whose final orders make the groups of eight of the next season (C 8, C 9)."""
RANKED = (OrderKind.CLUB, OrderKind.SWISS, OrderKind.CHAMPIONSHIP)
Found = TypeVar("Found")
NUMERALS = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100}


class ProposalSays(Phrase):
    """Why something is open, or what is remarked."""

    NOTHING = "there is no final order of any season; name event files, or a list with --csv"
    NOTHING_IN = "there is no final order of season {year}; those that are known are of {years}"
    NO_ORDER = "there is no final order of the {level} in season {year}: C 8 and C 9 need it; give its event, or its order in a list"
    TWO_ORDERS = "season {year} has two orders of {group}: {sources}"
    NO_GROUP = "there is no order of group {group} of the club championships in season {year}"
    NO_TEAM_MERGED = "--upper names the teams of two merged classes; with other groups beside them the arbiter enters the groups (B 3)"
    GAP = "nothing is known of season {year}; give its orders, or a line with the kind none where nothing was played"
    NO_CLASS = "the class of {ids} at the beginning is not known; give it in a list with --classes"
    UNKNOWN_ABSENT = "--absent {id}: nobody of that id stands in an order of season {year} on which promotion depends"
    LISTED = "{source} is left out: the list has the order of {group} in season {year}"


@dataclass(frozen=True, slots=True)
class SeasonAsked:
    """What a proposal is made of."""

    year: int
    orders: tuple[OrderInSeason, ...]
    absent: tuple[str, ...] = ()
    """Who does not take part in the next championship (B 3, C 9, C 11), or declines his promotion (D 7)."""
    upper: tuple[str, ...] = ()
    """Of two merged classes of teams, those of the upper one (B 3)."""
    classes: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class SeasonProposal:
    """The promotions of C and B and the ranking, None where there is none; `open` blocks a confirmation."""

    year: int
    eights: GroupsOfEight | None
    teams: TeamGroups | None
    ranking: PointsRanking | None
    open: tuple[Sentence, ...]


def proposal(told: SeasonAsked) -> SeasonProposal:
    """The proposal; TournamentError where nothing is known of the season."""
    of_year = [one for one in told.orders if one.year == told.year]
    if not told.orders:
        raise TournamentError(ProposalSays.NOTHING.said())
    if not of_year:
        years = tuple(str(year) for year in sorted({one.year for one in told.orders}))
        raise TournamentError(ProposalSays.NOTHING_IN.said(year=str(told.year), years=years))
    left: list[Sentence] = list(_absent_unknown(told, of_year))
    eights = _tried(left, lambda: _eights(told, of_year, left))
    teams = _tried(left, lambda: _teams(told, of_year, left))
    ranking = _tried(left, lambda: _ranking(told, left))
    return SeasonProposal(told.year, eights, teams, ranking, tuple({str(one): one for one in left}.values()))


def _tried(left: list[Sentence], find: Callable[[], Found | None]) -> Found | None:
    """What is found; where the regulation gives nothing, why is added to what is left open."""
    try:
        return find()
    except TournamentError as error:
        left.append(error.sentence)
        return None


def _absent_unknown(told: SeasonAsked, orders: Iterable[OrderInSeason]) -> Iterable[Sentence]:
    known = {id for one in orders if one.kind in (OrderKind.CHAMPIONSHIP, OrderKind.TEAMS) for id in one.ids}
    return [ProposalSays.UNKNOWN_ABSENT.said(id=id, year=str(told.year)) for id in told.absent if id not in known]


def _one_a_group(orders: Iterable[OrderInSeason], left: list[Sentence]) -> dict[str, OrderInSeason]:
    """The order of each group; two orders of one are told as open."""
    found: dict[str, OrderInSeason] = {}
    for one in orders:
        if one.group in found:
            sources = (found[one.group].source, one.source)
            left.append(ProposalSays.TWO_ORDERS.said(year=str(one.year), group=one.group, sources=sources))
        found[one.group] = one
        left.extend(one.open)
    return found


def _eights(told: SeasonAsked, orders: Sequence[OrderInSeason], left: list[Sentence]) -> GroupsOfEight | None:
    own: list[Sentence] = []
    found = _one_a_group((one for one in orders if one.kind is OrderKind.CHAMPIONSHIP and one.group in LEVELS), own)
    if not found:
        return None
    own += [ProposalSays.NO_ORDER.said(level=level, year=str(told.year)) for level in LEVELS if level not in found]
    left += own
    if own:
        return None
    everybody = {id for one in found.values() for id in one.ids}
    absent = [id for id in told.absent if id in everybody]
    return promote_players({level: found[level].ids for level in LEVELS}, absent)


def _teams(told: SeasonAsked, orders: Sequence[OrderInSeason], left: list[Sentence]) -> TeamGroups | None:
    own: list[Sentence] = []
    found = _one_a_group((one for one in orders if one.kind is OrderKind.TEAMS), own)
    if not found:
        return None
    by_number = {roman(group): order for group, order in found.items()}
    if not told.upper:
        own += [
            ProposalSays.NO_GROUP.said(group=numeral(at), year=str(told.year)) for at in range(1, max(by_number)) if at not in by_number
        ]
    elif len(found) > 1:
        own.append(ProposalSays.NO_TEAM_MERGED.said())
    left += own
    if own:
        return None
    ordered = [by_number[at].ids for at in sorted(by_number)]
    absent = [id for id in told.absent if any(id in ids for ids in ordered)]
    if told.upper:
        lower = [id for id in ordered[0] if id not in told.upper]
        return part_classes(told.upper, lower, ordered[0], absent)
    return promote_teams(ordered, absent)


def _ranking(told: SeasonAsked, left: list[Sentence]) -> PointsRanking | None:
    orders = [one for one in told.orders if one.year <= told.year and one.kind is not OrderKind.TEAMS]
    if not any(one.kind in RANKED for one in orders):
        return None
    years = {one.year for one in orders}
    own = [ProposalSays.GAP.said(year=str(year)) for year in range(min(years), told.year + 1) if year not in years]
    own += [one for order in orders for one in order.open]
    _one_a_year(orders, own)
    classes = first_classes(orders, told.classes)
    if unknown := tuple(sorted(id for id, level in classes.items() if level not in {*PlayerClass})):
        own.append(ProposalSays.NO_CLASS.said(ids=unknown))
    left += own
    if own:
        return None
    seasons = [_season(year, [one for one in orders if one.year == year]) for year in sorted(years)]
    return rank_seasons({id: PlayerClass(level) for id, level in classes.items()}, seasons)


def _season(year: int, orders: Sequence[OrderInSeason]) -> Season:
    club, swiss, championship = ([one.ids for one in orders if one.kind is kind] for kind in RANKED)
    return Season(year, club, swiss, championship)


def _one_a_year(orders: Iterable[OrderInSeason], left: list[Sentence]) -> None:
    by_year: defaultdict[int, list[OrderInSeason]] = defaultdict(list)
    for one in orders:
        if one.kind is OrderKind.CHAMPIONSHIP:
            by_year[one.year].append(one)
    for several in by_year.values():
        _one_a_group(several, left)


def without_listed(orders: Iterable[OrderInSeason], listed: Iterable[OrderInSeason]) -> tuple[list[OrderInSeason], list[Sentence]]:
    """All orders: a list goes before the event of the same class or group of teams; what was left out is told."""
    lists = list(listed)
    taken = {(one.year, one.kind, one.group) for one in lists if one.kind in (OrderKind.CHAMPIONSHIP, OrderKind.TEAMS)}
    kept, told = list(lists), []
    for one in orders:
        if (one.year, one.kind, one.group) in taken:
            told.append(ProposalSays.LISTED.said(source=one.source, group=one.group, year=str(one.year)))
        else:
            kept.append(one)
    return kept, told


def roman(numeral_: str) -> int:
    """The number of a group such as IV."""
    values = [NUMERALS[sign] for sign in numeral_]
    return sum(-one if one < max(values[at:]) else one for at, one in enumerate(values))


def numeral(number: int) -> str:
    """The group of that number, from 1 on, such as IV."""
    told = ""
    for value, sign in ((100, "C"), (90, "XC"), (50, "L"), (40, "XL"), (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I")):
        told += sign * (number // value)
        number %= value
    return told
