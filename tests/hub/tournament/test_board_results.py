"""What boards say of the games of an event: those that are mirrored at a hub, and those that were revoked."""

import pytest

from hub.boards.board import Boards
from hub.boards.kept_games import KeptGames
from hub.boards.mirrored_folder import revoke_state
from hub.tournament.board_results import BoardResults, BoardWord
from hub.tournament.pairings_view import rounds_view
from hub.tournament.public_event import public_said, public_state
from tests.tournament.events.conftest import InMemory
from tournament.events.changes import BoardsGiven, GameAtBoard
from tournament.events.correcting import event_corrected
from tournament.events.match_boards import boards_in
from tournament.events.match_entering import match_entered, together


def paired(*names: str) -> InMemory:
    event = InMemory(*names, name="Jûn")
    event.pair()
    return event


@pytest.fixture
def club() -> InMemory:
    return paired("A", "anna", "bate", "cor")


@pytest.fixture
def fours() -> InMemory:
    return paired("G", "drachten", "snits", "harns")


@pytest.fixture
def mirrored(tmp_path):
    (tmp_path / "boards" / "7" / "games").mkdir(parents=True)
    return tmp_path / "boards"


@pytest.fixture
def hall(mirrored):
    boards = Boards.of_states([], mirrored=mirrored)
    boards.look()
    yield boards
    boards.stop()


def key_of(event: InMemory):
    game = event.state.rounds[0].games[0]
    return 1, game.white, game.black


def test_the_mirrored_board_that_a_game_was_given_has_the_word_also_once_it_is_revoked(club, mirrored, hall, new_game):
    _, white, black = key = key_of(club)
    club.put(BoardsGiven(1, (GameAtBoard(white, black, "7"),)))
    game = new_game(mirrored / "7" / "games" / "0001").open(event="Jûn", round="1", white=white, black=black)
    results = BoardResults(hall, KeptGames(hall))
    results.look()
    assert results.of(club.state) == {key: BoardWord("7", over=False, result="", time_control="80m+60s")}
    game.close("0-1")
    club.put(event_corrected(club.state, "Jûn 2026", None, has_reason=True))
    results.look()
    assert results.of(club.state) == {key: BoardWord("7", over=True, result="0-1", time_control="80m+60s")}
    revoke_state(mirrored / "7")
    hall.look()
    results.look()
    assert results.of(club.state) == {key: BoardWord("7", over=True, result="0-1", time_control="80m+60s")}  # its games are kept


def test_the_public_sees_no_board_of_a_match_that_is_withheld(fours):
    key = key_of(fours)
    boards = boards_in("1-0,draw,0-1,1-0", "G")
    fours.put(together([match_entered(fours.state, tuple(map(str, key)), boards, corrects=False)]))
    said = {(*key, 2): BoardWord("7", over=True, result="draw", is_withheld=True)}
    seen = public_state(fours.state, said)
    assert (seen.results, seen.matches[key].boards, fours.state.matches[key].boards) == ({}, ("1-0", "", "0-1", "1-0"), boards)
    ((group,),) = [one["groups"] for one in rounds_view(seen, public_said(said), {one.id: one.shown for one in seen.entrants})]
    assert [one["status"] for one in group["games"][0]["boards"]] == ["entered", "playing", "entered", "entered"]


def test_the_public_hears_of_a_withdrawal_when_it_has_seen_the_games_of_that_player():
    event = InMemory("A", "p1", "p2", "p3", "p4")
    game = event.pair().games[0]
    event.result(1, game.white, game.black, "1-0")
    event.withdraw(game.black, "lapse")
    said = {(1, game.white, game.black): BoardWord("7", over=True, result="1-0", is_withheld=True)}
    assert public_state(event.state, said).withdrawn == ()
    assert public_state(event.state, {}).withdrawn == event.state.withdrawn
