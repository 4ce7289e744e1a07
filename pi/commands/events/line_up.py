"""The task `event line-up`: enters the list of players of a team."""

from argparse import ArgumentParser, Namespace
from datetime import datetime

from hub.events.line_ups import handed_in, is_late, line_up_given, line_up_remarks
from pi.commands.events.opening import add_changing, change, opened
from pi.setup.output import print_json, wants_json


def add_arguments(parser: ArgumentParser) -> None:
    parser.description = """Enters the list of players of a team, in one order for all rounds (B 6): eight names in competition B, four in
G, with - for a board at which nobody plays, which is lost. It is kept with the time at which it was handed in; a list that came less than
a quarter of an hour before the start is told. Once round 1 is paired, a list is changed with a reason alone."""
    add_changing(parser)
    parser.add_argument("team", metavar="TEAM", help="the id of the team")
    parser.add_argument("players", nargs="+", metavar="PLAYER", help="the players by boards, - where nobody plays")
    parser.add_argument("--at", default="", metavar="TIME", help="when it was handed in, such as 09:40 or 2026-11-20T21:15 (default: now)")
    parser.add_argument("--reason", metavar="TEXT", help="why it is changed")


def run(args: Namespace) -> int:
    """Enter the list."""
    event = opened(args)
    at = handed_in(event.state, args.at, datetime.now())
    made = line_up_given(event.state, args.team, args.players, at, has_reason=args.reason is not None)
    change(event, made, args, line_up_remarks(event.state, made))
    if wants_json(args.json):
        players = [name or None for name in made.players]
        late = is_late(event.state, made)
        print_json({"team": made.team, "players": players, "at": made.at, "late": late, "reason": args.reason})
    return 0
