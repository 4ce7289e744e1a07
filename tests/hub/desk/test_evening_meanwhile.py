"""What the evening page asks for while another ruling is under way at the board."""

import json
import time

import pytest

from hub.app import BOARDS
from hub.boards.board import Boards
from hub.boards.readiness import REPORT_NAME, VERSION
from hub.desk.evening_feed import EveningFeed
from hub.evening.evening_words import changed_since
from hub.feeds.boot import boot_id
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
def test_whether_somebody_has_changed_the_next_game_of_a_board_elsewhere_is_decided_there(new_game, tmp_path, is_elsewhere):
    """Whoever gave a hub's boards their next names can correct them there: what the hub does not know yet is no change of somebody else."""
    (tmp_path / "games").mkdir()
    new_game(tmp_path / "games" / "0001").open().move("white", 32, 28)
    if is_elsewhere:
        (tmp_path / LINK_NAME).touch()
    (games,) = EveningFeed(Boards.lone_of_state(tmp_path), ()).games.values()
    games.board.desk.look()
    word = PrepareGame("Anke", "0002", About.of({"white": "Jelle"}), was={"white": "Jele"})
    assert games.to_prepare == word.game
    assert (changed_since(games, word) is None) == is_elsewhere


@pytest.mark.parametrize(
    ("word", "is_known"),
    [
        ({"by": "Anke", "game": "0002", "about": {"white": "Jelle"}, "time_control": "20m"}, True),
        ({"by": "Anke", "game": "0003", "about": {"white": "Jelle"}}, False),
        ({"by": "Anke", "game": "0002", "about": {"white": "Jelle"}, "time_control": 20}, False),
        ({"by": "Anke", "game": "0002", "about": 5}, False),
        ({"game": "0002"}, False),
        ([], False),
        (None, False),
    ],
)
def test_the_next_game_of_a_board_elsewhere_is_known_by_the_report_of_that_board(new_game, tmp_path, word, is_known):
    (tmp_path / "games").mkdir()
    new_game(tmp_path / "games" / "0001").open().move("white", 32, 28)
    (tmp_path / LINK_NAME).touch()
    report = {"version": VERSION, "boot": boot_id(), "t_ns": time.monotonic_ns(), "about": {}, "checks": [], "next_game": word}
    (tmp_path / REPORT_NAME).write_text(json.dumps(report))
    (games,) = EveningFeed(Boards.lone_of_state(tmp_path), ()).games.values()
    games.board.desk.look()
    known = games.prepared()
    assert (known and (known.about.tags.told, known.time_control)) == (({"white": "Jelle"}, "20m") if is_known else None)
