"""The final order of an event as if it were over: places with their reasons, and what is open (A 5, B 7, C 15, D 6, E 5, F 4, G 6)."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from tournament.articles import article_said
from tournament.faults import ContestFault, Where
from tournament.fields import QuestionError
from tournament.final_order import FinalOrder, Needs, PlacedBy
from tournament.meetings import Bye, Meeting, check_known, check_often, check_rounds, check_two
from tournament.parting import Equals, places
from tournament.play_offs import Wanted, result_of_play_off, wanted
from tournament.scoring import Tally
from tournament.withdrawn import AfterWithdrawal, after_withdrawal


@dataclass(frozen=True)
class Contest:
    """An event as it was played: the players by number, its games, and what decided between equals. Play-off games are in order."""

    order: FinalOrder
    players: tuple[str, ...]
    meetings: tuple[Meeting, ...]
    byes: tuple[Bye, ...] = ()
    withdrawn: tuple[str, ...] = ()
    play_offs: tuple[Meeting, ...] = ()
    decided: tuple[tuple[str, ...], ...] = ()


@dataclass(frozen=True)
class PlaceTaken:
    """A player with his place, from the first to the last of those he shares, what set him apart, and the article of that."""

    id: str
    places: tuple[int, int]
    by: PlacedBy
    article: str


@dataclass(frozen=True)
class OpenPlaces:
    """Places that several share; `wanted` is what two of them must play now, None where the text demands no game."""

    places: tuple[int, int]
    ids: tuple[str, ...]
    needs: Needs
    wanted: Wanted | None = None


@dataclass(frozen=True)
class Standings:
    """The places from the first down, what is open, the scores behind them, and what a withdrawal did."""

    taken: tuple[PlaceTaken, ...]
    open: tuple[OpenPlaces, ...]
    tally: Tally
    withdrawal: AfterWithdrawal


def check(contest: Contest) -> None:
    """QuestionError: a game or bye that cannot be."""
    order = contest.order
    check_rounds(contest.meetings, contest.byes, contest.players, order.rounds)
    two_of_two = order.most_meetings is not None and len(contest.players) == 2 and not order.is_swiss
    met = [one for one in contest.meetings if not (order.is_swiss and one.is_default)]  # these may be paired again (R27)
    check_often(met, 2 if two_of_two else order.most_meetings)


def standings(contest: Contest) -> Standings:
    """The final order. QuestionError: a game, play-off or decision that cannot be."""
    check(contest)
    check_known(contest.withdrawn, contest.players, Where.WITHDRAWN.said())
    after = after_withdrawal(contest.players, contest.meetings, contest.byes, contest.withdrawn)
    remaining = tuple(id for id in contest.players if id not in after.lapsed)
    if not remaining:
        raise QuestionError(ContestFault.ALL_LAPSE.said())
    byes = tuple(bye.id for bye in contest.byes if contest.order.is_swiss)
    tally = Tally(remaining, after.meetings, byes)
    absent = _absent(contest, remaining)
    there = replace(tally, players=tuple(id for id in remaining if id not in absent))
    equals = [*places(contest.order, there), *(Equals((id,), PlacedBy.POINTS) for id in absent)]
    _check_play_offs(contest, equals)
    taken: list[PlaceTaken] = []
    left: list[OpenPlaces] = []
    for one in equals:
        from_place = len(taken) + 1
        ids, by, still_open = _decided(contest, one, from_place, tally)
        article = contest.order.article_of(one.by) if len(ids) == 1 else contest.order.article_of_play_off(from_place)
        if still_open:
            taken += [PlaceTaken(id, still_open.places, by, article) for id in ids]
            left.append(still_open)
        else:
            taken += [PlaceTaken(id, (place, place), by, article) for place, id in enumerate(ids, from_place)]
    return Standings(tuple(taken), tuple(left), tally, after)


def _absent(contest: Contest, remaining: Sequence[str]) -> tuple[str, ...]:
    """Who plays in no round of the event, so that his opponents are free (C 12); two such are in the order of their numbers."""
    if not (contest.order.absent_last and contest.byes):
        return ()
    there = {id for one in contest.meetings for id in (one.first, one.second)} | {bye.id for bye in contest.byes}
    return tuple(id for id in remaining if id not in there)


def _check_play_offs(contest: Contest, equals: Sequence[Equals]) -> None:
    """QuestionError: a play-off of two who have nothing to play for, or a decision that names no whole set of equals."""
    from_place = 1
    playing, decidable = [], []
    for one in equals:
        if len(one.ids) > 1:
            decidable.append(set(one.ids))
            if contest.order.wanted(from_place, len(one.ids)) is not Needs.NOTHING:
                playing.append(set(one.ids))
        from_place += len(one.ids)
    for game in contest.play_offs:
        check_two(game, contest.players, Where.PLAY_OFFS.said())
        if not any(game.pair <= ids for ids in playing):
            raise QuestionError(ContestFault.NO_PLAY_OFF.said(id=game.first, other=game.second))
    named: list[set[str]] = []
    for ids in contest.decided:
        check_known(ids, contest.players, Where.DECIDED.said())
        if set(ids) not in decidable:
            raise QuestionError(ContestFault.NOT_EQUALS.said(ids=ids))
        if set(ids) not in playing:
            raise QuestionError(ContestFault.STAYS_SHARED.said(ids=ids, article=article_said(contest.order.article)))
        if set(ids) in named:
            raise QuestionError(ContestFault.DECIDED_TWICE.said(ids=ids))
        named.append(set(ids))


def _decided(contest: Contest, equals: Equals, from_place: int, tally: Tally) -> tuple[tuple[str, ...], PlacedBy, OpenPlaces | None]:
    """Those equals, best first where a play-off or the arbiter decided, and by what; else in the players' order, with what is open."""
    ids = equals.ids
    if len(ids) == 1:
        return ids, equals.by, None
    needs = contest.order.wanted(from_place, len(ids))
    by_arbiter = next((one for one in contest.decided if set(one) == set(ids)), None)
    span = from_place, from_place + len(ids) - 1
    if needs in (Needs.ARBITER, Needs.NOTHING):
        return (by_arbiter, PlacedBy.DECIDED, None) if by_arbiter else (ids, PlacedBy.OPEN, OpenPlaces(span, ids, needs))
    pair = ids[0], ids[1]
    games = [game for game in contest.play_offs if game.pair == set(pair)]
    winner, left = result_of_play_off(needs, games)
    if winner:
        won = (winner, *(id for id in pair if id != winner))
        if by_arbiter and by_arbiter != won:
            raise QuestionError(ContestFault.CONTRADICTED.said(winner=winner, other=by_arbiter[0]))
        return won, PlacedBy.PLAY_OFF, None
    if by_arbiter:
        return by_arbiter, PlacedBy.DECIDED, None
    if set(pair) & set(contest.withdrawn):
        return ids, PlacedBy.OPEN, OpenPlaces(span, ids, Needs.ARBITER)
    return ids, PlacedBy.OPEN, OpenPlaces(span, ids, left, wanted(pair, left, games, _before(contest, pair, left, tally)))


def _before(contest: Contest, pair: tuple[str, str], needs: Needs, tally: Tally) -> list[Meeting]:
    """The games against which the colours of a play-off are reversed."""
    if needs is Needs.TEAM_MATCH:
        return [one for one in tally.meetings if one.pair & set(pair)]
    return [] if contest.order.begins_by_lot else [one for one in tally.meetings if one.pair == set(pair)]
