"""The task `event correct`: corrects the entry of somebody."""

from argparse import ArgumentParser, Namespace

from hub.events.correcting import FIELDS, corrected
from hub.events.entering import remarks
from pi.commands.events.opening import add_changing, change, opened
from pi.setup.output import print_json, wants_json


def add_arguments(parser: ArgumentParser) -> None:
    parser.description = """Corrects the name, the club, the class or the date of birth of somebody who has entered; an empty text takes
club, class or date away. Pairings and results stay. Once the draw is made, what it rests on wants a reason: the class, and in
competition E the date of birth."""
    add_changing(parser)
    parser.add_argument("id", metavar="ID", help="whose entry it is")
    parser.add_argument("--name", metavar="TEXT", help="the name")
    parser.add_argument("--club", metavar="TEXT", help="the club")
    parser.add_argument("--class", metavar="CLASS", help="the class, such as HA")
    parser.add_argument("--born", metavar="YYYY-MM-DD", help="the date of birth")
    parser.add_argument("--reason", metavar="TEXT", help="why")


def run(args: Namespace) -> int:
    """Correct the entry."""
    event = opened(args)
    given = {field: text for field in FIELDS if (text := getattr(args, field)) is not None}
    made = corrected(event.state, args.id, given, has_reason=args.reason is not None)
    change(event, made, args, remarks(event.state, [made.now]))
    if wants_json(args.json):
        now = made.now
        print_json(
            {
                "corrected": now.id,
                "name": now.name or None,
                "club": now.club or None,
                "class": now.in_class or None,
                "born": now.born or None,
                "reason": args.reason,
            }
        )
    return 0
