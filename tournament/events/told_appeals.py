"""The appeals of an event as the dossiers of its games tell them."""

from dataclasses import replace

from record.papers.appeals import ToldAppeal, ToldCommission
from rules.errors import Phrase, Sentence
from tournament.events.appeals import REASONS
from tournament.events.changes import AppealMade
from tournament.events.seats import seats_of
from tournament.events.state import EventState


class AppealOn(Phrase):
    """What an appeal in a match of teams, or in a play-off, is on."""

    MATCH = "the match {match}"
    BOARD = "board {board} of {match}: {white} - {black}"
    PLAY_OFF = "play-off game {number} of {match}"
    PLAY_OFF_MATCH = "play-off match {number} of {match}"
    PLAY_OFF_BOARD = "board {board} of play-off match {number} of {match}: {white} - {black}"


def told_appeal(state: EventState, number: int) -> ToldAppeal:
    """The appeal of that number, with its commission and its verdict where they are known."""
    made = state.appeals[number]
    return ToldAppeal(
        event=state.made.name or state.made.competition,
        number=number,
        party=state.names[made.party],
        against=made.against,
        grounds=made.grounds,
        told=made.told,
        made=made.made,
        reasons=tuple(REASONS[one].said() for one in made.reasons),
        until=made.until,
        decide_before=made.decide_before,
        commission=_commission(state, number),
        on=_on(state, made),
    )


def _on(state: EventState, made: AppealMade) -> Sentence | None:
    """What an appeal is on where it is no game of a round: a board of a match with its players, the match, or a play-off."""
    names, number = state.names, -made.round
    match = f"{names[made.white]} - {names[made.black]}"
    if made.board:
        white, black = seats_of(state, (made.round, made.white, made.black, made.board), names)
        if number > 0:
            return AppealOn.PLAY_OFF_BOARD.said(number=number, board=made.board, match=match, white=white, black=black)
        return AppealOn.BOARD.said(board=made.board, match=match, white=white, black=black)
    if number > 0:
        return (AppealOn.PLAY_OFF_MATCH if state.is_of_teams else AppealOn.PLAY_OFF).said(number=number, match=match)
    return AppealOn.MATCH.said(match=match) if state.is_of_teams else None


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
