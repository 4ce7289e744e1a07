"""The ring of pictures: how many are kept, which belong to a press, and which of them are read."""

import threading

import numpy as np
import pytest

from rules.board.evidence import Evidence
from rules.board.squares import Content
from tests.support.says import says
from tests.support.waiting import WITHIN_S
from vision.camera.ring import MAX_KEPT, Kept, Ring
from vision.camera.scripted import NOISE_LEVELS, ScriptedCamera
from vision.camera.source import Frame
from vision.image.picture import PictureError
from vision.watching.settling import settled

MS = 1_000_000
BOARD = np.full((240, 320, 3), 100, np.uint8)


def frame(t_ms: int, hand: int = 0) -> Frame:
    """A picture into which a hand reaches by `hand` pixels."""
    image = BOARD.copy()
    image[:, :hand] = 180
    return Frame("", t_ms * MS, image)


def ring(*frames: Frame, **more: float) -> Ring:
    made = Ring(wait_s=0.0, **more)
    for one in frames:
        made.add(one)
    return made


def test_memory_is_bounded_and_the_latest_are_kept():
    made = ring(*(frame(100 * number) for number in range(400)))
    kept = list(made.after(-MS)) + list(made.after(38_000 * MS))
    assert made.latest.t_ns > 39_700 * MS
    assert MAX_KEPT // 2 < len(kept) <= MAX_KEPT


def test_the_pictures_after_a_press_end_with_its_time_and_with_the_next_press():
    made = ring(*(frame(250 * number) for number in range(13)))
    assert [kept.frame.t_ns // MS for kept in made.after(300 * MS)] == [500, 750, 1000, 1250, 1500, 1750, 2000, 2250]
    made.pressed(900 * MS)
    assert [kept.frame.t_ns // MS for kept in made.after(300 * MS)] == [500, 750]
    assert [kept.t_ns // MS for kept in made.before(1300 * MS)] == [1000, 1250]


@pytest.mark.parametrize(
    ("hands", "still"),
    [
        ({0: 0, 250: 30, 500: 60, 750: 60, 1000: 0}, [True, False, False, True, False]),
        ({0: 0, 100: 60, 200: 0, 250: 0}, [True, False]),  # between the pictures that are kept
    ],
)
def test_what_moves_is_not_still(hands: dict[int, int], still: list[bool]) -> None:
    made = ring(*(frame(t_ms, hand) for t_ms, hand in hands.items()))
    assert [kept.is_still for kept in made.after(-MS)] == still


def test_a_reader_waits_for_pictures_and_not_for_a_camera_that_fails():
    made, seen = Ring(wait_s=10 * WITHIN_S), []
    reader = threading.Thread(target=lambda: seen.extend(made.after(0)))
    reader.start()
    made.add(frame(250))
    made.fail()
    reader.join(WITHIN_S)
    assert not reader.is_alive()
    assert len(seen) <= 1
    assert made.latest is None
    made.add(frame(500))
    assert made.latest is not None


GOOD, AMISS, ANSWERED, OLD = Content.EMPTY, Content.WHITE_MAN, Content.BLACK_MAN, Content.WHITE_KING
"""The contents of the last square stand for: all in order, a fault, the opponent's answer to it, and nothing moved yet."""


def told(hidden: int, stands: Content = GOOD) -> Evidence:
    rows = [[0.0] * 5] * hidden + [[0.0, -9.0, -9.0, -9.0, -9.0]] * (49 - hidden)
    return Evidence.of([*rows, [0.0 if content == stands else -9.0 for content in Content]])


def chosen(hidden: list[int], moving: list[int], shows: list[Content] | None = None) -> tuple[list[int], bool]:
    """The indices of the pictures read, of one each quarter of a second, and whether the board is at rest in them."""
    frames = [frame(250 * number) for number in range(len(hidden))]
    seen = {one.t_ns: told(hidden[number], shows[number] if shows else GOOD) for number, one in enumerate(frames)}
    kept = [Kept(one, number not in moving) for number, one in enumerate(frames)]
    found = settled(
        kept,
        lambda one: seen[one.t_ns],
        lambda evidence: evidence.best()[-1] == GOOD,
        lambda earlier, later: earlier.best()[-1] in (AMISS, OLD) and later.best()[-1] == ANSWERED,
        lambda evidence: evidence.best()[-1] == OLD,
    )
    return [frames.index(one) for one in found.frames], found.at_rest


def test_where_nothing_comes_to_rest_the_last_picture_is_read_and_accuses_nobody():
    assert chosen([9, 9, 9, 9], [0, 1, 2, 3]) == ([3], False)
    assert chosen([], []) == ([], False)


@pytest.mark.parametrize(
    ("shows", "hidden", "moving", "read"),
    [
        (None, [9, 0, 0, 0], [], ([1, 2], True)),  # the first clear pictures, or those that show most
        (None, [9, 0, 7, 7], [], ([1], True)),
        (None, [9, 3, 7, 5], [], ([1, 3], True)),
        (None, [0, 0, 0, 0], [0, 1, 2], ([3], True)),
        ([AMISS, AMISS, AMISS, AMISS], [0, 0, 0, 0], [], ([2, 3], True)),  # the fault stays
        ([AMISS, AMISS, GOOD, GOOD], [0, 0, 9, 0], [2], ([1, 3], True)),  # corrected within the time
        ([AMISS, AMISS, AMISS, GOOD], [0, 0, 9, 9], [2, 3], ([3], True)),  # the hand is still there
        ([AMISS, AMISS, GOOD, AMISS], [0, 9, 9, 9], [1, 2, 3], ([0], False)),  # one early picture, and motion to the end
        ([AMISS, AMISS, AMISS, AMISS], [0, 9, 7, 7], [1], ([0, 3], True)),
        ([AMISS, AMISS, AMISS, ANSWERED], [0, 0, 9, 0], [2], ([0, 1], True)),  # the opponent has moved since
        # a rolling exposure, or a hand that presses while the other hand moves: the board as it was decides nothing by itself
        ([OLD, GOOD, GOOD], [0] * 3, [1], ([0, 2], True)),
        ([OLD, AMISS, AMISS, AMISS], [0] * 4, [1], ([2, 3], True)),
        ([OLD, ANSWERED, ANSWERED, ANSWERED], [0] * 4, [1], ([2, 3], True)),  # no opponent is so quick: who pressed moved the wrong piece
        ([OLD, OLD, OLD, ANSWERED, ANSWERED], [0] * 5, [3], ([2, 4], False)),  # either side may have moved it
        ([OLD, OLD, OLD, ANSWERED, GOOD, GOOD], [0] * 6, [3, 4], ([2, 5], True)),
        ([OLD, OLD, OLD], [0] * 3, [], ([1, 2], True)),
        ([OLD], [0], [], ([0], False)),
        ([OLD, AMISS], [0] * 2, [1], ([0], False)),
    ],
)
def test_clear_pictures_at_rest_are_read_and_what_is_amiss_or_as_it_was_is_looked_at_to_the_end(shows, hidden, moving, read):
    assert chosen(hidden, moving, shows) == read


def test_a_scripted_camera_shows_its_script_with_noise_and_nothing_before_it_begins():
    now = [0]

    def wait_until(t_ns: int) -> int:
        now[0] = max(now[0], t_ns)
        return now[0]

    second = 1000 * MS
    camera = ScriptedCamera({second: BOARD, 2 * second: np.zeros_like(BOARD)}, wait_until)
    with pytest.raises(PictureError, check=says("CameraTrouble.unplugged")):
        camera.take()
    shots = [camera.take(second) for _ in range(6)]
    assert [shot.t_ns // MS for shot in shots] == list(range(1000, 2500, 250))
    assert not np.array_equal(shots[0].image, shots[1].image)
    assert [shot.image.max() > NOISE_LEVELS for shot in shots] == [True] * 4 + [False] * 2
