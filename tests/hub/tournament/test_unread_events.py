"""An event that cannot be read, or all of them: pages, programs and what enters results by itself go on with the others."""

import pytest

from hub.boards.board import Boards
from hub.boards.kept_games import KeptGames
from hub.public.tournament_api import tournaments_of
from hub.public.tournaments import published
from hub.tournament.at_once import AtOnce, by_board, enter_results
from hub.tournament.board_results import BoardResults, BoardWord
from hub.tournament.event_feed import EventFeed
from hub.tournament.folder import EventFolder
from hub.tournament.game_appeals import appeals_on
from record.events.about import PublicTags
from tests.support.says import says
from tests.tournament.events.conftest import InMemory
from tournament.errors import TournamentError
from tournament.events.changes import EventSettled, Who
from tournament.events.event_file import read_event


@pytest.fixture
def feed(tmp_path):
    """A folder of events with the published `cup`."""
    (tmp_path / "events").mkdir()
    cup = InMemory("A", "anna", "bate", "cor", name="Cup")
    cup.put(EventSettled(public="names", at_once=True))
    cup.pair()
    cup.write(tmp_path / "events" / "cup")
    boards = Boards.of_states([])
    yield EventFeed(EventFolder(tmp_path / "events"), BoardResults(boards, KeptGames(boards)))
    boards.stop()


def keys(told):
    return [one["key"] for one in told]


def test_a_damaged_event_hides_no_other_and_is_told_once(feed, caplog):
    damaged = feed.folder.path / "spoilt"
    damaged.write_bytes((feed.folder.path / "cup").read_bytes().replace(b"EntrantsEntered", b"EntrantsEnteres"))
    assert feed.folder.listed() == ["cup", "spoilt"]
    assert (keys(published(feed)), keys(tournaments_of(feed))) == (["cup"], ["cup"])
    assert appeals_on(feed.folder, PublicTags()).unread == ("spoilt",)
    assert feed.id("spoilt", public=True) == feed.id("spoilt", public=True)
    enters = AtOnce(feed)
    for _ in range(2):
        enters.look()
    assert caplog.text.count("results of boards are not entered") == 1


def test_where_the_folder_cannot_be_read_there_is_no_event_and_no_name_for_a_new_one(feed, tmp_path, caplog):
    feed.folder.path = tmp_path / "missing"
    assert feed.folder.listed() == []
    assert appeals_on(feed.folder, PublicTags()).unread == ()
    feed.folder.path = tmp_path / "file"
    feed.folder.path.write_text("")
    assert (published(feed), tournaments_of(feed)) == ([], [])
    assert appeals_on(feed.folder, PublicTags()).unread == (str(feed.folder.path),)
    AtOnce(feed).look()
    assert caplog.text.count("results of boards are not entered") == 1
    with pytest.raises(TournamentError, check=says("EventFolderFault.not-made")):
        feed.folder.free_key("Cup")


def test_a_new_event_gets_a_name_that_no_file_has(feed):
    assert [feed.folder.free_key(name) for name in ("Cup", "Fryske Cup!", "...")] == ["cup-2", "fryske-cup", "event"]
    (feed.folder.path / "event-tail").write_text("")
    assert feed.folder.free_key("event") == "event-2", "the tail of a lost event is no file of another one"


def test_the_result_of_a_board_that_the_event_refuses_stays_for_the_arbiter(feed):
    event = read_event(feed.folder.path / "cup")
    game, *_ = event.state.rounds[0].games
    key = 1, game.white, game.black
    said = {(2, "anna", "bate"): BoardWord("3", over=True, result="1-0"), key: BoardWord("4", over=True, result="0-1")}
    event = enter_results(event, said)
    assert (event.rows[-1].who, event.state.results[key].result) == (Who(by_board("4")), "0-1"), "round 2 is not paired"
    assert enter_results(event, said).rows == event.rows
