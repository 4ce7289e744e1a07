"""What the evening page asks for while another ruling is under way at the board."""

import pytest

from hub.app import BOARDS
from hub.boards.board import Boards
from hub.desk.evening_feed import EveningFeed
from hub.evening.evening_words import changed_since
from record.decisions.words import PrepareGame
from record.events.about import About
from record.store.journal import Journal, fold
from record.store.mirror_mark import LINK_NAME


class UndoneFirst:
    """The turn to rule at a board: before it comes, another arbiter takes the result back."""

    def __init__(self, game):
        self.game = game

    def __enter__(self):
        self.game.undo_end()

    def __exit__(self, *_error):
        pass


def test_a_game_whose_end_is_undone_meanwhile_is_not_closed(desk_app, game, service, signed_in):
    game.open()
    game.move("white", 32, 28)
    game.end("1-0")
    desk, anke = desk_app.extensions[BOARDS].first.desk, signed_in()
    desk.look()
    desk.ruling = UndoneFirst(game)
    told = anke.post("/evening/next", json={"games": {"1": game.folder.name}}).json
    assert told["done"] == []
    assert told["failed"] == ["Board 1, not done: its game has no result yet: give it at its desk"]
    with Journal.reader(game.folder / "journal.sqlite") as journal:
        assert not fold(journal).closed


@pytest.mark.parametrize("is_elsewhere", [False, True])
def test_what_was_set_for_the_next_game_of_a_board_elsewhere_is_known_there_alone(new_game, tmp_path, is_elsewhere):
    """Whoever gave a hub's boards their next names can correct them there: what the hub does not know is no change of somebody else."""
    (tmp_path / "games").mkdir()
    new_game(tmp_path / "games" / "0001").open().move("white", 32, 28)
    if is_elsewhere:
        (tmp_path / LINK_NAME).touch()
    (games,) = EveningFeed(Boards.lone_of_state(tmp_path), ()).games.values()
    games.board.desk.look()
    word = PrepareGame("Anke", "0002", About.of({"white": "Jelle"}), was={"white": "Jele"})
    assert games.to_prepare == word.game
    assert (changed_since(games, word) is None) == is_elsewhere
