"""A match of teams whose lists of players are there: who sits at its boards, and which are lost before it begins (B 6)."""

import pytest

from hub.events.changes import Entrant, EventSettled, LineUpGiven
from hub.events.faults import TournamentError
from hub.events.match_boards import boards_in
from hub.events.match_entering import boards_of, match_entered, together
from hub.events.published import with_shown_names
from hub.events.seats import seats_of
from hub.tournament.at_once import has_result
from hub.tournament.board_results import as_named
from tests.hub.events.conftest import InMemory

FIRST = ("Jelle de Vries", "", "Ype", "")
SECOND = ("Durk", "Hiske", "", "")


@pytest.fixture
def match() -> InMemory:
    event = InMemory("G")
    event.enter(*(Entrant(id, id.title()) for id in ("drachten", "snits", "harns")))
    event.pair()
    return event


def teams(event: InMemory) -> tuple[str, str]:
    game = event.state.rounds[0].games[0]
    return game.white, game.black


def hand_in(event: InMemory) -> None:
    for team, players in zip(teams(event), (FIRST, SECOND), strict=True):
        event.put(LineUpGiven(team, players, "2026-11-21T09:40"))


def seated(event: InMemory) -> list[tuple[str, str]]:
    state = with_shown_names(event.state)
    names = {one.id: one.shown for one in state.entrants}
    return [seats_of(state, (1, *teams(event), number), names) for number in range(1, 5)]


def test_the_boards_have_the_players_of_the_lists_and_without_one_the_team(match):
    first, second = (team.title() for team in teams(match))
    assert seated(match)[:2] == [(f"{first} 1", f"{second} 1"), (f"{second} 2", f"{first} 2")]
    hand_in(match)
    assert seated(match)[:3] == [("Jelle de Vries", "Durk"), ("Hiske", f"{first} 2"), ("Ype", f"{second} 3")]
    match.put(EventSettled("initials"))
    assert seated(match)[0] == ("J.d.V.", "D.")


def test_a_board_that_was_given_its_names_before_the_lists_came_is_still_known(match):
    before = seated(match)[0]
    hand_in(match)
    key = (1, *teams(match), 1)
    known = [seats_of(state, key, {one.id: one.shown for one in state.entrants}) for state in as_named(match.state)]
    assert known[-1] == before
    assert known[0] == ("Jelle de Vries", "Durk")


def test_a_board_that_the_lists_leave_empty_is_lost_and_is_given_to_nobody(match):
    assert boards_of(match.state, 1, *teams(match)) == ("", "", "", "")
    hand_in(match)
    assert boards_of(match.state, 1, *teams(match)) == ("", "+-", "+-", "--")
    assert [has_result(match.state, (1, *teams(match), number)) for number in range(1, 5)] == [False, True, True, True]


def test_what_is_not_entered_of_a_match_is_as_the_lists_have_it(match):
    hand_in(match)
    told = ("1", *teams(match))
    match.put(together([match_entered(match.state, told, boards_in("draw,-,-,-", "G"), corrects=False)]))
    assert boards_of(match.state, 1, *teams(match)) == ("draw", "+-", "+-", "--")
    assert match.state.result_of(1, match.state.rounds[0].games[0]).result == "1.5-1.5"


def test_a_game_at_an_empty_board_wants_a_reason(match):
    hand_in(match)
    told = ("1", *teams(match))
    with pytest.raises(TournamentError, match=r"board 2 .* has the result .* already"):
        match_entered(match.state, told, boards_in("draw,0-1,-,-", "G"), corrects=False)
    entered = match_entered(match.state, told, boards_in("draw,0-1,-,-", "G"), corrects=True)
    assert entered.boards == ("draw", "0-1", "+-", "--")
