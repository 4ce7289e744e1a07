"""The task `event enter`: players or teams, by ids or a list."""

from argparse import ArgumentParser, Namespace

from hub.events.entering import EntryFault, entered, of_ids, of_list, remarks
from pi.commands.events.lists import list_in
from pi.commands.events.opening import add_changing, change, opened
from pi.setup.output import print_json, wants_json
from rules.errors import Sentence
from tournament.errors import TournamentError


def add_arguments(parser: ArgumentParser) -> None:
    parser.description = """Enters players or teams: by their ids, or a list as CSV with a line of headings. Its columns are id, name,
club, class, born, number and rating, of which id or name is needed. Without an id one is made of the name; without a number they are
numbered in the order given, in a Swiss event with ratings by rating. The list is entered whole or not at all. It may be in UTF-8, UTF-16
or Windows-1252, with commas, semicolons or tabs."""
    add_changing(parser)
    parser.add_argument("ids", nargs="*", metavar="ID", help="a short name without which nobody is known here")
    parser.add_argument("--csv", metavar="FILE", help="the list; - reads standard input")


def run(args: Namespace) -> int:
    """Enter them."""
    event = opened(args)
    if args.ids and args.csv is not None:
        raise TournamentError(EntryFault.NOT_BOTH.said())
    notes: tuple[Sentence, ...] = ()
    if args.csv is None:
        made = entered(event.state, of_ids(args.ids))
    else:
        numbered, read = of_list(list_in(args.csv), event.state.by_id)
        made = entered(event.state, [one for _, one in numbered], [line for line, _ in numbered])
        notes = read.told
    after = change(event, made, args, (*notes, *remarks(event.state, made.entrants)))
    if wants_json(args.json):
        print_json({"entered": [one.id for one in made.entrants], "entries": len(after.state.entrants)})
    return 0
