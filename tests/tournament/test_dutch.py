"""The Dutch system by gacrux: whole events with absentees, late entries, byes and defaults (D 4, F 3, appendix 3)."""

import random
import re
from pathlib import Path

import networkx
import pytest
from gacrux import pairingdutch
from gacrux.pairingdutch import pairing_dutch

from tests.support.says import says
from tests.tournament.contests import refuses
from tests.tournament.pairs import byes, plainly, played, swiss
from tournament.dutch import dutch
from tournament.games import Bye
from tournament.swiss import pair_round

NOT_PAIRED = (
    "round {round} has no pairing left in which nobody meets an opponent again, has a second bye or gets a colour that is not allowed"
    " (appendix 3, FIDE C.04.3)"
)


def paired(**fields):
    return pair_round(swiss(**fields), dutch)


class Event:
    """An event that is played at random."""

    def __init__(self, seed, players, rounds, absence=0.0):
        self.chance = random.Random(seed)
        self.players = tuple(f"p{number}" for number in range(1, players + 1))
        self.rounds, self.absence = rounds, absence
        self.games, self.byes = (), ()

    def play(self, number):
        absent = tuple(one for one in self.players if self.chance.random() < self.absence)
        found = paired(players=self.players, rounds=self.rounds, round=number, games=self.games, byes=self.byes, absent=absent)
        placed = [id for pair in found.pairs for id in pair] + ([found.bye] if found.bye else [])
        assert sorted(placed) == sorted(set(self.players) - set(absent))
        met = {game.pair for game in self.games if not game.by_default}
        assert not met & {frozenset(pair) for pair in found.pairs}
        for white, black in found.pairs:
            result, by_default = self.chance.choice(("1-0", "0-1", "draw")), self.chance.random() < 0.05
            self.games += (played(number, white, black, result, by_default),)
        if found.bye:
            self.byes += byes((number, found.bye))


@pytest.mark.parametrize(("players", "rounds", "absence"), [(9, 6, 0.1), (10, 6, 0.1), (15, 7, 0.0), (16, 7, 0.0)])
def test_appendix_3_nobody_meets_again_and_everybody_plays_or_is_free_once(players, rounds, absence):
    event = Event(1, players, rounds, absence)
    for number in range(1, rounds + 1):
        event.play(number)


def test_the_upper_half_meets_the_lower_winners_meet_and_who_did_not_come_may_be_paired_again():
    games = tuple(played(1, f"p{number}", f"p{number + 4}", "1-0") for number in range(1, 5))
    found = paired(round=2, games=games)
    assert {frozenset(pair) for pair in found.pairs[:2]} == {frozenset({"p1", "p3"}), frozenset({"p2", "p4"})}
    booked = played(1, "p1", "p2", "1-0", by_default=True)
    assert {*paired(players=("p1", "p2"), round=2, games=(booked,)).pairs[0]} == {"p1", "p2"}


def test_what_goes_wrong_in_the_engine_is_a_sentence(monkeypatch):
    def broken(*given):
        raise KeyError("p9")

    monkeypatch.setattr("tournament.dutch._Pairing", broken)
    refuses(says("the pairing program could not pair round {round}: {why}; the arbiter pairs it by hand", round=1), paired)
    assert paired(players=("a", "b"), absent=("a",), byes=byes((1, "b"))).bye == "b"


REFERENCE = [line for line in Path(__file__).with_name("reference.txt").read_text("utf-8").splitlines() if not line.startswith("#")]
RESULTS = {"1": "1-0", "0": "0-1", "=": "draw", "+": "1-0", "-": "0-1", "x": None}


def event_of(line):
    """The event of a line of the reference, and its answer: the pairs with the bye, or "none"."""
    numbers, absent, rounds, answer = line.split(";")
    players, number, all_rounds = map(int, re.split(r"[ /]", numbers))
    games, free = [], []
    for at, told in enumerate(rounds.split("/"), 1):
        for one in told.split():
            pair, _, result = one.partition(":")
            if result:
                games.append(played(at, *pair.split("-"), RESULTS[result], by_default=result in "+-x"))
            else:
                free.append((at, one[:-1], {"U": 1.0, "H": 0.5}[one[-1]]))
    ids = tuple(str(one) for one in range(1, players + 1))
    fields = {"players": ids, "rounds": all_rounds, "round": number, "games": tuple(games), "byes": byes(*free)}
    return fields | {"absent": tuple(absent.split())}, set(answer.split())


@pytest.mark.parametrize("line", REFERENCE)
def test_pairs_colours_and_byes_are_those_of_the_reference_engine(line):
    fields, expected = event_of(line)
    if expected == {"none"}:
        refuses(says(NOT_PAIRED), paired, **fields)
        return
    found = paired(**fields)
    assert {f"{white}-{black}" for white, black in found.pairs} | set(filter(None, [found.bye])) == expected


def test_c_04_3_5_2_5_who_is_paired_by_hand_or_has_the_bye_from_the_arbiter_keeps_the_number_and_who_is_absent_has_none_yet():
    """The first number has White, the second Black, and so on: without the first one the second has White, unless he is there."""
    assert paired().pairs == (("p1", "p5"), ("p6", "p2"), ("p3", "p7"), ("p8", "p4"))
    forced = paired(forced=(("p8", "p1"),))
    assert forced.pairs == (("p8", "p1"), ("p5", "p2"), ("p3", "p6"), ("p7", "p4"))
    players = tuple(f"p{number}" for number in range(1, 10))
    free = paired(players=players, byes=byes((1, "p1")))
    assert (free.pairs, free.bye) == ((("p6", "p2"), ("p3", "p7"), ("p8", "p4"), ("p5", "p9")), "p1")
    half = paired(players=players, byes=byes((1, "p1", 0.5)))
    assert (half.pairs, half.bye) == ((("p2", "p6"), ("p7", "p3"), ("p4", "p8"), ("p9", "p5")), None)


@pytest.mark.parametrize("seed", range(10))
def test_seven_players_in_six_rounds_are_paired_as_long_as_a_round_is_left_or_the_arbiter_is_told_so(seed):
    event = Event(seed, 7, 6)
    for number in range(1, 7):
        left = swiss(players=event.players, round=number, games=event.games, byes=event.byes)
        if dutch(left) is None:
            refuses(says(NOT_PAIRED, round=number), pair_round, left, dutch)
            return
        assert pair_round(left, plainly).pairs
        event.play(number)


EXTREMES = {
    "White always wins": lambda _white, _black: "1-0",
    "Black always wins": lambda _white, _black: "0-1",
    "all are drawn": lambda _white, _black: "draw",
    "the lower number always wins": lambda white, black: "1-0" if white < black else "0-1",
}


def rounds_played(players, rounds, result):
    """The rounds of an event of which each game ends so, each with the event that was paired."""
    games, free = (), ()
    for number in range(1, rounds + 1):
        ids = tuple(map(str, range(1, players + 1)))
        event = swiss(players=ids, rounds=rounds, round=number, games=games, byes=free)
        round_ = dutch(event)
        yield event, round_
        games += tuple(played(number, white, black, result(int(white), int(black))) for white, black in round_.pairs)
        if round_.bye:
            free += (Bye(number, round_.bye),)


@pytest.mark.parametrize("result", EXTREMES.values(), ids=EXTREMES)
@pytest.mark.parametrize("players", [27, 28])
def test_in_extreme_scores_the_search_and_the_matching_of_gacrux_alone_pair_the_same(monkeypatch, players, result):
    """Ours gives up the search sooner, here at once in a second way, and matches by networkx with potentials."""
    for event, round_ in rounds_played(players, 7, result):
        with monkeypatch.context() as changed:
            changed.setattr("tournament.dutch.MAX_STEPS_BACK", 0)
            assert dutch(event) == round_
            changed.setattr("tournament.dutch.MAX_STEPS_BACK", 10**6)
            changed.setattr(pairingdutch, "nx", networkx)
            assert dutch(event) == round_


def test_the_search_of_a_bracket_ends_after_so_many_steps_back(monkeypatch):
    """Those of the pairs that it had then are taken back as well."""
    steps, step_back = [], pairing_dutch.cannotbepared
    monkeypatch.setattr(pairing_dutch, "cannotbepared", lambda *given: steps.append(1) or step_back(*given))
    *_, (event, _) = rounds_played(28, 5, EXTREMES["all are drawn"])
    for most, expected in ((10, range(10, 10 + 14)), (10**6, range(100, 10**6))):
        steps.clear()
        monkeypatch.setattr("tournament.dutch.MAX_STEPS_BACK", most)
        assert dutch(event)
        assert len(steps) in expected


def test_gacrux_matches_by_ours(monkeypatch):
    """Its name for networkx may be another one in a later version, and rounds of 200 players would take a quarter of a minute again."""
    sizes = []
    matching = pairingdutch.nx.min_weight_matching
    monkeypatch.setattr(pairingdutch.nx, "min_weight_matching", lambda graph: sizes.append(len(graph)) or matching(graph))
    assert matching.__module__ == "tournament.matching"
    assert all(round_ for _, round_ in rounds_played(28, 5, EXTREMES["all are drawn"]))
    assert 28 in sizes
