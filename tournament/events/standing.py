"""The standings of an event, and in words why each has his place."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Final

from record.telling.sentences import tell
from rules.errors import Phrase, Sentence, _
from tournament.articles import article_said
from tournament.competitions import Competition
from tournament.errors import TournamentError
from tournament.events.ending import is_over, still_to_play
from tournament.events.groups import group_name, groups_of
from tournament.events.played import booked_wins, group_played, lapsed_by_arbiter
from tournament.events.state import EventState, GameKey
from tournament.final_order import Needs, PlacedBy
from tournament.games import Game, Result
from tournament.group_winners import FirstOfGroups, first_of_groups
from tournament.play_offs import Colours
from tournament.standings import OpenPlaces, Standing, standings


class PlaceSays(Phrase):
    """Why somebody has his place, and what is still open."""

    POINTS = "by points"
    MATCH_POINTS = "by match points"
    BOARD_POINTS = "by board points, {mine} against {other}, {article}"
    SB = "by Sonneborn-Berger, {mine} against {other}, {article}"
    RESISTANCE = "by resistance, {mine} against {other}, {article}"
    MUTUAL = "by the mutual result with {others}, {article}"
    PLAY_OFF = "by play-off with {others}, {article}"
    DECIDED = "by the arbiter's decision, equal with {others}, {article}"
    OPEN = "equal with {others}, {article}"
    OPEN_MANY = "equal with {count} others, {article}"
    NOT_YET = "not decided yet"
    OPEN_ALONE = "still open, {article}"
    MATCH = "places {first} to {last}: {names} play a match of two games"
    GAME = "places {first} to {last}: {names} play a game"
    TEAM_MATCH = "places {first} to {last}: {names} play a match, colours of each player reversed"
    ARBITER = "places {first} to {last}: the arbiter decides the order of {names}"
    NOTHING = "places {first} to {last} are shared by {names}"
    NEXT = "next: {games}"
    NEXT_BY_LOT = "next: {games}, colours by lot"
    LAPSED = "the games of {names} do not count (C 14)"
    LAPSED_BY_ARBITER = "the games of {names} do not count: the arbiter decided so"
    AWARDED = "{winner} wins by default against {loser} in round {round} (C 14)"
    AS_IT_STANDS = "as it stands: {count} game has no result", "as it stands: {count} games have no result"
    WITHDRAWN = "{name} (withdrawn)"
    FIRST_BY_POINTS = "the first of all groups is {name}, by points (A 5)"
    FIRST_BY_PLAY_OFF = "the first of all groups is {name}, by play-off (A 5 C)"
    FIRST_BY_DECIDED = "the first of all groups is {name}, by the arbiter's decision (A 5 C)"
    FIRST_GAME = "first place of all groups: {names} play a game (A 5 C)"
    FIRST_ARBITER = "first place of all groups: the arbiter decides the order of {names} (A 5 C)"
    DIFFERENT_SIZES = "the groups differ in size; points are compared all the same (A 5)"


Figure = Callable[[Standing], float | None]
FIGURES_OF: Final[Mapping[PlacedBy, Figure]] = {
    PlacedBy.BOARD_POINTS: lambda row: row.board_points,
    PlacedBy.RESISTANCE: lambda row: row.resistance,
    PlacedBy.SB: lambda row: row.sb,
}
"""The figure by which a place is told, in the order in which the regulations compare them."""
NAMED = 3
"""So many who are equal are named; more are counted."""


@dataclass(frozen=True, slots=True)
class GroupStandings:
    """The standings of a group of an event. Nobody who withdrew is to play off."""

    name: str
    """Empty where there is one group alone."""
    table: tuple[Standing, ...]
    open: tuple[OpenPlaces, ...]
    lapsed: tuple[str, ...]
    """Whose games do not count, by C 14 or because the arbiter decided so; they are not in the table."""
    awarded: tuple[Game, ...]
    withdrawn: tuple[str, ...]
    """Who withdrew, in the order of their numbers."""
    article: str
    is_of_eight: bool
    """Whether C 14 says what becomes of the games of who withdraws."""
    is_over: bool
    """Whether the last game of the group is in; before it what is open is not yet meant."""


@dataclass(frozen=True, slots=True)
class EventStandings:
    """The standings of all groups, and in A of several groups the first of all (A 5) once each is won."""

    groups: tuple[GroupStandings, ...]
    first: FirstOfGroups | None = None

    @property
    def open(self) -> list[OpenPlaces]:
        """What is open in each group, and for the first place of all of them."""
        return [one for group in self.groups for one in group.open] + ([self.first.open] if self.first and self.first.open else [])


def standings_of(state: EventState, group: int = 1) -> GroupStandings:
    """The standings of a group, from 1 on; TournamentError where there are none."""
    found = standings(group_played(state, group))
    return GroupStandings(
        name=group_name(state, group) if len(groups_of(state)) > 1 else "",
        table=found.table,
        open=tuple(_without_play_off(one) if state.out & {*one.ids} else one for one in found.open),
        lapsed=tuple(id for id in groups_of(state)[group - 1] if id in {*found.lapsed, *lapsed_by_arbiter(state)}),
        awarded=found.awarded,
        withdrawn=tuple(id for id in groups_of(state)[group - 1] if id in state.out),
        article=found.article,
        is_of_eight=state.competition == Competition.C,
        is_over=still_to_play(state, group) is None,
    )


def awarded_wins(state: EventState, group: int, found: GroupStandings) -> dict[GameKey, str]:
    """The results of the games that are booked as won, by C 14 in the standings or by the arbiter, by their keys."""
    by_c_14 = {(one.round, one.white, one.black): str(one.result) for one in found.awarded}
    return by_c_14 | {(one.round, one.white, one.black): one.result for one in booked_wins(state, group)}


def marked(name: str, lang: str) -> str:
    """The name of one who withdrew, as tables have it in that language."""
    return tell(PlaceSays.WITHDRAWN.said(name=name), lang)


def _without_play_off(open_: OpenPlaces) -> OpenPlaces:
    """Open places of which one has withdrawn: the arbiter decides what is else played off."""
    return OpenPlaces(open_.places, open_.ids, Needs.NOTHING if open_.needs is Needs.NOTHING else Needs.ARBITER)


def all_standings(state: EventState) -> EventStandings:
    """The standings of all groups; TournamentError where there are none, or a play-off or decision no longer rests on them."""
    groups = tuple(standings_of(state, number) for number in range(1, len(groups_of(state)) + 1))
    is_of_several = state.competition == Competition.A and len(groups) > 1
    return EventStandings(groups, first_of_all_groups(state, groups) if is_of_several else None)


def first_of_all_groups(state: EventState, groups: Sequence[GroupStandings]) -> FirstOfGroups | None:
    """The first of all groups (A 5); None until each group is over and has a winner.

    TournamentError: what was played off or decided for that place no longer rests on the standings.
    """
    games = tuple(Game(0, one.white, one.black, Result(one.result)) for one in state.play_offs if _is_across(state, one.white, one.black))
    decided = [one.ids for one in state.decided if _is_across(state, *one.ids)]
    winners = [[row for row in one.table if one.is_over and row.places == (1, 1)] for one in groups]
    without = [one.name for one, of_group in zip(groups, winners, strict=True) if len(of_group) != 1]
    if without and (games or decided):
        sentence = _("the first place of all groups was played off or decided, and group {group} has no winner")
        raise TournamentError(sentence, group=without[0])
    if without:
        return None
    return first_of_groups({row.id: row.points for (row,) in winners}, games, decided[0] if decided else (), state.out)


def is_final(state: EventState, found: EventStandings) -> bool:
    """Whether the event is over, and no place is to be played off or decided any more."""
    return is_over(state) and all(one.needs is Needs.NOTHING for one in found.open)


def _is_across(state: EventState, *ids: str) -> bool:
    """Whether they are not all of one group."""
    return not any({*ids} <= {*group} for group in groups_of(state))


def reason_of(row: Standing, group: GroupStandings, names: Mapping[str, str]) -> Sentence:
    """Why this row of the table has its place, with the figures and the article.

    Of an equal place before the last game is in it is said that it is not decided yet: nothing is to be played off.
    """
    by, article = row.by, article_said(row.article)
    if by in (PlacedBy.POINTS, PlacedBy.MATCH_POINTS):
        return PlaceSays[by.name].said()
    if by is PlacedBy.OPEN and not group.is_over:
        return PlaceSays.NOT_YET.said()
    equals = [one for one in group.table if one.id != row.id and one.points == row.points]
    if by in FIGURES_OF:
        figure = FIGURES_OF[by]
        before = [FIGURES_OF[other] for other in takewhile(lambda other: other is not by, FIGURES_OF)]
        equals = [one for one in equals if all(earlier(one) == earlier(row) for earlier in before)]
        return PlaceSays[by.name].said(mine=_value(figure(row)), other=_value(_nearest(row, equals, figure)), article=article)
    if by is PlacedBy.OPEN:
        others = [one for one in equals if one.places == row.places]
    else:
        others = [one for one in equals if all(figure(one) == figure(row) for figure in FIGURES_OF.values())] or equals
    if not others:
        return PlaceSays.OPEN_ALONE.said(article=article)
    if by is PlacedBy.OPEN and len(others) > NAMED:
        return PlaceSays.OPEN_MANY.said(count=len(others), article=article)
    return PlaceSays[by.name].said(others=tuple(names.get(one.id, one.id) for one in others), article=article)


def _nearest(row: Standing, equals: Sequence[Standing], figure: Figure) -> float | None:
    """The figure of the nearest of the equals from whom this figure sets him apart."""
    own = figure(row)
    others = [other for other in map(figure, equals) if other is not None and other != own]
    return min(others, key=lambda other: abs(other - (own or 0)), default=own)


def _value(figure: float | None) -> float:
    return figure or 0


def open_said(open_: OpenPlaces, names: Mapping[str, str]) -> Sentence:
    """What is needed for places that are still open."""
    first, last = open_.places
    called = tuple(names.get(id, id) for id in open_.ids)
    return PlaceSays[open_.needs.name].said(_next_said(open_, names), first=first, last=last, names=called)


def _next_said(open_: OpenPlaces, names: Mapping[str, str]) -> Sentence | None:
    """The games that are to be played now."""
    if open_.next is None:
        return None
    games = tuple(Sentence.plain(" - ".join(names.get(id, id) for id in pair)) for pair in open_.next.pairs)
    return (PlaceSays.NEXT_BY_LOT if open_.next.colours is Colours.BY_LOT else PlaceSays.NEXT).said(games=games)


def notes_of(group: GroupStandings, names: Mapping[str, str]) -> list[Sentence]:
    """What is told below the table of a group: open places once it is over, games that lapsed or were awarded."""
    return [open_said(one, names) for one in group.open if group.is_over] + withdrawals_said(group, names)


def withdrawals_said(group: GroupStandings, names: Mapping[str, str]) -> list[Sentence]:
    """What withdrawals did to the games of a group."""
    lapsed = PlaceSays.LAPSED if group.is_of_eight else PlaceSays.LAPSED_BY_ARBITER
    notes = [lapsed.said(names=tuple(names.get(id, id) for id in group.lapsed))] if group.lapsed else []
    for game in group.awarded:
        winner, loser = game.sides if game.result is Result.WHITE_WINS else game.sides[::-1]
        notes.append(PlaceSays.AWARDED.said(winner=names.get(winner, winner), loser=names.get(loser, loser), round=game.round))
    return notes


def notes_of_groups(found: EventStandings, names: Mapping[str, str]) -> list[Sentence]:
    """What is told below the tables of several groups."""
    if not (first := found.first):
        return []
    sizes = {len(one.table) for one in found.groups}
    notes = [PlaceSays.DIFFERENT_SIZES.said()] if len(sizes) > 1 else []
    if first.open:
        return [*notes, first_open_said(first.open, names)]
    return [*notes, PlaceSays[f"FIRST_BY_{first.by.name}"].said(name=names.get(str(first.first), str(first.first)))]


def first_open_said(open_: OpenPlaces, names: Mapping[str, str]) -> Sentence:
    """What is needed for the first place of all groups."""
    called = tuple(names.get(id, id) for id in open_.ids)
    return PlaceSays[f"FIRST_{open_.needs.name}"].said(_next_said(open_, names), names=called)
