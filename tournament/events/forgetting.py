"""Somebody is forgotten in the events of a folder: the name goes, and the figures stay.

A note beside the files says what was begun, until it is done in all of them, so that an interruption leaves nothing half done for good.
"""

import json
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from functools import partial
from itertools import count
from pathlib import Path

from record.files import OWNER_ALONE, sync_folder, write_atomically
from record.store.json_text import json_in
from rules.errors import DamcamError, Phrase, sentence_of
from tournament.errors import TournamentError
from tournament.events.anonymous import neutral_id, number_of
from tournament.events.changes import Who
from tournament.events.event_file import KeptEvent, event_files, rewrite
from tournament.events.neutral_rows import Neutral, entrants_in, neutral_rows, persons_in
from tournament.events.same_names import plain

NOTE = ".forgetting.json"
"""What was begun, in the folder of the events."""


class ForgettingFault(Phrase):
    """Why nothing is forgotten."""

    NOTE_NOT_READ = "{path} tells of a person to be forgotten, and cannot be read: {why}"
    FORGET_AGAIN = "delete it, and give the command again"
    NOT_TIDIED = "{path} could not be deleted: {why}"
    OF_ANOTHER = "{name} is the name of somebody else in {path}"


@dataclass(frozen=True, slots=True)
class FoundPerson:
    """Somebody in one event: the ids under which he entered, and every name that he was given there."""

    event: KeptEvent
    ids: tuple[str, ...]
    names: tuple[str, ...]
    clubs: tuple[str, ...] = ()


def events_to_search(folder: Path) -> list[Path]:
    """The files of events in the folder, by name, also those that are not complete; TournamentError where it cannot be read."""
    try:
        return event_files(folder)
    except FileNotFoundError:
        return []
    except OSError as error:
        raise TournamentError(sentence_of(error), str(folder)) from error


def names_meant(kept: Iterable[KeptEvent], person: str) -> frozenset[str]:
    """The plain names of somebody: the one that is given, and where that is a former one in an event, the one that he has there now."""
    given = frozenset({plain(person)})
    found = [one for event in kept if (one := found_person(event, given))]
    return given | {plain(now.shown) for one in found for id in one.ids if (now := one.event.state.by_id.get(id))}


def found_person(event: KeptEvent, wanted: Collection[str]) -> FoundPerson | None:
    """Where somebody of one of these plain names stands in the event; None where nobody does. A team is nobody, its players are.

    Where nobody has such a name now, whoever had it is meant.
    """
    if event.state.is_of_teams:
        players = tuple(dict.fromkeys(name for name in persons_in(event.rows) if plain(name) in wanted))
        return FoundPerson(event, (), players) if players else None
    entrants = list(entrants_in(event.rows))
    last = {one.id: one for one in entrants} | event.state.by_id
    had = {one.id for one in entrants if plain(one.name) in wanted}
    ids = tuple(id for id, one in last.items() if plain(one.shown) in wanted) or tuple(id for id in last if id in had)
    of_others = {plain(one.name) for one in entrants if one.id not in ids} - set(wanted)
    names = dict.fromkeys(one.name for one in entrants if one.name and (one.id in ids or plain(one.name) in wanted))
    names |= dict.fromkeys(name for name in persons_in(event.rows) if plain(name) in wanted)
    clubs = dict.fromkeys(last[id].club for id in ids if last[id].club)
    kept = tuple(name for name in names if plain(name) not in of_others)
    return FoundPerson(event, ids, kept, tuple(clubs)) if ids or kept else None


def neutral_of(found: Iterable[FoundPerson], kept: Iterable[KeptEvent], also: Iterable[str] = ()) -> dict[Path, Neutral]:
    """What will stand for somebody in each file: the same for one id, so that a season still knows who is who; `kept` are all events.

    `also` are further ways in which texts write the name; TournamentError where one is somebody else's name.
    """
    numbers = {number_of(id) for event in kept for id in (*(one.id for one in entrants_in(event.rows)), *persons_in(event.rows))}
    free = (neutral_id(number) for number in count(max(numbers, default=0) + 1))
    new: dict[str, str] = {}
    told: dict[Path, Neutral] = {}
    for one in sorted(found, key=lambda one: not one.ids):
        for id in one.ids or ("",):
            if number_of(id):
                new[id] = id
            if id not in new:
                new[id] = next(iter(new.values())) if not id and new else next(free)
        ids = {id: new[id] for id in one.ids}
        told[one.event.path] = Neutral(ids, dict.fromkeys((*one.names, *_also(one, also)), next(iter(ids.values()), new.get("", ""))))
    return told


def _also(person: FoundPerson, also: Iterable[str]) -> Iterator[str]:
    """These ways of writing the name of that person; TournamentError."""
    rows, own = person.event.rows, {plain(name) for name in person.names}
    others = {plain(one.name) for one in entrants_in(rows) if one.name and one.id not in person.ids} - own
    for name in also:
        if plain(name) in others:
            raise TournamentError(ForgettingFault.OF_ANOTHER.said(name=repr(name), path=str(person.event.path)))
        yield name


def forget(folder: Path, neutral: Mapping[Path, Neutral], by: str) -> None:
    """Take somebody out of these files of the folder; DamcamError, after which `finish` goes on with it."""
    events = {path.name: asdict(one) for path, one in neutral.items()}
    write_atomically(folder / NOTE, json.dumps({"by": by, "events": events}, ensure_ascii=False), mode=OWNER_ALONE)
    finish(folder)


def finish(folder: Path) -> frozenset[str]:
    """Go on with what the note says, if there is one; the ids and names that are out now. DamcamError: the note stays."""
    note = folder / NOTE
    if not note.is_file():
        return frozenset()
    by, events = _read(note)
    for path, neutral in events:
        if path.is_file():
            rewrite(path, partial(neutral_rows, neutral=neutral, who=Who(by)))
    try:
        note.unlink()
        sync_folder(folder)
    except OSError as error:
        raise TournamentError(ForgettingFault.NOT_TIDIED.said(path=str(note), why=sentence_of(error))) from error
    return frozenset(one for _, neutral in events for one in (*neutral.ids, *neutral.names))


def _read(note: Path) -> tuple[str, list[tuple[Path, Neutral]]]:
    try:
        told = json_in(note.read_bytes())
        return str(told["by"]), list(_events(note.parent, told["events"]))
    except (OSError, DamcamError, KeyError, TypeError, AttributeError) as error:
        fault = ForgettingFault.NOTE_NOT_READ
        raise TournamentError(fault.said(ForgettingFault.FORGET_AGAIN.said(), path=str(note), why=sentence_of(error))) from error


def _events(folder: Path, told: Mapping[str, Mapping[str, Mapping[str, str]]]) -> Iterator[tuple[Path, Neutral]]:
    for name, one in told.items():
        yield folder / Path(name).name, Neutral(dict(one["ids"]), dict(one["names"]))
