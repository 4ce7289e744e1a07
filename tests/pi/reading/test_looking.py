"""When the board is looked for, and when the camera is fixed before that."""

import numpy as np
import pytest

from pi.reading.live_reader import NotBegun
from pi.reading.looking import LOOK_INTERVAL_NS, REFIX_AFTER_NS, Looking
from pi.reading.messages import CameraFixed
from rules.errors import Sentence
from vision.camera.ring import Ring
from vision.camera.source import Frame
from vision.watching.health import PictureFault

SECOND = 1_000_000_000


class Board:
    """Looks for a board, and counts the looks and how often the camera was fixed."""

    def __init__(self, waits_ns: int = 0) -> None:
        self.ring, self.looks, self.fixes = Ring(), 0, 0
        self.looking = Looking(self.ring, self._work, self._fix, 0, waits_ns)

    def shoot(self, t_ns: int) -> None:
        self.ring.add(Frame("", t_ns, np.full((24, 32, 3), t_ns % 97, np.uint8)))

    def look(self, now_ns: int, *, is_new: bool = True, needs_camera: bool = True) -> tuple[int, int]:
        """How often it was looked, and fixed, once what is due by then is done."""
        due = self.looking.due_ns
        if due is not None and now_ns >= due:
            self.looking.look(lambda: NotBegun(Sentence.plain("")), now_ns, is_new=is_new, needs_camera=needs_camera)
        return self.looks, self.fixes

    def _work(self, _: object) -> None:
        self.looks += 1

    def _fix(self) -> None:
        self.fixes += 1


@pytest.fixture
def board() -> Board:
    return Board()


@pytest.fixture
def fixed(board: Board) -> Board:
    """In a game, the camera was fixed for a board of which a picture was taken."""
    board.shoot(0)
    board.look(0, is_new=False)
    board.looking.fixed(CameraFixed(), 0)
    return board


@pytest.fixture
def found(fixed: Board) -> Board:
    """The board was found, and nobody looks for it any more."""
    fixed.look(0, is_new=False)
    fixed.looking.found(surely=True, now_ns=0)
    return fixed


def test_the_picture_that_is_learned_from_was_taken_by_the_fixed_camera(board):
    told: list[Sentence] = []
    board.looking.ask(told.append, 0)
    assert [one.code for one in told] == ["LookRefusal.no-picture"], "who asks is told at once"
    assert board.look(0) == (0, 0), "there is no picture yet"
    board.shoot(SECOND)
    assert board.look(SECOND) == (0, 1)
    board.looking.fixed(CameraFixed(), 3 * SECOND)
    assert board.look(3 * SECOND) == (0, 1), "the last picture is one from before"
    board.shoot(4 * SECOND)
    assert board.look(4 * SECOND) == (1, 1)


def test_while_a_new_game_is_being_set_up_the_camera_is_fixed_now_and_then(fixed):
    assert fixed.look(0) == (1, 1)
    fixed.looking.failed(None, 0)
    assert fixed.looking.due_ns == LOOK_INTERVAL_NS
    assert fixed.look(LOOK_INTERVAL_NS) == (2, 1)
    fixed.looking.failed(None, LOOK_INTERVAL_NS)
    assert fixed.look(REFIX_AFTER_NS) == (2, 2)


def test_a_camera_that_could_not_be_fixed_or_went_meanwhile_holds_nothing_up(board):
    board.shoot(0)
    board.look(0)
    board.looking.fixed(CameraFixed(Sentence.plain("the camera gave no picture")), SECOND)
    assert board.looking.due_ns == SECOND + LOOK_INTERVAL_NS
    assert board.look(SECOND + LOOK_INTERVAL_NS) == (0, 2)
    board.looking.lost(5 * SECOND)
    assert (board.looking.is_busy, board.looking.due_ns) == (False, 5 * SECOND)
    taken_up = Board(waits_ns=5 * SECOND)
    assert taken_up.look(4 * SECOND, is_new=False, needs_camera=False) == (0, 0), "a game that is taken up waits a while for it"
    assert taken_up.look(5 * SECOND, is_new=False, needs_camera=False) == (1, 0)


def test_in_a_game_the_camera_is_fixed_anew_only_where_it_may_be_another_or_the_light_is_wrong(found):
    assert found.looking.due_ns is None
    found.looking.back(100 * SECOND)
    assert found.looking.comes_first
    assert found.look(100 * SECOND, is_new=False) == (2, 1), "first as it was fixed"
    found.looking.failed(PictureFault.COVERED, 100 * SECOND)
    assert found.look(102 * SECOND, is_new=False) == (2, 2)
    found.looking.fixed(CameraFixed(), 103 * SECOND)
    found.shoot(103 * SECOND)
    found.look(103 * SECOND, is_new=False)
    found.looking.failed(PictureFault.COVERED, 115 * SECOND)
    assert found.look(117 * SECOND, is_new=False) == (4, 2), "a hand is no reason"
    found.looking.failed(PictureFault.BLINDED, 117 * SECOND)
    assert found.look(119 * SECOND, is_new=False) == (4, 3)


def test_who_asks_for_a_look_hears_what_came_of_it_and_during_a_look_what_comes_of_the_next(found):
    told: list[str] = []
    found.looking.ask(told.append, SECOND)
    assert (found.look(SECOND, is_new=False), found.looking.is_asked) == ((2, 1), True)
    found.looking.found(surely=True, now_ns=SECOND)
    found.looking.tell("found")
    assert (told, found.looking.due_ns, found.looking.is_asked) == (["found"], None, False)
    told.clear()
    found.looking.back(SECOND)
    found.look(SECOND, is_new=False)
    found.looking.ask(told.append, SECOND)
    found.looking.found(surely=True, now_ns=SECOND)
    found.looking.tell("the one before")
    found.looking.read_surely()
    assert (told, found.look(SECOND, is_new=False)) == ([], (4, 1))


@pytest.mark.parametrize("is_due", [False, True])
def test_a_look_that_was_only_asked_for_leaves_nothing_behind_and_one_that_is_due_all_the_same_goes_on(found, is_due):
    told: list[str] = []
    if is_due:
        found.looking.back(SECOND)
    found.looking.ask(told.append, SECOND)
    found.look(SECOND, is_new=False)
    assert found.looking.failed(PictureFault.COVERED, SECOND) == (not is_due), "whether nothing is wrong that was not wrong before"
    found.looking.tell("covered")
    assert (told, found.looking.due_ns) == (["covered"], SECOND + LOOK_INTERVAL_NS if is_due else None)


def test_who_waits_for_a_look_is_answered_when_there_will_be_none(found):
    told: list[str] = []
    found.looking.ask(lambda _: told.append("the first"), SECOND)
    found.look(SECOND, is_new=False)
    found.looking.ask(lambda _: told.append("the second"), SECOND)
    found.looking.give_up()
    found.looking.tell("found after all")
    assert told == ["the first", "the second"]
