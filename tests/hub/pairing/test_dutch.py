"""The Swiss engine behind `pair`: whole events with absentees, late entries, byes and defaults (D 4, F 3, appendix 3)."""

import random

import pytest

from hub.pairing.dutch import dutch
from rules.tournament.fields import Fields, QuestionError
from rules.tournament.pairing import pair
from tests.rules.tournament.contests import game
from tests.rules.tournament.pairs import asked, pairs_of, plainly


def paired(**fields):
    return pair(Fields(asked(**fields)), dutch)


class Event:
    """An event that is played at random."""

    def __init__(self, seed, players, rounds, absence=0.0):
        self.chance = random.Random(seed)
        self.players = [f"p{number}" for number in range(1, players + 1)]
        self.rounds, self.absence = rounds, absence
        self.games, self.byes = [], []

    def play(self, number):
        absent = [one for one in self.players if self.chance.random() < self.absence]
        found = paired(players=self.players, rounds=self.rounds, round=number, games=self.games, byes=self.byes, absent=absent)
        placed = [one for couple in pairs_of(found) for one in couple] + ([found["bye"]] if found["bye"] else [])
        assert sorted(placed) == sorted(set(self.players) - set(absent))
        met = {frozenset((row["white"], row["black"])) for row in self.games}
        assert not met & {frozenset(couple) for couple in pairs_of(found)}
        for white, black in pairs_of(found):
            self.games.append(game(number, white, black, self.chance.choice(("1-0", "0-1", "draw")), default=self.chance.random() < 0.05))
        if found["bye"]:
            self.byes.append({"round": number, "id": found["bye"]})


@pytest.mark.parametrize(("players", "rounds", "absence"), [(9, 6, 0.1), (10, 6, 0.1), (15, 7, 0.0), (16, 7, 0.0)])
def test_appendix_3_nobody_meets_again_and_everybody_plays_or_is_free_once(players, rounds, absence):
    event = Event(1, players, rounds, absence)
    for number in range(1, rounds + 1):
        event.play(number)


def test_the_upper_half_meets_the_lower_winners_meet_and_who_did_not_come_has_met_nobody():
    assert [set(couple) for couple in pairs_of(paired())] == [{"p1", "p5"}, {"p2", "p6"}, {"p3", "p7"}, {"p4", "p8"}]
    games = [game(1, f"p{number}", f"p{number + 4}", "1-0") for number in range(1, 5)]
    found = pairs_of(paired(round=2, games=games))
    assert {frozenset(couple) for couple in found[:2]} == {frozenset({"p1", "p3"}), frozenset({"p2", "p4"})}
    games = [game(1, "p1", "p5", "1-0", default=True), game(1, "p2", "p6", None, default=True)]
    found = pairs_of(paired(round=2, games=games))
    assert len(found) == 4
    assert not {frozenset(couple) for couple in found} & {frozenset({"p1", "p5"}), frozenset({"p2", "p6"})}


def test_what_goes_wrong_in_the_engine_is_a_sentence(monkeypatch):
    def broken(*given):
        raise KeyError("p9")

    monkeypatch.setattr("hub.pairing.dutch.generate_pairings", broken)
    assert told({}, dutch) == "SwissFault.engine-failed"
    assert paired(players=["a", "b"], absent=["a"], byes=[{"round": 1, "id": "b"}])["bye"] == "b"


def random_history(seed):
    """A question about a small event in which anything may have happened: absences, late entries, defaults, byes."""
    chance = random.Random(seed)
    players, rounds = [f"p{number}" for number in range(chance.randint(1, 11))], chance.randint(1, 8)
    number, games, byes = chance.randint(1, rounds), [], []
    for earlier in range(1, number):
        there = chance.sample(players, chance.randint(0, len(players)))
        byes += [{"round": earlier, "id": there.pop()}] if len(there) % 2 else []
        for white, black in zip(there[::2], there[1::2], strict=True):
            games.append(game(earlier, white, black, chance.choice(("1-0", "0-1", "draw")), default=chance.random() < 0.1))
    absent = [one for one in players if chance.random() < 0.1]
    return {"players": players, "rounds": rounds, "round": number, "games": games, "byes": byes, "absent": absent}


def told(fields, engine):
    """Whether the round is paired, and whether somebody is free a second time."""
    try:
        found = pair(Fields(asked(**fields)), engine)
    except QuestionError as refusal:
        return refusal.sentence.code
    return any(warning.code == "SwissFault.second-bye" for warning in found["warnings"])


@pytest.mark.parametrize("seed", range(10))
def test_seven_players_in_six_rounds_are_paired_as_long_as_a_round_without_a_second_meeting_is_left(seed):
    event = Event(seed, 7, 6)
    for number in range(1, 7):
        fields = {"players": event.players, "round": number, "games": event.games, "byes": event.byes}
        if told(fields, plainly) == "SwissFault.not-paired":
            assert told(fields, dutch) == "SwissFault.not-paired"
            return
        event.play(number)


def test_a_round_is_refused_and_a_bye_is_a_second_one_only_where_trying_all_pairs_finds_nothing_better():
    answers = [(told(fields, dutch), told(fields, plainly)) for fields in map(random_history, range(200))]
    assert [own for own, _ in answers] == [tried for _, tried in answers]
    assert {type(own) for own, _ in answers} == {str, bool}
