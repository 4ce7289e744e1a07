"""What the command `forget` does in events: a person's name goes out of their files."""

from argparse import Namespace
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pi.setup.output import complain, print_json, print_table, wants_json
from rules.errors import DamcamError, Phrase
from tournament.errors import TournamentError
from tournament.events.event_file import KeptEvent, read_event
from tournament.events.forgetting import events_to_search, finish, forget, found_person, names_meant, neutral_of
from tournament.events.neutral_rows import texts_left
from tournament.events.same_names import plain
from tournament.events.texts_given import line_in


class ForgetEventsSays(Phrase):
    """What is told of a person in events."""

    FINISHED = "the events in which a person was to be forgotten, which was cut off, are done now"
    NOTHING_YET = (
        "{count} event has this name; with --yes the name goes out of it",
        "{count} events have this name; with --yes the name goes out of them",
    )
    DONE = (
        "the name is out of {count} event, and the figures stay; {ids} stands in its place",
        "the name is out of {count} events, and the figures stay; {ids} stands in its place",
    )
    TEXT = "{event}, row {row}, of {id}: {text}"
    LEFT = (
        "{count} text may still name that person: look whether it does; --also with what it says there takes that out of all texts",
        "{count} texts may still name that person: look whether they do; --also with what one says there takes that out of all texts",
    )
    LATER = "later too: damcam forget --person ID --also WORDS --yes"
    NOT_REACHED = "not reached: exported and printed files, confirmed seasons, lists and backups; delete the name there yourself"
    EVENT = "Event"
    NAME = "Name"
    BECOMES = "Becomes"
    FORGOTTEN = "Forgotten"
    YES = "Yes"
    NO = "No"


@dataclass(frozen=True, slots=True)
class EventsTold:
    """The events with the person, a row each, and whether something stood in the way."""

    rows: tuple[dict[str, Any], ...] = ()
    failed: bool = False
    names: frozenset[str] = frozenset()
    """The plain names of the person, as `names_meant`."""
    finished: bool = False
    """An earlier command had begun with this person, and was cut off; it is done now."""

    @property
    def is_told(self) -> bool:
        """Whether something was told of the person, or of what stood in the way."""
        return bool(self.rows) or self.failed or self.finished


def forget_in_events(folder: Path, args: Namespace) -> EventsTold:
    """Finds the person of --person in the events of the folder, and with --yes takes the name out. What stands in the way is told."""
    try:
        finished = plain(args.person) in map(plain, finish_forgetting(folder))
        kept, failed = _read(folder)
        names = names_meant(kept, args.person)
        found = [one for event in kept if (one := found_person(event, names))]
        neutral = neutral_of(found, kept, args.also)
        if args.yes and found:
            forget(folder, neutral, line_in(args.by, "--by"))
    except DamcamError as error:
        complain(error)
        return EventsTold(failed=True)
    rows = [
        {
            "event": str(one.event.path),
            "names": list(one.names or one.ids),
            "clubs": list(one.clubs),
            "becomes": sorted({*neutral[one.event.path].ids.values(), *neutral[one.event.path].names.values()}),
            "texts": [{"row": row, "text": text} for text, row in texts_left(one.event.rows, neutral[one.event.path]).items()],
            "forgotten": args.yes,
        }
        for one in found
    ]
    return EventsTold(tuple(rows), failed, names, finished)


def finish_forgetting(folder: Path) -> frozenset[str]:
    """Goes on with what an interruption cut off, and tells it; the ids and names that are out now. DamcamError."""
    if done := finish(folder):
        complain(ForgetEventsSays.FINISHED.said())
    return done


def _read(folder: Path) -> tuple[list[KeptEvent], bool]:
    """The events of the folder, and whether one cannot be read."""
    kept, failed = [], False
    for path in events_to_search(folder):
        try:
            kept.append(read_event(path))
        except TournamentError as error:
            complain(error)
            failed = True
    return kept, failed


def tell_events(events: EventsTold, args: Namespace) -> None:
    """Print the events with the person, and what became of them."""
    says, rows = ForgetEventsSays, events.rows
    if not rows:
        return
    if wants_json(args.json):
        for row in rows:
            print_json(row)
    else:
        heads = [str(head.said()) for head in (says.EVENT, says.NAME, says.BECOMES, says.FORGOTTEN)]
        yes = str((says.YES if args.yes else says.NO).said())
        cells = [(row["event"], ", ".join([*row["names"], *row["clubs"]]), ", ".join(row["becomes"]), yes) for row in rows]
        print_table(heads, cells)
    ids = tuple(sorted({id for row in rows for id in row["becomes"]}))
    if args.yes:
        complain(says.DONE.said(count=len(rows), ids=ids))
    else:
        complain(says.NOTHING_YET.said(count=len(rows)))
    left = [says.TEXT.said(event=row["event"], id=row["becomes"][0], **text) for row in rows for text in row["texts"]]
    for said in left:
        complain(said)
    if left:
        complain(says.LEFT.said(says.LATER.said() if args.yes else None, count=len(left)))
    complain(says.NOT_REACHED.said())
