"""A second opinion on Swiss rounds: py4swiss reads our TRF16, and pairs the same rounds. Differences are counted and explained.

py4swiss has the Dutch rules that held until January 2026, caissify those from February 2026 on. There are two kinds of differences:

- Colours. Where both players want the same colour as much and had the same colours, the higher ranked one gets it. py4swiss ranks by score
  and then by entry number, caissify by entry number alone.
- Who is free, and the pairs that follow from it. caissify frees the lowest score that leaves the others to be paired.
"""

import random
from collections import Counter

import pytest

from hub.events.changes import EnteredResult, Entrant, EventMade, ResultsEntered
from hub.events.crosstable import crosstables
from hub.events.entering import entered
from hub.events.making import checked
from hub.events.pairing import paired
from hub.events.questions import pair_question
from hub.events.state import EventState, after
from hub.events.trf import trf_files
from hub.events.wishes import Wishes
from rules.tournament.swiss_history import SwissGame, histories

trf = pytest.importorskip("py4swiss.trf", reason="py4swiss has wheels for x86-64 alone")
engines = pytest.importorskip("py4swiss.engines")
ROUNDS = 6


def begun(players):
    state = EventState(checked(EventMade("F", rounds=ROUNDS, name="Sneldammen", date="2026-11-21")))
    return after(state, entered(state, [Entrant(f"p{number}", f"Spiler {number}") for number in range(1, players + 1)]))


def with_results(state, chance, defaults=0.0):
    """The last round with a result for each game."""
    told = []
    for game in state.rounds[-1].games:
        is_default = chance.random() < defaults
        result = chance.choice(("1-0", "0-1") if is_default else ("1-0", "0-1", "draw"))
        told.append(EnteredResult(len(state.rounds), game.white, game.black, result, default=is_default))
    return after(state, ResultsEntered(tuple(told)))


def read_back(state, path, *, initial=""):
    ((_, text),) = trf_files(state)
    path.write_text(text + initial, encoding="utf-8")
    return trf.TrfParser.parse(path, strict=True)


RESULTS = {"1-0": "1", "0-1": "0", "draw": "="}


@pytest.mark.parametrize("seed", range(2))
def test_trf16_is_read_back_with_byes_absentees_defaults_and_late_entries(tmp_path, seed):
    chance = random.Random(seed)
    state = begun(chance.randint(9, 14))
    for number in range(1, ROUNDS + 1):
        there = [one.id for one in state.entrants]
        absent = tuple(chance.sample(there, chance.randint(0, 2)))
        state = after(state, paired(state, Wishes(absent=absent))[0])
        state = with_results(state, chance, defaults=0.1)
        if number == 2:
            state = after(state, entered(state, [Entrant("late", "Te Let")]))
        found = read_back(state, tmp_path / "event.trf")
        (table,) = crosstables(state)
        assert [one.starting_number for one in found.player_sections] == [row["number"] for row in table["rows"]]
        for one, row in zip(found.player_sections, table["rows"], strict=True):
            assert (one.name, one.points_times_ten) == (row["name"], 10 * row["points"])
            assert len(one.results) == number
            by_round = {cell["round"]: cell for cell in row["cells"]}
            for at, told in enumerate(one.results, 1):
                cell = by_round.get(at)
                opponent = cell["opponent"] if cell else None
                assert told.id == (table["ids"].index(opponent) + 1 if opponent else 0)
                sign = "Z" if cell is None else "U" if opponent is None else RESULTS[cell["result"]]
                assert str(told.result.value).strip() == ({"1": "+", "0": "-"}[sign] if cell and opponent and cell["default"] else sign)
        assert found.x_section.number_of_rounds == ROUNDS


def is_by_rank(past, pair):
    """Whether the two had the same colours, and the one with the higher score has the higher number: so the ranks differ."""
    one, other = sorted((past[id] for id in pair), key=lambda player: player.number)
    length = min(len(one.colours), len(other.colours))
    return one.colours[-length:] == other.colours[-length:] and one.points < other.points


def test_caissify_and_py4swiss_pair_alike_but_for_ranks_in_colours_and_who_is_free(tmp_path):
    count = Counter()
    for seed in (1, 2, 7, 10):
        chance = random.Random(seed)
        state = begun(chance.randint(9, 24))
        for number in range(1, ROUNDS + 1):
            own = paired(state, Wishes())[0]
            question = pair_question(state, Wishes(), ())
            games = [SwissGame(one["round"], one["white"], one["black"], one["result"], False) for one in question["games"]]
            past = histories(question["players"], games, [(one["round"], one["id"]) for one in question["byes"]], number)
            second = engines.DutchEngine.generate_pairings(
                read_back(state, tmp_path / "event.trf", initial="" if number > 1 else "XXC white1\n")
            )
            others = {(f"p{one.white}", f"p{one.black}") for one in second if one.black}
            (other_free,) = [f"p{one.white}" for one in second if not one.black] or [None]
            free = next(iter(own.free), None)
            mine = {(game.white, game.black) for game in own.games}
            count["rounds"] += 1
            if free != other_free:
                count["free"] += 1
                assert past[free].points <= past[other_free].points
            elif {frozenset(pair) for pair in mine} != {frozenset(pair) for pair in others}:
                count["pairs"] += 1
            elif mine != others:
                count["colours"] += 1
                assert all(is_by_rank(past, pair) for pair in mine - others)
            state = with_results(after(state, own), chance)
    assert count == {"rounds": 4 * ROUNDS, "colours": 8, "free": 1}
