"""The tasks before the first round: `new`, `enter` and `draw`."""

import secrets
import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path

from hub.events.changes import EventMade
from hub.events.drawing import drawn
from hub.events.entering import EntryFault, entered, of_ids, of_list, remarks
from hub.events.event_file import make_event
from hub.events.faults import TournamentError
from hub.events.groups import groups_of
from hub.events.making import checked
from hub.events.telling import change_said
from pi.commands.events.opening import Task, add_changing, change, opened, path_of, who
from pi.setup import values
from pi.setup.output import complain, print_json, wants_json
from rules.errors import Phrase, Sentence, sentence_of

SEEDS = 10**6


class EntriesFault(Phrase):
    """Why a list is not read."""

    CLOSED = "standard input is closed; a list was expected there"
    NOT_READ = "{path} cannot be read: {why}"


def add_new(parser: ArgumentParser) -> None:
    parser.description = """Makes the file of an event. Its competition is the letter of the regulation, A to G; C and D need a class, B a
group, and F the number of rounds, which the arbiter sets there."""
    add_changing(parser)
    parser.add_argument("--competition", required=True, metavar="LETTER", help="the regulation: A to G")
    parser.add_argument("--class", dest="in_class", default="", metavar="CLASS", help="such as KK (C), HA (A, D), 1, 2, 3 or jeugd (E)")
    parser.add_argument("--group", default="", metavar="ROMAN", help="the group of a club championship (B), such as I")
    parser.add_argument("--name", default="", metavar="TEXT", help="such as 'Frysk Kampioenskip 2026'")
    parser.add_argument("--rounds", type=values.positive, default=0, metavar="N", help="how many rounds are played (F)")
    parser.add_argument("--date", default="", metavar="YYYY-MM-DD", help="the day on which it begins")


def new(args: Namespace) -> int:
    """Make the file."""
    path = path_of(args)
    told = EventMade(args.competition, args.in_class, args.group, args.name, args.rounds, args.date)
    made = checked(told)
    make_event(path, made, who(args))
    complain(change_said(made), args.lang)
    if wants_json(args.json):
        known = {"competition": made.competition, "class": made.in_class, "group": made.group, "name": made.name}
        print_json({"event": str(path), **known, "rounds": made.rounds or None, "date": made.date or None})
    return 0


def add_enter(parser: ArgumentParser) -> None:
    parser.description = """Enters players or teams: by their ids, or a list as CSV with a line of headings. Its columns are id, name,
club, class, born, number and rating, of which only id is needed; without a number they are numbered in the order given. The list is
entered whole or not at all. It may be in UTF-8, UTF-16 or Windows-1252, with commas, semicolons or tabs."""
    add_changing(parser)
    parser.add_argument("ids", nargs="*", metavar="ID", help="a short name without which nobody is known here")
    parser.add_argument("--csv", metavar="FILE", help="the list; - reads standard input")


def enter(args: Namespace) -> int:
    """Enter them."""
    event = opened(args)
    if args.ids and args.csv is not None:
        raise TournamentError(EntryFault.NOT_BOTH.said())
    notes: tuple[Sentence, ...] = ()
    if args.csv is None:
        made = entered(event.state, of_ids(args.ids))
    else:
        numbered, read = of_list(list_in(args.csv))
        made = entered(event.state, [one for _, one in numbered], [line for line, _ in numbered])
        notes = read.told
    after = change(event, made, args, (*notes, *remarks(event.state, made.entrants)))
    if wants_json(args.json):
        print_json({"entered": [one.id for one in made.entrants], "entries": len(after.state.entrants)})
    return 0


def list_in(name: str) -> bytes:
    """The content of a list, `-` for standard input; TournamentError where it cannot be read."""
    if name == "-":
        if sys.stdin is None:
            raise TournamentError(EntriesFault.CLOSED.said())
        return sys.stdin.buffer.read()
    try:
        return Path(name).read_bytes()
    except (OSError, ValueError) as error:
        raise TournamentError(EntriesFault.NOT_READ.said(path=name, why=sentence_of(error))) from error


def add_draw(parser: ArgumentParser) -> None:
    parser.description = """Draws the lot for numbers and groups (A 3, D 4) and tells its seed. With the same seed and ids it can be
repeated before witnesses, also by another program: the ids stand in the order of the SHA-256 of SEED:ID, and the first group takes the
first ones. In competition G the groups are formed by strength, which is the order of the numbers (G 3). B and C draw no lot."""
    add_changing(parser)
    parser.add_argument("--seed", type=values.non_negative, metavar="N", help="the seed (default: one by chance)")


def draw(args: Namespace) -> int:
    """Draw the lot."""
    event = opened(args)
    made = drawn(event.state, secrets.randbelow(SEEDS) if args.seed is None else args.seed)
    after = change(event, made, args)
    if wants_json(args.json):
        groups = [{"group": number, "ids": list(ids)} for number, ids in enumerate(groups_of(after.state), 1)]
        print_json({"seed": made.seed, "groups": groups})
    return 0


TASKS = {
    "new": Task("make the file of an event", add_new, new),
    "enter": Task("enter players or teams, by ids or a list", add_enter, enter),
    "draw": Task("draw the lot for numbers and groups", add_draw, draw),
}
