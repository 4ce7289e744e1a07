"""The appeals of an event as the dossiers of its games tell them."""

from dataclasses import replace

from hub.events.appeals import REASONS
from hub.events.state import EventState
from record.papers.appeals import ToldAppeal, ToldCommission


def told_appeal(state: EventState, number: int) -> ToldAppeal:
    """The appeal of that number, with its commission and its verdict where they are known."""
    made = state.appeals[number]
    return ToldAppeal(
        event=state.made.name or state.made.competition,
        number=number,
        party=state.by_id[made.party].shown,
        against=made.against,
        grounds=made.grounds,
        told=made.told,
        made=made.made,
        reasons=tuple(REASONS[one].said() for one in made.reasons),
        until=made.until,
        decide_before=made.decide_before,
        commission=_commission(state, number),
    )


def _commission(state: EventState, number: int) -> ToldCommission | None:
    seated, verdict = state.commissions.get(number), state.verdicts.get(number)
    if seated is None:
        return None
    told = ToldCommission(seated.sit, seated.stand_back, seated.chair, seated.vice)
    if verdict is None:
        return told
    return replace(
        told,
        votes=tuple((one.member, one.vote) for one in verdict.votes),
        outcome=verdict.outcome,
        casting=verdict.casting,
        said=verdict.said,
    )
