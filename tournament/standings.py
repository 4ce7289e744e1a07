"""The final order of a group as if its event were over: places with their reasons, and what is open (A 5, B 7, C 15, D 6, E 5, F 4, G 6).

`standings` is the place to begin: it takes a `Group`, whose `order` `tournament.final_order.final_order` finds.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from rules.errors import Sentence, _
from tournament.articles import article_said
from tournament.errors import RegulationError
from tournament.final_order import FinalOrder, Needs, PlacedBy
from tournament.games import Bye, Game, Match, Meeting, as_number, check_known, check_once_a_round, check_opponents
from tournament.play_offs import NextGames, next_games, play_off_result
from tournament.scores import Equals, Scores
from tournament.withdrawal import AfterWithdrawal, after_withdrawal


@dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    """Players or teams who are ordered together, and what they played."""

    order: FinalOrder
    players: tuple[str, ...]
    """Their ids in the order of their numbers."""
    games: tuple[Game | Match, ...] = ()
    byes: tuple[Bye, ...] = ()
    withdrawn: tuple[str, ...] = ()
    """Who has left a group of eight for good (C 14)."""
    play_offs: tuple[Game | Match, ...] = ()
    """The play-off games in order; their round has no meaning."""
    decided: tuple[tuple[str, ...], ...] = ()
    """The orders in which the arbiter put some who were equal to the end."""
    by_hand: frozenset[frozenset[str]] = frozenset()
    """The pairs that the arbiter put together by hand, who may have met before."""


@dataclass(frozen=True, slots=True)
class Standing:
    """The place of a player or team, and the figures behind it."""

    id: str
    places: tuple[int, int]
    """The first and the last of the places that are shared; equal where the place is not shared."""
    by: PlacedBy
    """What set apart from those who were equal before."""
    article: str
    """Where the text says so."""
    points: float
    """Of teams the match points. This and the other figures are whole, or with .5."""
    sb: float
    board_points: float | None = None
    """Of teams alone."""
    resistance: float | None = None
    """In a Swiss event alone."""


@dataclass(frozen=True, slots=True)
class OpenPlaces:
    """Places that several share, and what the text demands of them."""

    places: tuple[int, int]
    ids: tuple[str, ...]
    needs: Needs
    next: NextGames | None = None
    """The games that are to be played now; None where the text demands none."""


@dataclass(frozen=True, slots=True)
class Standings:
    """The final order, from the first place down."""

    article: str
    table: tuple[Standing, ...]
    open: tuple[OpenPlaces, ...]
    lapsed: tuple[str, ...] = ()
    """Whose games do not count (C 14); they are not in the table."""
    awarded: tuple[Game, ...] = ()
    """The games that are booked as won (C 14)."""


def standings(group: Group) -> Standings:
    """Return the final order of the group. RegulationError: a game, bye, play-off, withdrawal or decision cannot be."""
    _check_group(group)
    after = _counting(group)
    remaining = tuple(id for id in group.players if id not in after.lapsed)
    if not remaining:
        raise RegulationError(_("the games of all players lapse (C 14), so there is no final order"))
    scores = Scores(remaining, after.games, group.byes if group.order.is_swiss else ())
    equals = [*_places(group, scores)]
    _check_play_offs(group, equals)
    table: list[Standing] = []
    left: list[OpenPlaces] = []
    for one in equals:
        place = len(table) + 1
        ids, by, open_ = _settled(group, one, place, scores)
        article = group.order.article_of(one.by) if len(ids) == 1 else group.order.article_of_play_off(place)
        left += [open_] if open_ else []
        for at, id in enumerate(ids, place):
            table.append(_standing(group.order, scores, id, open_.places if open_ else (at, at), by, article))
    return Standings(group.order.article, tuple(table), tuple(left), after.lapsed, after.awarded)


def _counting(group: Group) -> AfterWithdrawal:
    """The games as they count."""
    if not group.order.is_of_eight:
        if group.withdrawn:
            sentence = _("withdrawn is for C alone (C 14); in {competition} the arbiter says which games lapse and which are won")
            raise RegulationError(sentence, competition=group.order.article[0])
        return AfterWithdrawal(group.games)
    games = [game for game in group.games if isinstance(game, Game)]
    return after_withdrawal(group.players, games, group.byes, group.withdrawn)


def _places(group: Group, scores: Scores) -> Iterator[Equals]:
    """Everybody by the criteria; who plays in no round of a group of eight, so that the opponents are free, comes last (C 12)."""
    absent: list[str] = []
    if group.order.is_of_eight and group.byes:
        there = {id for game in group.games for id in game.pair} | {bye.id for bye in group.byes}
        absent = [id for id in scores.players if id not in there]
    yield from replace(scores, players=tuple(id for id in scores.players if id not in absent)).places(group.order)
    yield from (Equals((id,), PlacedBy.POINTS) for id in absent)


def _standing(order: FinalOrder, scores: Scores, id: str, places: tuple[int, int], by: PlacedBy, article: str) -> Standing:
    return Standing(
        id=id,
        places=places,
        by=by,
        article=article,
        points=as_number(scores.points[id]),
        sb=as_number(scores.sb[id]),
        board_points=as_number(scores.board_points[id]) if order.boards else None,
        resistance=as_number(scores.resistance[id]) if order.is_swiss else None,
    )


def _settled(group: Group, equals: Equals, place: int, scores: Scores) -> tuple[tuple[str, ...], PlacedBy, OpenPlaces | None]:
    """Those equals, best first where a play-off or the arbiter decided, and by what; else in the players' order, with what is open."""
    ids = equals.ids
    if len(ids) == 1:
        return ids, equals.by, None
    needs, places = group.order.needs(place, len(ids)), (place, place + len(ids) - 1)
    by_arbiter = next((order for order in group.decided if set(order) == set(ids)), None)
    if needs in (Needs.ARBITER, Needs.NOTHING):
        return (by_arbiter, PlacedBy.DECIDED, None) if by_arbiter else (ids, PlacedBy.OPEN, OpenPlaces(places, ids, needs))
    pair = ids[0], ids[1]
    games = [game for game in group.play_offs if game.pair == set(pair)]
    winner, left = play_off_result(needs, games)
    if winner:
        if by_arbiter and by_arbiter[0] != winner:
            raise contradicted(winner, by_arbiter[0])
        return (winner, *(id for id in pair if id != winner)), PlacedBy.PLAY_OFF, None
    if by_arbiter:
        return by_arbiter, PlacedBy.DECIDED, None
    if set(pair) & set(group.withdrawn):
        return ids, PlacedBy.OPEN, OpenPlaces(places, ids, Needs.ARBITER)
    return ids, PlacedBy.OPEN, OpenPlaces(places, ids, left, next_games(pair, left, games, _before(group, pair, left, scores)))


def _before(group: Group, pair: tuple[str, str], needs: Needs, scores: Scores) -> list[Meeting]:
    """The games against which the colours of a play-off are reversed."""
    if needs is Needs.TEAM_MATCH:
        return [match for match in scores.meetings if match.pair & set(pair)]
    return [] if group.order.begins_by_lot else [game for game in scores.meetings if game.pair == set(pair)]


def contradicted(winner: str, other: str) -> RegulationError:
    """The error of an arbiter's order that another one than the winner of the play-off heads."""
    return RegulationError(_("{winner} won the play-off, but decided names {other} before him"), winner=winner, other=other)


def _check_group(group: Group) -> None:
    """RegulationError: a game, a bye or a withdrawal cannot be."""
    order, players = group.order, group.players
    if not players:
        raise RegulationError(_("there are no players; a final order has at least one"))
    for game in group.games:
        check_opponents(game, players, Sentence("", _("a game of round {round}"), {"round": game.round}))
    check_known((bye.id for bye in group.byes), players, Sentence("", _("a bye")))
    check_known(group.withdrawn, players, Sentence("", _("withdrawn")))
    for round_, id in [*((game.round, id) for game in group.games for id in game.sides), *((bye.round, bye.id) for bye in group.byes)]:
        if order.rounds is not None and round_ > order.rounds:
            sentence = _("{id} has a game in round {round}; this event has {rounds} rounds")
            raise RegulationError(sentence, id=id, round=round_, rounds=order.rounds)
    check_once_a_round(group.games, group.byes)
    _check_often(group)


def _check_often(group: Group) -> None:
    """RegulationError: two met more often than the regulation has games for them, without the arbiter's hand."""
    order = group.order
    most = 2 if order.most_meetings and len(group.players) == 2 and not order.is_swiss else order.most_meetings
    met = Counter(game.pair for game in group.games if not (order.is_swiss and game.by_default))  # these may be paired again (R27)
    for pair, times in met.items():
        if most is not None and times > most and pair not in group.by_hand:
            one, other = sorted(pair)
            sentence = _("{id} and {other} have {times} games with one another; this event has {most} for them")
            raise RegulationError(sentence, id=one, other=other, times=times, most=most)


def _check_play_offs(group: Group, equals: Sequence[Equals]) -> None:
    """RegulationError: a play-off of two who have nothing to play for, or a decision that names no whole set of equals."""
    playing, decidable, place = [], [], 1
    for one in equals:
        if len(one.ids) > 1:
            decidable.append(set(one.ids))
            playing += [set(one.ids)] if group.order.needs(place, len(one.ids)) is not Needs.NOTHING else []
        place += len(one.ids)
    for game in group.play_offs:
        check_opponents(game, group.players, Sentence("", _("a play-off game")))
        if not any(game.pair <= ids for ids in playing):
            sentence = _("{id} and {other} have no play-off: they do not share a place for which the regulation has one")
            raise RegulationError(sentence, id=game.sides[0], other=game.sides[1])
    named: list[set[str]] = []
    for order in group.decided:
        check_known(order, group.players, Sentence("", _("decided")))
        ids = set(order)
        if ids not in decidable:
            raise RegulationError(_("decided names {ids}, who are not all of those who share a place"), ids=order)
        if ids not in playing:
            sentence = _("decided names {ids}, who share their place to the end ({article}); nothing is left to decide")
            raise RegulationError(sentence, ids=order, article=article_said(group.order.article))
        if ids in named:
            raise RegulationError(_("decided names {ids} in two lists"), ids=order)
        named.append(ids)
