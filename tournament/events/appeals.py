"""Appeals to the commission (appendix 5): what is entered of them, as the regulations answer it."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Final

from msgspec import structs

from record.telling.dates import day_said
from rules.errors import Phrase, Sentence
from tournament.appeals import Appeal, ClubMember, Commission, Inadmissible, Vote, appeal_terms, decide
from tournament.competitions import BOARDS
from tournament.errors import TournamentError
from tournament.events.changes import AppealMade, CommissionMember, CommissionSeated, MemberVote, VerdictGiven
from tournament.events.match_entering import MatchFault, check_teams
from tournament.events.play_offs import known_play_offs, play_off_number
from tournament.events.remedies import Remedy
from tournament.events.results import game_of
from tournament.events.same_names import plain
from tournament.events.seats import seats_of
from tournament.events.state import EventState, GameKey, SeatKey, is_play_off
from tournament.events.texts_given import date_in, free_text_in
from tournament.times import day_in, moment_in, written_like

WITHOUT: Final = {"A": "A 6", "G": "G 7", "H": "H 4", "I": "I 7"}
"""The competitions whose regulation gives no appeal, with the article that leaves disputes to the arbiter alone."""


class AppealRefusal(Phrase):
    """Why an appeal, a commission or its votes are not entered."""

    NONE_HERE = "competition {competition} knows no appeal: in a dispute the arbiter decides ({article})"
    UNKNOWN_PARTY = "nobody here has the id {id}"
    NO_PLAY_OFF = "{white} and {black} have no play-off {number} with these colours"
    NO_APPEAL = "there is no appeal {number} in this event"
    NOT_ADMISSIBLE = "appeal {number} is not admissible, so that no commission decides it: {reasons}"
    GIVE_REASON = "appeal {number} is entered already, and a correction gives its reason"
    DECIDED = "appeal {number} is decided, and its verdict is final but for what was entered by mistake"
    NO_COMMISSION = "nobody sits on appeal {number} yet; enter the commission first"
    NO_MEMBERS = "the commission has no members: name those of the clubs with an internal competition"
    NO_VOTES = "no member has voted"
    STANDS_BACK = "{member} stands back and does not vote: the dispute is about that member or that member's club"
    TWICE = "{member} votes twice"


class AppealRemark(Phrase):
    """What is remarked on an appeal or its verdict."""

    WHOLE_MATCH = "the appeal is on the whole match: the dossiers of all its games tell of it"
    LATE = "it was to be decided before {date}"
    UPHELD = "the ruling no longer stands: rule as the commission says, and correct the result where it changes; what is paired stays"
    NO_LONGER = "the play-off that the appeal is on is not to be played any more, since results were corrected"


class AppealReason(Phrase):
    """Why an appeal is not admissible."""

    RULING = "the arbiter has made no ruling on a dispute"
    PARTY = "who appeals is no party of the game"
    EARLY = "it was made before the ruling was told"
    LATE = "it was made more than 24 hours after the ruling was told"
    FORM = "it is not in writing with its grounds"


REASONS: Final[Mapping[str, AppealReason]] = {
    Inadmissible.NO_RULING: AppealReason.RULING,
    Inadmissible.NO_PARTY: AppealReason.PARTY,
    Inadmissible.TOO_EARLY: AppealReason.EARLY,
    Inadmissible.TOO_LATE: AppealReason.LATE,
    Inadmissible.FORM: AppealReason.FORM,
}


def none_here(state: EventState) -> Sentence | None:
    """Why there is no appeal in this event; None where there is."""
    competition = state.made.competition
    return AppealRefusal.NONE_HERE.said(competition=competition, article=WITHOUT[competition]) if competition in WITHOUT else None


def appeal_entered(state: EventState, game: Sequence[str], given: AppealMade, *, has_reason: bool = False) -> AppealMade:
    """The appeal on the game of the texts round, White and Black, with what the regulations say of it; TournamentError.

    In place of the round stands `play-off 1` for the first play-off of these two with these colours, played or to be played now; in place
    of the id of the party `white` or `black`. One that is not admissible is kept too, with the reasons. With a number it corrects the
    appeal of that number, which is not decided yet, for a reason.
    """
    if refusal := none_here(state):
        raise TournamentError(refusal)
    round_, white, black = _appealed(state, [one.strip() for one in game])
    _check_board(state, given.board)
    party = given.party if given.party in state.by_id else {"white": white, "black": black}.get(given.party, "")
    if not party:
        raise TournamentError(AppealRefusal.UNKNOWN_PARTY.said(id=repr(given.party)))
    if given.number:
        _check_correction(state, given.number, has_reason=has_reason)
    made = structs.replace(
        given,
        number=given.number or len(state.appeals) + 1,
        round=round_,
        white=white,
        black=black,
        party=party,
        against=free_text_in(given.against, "against"),
        grounds=free_text_in(given.grounds, "grounds"),
        next_match_day=date_in(given.next_match_day, "next match day"),
    )
    terms = appeal_terms(_appeal(state, made))
    return structs.replace(
        made,
        reasons=tuple(map(str, terms.reasons)),
        until=written_like(made.told, terms.until) if terms.until else "",
        decide_before=terms.decide_before.isoformat() if terms.decide_before else "",
    )


def _check_correction(state: EventState, number: int, *, has_reason: bool) -> None:
    """TournamentError where there is no such appeal, it is decided, or no reason is given."""
    if number not in state.appeals:
        raise TournamentError(AppealRefusal.NO_APPEAL.said(number=number))
    if number in state.verdicts:
        raise TournamentError(AppealRefusal.DECIDED.said(Remedy.UNDO.said(), number=number))
    if not has_reason:
        raise TournamentError(AppealRefusal.GIVE_REASON.said(number=number))


def _appealed(state: EventState, game: Sequence[str]) -> GameKey:
    text, white, black = game
    number = play_off_number(text)
    if not number:
        round_, played = game_of(state, game)
        return round_, played.white, played.black
    key = -number, white, black
    if key not in known_play_offs(state):
        raise TournamentError(AppealRefusal.NO_PLAY_OFF.said(number=-key[0], white=white, black=black))
    return key


def _check_board(state: EventState, board: int) -> None:
    """TournamentError where the game has no such board; 0 names none."""
    if board:
        check_teams(state)
        boards = BOARDS[state.competition]
        if not 1 <= board <= boards:
            raise TournamentError(MatchFault.NO_BOARD.said(text=str(board), boards=boards))


def appeal_remarks(state: EventState, made: AppealMade) -> tuple[Sentence, ...]:
    """What is told with an appeal of this event."""
    return (AppealRemark.WHOLE_MATCH.said(),) if state.is_of_teams and not made.board else ()


def appealed_seats(state: EventState, made: AppealMade) -> list[SeatKey]:
    """The game that the appeal is on, of teams the board of the match, or all of them."""
    key = made.round, made.white, made.black
    if not state.is_of_teams:
        return [key]
    return [(*key, number) for number in ([made.board] if made.board else range(1, BOARDS[state.competition] + 1))]


def _appeal(state: EventState, made: AppealMade) -> Appeal:
    """The appeal as the regulations take it; TournamentError where its times are none."""
    return Appeal(
        competition=state.competition,
        player_class=state.made.in_class,
        ruled=bool(made.against),
        by_party=made.party in (made.white, made.black),
        told=moment_in(made.told, "told") if made.told or made.against else None,
        made=moment_in(made.made, "made"),
        in_writing=made.written,
        with_grounds=bool(made.grounds),
        next_match_day=day_in(made.next_match_day, "next match day") if made.next_match_day else None,
    )


def commission_seated(state: EventState, number: int, members: Sequence[CommissionMember], chairs: tuple[str, str]) -> CommissionSeated:
    """Who sits on that appeal: nobody who plays in the game, nor whose club one of the players is of. TournamentError."""
    _undecided(state, number)
    if not members:
        raise TournamentError(AppealRefusal.NO_MEMBERS.said())
    seated = CommissionSeated(number, tuple(members), *chairs)
    decision = decide(_commission(state, seated), {})
    return structs.replace(seated, sit=decision.sit, stand_back=decision.stand_back)


def verdict_given(state: EventState, number: int, votes: Sequence[MemberVote], said: str) -> VerdictGiven:
    """The outcome of the votes on that appeal; TournamentError where they cannot be."""
    _undecided(state, number)
    seated = state.commissions.get(number)
    if seated is None:
        raise TournamentError(AppealRefusal.NO_COMMISSION.said(number=number))
    if not votes:
        raise TournamentError(AppealRefusal.NO_VOTES.said())
    voted: set[str] = set()
    for one in votes:
        if one.member in voted:
            raise TournamentError(AppealRefusal.TWICE.said(member=one.member))
        if one.member in seated.stand_back:
            raise TournamentError(AppealRefusal.STANDS_BACK.said(member=one.member))
        voted.add(one.member)
    decision = decide(_commission(state, seated), {one.member: Vote(one.vote) for one in votes})
    return VerdictGiven(number, tuple(votes), decision.outcome or "", decision.casting or "", free_text_in(said, "verdict"))


def commission_remarks(state: EventState, number: int) -> tuple[Sentence, ...]:
    """What is told with the commission on that appeal."""
    made = state.appeals[number]
    key = made.round, made.white, made.black
    return (AppealRemark.NO_LONGER.said(),) if is_play_off(key) and key not in known_play_offs(state) else ()


def verdict_remarks(state: EventState, number: int, today: date) -> tuple[Sentence, ...]:
    """What is told with a verdict on that appeal that is given on that day."""
    before = state.appeals[number].decide_before
    late = (AppealRemark.LATE.said(date=day_said(before)),) if before and today.isoformat() >= before else ()
    return (*commission_remarks(state, number), *late)


def next_step(verdict: VerdictGiven | None) -> Sentence | None:
    """What the arbiter has to do after a verdict; None where there is none, or the ruling stands."""
    return AppealRemark.UPHELD.said(Remedy.RESULT.said()) if verdict and verdict.outcome == Vote.UPHOLD else None


def _undecided(state: EventState, number: int) -> None:
    """TournamentError where there is no such appeal, or the commission has nothing to decide on it."""
    appeal = state.appeals.get(number)
    if appeal is None:
        raise TournamentError(AppealRefusal.NO_APPEAL.said(number=number))
    if appeal.reasons:
        reasons = tuple(REASONS[one].said() for one in appeal.reasons)
        raise TournamentError(AppealRefusal.NOT_ADMISSIBLE.said(number=number, reasons=reasons))
    if number in state.verdicts:
        raise TournamentError(AppealRefusal.DECIDED.said(Remedy.UNDO.said(), number=number))


def _commission(state: EventState, seated: CommissionSeated) -> Commission:
    """The commission of an appeal; the dispute is about those who play in the game, and their clubs."""
    appeal = state.appeals[seated.number]
    parties = [state.by_id[id] for id in (appeal.white, appeal.black)]
    known = {one.id: one.shown for one in state.entrants}
    players = [name for key in appealed_seats(state, appeal) for name in seats_of(state, key, known)]
    names = {plain(text) for text in (*(text for one in parties for text in (one.id, one.name)), *players) if text}
    clubs = {plain(one.club or (one.shown if state.is_of_teams else "")) for one in parties} - {""}
    return Commission(
        members=[ClubMember(one.club, one.member) for one in seated.members],
        chair=seated.chair,
        vice=seated.vice,
        persons=[one.member for one in seated.members if plain(one.member) in names],
        disputing_clubs=[one.club for one in seated.members if plain(one.club) in clubs],
    )
