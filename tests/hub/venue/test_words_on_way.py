"""What the desk tells of the words for a board elsewhere: on their way, carried out, refused, withdrawn."""

import json
from contextlib import closing

import pytest

from hub.boards.board import ServedBoard
from hub.desk.board_links import LOOK_NS, BoardLinks
from hub.venue.venue_says import VenueSays
from hub.venue.words_on_way import LATE_NS, TOLD_FOR_NS
from record.decisions.arbitration import Decision
from record.decisions.inbox import OBEYED, TAKEN, Inbox
from record.decisions.words import PlayerSays, StopClock
from record.store.mirror_mark import LINK_NAME
from record.telling.sentences import tell
from rules.errors import Sentence


class Looks:
    """What is told of the board, some time later each time."""

    def __init__(self, board):
        self.board, self.now_ns = board, 10 * LOOK_NS
        self.links = BoardLinks(lambda: self.now_ns)

    def told(self, lang="en", after_ns=LOOK_NS):
        self.now_ns += after_ns
        words = self.links.told(self.board, lang)["words"]
        return [(one["word"], one["by"], one["state"], one["why"]) for one in words]


@pytest.fixture
def looks(tmp_path, new_game):
    (tmp_path / "games").mkdir()
    new_game(tmp_path / "games" / "0001").open()
    (tmp_path / LINK_NAME).write_text(json.dumps({"boot": ""}))
    board = ServedBoard.of_state("7", tmp_path)
    with closing(board.feed), closing(board.desk):
        yield Looks(board)


def test_a_word_is_on_its_way_and_then_what_became_of_it_is_told_for_a_while(looks):
    with Inbox(looks.board.desk.path) as inbox:
        inbox.answer(inbox.put(StopClock("Durk")), OBEYED)
        assert looks.told() == [], "what was answered before anybody looked is among the rulings"
        stop, stand = inbox.put(StopClock("Anke")), inbox.put(Decision(2, "stand", "Bouwe"))
        inbox.put(PlayerSays("white", "draw-offered"))
        assert looks.told() == [("stop-clock", "Anke", "open", ""), ("stand", "Bouwe", "open", "")]
        inbox._note(stop, TAKEN)
        inbox.answer(stand, Sentence.plain("too late"))
        assert looks.told() == [("stop-clock", "Anke", "open", ""), ("stand", "Bouwe", "refused", "too late")]
        inbox.answer(stop, OBEYED)
        assert looks.told() == [("stop-clock", "Anke", "done", ""), ("stand", "Bouwe", "refused", "too late")]
        assert looks.told(after_ns=TOLD_FOR_NS // 2) != []
        assert looks.told(after_ns=TOLD_FOR_NS) == []
        undone = inbox.put(StopClock("Anke"))
        assert inbox.withdraw(undone)
        assert looks.told("nl") == [("stop-clock", "Anke", "refused", tell(VenueSays.NOT_TAKEN_UP.said(), "nl"))]


def test_pages_that_are_started_while_a_word_is_on_its_way_tell_of_it_that_it_is_late_and_of_its_answer_all_the_same(looks):
    with Inbox(looks.board.desk.path) as inbox:
        stop = inbox.put(StopClock("Anke"))
        inbox._note(stop, TAKEN)
        assert looks.told() == [("stop-clock", "Anke", "open", "")]
        assert looks.told(after_ns=LATE_NS - 1) == [("stop-clock", "Anke", "open", "")]
        assert looks.told() == [("stop-clock", "Anke", "late", "")]
        inbox.answer(stop, OBEYED)
        assert looks.told() == [("stop-clock", "Anke", "done", "")]
    (looks.board.state / LINK_NAME).unlink()
    assert BoardLinks().told(looks.board, "en") is None, "a board of this machine has no link"
