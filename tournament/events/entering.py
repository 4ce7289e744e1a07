"""Entries: ids, a list of players or teams, or one with all that is known of it."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from msgspec import structs

from rules.errors import Phrase, Sentence, _
from tournament.eligibility import age_classes, age_in_season
from tournament.errors import TournamentError
from tournament.events.act import Act, Decided, Done, Event, IncompleteAct, Kind, given, nothing
from tournament.events.changes import Entrant, EntrantsEntered
from tournament.events.ending import rounds_remarks
from tournament.events.groups import is_swiss
from tournament.events.headings import heading_said
from tournament.events.lists import Columns, ListLine, ReadList, read_table
from tournament.events.making import season_of
from tournament.events.remedies import Remedy
from tournament.events.same_names import plain
from tournament.events.state import EventState, after
from tournament.events.texts_given import AGES, WrongLines, class_in, date_in, id_in, line_in, number_in
from tournament.times import day_in

HEADINGS: Mapping[str, frozenset[str]] = {
    "id": frozenset({"id", "code", "lidnummer", "lidnûmer"}),
    "name": frozenset({"name", "naam", "namme", "speler", "spiler", "player"}),
    "club": frozenset({"club", "klup", "vereniging", "feriening"}),
    "class": frozenset({"class", "klasse"}),
    "born": frozenset({"born", "geboren", "geboortedatum", "berne", "bertedatum"}),
    "number": frozenset({"number", "nummer", "nûmer", "nr", "nr."}),
    "rating": frozenset({"rating"}),
}
COLUMNS = Columns(HEADINGS, one_of=("id", "name"))


class EntryFault(Phrase):
    """Why nobody is entered, or what is remarked on an entry."""

    NOBODY = "nobody is entered: give ids, or a list"
    NO_LINES = "the list has no line below its headings"
    NOT_BOTH = "give ids or a list, not both"
    OF_ONE = "a name, a club, a class, a date of birth, a number and a rating are those of one who enters; several enter by a list"
    TWICE = "{id} is there twice"
    IN_LINE = "{name} is in line {first} already"
    NAME_IN_LINE = "{name} is in line {first} already; two people of one name differ by their club or their date of birth"
    ENTERED = "{id} has entered already"
    NAME_ENTERED = "{name} has entered already as {id}; two people of one name differ by their club or their date of birth"
    NUMBER_TAKEN = "number {number} is that of {id} already"
    TOO_LATE = "round 1 is paired, and a table takes no late entries"
    LOT_IS_DRAWN = "the lot is drawn, and nobody enters after it"
    TOO_OLD = "{name} is {age} on 1 September {year} and may not play as {among} (E 4); the arbiter decides"
    NO_DATE_OF_BIRTH = "{name} has no date of birth; whether he may play as {among} is not known (E 4)"


def of_ids(ids: Sequence[str]) -> tuple[Entrant, ...]:
    """Entrants of whom the id alone is known; TournamentError where one cannot be or is there twice."""
    if not ids:
        raise IncompleteAct(EntryFault.NOBODY.said())
    entrants = tuple(Entrant(id_in(one)) for one in ids)
    for number, one in enumerate(entrants):
        if one in entrants[:number]:
            raise TournamentError(EntryFault.TWICE.said(id=one.id))
    return entrants


def of_list(content: bytes, known: Collection[str] = ()) -> tuple[tuple[tuple[int, Entrant], ...], ReadList]:
    """The entrants of a list with their lines, and the list; TournamentError names all lines that are wrong.

    Who has a name alone gets an id that is neither among those `known` nor in the list.
    """
    read = read_table(content, COLUMNS)
    if not read.lines:
        raise TournamentError(EntryFault.NO_LINES.said())
    taken = {*known, *(line.values.get("id", "") for line in read.lines)}
    entrants, wrong = list[tuple[int, Entrant]](), WrongLines()
    for line in read.lines:
        with wrong.at(line.number):
            one = _entrant(line, taken)
            taken.add(one.id)
            entrants.append((line.number, one))
    wrong.tell()
    return tuple(entrants), read


def _entrant(line: ListLine, taken: Collection[str]) -> Entrant:
    return _one({name: line.values.get(name, "") for name in HEADINGS}, taken)


def _one(told: Mapping[str, str], taken: Collection[str]) -> Entrant:
    """The entrant of these texts by HEADINGS; TournamentError where one cannot be."""
    return Entrant(
        id=id_in(told["id"] or _free_id(told["name"], taken)),
        name=line_in(told["name"], heading_said("name")),
        club=line_in(told["club"], heading_said("club")),
        in_class=class_in(told["class"], heading_said("class")),
        born=date_in(told["born"], heading_said("born")),
        number=number_in(told["number"], heading_said("number")),
        rating=number_in(told["rating"], heading_said("rating")),
    )


def _free_id(name: str, taken: Collection[str]) -> str:
    """An id for somebody of whom the name alone was given: its first word in small letters, numbered where it is taken.

    Empty where that word has no letter or figure.
    """
    words = name.casefold().split()
    first = "".join(letter for letter in (words[0] if words else "") if letter.isalnum())
    number, free = 2, first
    while free and free in taken:
        free, number = f"{first}{number}", number + 1
    return free


def entered(state: EventState, entrants: Sequence[Entrant], lines: Sequence[int] = ()) -> EntrantsEntered:
    """The change by which these enter; TournamentError where one cannot. `lines` are those of a list, in which each stands."""
    _check_time(state)
    wrong = WrongLines()
    for at, one in enumerate(entrants):
        fault = _among_entered(one, state) or _among_list(one, entrants[:at], lines)
        if fault and not lines:
            raise TournamentError(fault)
        if fault:
            wrong.add(lines[at], fault)
    wrong.tell()
    is_late = bool(state.rounds or state.lot)
    return EntrantsEntered(tuple(structs.replace(one, number=0) if is_late else one for one in entrants))


def _check_time(state: EventState) -> None:
    if is_swiss(state):
        return
    if state.rounds:
        raise TournamentError(EntryFault.TOO_LATE.said(Remedy.UNDO.said()))
    if state.lot:
        raise TournamentError(EntryFault.LOT_IS_DRAWN.said(Remedy.UNDO.said()))


def _among_entered(one: Entrant, state: EventState) -> Sentence | None:
    for other in state.entrants:
        returns = Remedy.RETURN.said() if other.id in state.out else None
        if other.id == one.id:
            return EntryFault.ENTERED.said(returns, id=one.id)
        if is_same_person(one, other):
            return EntryFault.NAME_ENTERED.said(returns, name=one.name, id=other.id)
        if one.number and one.number == other.number:
            return EntryFault.NUMBER_TAKEN.said(number=one.number, id=other.id)
    return None


def _among_list(one: Entrant, before: Sequence[Entrant], lines: Sequence[int]) -> Sentence | None:
    for at, other in enumerate(before):
        first = lines[at] if lines else 0
        if other.id == one.id:
            return EntryFault.IN_LINE.said(name=one.id, first=first)
        if is_same_person(one, other):
            return EntryFault.NAME_IN_LINE.said(name=one.name, first=first)
        if one.number and one.number == other.number:
            return EntryFault.NUMBER_TAKEN.said(number=one.number, id=other.id)
    return None


def is_same_person(one: Entrant, other: Entrant) -> bool:
    """Whether nothing tells these two apart."""
    return bool(one.name) and (plain(one.name), one.club, one.born) == (plain(other.name), other.club, other.born)


class AgeSays(Phrase):
    """The sign of somebody in the list of E."""

    TOO_OLD = "{age} on 1 September {year}: too old (E 4)"
    NOT_KNOWN = "no date of birth (E 4)"


def age_sign(state: EventState, one: Entrant) -> Sentence | None:
    """What the list of E shows of who is too old for its class by E 4, or has no date of birth; None for everybody else."""
    if not _has_age_limit(state):
        return None
    if not one.born:
        return AgeSays.NOT_KNOWN.said()
    age = _too_old(state, one)
    return AgeSays.TOO_OLD.said(age=age, year=season_of(state.made)) if age else None


def _has_age_limit(state: EventState) -> bool:
    return state.made.competition == "E" and state.made.in_class in AGES


def _too_old(state: EventState, one: Entrant) -> int:
    """The age of who is too old for the class; 0 for who may play, or has no date of birth."""
    if not one.born:
        return 0
    age = age_in_season(day_in(one.born, "born"), season_of(state.made))
    return 0 if state.made.in_class in age_classes(age) else age


def remarks(state: EventState, entrants: Iterable[Entrant]) -> list[Sentence]:
    """What the arbiter is told of those who enter: who is too old for the class of E (E 4)."""
    if not _has_age_limit(state):
        return []
    told, among = [], state.made.in_class
    for one in entrants:
        if not one.born:
            told.append(EntryFault.NO_DATE_OF_BIRTH.said(name=one.shown, among=among))
        elif age := _too_old(state, one):
            told.append(EntryFault.TOO_OLD.said(name=one.shown, age=age, year=season_of(state.made), among=among))
    return told


@dataclass(frozen=True, slots=True)
class Enter:
    """Enters players or teams: by their ids, a list as CSV with a line of headings, or one with what the options say of it. The columns of
    the list are id, name, club, class, born, number and rating, of which id or name is needed. Without an id one is made of the name;
    without a number they are numbered in the order given, in a Swiss event with ratings by rating. The list is entered whole or not at
    all. It may be in UTF-8, UTF-16 or Windows-1252, with commas, semicolons or tabs."""

    name: str = given(_("Name"), "the name of one who enters", form_needs=True)
    ids: tuple[str, ...] = given(
        _("Id, or empty for one made of the name"),
        "a short name without which nobody is known here",
        word=True,
        key="id",
        metavar="ID",
        default=(),
    )
    csv: bytes | None = given(_("File"), "the list; - reads standard input", form_needs=True, kind=Kind.LIST, metavar="FILE", default=None)
    club: str = given(_("Club"), "the club")
    in_class: str = given(_("Class"), "the class, such as HA", kind=Kind.CLASS, key="class")
    born: str = given(_("Born"), "the date of birth", kind=Kind.DAY, metavar="YYYY-MM-DD")
    number: str = given(_("Number"), "the number", kind=Kind.NUMBER, metavar="N")
    rating: str = given(_("Rating"), "the rating", kind=Kind.NUMBER, metavar="N")


def _enter(event: Event, given: Enter) -> Decided:
    state, ids = event.state, [id for id in given.ids if id]
    of_one = {name: getattr(given, "in_class" if name == "class" else name) for name in HEADINGS if name != "id"}
    if given.csv is not None:
        if ids or any(of_one.values()):
            raise IncompleteAct(EntryFault.NOT_BOTH.said())
        numbered, read = of_list(given.csv, state.by_id)
        change = entered(state, [one for _line, one in numbered], [line for line, _one in numbered])
        return Decided(change, (*read.told, *remarks(state, change.entrants), *rounds_remarks(after(state, change))))
    if any(of_one.values()):
        if len(ids) > 1:
            raise IncompleteAct(EntryFault.OF_ONE.said())
        change = entered(state, [_one({"id": "".join(ids), **of_one}, state.by_id)])
    else:
        change = entered(state, of_ids(ids))
    return Decided(change, remarks(state, change.entrants))


def _entries_told(done: Done) -> list[dict[str, Any]]:
    return [{"entered": [one.id for one in done.change.entrants], "entries": len(done.after.state.entrants)}]


ENTER = Act("enter", Enter, _enter, "enter players or teams, by ids or a list", _("Enter"), _entries_told, rests_on=nothing)
