"""What the desk tells of the commands for a board elsewhere: on their way, carried out, refused, and those whose outcome is not known."""

from contextlib import closing

import pytest

from hub.boards.board import ServedBoard
from hub.boards.commands import NO_MIRROR, NOT_TAKEN_UP, PENDING, SHOWN_FOR_NS
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


@pytest.mark.parametrize("why", [CUT_OFF, NO_MIRROR, NOT_TAKEN_UP, None], ids=["cut off", "no mirror", "not taken up", "not known"])
def test_a_command_that_did_not_reach_its_board_or_whose_outcome_is_not_known_is_told_until_somebody_has_seen_it(looks, why):
    number = looks.begin(StopClock("Anke"))
    looks.links.see(looks.board, number)
    assert looks.told() == [("stop-clock", "Anke", "open", "")], "it is on its way"
    looks.end(number, why)
    told = [("stop-clock", "Anke", "refused", tell(why, "en")) if why else ("stop-clock", "Anke", "late", "")]
    assert looks.told(after_ns=100 * SHOWN_FOR_NS) == told
    looks.links.see(looks.board, number + 1)
    assert looks.told() == told
    looks.links.see(looks.board, number)
    assert looks.told() == []
    assert looks.board.desk.path not in PENDING._commands, "nothing is kept of it"
    (looks.board.state / MARK_NAME).unlink()
    assert BoardLinks().told(looks.board, "en") is None, "a board of this machine has no link"


def test_a_refusal_that_came_late_is_told_until_a_command_of_that_name_is_done(looks):
    number = looks.begin(StopClock("Anke"))
    looks.end(number, None)
    looks.end(number, Sentence.plain("too late"))
    refused = ("stop-clock", "Anke", "refused", "too late")
    assert looks.told(after_ns=100 * SHOWN_FOR_NS) == [refused]
    looks.end(looks.begin(Decision(2, "stand", "Bouwe")), OBEYED)
    assert looks.told() == [refused, ("stand", "Bouwe", "done", "")]
    looks.end(looks.begin(StopClock("Bouwe")), OBEYED)
    assert looks.told() == [("stand", "Bouwe", "done", ""), ("stop-clock", "Bouwe", "done", "")]
