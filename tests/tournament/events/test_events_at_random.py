"""Whatever is done to an event of any competition: everybody has a place, nobody meets twice, and each change can be taken back."""

import random
from collections import Counter

import pytest

from rules.errors import Sentence
from tests.support.says import says
from tests.tournament.events.conftest import InMemory, refuses
from tournament.errors import TournamentError
from tournament.events.changes import Entrant
from tournament.events.crosstable import crosstables
from tournament.events.drawing import drawn
from tournament.events.groups import groups_of
from tournament.events.play_off_acts import play_off_played
from tournament.events.play_offs import play_offs_now
from tournament.events.played import board_points
from tournament.events.standing import standings_of
from tournament.events.state import folded
from tournament.events.withdrawing import order_decided, returned

RESULTS = ["1-0", "0-1", "draw"]
OF_TEAMS = {"B": {"1-0": "5-3", "0-1": "3-5", "draw": "4-4"}, "G": {"1-0": "3-1", "0-1": "1-3", "draw": "2-2"}}
EVENTS = [
    ("A", {}, 4),
    ("A", {}, 8),
    ("B", {"group": "I"}, 4),
    ("C", {"in_class": "RHAA"}, 8),
    ("D", {"in_class": "1"}, 6),
    ("E", {}, 3),
    ("F", {"rounds": 3}, 6),
    ("G", {}, 3),
]


def do(event, what, at, result):
    """One step of an event; TournamentError where it cannot be."""
    state = event.state
    teams = OF_TEAMS.get(state.made.competition, {})
    known = [(one.round, game) for one in state.rounds for game in one.games]
    match what:
        case "pair":
            event.pair(absent=["s1"] if at % 5 == 0 else [], anyway=True)
        case "fill" if state.missing():
            event.fill(lambda game: teams.get(result, result) if at % 2 else teams.get("draw", "draw"))
        case "result" | "correct" if known:
            round_, game = known[at % len(known)]
            event.result(round_, game.white, game.black, teams.get(result, result), corrects=what == "correct")
        case "withdraw":
            id = state.entrants[at % len(state.entrants)].id
            event.withdraw(id, "" if state.made.competition in "CF" else "won" if at % 2 else "lapse")
        case "return" if state.withdrawn:
            event.put(returned(state, state.withdrawn[at % len(state.withdrawn)].id))
        case "play-off" if play_offs_now(state):
            event.put(play_off_played(state, *play_offs_now(state)[0][1:], teams.get(result, result)))
        case "decide" if left := standings_of(state).open:
            event.put(order_decided(state, left[0].ids[::-1]))
        case "draw":
            event.put(drawn(state, at))
        case "late":
            event.enter(Entrant(f"late{at}"))
        case "undo":
            event.undo()
        case _:
            raise TournamentError(Sentence.plain("there is nothing to do it to"))


POINTS = {"1-0": 1, "draw": 0.5, "0-1": 0, "bye": 1, None: 0}


def check(state):
    """Everybody who is not out is ranked once, the places have no gap, nobody meets twice, and a row adds up to its points."""
    for number, ids in enumerate(groups_of(state), 1) if state.rounds else ():
        told = standings_of(state, number)
        gone = {one.id for one in state.withdrawn if one.games == "lapse"} | {*told.lapsed}
        assert sorted(row.id for row in told.table) == sorted({*ids} - gone)
        assert [place for row in told.table for place in row.places[:1]] == sorted(row.places[0] for row in told.table)
        spans = Counter(tuple(row.places) for row in told.table)
        assert all(last - first + 1 == count for (first, last), count in spans.items())
    for row in [row for table in crosstables(state) for row in table.rows if row.standing] if state.rounds else ():
        counting = [cell.result for cell in row.cells if cell.counts]
        if row.standing.board_points is not None:
            assert sum(board_points(result)[0] for result in counting if result) == row.standing.board_points
        else:
            assert sum(POINTS[result] for result in counting) == row.standing.points
    met = Counter(game.pair for one in state.rounds for game in one.games)
    assert max(met.values(), default=1) == 1


STEPS = {
    "pair": 8,
    "fill": 6,
    "draw": 2,
    "result": 2,
    "correct": 2,
    "withdraw": 1,
    "return": 1,
    "play-off": 6,
    "decide": 2,
    "late": 1,
    "undo": 2,
}
"""Each with how often it is tried."""


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("of", EVENTS, ids=[f"{competition}-{players}" for competition, _, players in EVENTS])
def test_what_was_done_can_be_taken_back_until_the_event_is_empty(of, seed):
    chance = random.Random(f"{of} {seed}")
    competition, made, players = of
    event = InMemory(competition, *[f"s{number}" for number in range(players)], **made)
    states = [folded(event.rows[:number]) for number in (1, 2)]
    for what in chance.choices([*STEPS], [*STEPS.values()], k=60):
        before = len(event.rows)
        try:
            do(event, what, chance.randrange(51), chance.choice(RESULTS))
        except TournamentError:
            continue
        if what == "undo":
            states.pop()
            assert event.state == states[-1]
        else:
            states += [folded(event.rows[:number]) for number in range(before + 1, len(event.rows) + 1)]
        if not event.state.entrants:
            event.enter(*(Entrant(f"s{number}") for number in range(players)))
            states.append(event.state)
        check(event.state)
    while len(states) > 1:
        event.undo()
        states.pop()
        assert event.state == states[-1]
    refuses(says("EventFileFault.nothing-to-undo"), event.undo)
