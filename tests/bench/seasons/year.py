"""A whole season at random: its club events and championships in files, five older seasons in a list, its promotion and its ranking."""

import random
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

from tests.bench.seasons.invariants import broken
from tests.bench.seasons.playing import Played, with_numbers
from tournament.competitions import PlayerClass
from tournament.events.changes import Entrant, EventMade
from tournament.events.event_file import read_event
from tournament.events.making import checked
from tournament.events.season.confirmed import confirm, confirmed_in, numbered
from tournament.events.season.gathering import events_in, gathered
from tournament.events.season.of_events import SeasonChoices
from tournament.events.season.orders import OrderInSeason, OrderKind, in_order, persons_of
from tournament.events.season.proposal import SeasonAsked, SeasonProposal, proposal

YEAR, OLDER = 2025, 5
DATE = f"{YEAR}-10-04"
EIGHTS = ("KK", "HAA", "RHAA")
LIMITS = {"3": (10, "2"), "2": (14, "1"), "1": (18, "HA")}


def people(prefix: str, count: int, level: str = "") -> list[Entrant]:
    return [Entrant(f"{prefix}{number}", f"Spiler {prefix.upper()} {number}", in_class=level) for number in range(1, count + 1)]


@dataclass
class PlayedSeason:
    """A season in a folder of its own, with what did not hold in it."""

    folder: Path
    chance: random.Random
    broken: list[str] = field(default_factory=list)
    met: Counter[str] = field(default_factory=Counter)
    events: int = 0

    def __post_init__(self) -> None:
        count = self.chance.randint
        self.levels = {
            **{level: people(level.lower(), 8, level) for level in EIGHTS},
            "HA": people("ha", count(5, 13), "HA"),
            **{level: people(f"k{level}x", count(3, 11), level) for level in "123"},
        }
        self.teams = [people(f"t{group}x", 4) for group in (1, 2)] + [people("t3x", count(4, 7))]

    def play(self) -> None:
        for name, made, entrants, late in self._planned():
            played = Played(self.folder / name, made, self.chance).play(entrants, late)
            self.events += 1
            self.met.update(played.met)
        for path in events_in(self.folder):
            self.broken += [f"{path.name}: {one}" for one in broken(read_event(path), self.chance, in_file=False)]

    def _planned(self) -> Iterator[tuple[str, EventMade, list[Entrant], tuple[Entrant, ...]]]:
        for evening in range(2):
            for level, classes in {"EK": EIGHTS, "HA": ("HA",), "1": ("1",), "2": ("2",), "3": ("3",)}.items():
                there = [one for each in classes for one in self.levels[each] if self.chance.random() < 0.7]
                if len(there) >= 3:
                    yield f"a-{level}-{evening}", EventMade("A", in_class=level, date=DATE), there, ()
        yield "g", EventMade("G", date=DATE), people("g", self.chance.randint(3, 11)), ()
        for number, group in enumerate(self.teams):
            yield f"b-{number}", EventMade("B", group=("I", "II", "III")[number], date=DATE), with_numbers(group), ()
        for level in EIGHTS:
            yield f"c-{level}", EventMade("C", in_class=level, date=DATE), with_numbers(self.levels[level]), ()
        is_swiss = len(self.levels["HA"]) > 9
        late = tuple(self.levels["HA"][9:10]) if is_swiss else ()
        yield "d-HA", EventMade("D", in_class="HA", date=DATE), [one for one in self.levels["HA"] if one not in late], late
        for level in "123":
            yield f"d-{level}", EventMade("D", in_class=level, date=DATE), self.levels[level][:6], ()
        yield "e", EventMade("E", in_class="jeugd", date=DATE), people("j", self.chance.randint(3, 11)), ()
        crowd = people("f", self.chance.randint(6, 16))
        yield "f", EventMade("F", rounds=4, date=DATE), crowd[:-1], (crowd[-1],)

    def older(self) -> bytes:
        """A list of the seasons before: orders of clubs and championships, and each player's class."""
        lines = ["year,kind,event,group,place,id,class"]
        for year in range(YEAR - OLDER, YEAR):
            for level, players in self.levels.items():
                there = self.chance.sample(players, self.chance.randint(2, min(6, len(players))))
                lines += [f"{year},club,jûn,{level},{place},{one.id},{level}" for place, one in enumerate(there, 1)]
                order = self.chance.sample(players, len(players))
                lines += [f"{year},championship,FK,{level},{place},{one.id}," for place, one in enumerate(order, 1)]
        return "\n".join(lines).encode()

    def rank(self) -> SeasonProposal:
        """The proposal, with what the Swiss list leaves shared in an order by chance; confirmed, and read as numbers."""
        lists, choices = [("older.csv", self.older())], SeasonChoices()
        known = gathered(events_in(self.folder), lists, None, choices)
        orders = tuple(_shared(known.orders, self.chance))
        found = proposal(SeasonAsked(YEAR, orders))
        self.broken += [f"open: {one}" for one in found.open]
        if not found.open:
            kept = self.folder / "season.json"
            confirm(kept, found, persons_of(orders), "bench", ())
            self.broken += [*_groups_broken(self, found), *_numbers_broken(kept, found), *_ranking_broken(orders, found)]
        return found


def _shared(orders: tuple[OrderInSeason, ...], chance: random.Random) -> Iterator[OrderInSeason]:
    """The orders; those who share places of a Swiss list are ordered by chance, as a person does it with --order."""
    for one in orders:
        shared = [left for left in one.open if "share a place" in str(left)]
        decided = [
            tuple(chance.sample(ids, len(ids))) for ids in (str(left).split("--order ")[1].split(" ")[0].split(",") for left in shared)
        ]
        yield in_order(replace(one, open=tuple(left for left in one.open if left not in shared)), decided)


def _groups_broken(season: PlayedSeason, found: SeasonProposal) -> Iterator[str]:
    assert found.eights
    assert found.teams
    groups = [found.eights.groups[PlayerClass(level)] for level in EIGHTS]
    if any(len(set(ids)) != 8 for ids in groups):
        yield "a group of eight has not eight players"
    everybody = {one.id for level in (*EIGHTS, "HA") for one in season.levels[level]}
    placed = [id for ids in (*groups, found.eights.to_ha) for id in ids]
    if (
        len(placed) != len(set(placed))
        or not set(placed) <= everybody
        or not {one.id for level in EIGHTS for one in season.levels[level]} <= set(placed)
    ):
        yield "somebody is lost or doubled between the groups of eight"
    told = [id for group in found.teams.groups for id in group]
    if sorted(told) != sorted(one.id for group in season.teams for one in group):
        yield "a team is lost or doubled"
    if [len(group) for group in found.teams.groups] != [len(group) for group in season.teams]:
        yield "a group of teams has another size"


def _numbers_broken(kept: Path, found: SeasonProposal) -> Iterator[str]:
    season = confirmed_in(kept)
    assert found.eights
    for level, ids in found.eights.groups.items():
        entrants = numbered(season, checked(EventMade("C", in_class=level)))
        if tuple(one.id for one in entrants) != ids or [one.number for one in entrants] != [*range(1, 9)]:
            yield f"the numbers of the {level} are not those of the proposal"


def _ranking_broken(orders: tuple[OrderInSeason, ...], found: SeasonProposal) -> Iterator[str]:
    """The points of each season worked out a second time, a player at a time, and the promotions of the classes 1 to 3."""
    points: defaultdict[tuple[int, str], int] = defaultdict(int)
    for order in orders:
        if order.kind is OrderKind.CLUB:
            given = (2, 1) if len(order.ids) >= 4 else (2,)
        elif order.kind is OrderKind.CHAMPIONSHIP:
            given = (4, 3, 2, 1)
        else:
            continue
        for id, more in zip(order.ids, given, strict=False):
            points[order.year, id] += more
    assert found.ranking
    since: dict[str, int] = {}
    for season in found.ranking.seasons:
        for row in season.rows:
            if row.sp != points[season.year, row.id]:
                yield f"{row.id} has other season points in {season.year}"
            years = range(max(since.get(row.id, 0), season.year - 3), season.year + 1)
            last = sum(points[year, row.id] for year in years)
            is_up = row.player_class in LIMITS and last > LIMITS[row.player_class][0]
            if (row.last_four, row.id in season.promoted) != (last, is_up):
                yield f"{row.id} is ranked otherwise in {season.year}"
            if is_up:
                since[row.id] = season.year + 1
