"""The task `event verdict`: the votes of the commission on an appeal, and the outcome."""

from argparse import ArgumentParser, Namespace
from datetime import date

from hub.events.appeal_changes import MemberVote
from hub.events.appeals import verdict_given, verdict_remarks
from pi.commands.events.appeal import tell_appeal
from pi.commands.events.opening import add_changing, change, opened_any
from pi.setup.values import whole_number
from pi.usage.errors import UsageError
from rules.errors import Phrase


class VerdictWords(Phrase):
    """What was expected."""

    VOTE_EXPECTED = "--vote is {text}; the member and uphold or reject were expected, such as anna=uphold"


def add_arguments(parser: ArgumentParser) -> None:
    parser.description = """Enters how the commission voted on an appeal, and tells the outcome: the majority, and at equal votes the
vote of the chair, or of the vice-chair where the chair stood back (appendix 5, point 7)."""
    add_changing(parser)
    parser.add_argument("number", type=whole_number, metavar="NUMBER", help="the number of the appeal")
    parser.add_argument(
        "--vote", action="append", default=[], metavar="NAME=VOTE", help="a member and uphold or reject; given once for each"
    )
    parser.add_argument("--reason", required=True, metavar="TEXT", help="what the commission says of it, such as what holds now")


def run(args: Namespace) -> int:
    """Enter the votes."""
    event = opened_any(args)
    made = verdict_given(event.state, args.number, [_vote(text) for text in args.vote], args.reason)
    notes = verdict_remarks(event.state, made.number, date.today())
    tell_appeal(change(event, made, args, notes).state, made.number, args)
    return 0


def _vote(text: str) -> MemberVote:
    member, _, vote = (part.strip() for part in text.partition("="))
    if not member or vote not in ("uphold", "reject"):
        raise UsageError(VerdictWords.VOTE_EXPECTED.said(text=repr(text[:60])))
    return MemberVote(member, vote)
