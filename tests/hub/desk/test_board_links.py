"""What the desk tells of the commands for a board elsewhere: on their way, carried out, refused, and those whose outcome is not known."""

from contextlib import closing

import pytest

from hub.boards.board import ServedBoard
from hub.boards.commands import LATE_SHOWN_FOR_NS, PENDING, SHOWN_FOR_NS
from hub.desk.board_links import LOOK_NS, BoardLinks
from link.sending import CUT_OFF
from record.decisions.arbitration import Decision
from record.decisions.commands import PlayerSays, StopClock
from record.decisions.outcome import OBEYED
from record.store.mirror_mark import MARK_NAME
from record.telling.sentences import tell
from rules.errors import Sentence


class Looks:
    """What is told of the board, some time later each time."""

    def __init__(self, board):
        self.board, self.now_ns = board, 10 * LOOK_NS
        self.links = BoardLinks(lambda: self.now_ns)

    def told(self, lang="en", after_ns=LOOK_NS):
        self.now_ns += after_ns
        commands = self.links.told(self.board, lang)["commands"]
        return [(one["name"], one["by"], one["state"], one["why"]) for one in commands]

    def begin(self, body):
        return PENDING.begin(self.board.desk.path, body)

    def end(self, number, became):
        PENDING.end(self.board.desk.path, number, became, self.now_ns)


@pytest.fixture
def looks(tmp_path, new_game):
    (tmp_path / "games").mkdir()
    new_game(tmp_path / "games" / "0001").open()
    (tmp_path / MARK_NAME).touch()
    board = ServedBoard.of_state("7", tmp_path)
    with closing(board.follower):
        yield Looks(board)


def test_a_command_is_on_its_way_and_then_its_outcome_is_told_for_a_while(looks):
    assert looks.told() == []
    stop, stand = looks.begin(StopClock("Anke")), looks.begin(Decision(2, "stand", "Bouwe"))
    looks.end(looks.begin(PlayerSays("white", "draw-offered")), OBEYED)
    assert looks.told() == [("stop-clock", "Anke", "open", ""), ("stand", "Bouwe", "open", "")]
    looks.end(stand, Sentence.plain("too late"))
    assert looks.told() == [("stop-clock", "Anke", "open", ""), ("stand", "Bouwe", "refused", "too late")]
    looks.end(stop, OBEYED)
    assert looks.told() == [("stop-clock", "Anke", "done", ""), ("stand", "Bouwe", "refused", "too late")]
    assert looks.told(after_ns=SHOWN_FOR_NS // 2) != []
    assert looks.told(after_ns=SHOWN_FOR_NS) == []
    looks.end(looks.begin(StopClock("Anke")), CUT_OFF)
    assert looks.told("nl") == [("stop-clock", "Anke", "refused", tell(CUT_OFF, "nl"))]


def test_of_a_command_whose_outcome_is_not_known_that_is_told_for_long(looks):
    looks.end(looks.begin(StopClock("Anke")), None)
    assert looks.told() == [("stop-clock", "Anke", "late", "")]
    assert looks.told(after_ns=LATE_SHOWN_FOR_NS // 2) == [("stop-clock", "Anke", "late", "")]
    assert looks.told(after_ns=LATE_SHOWN_FOR_NS) == []
    assert looks.board.desk.path not in PENDING._commands, "nothing is kept of it"
    (looks.board.state / MARK_NAME).unlink()
    assert BoardLinks().told(looks.board, "en") is None, "a board of this machine has no link"
