"""What the tasks of appeals print: an appeal with its commission and its verdict."""

from argparse import Namespace
from typing import Any

from pi.setup.output import print_json, wants_json
from record.papers.appeals import appeal_rows
from record.texts import ENGLISH, say
from tournament.events.anonymous import in_language
from tournament.events.state import EventState
from tournament.events.told_appeals import told_appeal


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
