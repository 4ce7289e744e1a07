"""A whole season at random, as `./damcam bench season` plays hundreds of them; and that its checks see what is wrong."""

import random
from dataclasses import replace

import pytest

from hub.events.changes import EventMade
from hub.events.event_file import KeptEvent
from tests.bench.seasons.invariants import broken
from tests.bench.seasons.playing import Played
from tests.bench.seasons.year import PlayedSeason, people


def test_a_season_from_entry_to_promotion_holds(tmp_path):
    season = PlayedSeason(tmp_path, random.Random(20))
    season.play()
    found = season.rank()
    assert season.broken == []
    assert found.open == ()
    assert season.met["play_offs"]
    assert all((found.eights, found.teams, found.ranking))


@pytest.fixture
def played(tmp_path) -> KeptEvent:
    return Played(tmp_path / "a", EventMade("A"), random.Random(3)).play(people("a", 6), eventful=False).event


def checked(event: KeptEvent, **altered: object) -> list[str]:
    state = replace(event.state, play_offs=(), decided=(), **altered)
    return list(broken(replace(event, state=state), random.Random(1), in_file=False))


def test_the_checks_see_what_does_not_hold(played):
    first, *later = played.state.rounds
    twice = replace(first, games=(*first.games, first.games[0]))
    altered = replace(played, state=replace(played.state, rounds=(twice, *later)))
    assert next(broken(altered, random.Random(1), in_file=False)) == "somebody is twice in round 1"
    results = dict(played.state.results)
    results.pop((1, first.games[0].white, first.games[0].black))
    assert "the order of entry changes a place" in checked(played, results=results)
