"""The task `event new`: makes the file of an event."""

from argparse import ArgumentParser, Namespace
from pathlib import Path

from hub.events.changes import Entrant, EntrantsEntered, EventMade
from hub.events.event_file import make_event
from hub.events.making import checked, season_of
from hub.events.season.confirmed import check_next, confirmed_in, numbered
from hub.events.telling import change_said
from pi.commands.events.opening import add_changing, path_of, who
from pi.setup import values
from pi.setup.output import complain, print_json, wants_json


def add_arguments(parser: ArgumentParser) -> None:
    parser.description = """Makes the file of an event. Its competition is the letter of the regulation, A to G; C and D need a class, B a
group, and F the number of rounds, which the arbiter sets there."""
    add_changing(parser)
    parser.add_argument("--competition", required=True, metavar="LETTER", help="the regulation: A to G")
    parser.add_argument("--class", dest="in_class", default="", metavar="CLASS", help="such as KK (C), HA (A, D), 1, 2, 3 or jeugd (E)")
    parser.add_argument("--group", default="", metavar="ROMAN", help="the group of a club championship (B), such as I")
    parser.add_argument("--name", default="", metavar="TEXT", help="such as 'Frysk Kampioenskip 2026'")
    parser.add_argument("--rounds", type=values.positive, default=0, metavar="N", help="how many rounds are played (F)")
    parser.add_argument("--from-season", type=Path, metavar="FILE", help="enter those whom a confirmed season has numbered for it")
    parser.add_argument("--date", default="", metavar="YYYY-MM-DD", help="the day on which it begins")


def run(args: Namespace) -> int:
    """Make the file."""
    path = path_of(args)
    told = EventMade(args.competition, args.in_class, args.group, args.name, args.rounds, args.date)
    made = checked(told)
    entered = () if args.from_season is None else (EntrantsEntered(_of_season(args.from_season, made)),)
    make_event(path, made, who(args), entered)
    for change in (made, *entered):
        complain(change_said(change), args.lang)
    if wants_json(args.json):
        known = {"competition": made.competition, "class": made.in_class, "group": made.group, "name": made.name}
        print_json({"event": str(path), **known, "rounds": made.rounds or None, "date": made.date or None})
    return 0


def _of_season(path: Path, made: EventMade) -> tuple[Entrant, ...]:
    season = confirmed_in(path)
    check_next(season, made, season_of(made))
    return numbered(season, made)
