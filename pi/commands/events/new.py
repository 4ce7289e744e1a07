"""The task `event new`: makes the file of an event."""

from argparse import ArgumentParser, Namespace
from pathlib import Path

from msgspec import structs

from pi.commands.events.opening import add_changing, named, path_of, who
from pi.setup import values
from pi.setup.loading import settings_here
from pi.setup.output import complain, print_json, wants_json
from pi.usage.errors import UsageError
from rules.errors import Phrase
from tournament.events.changes import Entrant, EntrantsEntered, EventMade
from tournament.events.event_file import make_event, read_event
from tournament.events.making import checked, season_of
from tournament.events.season.confirmed import check_next, confirmed_in, numbered
from tournament.events.telling import change_said
from tournament.events.texts_given import date_in, line_in, time_in
from tournament.events.winners import winners_group


class NewSays(Phrase):
    """What was expected of the options."""

    NO_COMPETITION = "--competition is missing: the letter of the regulation, A to H; or --winners-of an event of D"
    WINNERS_ALONE = "--winners-of says the competition and the class; only --name and --date go with it"


def add_arguments(parser: ArgumentParser) -> None:
    parser.description = """Makes the file of an event. Its competition is the letter of the regulation, A to H; C and D need a class, B a
group, and F the number of rounds, which the arbiter sets there. --from-season enters the players whom a confirmed season has numbered,
and --winners-of those who won the groups of an event of competition D."""
    add_changing(parser)
    parser.add_argument("--competition", default="", metavar="LETTER", help="the regulation: A to H")
    parser.add_argument("--class", dest="in_class", default="", metavar="CLASS", help="such as KK (C), HA (A, D), 1, 2, 3 or jeugd (E)")
    parser.add_argument("--group", default="", metavar="ROMAN", help="the group of a club championship (B), such as I")
    parser.add_argument("--name", default="", metavar="TEXT", help="such as 'Frysk Kampioenskip 2026'")
    parser.add_argument("--rounds", type=values.positive, default=0, metavar="N", help="how many rounds are played (F)")
    parser.add_argument("--from-season", type=Path, metavar="FILE", help="enter those whom a confirmed season has numbered for it")
    parser.add_argument("--winners-of", metavar="EVENT", help="make the group of the winners of the groups of that event (D 6)")
    parser.add_argument("--date", default="", metavar="YYYY-MM-DD", help="the day on which it begins")
    parser.add_argument("--start", default="", metavar="HH:MM", help="the hour at which it begins, by which lists of players are due (B 6)")


def run(args: Namespace) -> int:
    """Make the file."""
    path = path_of(args)
    told = EventMade(
        competition=args.competition,
        in_class=args.in_class,
        group=args.group,
        name=args.name,
        rounds=args.rounds,
        date=args.date,
        start=args.start,
    )
    made, entrants = _made(told, args)
    entered = (EntrantsEntered(entrants),) if entrants else ()
    make_event(path, made, who(args), entered)
    for change in (made, *entered):
        complain(change_said(change))
    if wants_json(args.json):
        known = {"competition": made.competition, "class": made.in_class, "group": made.group, "name": made.name}
        print_json({"event": str(path), **known, "rounds": made.rounds or None, "date": made.date or None, "start": made.start or None})
    return 0


def _made(told: EventMade, args: Namespace) -> tuple[EventMade, tuple[Entrant, ...]]:
    """The event and those who are entered with it."""
    if args.winners_of is not None:
        if any((told.competition, told.in_class, told.group, told.rounds, args.from_season)):
            raise UsageError(NewSays.WINNERS_ALONE.said())
        event = read_event(named(args.winners_of, settings_here(args.settings).board.events))
        return winners_group(
            event.state,
            structs.replace(told, name=line_in(told.name, "name"), date=date_in(told.date, "date"), start=time_in(told.start, "start")),
        )
    if not told.competition:
        raise UsageError(NewSays.NO_COMPETITION.said())
    made = checked(told)
    if args.from_season is None:
        return made, ()
    season = confirmed_in(args.from_season)
    check_next(season, made, season_of(made))
    return made, numbered(season, made)
