"""What the evening page asks for while another ruling is under way at the board."""

from hub.app import BOARDS
from record.store.journal import Journal, fold


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
