"""Whether an event is over, and its order final."""

from collections import Counter
from collections.abc import Set

from rules.errors import Phrase, Sentence, _
from tournament.events.groups import PAIR, is_swiss, rounds_of_swiss
from tournament.events.remedies import Remedy
from tournament.events.state import EventState
from tournament.events.tables import rounds_of_tables
from tournament.events.wishes import byes_in, met_in


class StillToPlay(Phrase):
    """What is wanted before a group is over."""

    NOT_PAIRED = "round {round} is not paired yet"
    NO_RESULT = "{white} - {black} of round {round} has no result yet"


def rounds_in_all(state: EventState) -> int:
    """How many rounds the event has; TournamentError where the regulation has no table for it."""
    return rounds_of_swiss(state) if is_swiss(state) else len(rounds_of_tables(state))


def is_over(state: EventState) -> bool:
    """Whether all rounds are paired and no game waits for a result."""
    return bool(state.rounds) and len(state.rounds) >= rounds_in_all(state) and not state.missing()


def rounds_remarks(state: EventState) -> list[Sentence]:
    """What the arbiter is told where the event has more rounds than its players allow, who meet once at most (appendix 3)."""
    there = {one.id for one in state.entrants} - state.out
    if len(there) < PAIR or not is_swiss(state):
        return []
    most, rounds = len(state.rounds) + _most_rounds_left(state, there), rounds_of_swiss(state)
    if rounds <= most:
        return []
    too_many = _("the event has {rounds} rounds, and its {players} players, who meet once at most, can play {most}")
    return [Sentence("", too_many, {"players": len(there), "most": most, "rounds": rounds}, Remedy.ROUNDS.said())]


def _most_rounds_left(state: EventState, there: Set[str]) -> int:
    """In how many more rounds each of these can meet somebody new or, where their number is odd, be free for the first time."""
    met = Counter(id for pair in met_in(state) if pair <= there for id in pair)
    may_be_free = there - byes_in(state).keys() if len(there) % 2 else frozenset()
    return min(len(there) - 1 - met[id] + (id in may_be_free) for id in there)


def still_to_play(state: EventState, group: int) -> Sentence | None:
    """What a group still waits for: its first game without a result, or a round that is not paired; None once its last game is in."""
    for round_, game in state.missing():
        if game.group == group:
            return StillToPlay.NO_RESULT.said(white=game.white, black=game.black, round=round_)
    after = len(state.rounds) + 1
    if _rounds_of_group(state, group) >= after or not state.rounds:
        return StillToPlay.NOT_PAIRED.said(round=after)
    return None


def _rounds_of_group(state: EventState, group: int) -> int:
    """The last round in which the group plays."""
    if is_swiss(state):
        return rounds_of_swiss(state)
    rounds = enumerate(rounds_of_tables(state), 1)
    return max((number for number, (games, _) in rounds if any(game.group == group for game in games)), default=0)
