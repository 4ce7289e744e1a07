"""Final orders of seasons from a list: CSV with a line for each place."""

import re
from collections import defaultdict
from collections.abc import Mapping

from rules.errors import Phrase, Sentence
from tournament.errors import TournamentError
from tournament.events.changes import Entrant
from tournament.events.lists import Columns, ListLine, ReadList, read_table
from tournament.events.season.orders import OrderInSeason, OrderKind
from tournament.events.texts_given import WrongLines, class_in, id_in, line_in, number_in

HEADINGS: Mapping[str, frozenset[str]] = {
    "year": frozenset({"year", "jaar", "jier", "season", "seizoen", "seizoen begint"}),
    "kind": frozenset({"kind", "soort"}),
    "event": frozenset({"event", "evenement", "toernooi", "toernoai", "tournament"}),
    "group": frozenset({"group", "groep"}),
    "place": frozenset({"place", "plaats", "plak"}),
    "id": frozenset({"id", "code", "lidnummer", "lidnûmer"}),
    "name": frozenset({"name", "naam", "namme"}),
    "class": frozenset({"class", "klasse"}),
}
COLUMNS = Columns(HEADINGS, ("year", "kind", "group", "place", "id"))
CLASS_COLUMNS = Columns({one: HEADINGS[one] for one in ("id", "name", "class")}, ("id", "class"))
CLASSES_OF_CHAMPIONSHIP = ("KK", "HAA", "RHAA", "HA", "1", "2", "3")


class SeasonListFault(Phrase):
    """Why a list of seasons is not read."""

    NO_YEAR = "year is {text}; the year in which the season begins was expected, such as 2021"
    NO_KIND = "kind is {text}; one of {kinds} was expected"
    PLACE_MISSING = "nobody has place {place} in {group} of {year}; the places go from 1 on, one a line"
    PLACE_TWICE = "place {place} in {group} of {year} is there already, in line {first}"
    TWICE = "{id} stands in {group} of {year} already, in line {first}"
    NO_ROMAN = "group is {text}; the groups of teams are I, II, III, IV and so on (B 2)"
    NOTHING = "the list has no line below its headings"
    CLASS_TWICE = "{id} has a class in line {first} already"
    EMPTY_CLASS = "class is empty"


def seasons_in(content: bytes, source: str) -> tuple[list[OrderInSeason], ReadList]:
    """The orders of the list, and how it was read; TournamentError names all lines that are wrong."""
    read = read_table(content, COLUMNS)
    if not read.lines:
        raise TournamentError(SeasonListFault.NOTHING.said())
    found: defaultdict[tuple[int, OrderKind, str, str], dict[int, tuple[int, Entrant]]] = defaultdict(dict)
    wrong = WrongLines()
    for line in read.lines:
        with wrong.at(line.number):
            key = _key(line)
            if key[1] is not OrderKind.NONE:
                _add(found[key], key, line)
            else:
                found[key] = {}
    wrong.tell()
    orders = []
    for (year, kind, _, group), places in found.items():
        if gap := next(((place, at) for place, at in enumerate(sorted(places), 1) if at != place), None):
            wrong.add(places[gap[1]][0], SeasonListFault.PLACE_MISSING.said(place=gap[0], group=group, year=str(year)))
        orders.append(OrderInSeason(year, kind, group, tuple(places[at][1] for at in sorted(places)), source))
    wrong.tell()
    return orders, read


def _key(line: ListLine) -> tuple[int, OrderKind, str, str]:
    values = line.values
    if not re.fullmatch(r"(19|20|21)\d\d", values["year"], re.ASCII):
        raise TournamentError(SeasonListFault.NO_YEAR.said(text=repr(values["year"][:20])))
    if values["kind"].casefold() not in tuple(OrderKind):
        raise TournamentError(SeasonListFault.NO_KIND.said(text=repr(values["kind"][:20]), kinds=tuple(OrderKind)))
    kind, group = OrderKind(values["kind"].casefold()), line_in(values["group"], "group")
    if kind is OrderKind.CHAMPIONSHIP:
        group = class_in(group or "?", "group", CLASSES_OF_CHAMPIONSHIP)
    if kind is OrderKind.TEAMS:
        group = group.upper()
        if not group or set(group) - set("IVXLC"):
            raise TournamentError(SeasonListFault.NO_ROMAN.said(text=repr(group[:20])))
    return int(values["year"]), kind, line_in(values.get("event", ""), "event"), group


def _add(places: dict[int, tuple[int, Entrant]], key: tuple[int, OrderKind, str, str], line: ListLine) -> None:
    year, kind, _, group = key
    id, place = id_in(line.values["id"]), number_in(line.values["place"] or "0", "place")
    told: dict[str, str | Sentence] = {"group": group or str(kind), "year": str(year)}
    if place in places:
        raise TournamentError(SeasonListFault.PLACE_TWICE.said(place=place, first=places[place][0], **told))
    if before := next((number for number, one in places.values() if one.id == id), None):
        raise TournamentError(SeasonListFault.TWICE.said(id=id, first=before, **told))
    level = class_in(line.values.get("class", ""), "class")
    name = line_in(line.values.get("name", ""), "name")
    in_class = group if kind is OrderKind.CHAMPIONSHIP else level
    places[place] = line.number, Entrant(id=id, name=name, in_class=in_class)


def classes_in(content: bytes) -> tuple[dict[str, str], ReadList]:
    """The classes of a list at the beginning of the oldest season, by id; TournamentError names all lines that are wrong."""
    read = read_table(content, CLASS_COLUMNS)
    lines: dict[str, int] = {}
    classes, wrong = dict[str, str](), WrongLines()
    for line in read.lines:
        with wrong.at(line.number):
            id, level = id_in(line.values["id"]), class_in(line.values["class"], "class")
            if not level:
                raise TournamentError(SeasonListFault.EMPTY_CLASS.said())
            if id in lines:
                raise TournamentError(SeasonListFault.CLASS_TWICE.said(id=id, first=lines[id]))
            lines[id], classes[id] = line.number, level
    wrong.tell()
    return classes, read
