"""The first place of several groups of a club evening (A 5): played off or decided, and what then rests on the results."""

import pytest

from hub.events.drawing import drawn
from hub.events.ending import is_final
from hub.events.faults import TournamentError
from hub.events.play_off_entering import play_off_played
from hub.events.standing import all_standings, notes_of_groups
from hub.events.withdrawing import order_decided
from record.telling.sentences import tell
from tests.hub.events.conftest import InMemory


@pytest.fixture
def two_groups() -> InMemory:
    """Two groups of four, each won by the first of its lot with three points."""
    event = InMemory("A", *[f"s{number}" for number in range(8)])
    event.put(drawn(event.state, 5))
    for number in range(1, 4):
        for game in event.pair().games:
            first, *_ = (id for group in event.state.lot.groups for id in group if id in game.pair)
            event.result(number, game.white, game.black, "1-0" if game.white == first else "0-1")
    return event


def test_the_first_of_all_groups_is_not_told_before_the_last_game(two_groups):
    two_groups.undo()
    assert "first_of_groups" not in all_standings(two_groups.state)


def test_winners_of_groups_play_off_the_first_place(two_groups):
    one, other = (group[0] for group in two_groups.state.lot.groups)
    first = all_standings(two_groups.state)["first_of_groups"]
    assert (first["open"], first["next"]) == ([one, other], [{"players": [one, other]}])
    assert not is_final(two_groups.state, all_standings(two_groups.state))
    two_groups.put(play_off_played(two_groups.state, other, one, "draw"))
    with pytest.raises(TournamentError, match=f"{one} has White"):
        play_off_played(two_groups.state, other, one, "1-0")
    two_groups.put(play_off_played(two_groups.state, one, other, "0-1"))
    answered = all_standings(two_groups.state)
    assert (answered["first_of_groups"]["first"], answered["first_of_groups"]["by"]) == (other, "play-off")
    assert [tell(note, "en") for note in notes_of_groups(answered, {})] == [f"the first of all groups is {other}, by play-off (A 5 C)"]
    assert [one["table"][0]["by"] for one in answered["groups"]] == ["points", "points"], "the play-off is no game of a group"
    assert is_final(two_groups.state, answered)


def test_the_arbiter_decides_the_first_of_all_groups(two_groups):
    one, other = (group[0] for group in two_groups.state.lot.groups)
    two_groups.put(order_decided(two_groups.state, [other, one]))
    answered = all_standings(two_groups.state)
    said = [tell(note, "en") for note in notes_of_groups(answered, {})]
    assert said == [f"the first of all groups is {other}, by the arbiter's decision (A 5 C)"]
    with pytest.raises(TournamentError, match="are not equal to the end"):
        order_decided(two_groups.state, [one, other])


def test_a_correction_under_the_play_off_of_winners_is_refused(two_groups):
    one, other = (group[0] for group in two_groups.state.lot.groups)
    two_groups.put(play_off_played(two_groups.state, one, other, "1-0"))
    game = next(game for game in two_groups.state.rounds[2].games if one in game.pair)
    for result in ("draw", "0-1" if game.white == one else "1-0"):
        with pytest.raises(TournamentError, match="rests on the results"):
            two_groups.result(3, game.white, game.black, result, corrects=True)
