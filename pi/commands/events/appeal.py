"""The task `event appeal`: an appeal against a ruling of the arbiter, or the appeals of the event."""

from argparse import ArgumentParser, Namespace
from typing import Any

from hub.events.anonymous import in_language
from hub.events.appeal_changes import AppealMade
from hub.events.appeals import appeal_entered, appeal_remarks
from hub.events.state import EventState
from hub.events.told_appeals import told_appeal
from pi.commands.events.opening import add_changing, change, opened_any
from pi.setup.output import print_json, wants_json
from pi.setup.values import positive
from pi.usage.errors import UsageError
from record.papers.appeals import appeal_rows
from record.texts import ENGLISH, say
from rules.errors import Phrase


class AppealWords(Phrase):
    """What was expected."""

    GAME_EXPECTED = "ROUND WHITE BLACK were expected, such as 3 anna bate, or nothing, which shows the appeals"
    NEEDS = "an appeal needs --party and --made, and with --against also --told"


def add_arguments(parser: ArgumentParser) -> None:
    parser.description = """Enters an appeal to the commission against a ruling on a game (appendix 5), and tells whether it is
admissible, until when it could be made, and by when it is decided. One that is not admissible is kept too, with the reasons. Without a
game it shows the appeals of the event. The dossier of the game tells of them where this file is in the folder events of [board] state."""
    add_changing(parser)
    parser.add_argument("game", nargs="*", metavar="ROUND WHITE BLACK", help="the game; of a play-off play-off-1 for the round")
    parser.add_argument("--board", type=positive, default=0, metavar="N", help="of a match of teams: the board; without it the whole match")
    parser.add_argument("--party", metavar="ID", help="who appeals")
    parser.add_argument("--against", default="", metavar="TEXT", help="the ruling; without it the arbiter has made none")
    parser.add_argument("--grounds", default="", metavar="TEXT", help="why")
    parser.add_argument("--told", default="", metavar="TIME", help="when the ruling was told to the parties, such as 2026-03-07T18:30")
    parser.add_argument("--made", metavar="TIME", help="when the appeal was made")
    parser.add_argument("--written", action="store_true", help="it was made in writing or by mail")
    parser.add_argument("--next-match-day", default="", metavar="DATE", help="the next match day, such as 2026-03-14")


def run(args: Namespace) -> int:
    """Enter an appeal, or show all."""
    if args.game and len(args.game) != 3:
        raise UsageError(AppealWords.GAME_EXPECTED.said())
    if args.game and (not args.party or not args.made or (args.against and not args.told)):
        raise UsageError(AppealWords.NEEDS.said())
    event = opened_any(args)
    if not args.game:
        for number in event.state.appeals:
            tell_appeal(event.state, number, args)
        return 0
    made = appeal_entered(event.state, args.game, _given(args))
    tell_appeal(change(event, made, args, appeal_remarks(event.state, made)).state, made.number, args)
    return 0


def _given(args: Namespace) -> AppealMade:
    return AppealMade(
        number=0,
        round=0,
        white="",
        black="",
        party=args.party,
        against=args.against,
        grounds=args.grounds,
        told=args.told,
        made=args.made,
        written=args.written,
        next_match_day=args.next_match_day,
        board=args.board,
    )


def tell_appeal(state: EventState, number: int, args: Namespace) -> None:
    """Print the appeal, with its commission and verdict where they are known."""
    if wants_json(args.json):
        print_json(_as_json(state, number))
        return
    told = told_appeal(in_language(state, ENGLISH), number)
    print(say(ENGLISH, "Appeal {number} ({event})", number=number, event=told.event))
    for label, value in appeal_rows(told, ENGLISH):
        print(f"  {label}: {value}")


def _as_json(state: EventState, number: int) -> dict[str, Any]:
    one, seated, verdict = state.appeals[number], state.commissions.get(number), state.verdicts.get(number)
    told: dict[str, Any] = {
        "appeal": number,
        "round": one.round if one.round > 0 else None,
        "play_off": -one.round if one.round < 0 else None,
        "white": one.white,
        "black": one.black,
        "board": one.board or None,
        "party": one.party,
        "against": one.against,
        "grounds": one.grounds,
        "told": one.told or None,
        "made": one.made,
        "admissible": not one.reasons,
        "reasons": list(one.reasons),
        "until": one.until or None,
        "decide_before": one.decide_before or None,
    }
    if seated:
        told |= {"sit": list(seated.sit), "stand_back": list(seated.stand_back), "chair": seated.chair, "vice": seated.vice}
    if verdict:
        votes = {vote.member: vote.vote for vote in verdict.votes}
        told |= {"votes": votes, "outcome": verdict.outcome or None, "casting": verdict.casting or None, "said": verdict.said}
    return told
