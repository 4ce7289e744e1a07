"""What boards say of the games of an event: those that are mirrored at a hub, those that were revoked, and those at other addresses."""

import pytest

from hub.boards.board import Boards
from hub.boards.kept_games import KeptGames
from hub.boards.mirrored_folder import revoke_state
from hub.boards.round_games import RoundGame
from hub.events.changes import BoardsGiven, GameAtBoard
from hub.events.match_boards import boards_in
from hub.events.match_entering import match_entered, together
from hub.tournament.at_once import AtOnce
from hub.tournament.board_results import BoardResults, BoardWord
from hub.tournament.event_feed import EventFeed
from hub.tournament.folder import EventFolder
from hub.tournament.pairings_view import rounds_view
from hub.tournament.public_event import public_said, public_state
from tests.hub.events.conftest import InMemory


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


def broadcast(white: str, black: str, result: str, round_: str = "1", event: str = "Jûn") -> RoundGame:
    return RoundGame("", {"Event": event, "Round": round_, "White": white, "Black": black, "Result": result, "Board": "12"})


@pytest.mark.parametrize(
    ("result", "said"),
    [
        ("*", BoardWord("12", over=False, result="")),
        ("1-0", BoardWord("12", over=True, result="1-0")),
        ("0-2", BoardWord("12", over=True, result="0-1")),
        ("1/2-1/2", BoardWord("12", over=True, result="draw")),
        ("0-0", BoardWord("12", over=True, result="", unusual="0-0")),
    ],
)
def test_a_board_at_another_address_is_known_by_event_round_and_players(club, hall, result, said):
    _, white, black = key = key_of(club)
    told = [broadcast(white, black, result), broadcast(white, black, "1-0", round_="2"), broadcast(white, black, "1-0", event="Oars")]
    results = BoardResults(hall, KeptGames(hall), lambda: [[], told])
    assert results.of(club.state) == {}, "no page asks by itself"
    results.ask_elsewhere()
    assert results.of(club.state) == {key: said}


def test_the_mirrored_board_that_a_game_was_given_has_the_word_also_once_it_is_revoked(club, mirrored, hall, new_game):
    _, white, black = key = key_of(club)
    club.put(BoardsGiven(1, (GameAtBoard(white, black, "7"),)))
    game = new_game(mirrored / "7" / "games" / "0001").open(event="Jûn", round="1", white=white, black=black)
    results = BoardResults(hall, KeptGames(hall), lambda: [[broadcast(white, black, "1-0")]])
    results.ask_elsewhere()
    results.look()
    assert results.of(club.state) == {key: BoardWord("7", over=False, result="")}
    game.close("0-1")
    results.look()
    assert results.of(club.state) == {key: BoardWord("7", over=True, result="0-1")}
    revoke_state(mirrored / "7")
    hall.look()
    results.look()
    assert results.of(club.state) == {key: BoardWord("7", over=True, result="0-1")}, "its games are kept, and so is what they say"


def test_boards_elsewhere_are_asked_beside_the_pages(tmp_path, hall):
    asked = []
    feed = EventFeed(EventFolder(tmp_path), BoardResults(hall, KeptGames(hall), lambda: asked.append(1) or []))
    AtOnce(feed).look()
    assert asked == [1]


def test_the_public_sees_no_board_of_a_match_that_is_withheld(fours):
    key = key_of(fours)
    boards = boards_in("1-0,draw,0-1,1-0", "G")
    fours.put(together([match_entered(fours.state, tuple(map(str, key)), boards, corrects=False)]))
    said = {(*key, 2): BoardWord("7", over=True, result="draw", is_withheld=True)}
    seen = public_state(fours.state, said)
    assert (seen.results, seen.matches[key].boards, fours.state.matches[key].boards) == ({}, ("1-0", "", "0-1", "1-0"), boards)
    ((group,),) = [one["groups"] for one in rounds_view(seen, public_said(said), {one.id: one.shown for one in seen.entrants})]
    assert [one["status"] for one in group["games"][0]["boards"]] == ["entered", "playing", "entered", "entered"]


def test_of_a_match_elsewhere_each_board_is_known_and_nothing_counts_by_itself(hall, fours):
    round_, first, second = key_of(fours)
    told = [broadcast(f"{second} 2", f"{first} 2", "1-0")]
    results = BoardResults(hall, KeptGames(hall), lambda: [told])
    results.ask_elsewhere()
    assert results.of(fours.state) == {(round_, first, second, 2): BoardWord("12", over=True, result="1-0")}
    assert fours.state.matches == {}
