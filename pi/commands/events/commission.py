"""The task `event commission`: who sits on an appeal, and who stands back."""

from argparse import ArgumentParser, Namespace

from hub.events.appeal_changes import CommissionMember
from hub.events.appeals import commission_remarks, commission_seated
from pi.commands.events.appeal import tell_appeal
from pi.commands.events.opening import add_changing, change, opened_any
from pi.setup.values import whole_number
from pi.usage.errors import UsageError
from rules.errors import Phrase


class CommissionWords(Phrase):
    """What was expected."""

    MEMBER_EXPECTED = "--member is {text}; the club and its member were expected, such as Drachten=anna"


def add_arguments(parser: ArgumentParser) -> None:
    parser.description = """Enters the commission of an appeal: the member of each club with an internal competition. Who plays in
the game, or whose club one of the players is of, stands back (appendix 5, point 6); the clubs of the players are those of their entries."""
    add_changing(parser)
    parser.add_argument("number", type=whole_number, metavar="NUMBER", help="the number of the appeal")
    parser.add_argument("--member", action="append", default=[], metavar="CLUB=NAME", help="a club and its member; given once for each")
    parser.add_argument("--chair", required=True, metavar="NAME", help="the chair")
    parser.add_argument("--vice", required=True, metavar="NAME", help="the vice-chair")


def run(args: Namespace) -> int:
    """Enter who sits."""
    event = opened_any(args)
    made = commission_seated(event.state, args.number, [_member(text) for text in args.member], (args.chair, args.vice))
    tell_appeal(change(event, made, args, commission_remarks(event.state, made.number)).state, made.number, args)
    return 0


def _member(text: str) -> CommissionMember:
    club, is_there, member = (part.strip() for part in text.partition("="))
    if not (club and is_there and member):
        raise UsageError(CommissionWords.MEMBER_EXPECTED.said(text=repr(text[:60])))
    return CommissionMember(club, member)
