"""What is kept of a game's pictures: the board where it lay in each."""

from collections.abc import Iterable
from pathlib import Path

import numpy as np
import pytest

from pi.reading.drawings import DRAWN_FOLDER
from pi.reading.live_reader import Begun, LiveReader, NotBegun
from pi.reading.reading import PressToRead
from record.session.state import State
from record.store.pictures import EvidenceStore
from rules.board.evidence import Evidence
from rules.board.position import Position
from rules.board.ruleset import ruleset
from rules.board.squares import Side
from rules.irregularity import Verdict
from rules.referee.belief import Belief
from vision.camera.ring import Ring
from vision.camera.source import Frame
from vision.image.geometry import Geometry
from vision.image.picture import read_picture
from vision.watching.following import Shift
from vision.watching.watcher import Moved, Sight

S = 1_000_000_000
START = Position.start(ruleset("frisian"))
SIZE = (400, 200)
LEFT, RIGHT = (Geometry.from_corners(10, [[x, 140], [x + 80, 140], [x + 80, 60], [x, 60]], SIZE) for x in (60, 260))


class TwoPlaces:
    """Eyes that see nothing but where the board lies: on the left, and after `moves` on the right."""

    turned = False
    geometry = LEFT
    moves = False

    def begin(self, frame: Frame, contents: object, *, surely: bool = False, mirrored: bool = False) -> Geometry:
        return LEFT

    def look(self, frames: Iterable[Frame]) -> Sight:
        *_, last = frames
        moved = Moved(last, last, Shift.between(LEFT, RIGHT)) if self.moves else None
        return Sight(Evidence.none(50), last, RIGHT if self.moves else LEFT, moved=moved)

    def again(self, frame: Frame, contents: object) -> Sight:
        return self.look([frame])

    def glance(self, frame: Frame) -> Evidence:
        return Evidence.none(50)

    def confirm(self, sight: Sight, contents: object) -> None:
        """Nothing is learnt."""


@pytest.mark.parametrize(
    ("moves", "first", "press", "drawn"),
    [
        (False, "left", "left", "left"),
        (True, "left", "right", "right"),
    ],
)
def test_what_is_kept_shows_the_board_alone(tmp_path, moves, first, press, drawn) -> None:
    for name in ("frames", DRAWN_FOLDER):
        (tmp_path / "0001" / name).mkdir(parents=True)
    folder, ring, eyes = tmp_path / "0001", Ring(wait_s=0), TwoPlaces()
    eyes.moves = moves
    noise = np.random.default_rng(1).integers(0, 256, (SIZE[1], SIZE[0], 3), np.uint8)
    reader = LiveReader(eyes, ring, folder, EvidenceStore(tmp_path, folder, 10**9, 0), 0)
    ring.add(Frame("", S, noise))
    reader.begin(START)
    ring.add(Frame("", 3 * S, noise))
    reading = reader.read(PressToRead(1, 2 * S, Side.WHITE, Belief.at(START)), 2 * S)
    assert reading.kept.names == ("frames/0001.jpg",)
    assert reader.look_again(START, 1).sight.geometry is (RIGHT if moves else LEFT)
    kept = ("frames/0000.jpg", "frames/0001.jpg", "frames/0001-again-1.jpg", f"{DRAWN_FOLDER}/0001.jpg")
    assert [shown(folder / name) for name in kept] == [first, press, press, drawn]


def shown(path: Path) -> str:
    """Where a picture shows something."""
    image = read_picture(path)
    sides = image[20:180, 50:150], image[20:180, 250:350], image[:, 180:220]
    left, right, between = (bool(side.std(axis=(0, 1)).max() > 10) for side in sides)
    return {(True, False, False): "left", (False, True, False): "right", (True, True, True): "all"}.get((left, right, between), "other")


class Failing(TwoPlaces):
    """Eyes that fail as nobody expects, at the first picture."""

    failed = False

    def begin(self, frame: Frame, contents: object, *, surely: bool = False, mirrored: bool = False) -> Geometry:
        if not self.failed:
            self.failed = True
            raise ValueError("not enough values to unpack")
        return LEFT

    def look(self, frames: Iterable[Frame]) -> Sight:
        raise ZeroDivisionError


def test_whatever_a_picture_brings_about_the_board_is_looked_for_again(tmp_path, caplog) -> None:
    (tmp_path / "0001" / "frames").mkdir(parents=True)
    folder, ring = tmp_path / "0001", Ring(wait_s=0)
    ring.add(Frame("", S, np.zeros((SIZE[1], SIZE[0], 3), np.uint8)))
    reader = LiveReader(Failing(), ring, folder, EvidenceStore(tmp_path, folder, 10**9, 0), 0)
    held = Belief.at(START)
    outcomes = [reader.look(held), reader.look(held), reader.look(held, State(), again=True)]
    assert [type(outcome) for outcome in outcomes] == [NotBegun, Begun, NotBegun]
    assert outcomes[2].why.code.endswith(".picture-not-read")
    assert caplog.text.count("Traceback") == 2


def test_whatever_a_picture_brings_about_its_press_is_decided_by_the_next_one_also_after_a_restart(tmp_path, caplog) -> None:
    for name in ("frames", DRAWN_FOLDER):
        (tmp_path / "0001" / name).mkdir(parents=True)
    folder, ring, asked = tmp_path / "0001", Ring(wait_s=0), PressToRead(1, 2 * S, Side.WHITE, Belief.at(START))
    reader = LiveReader(Failing(), ring, folder, EvidenceStore(tmp_path, folder, 10**9, 0), 0)
    assert [type(one) for one in (reader.begin(START), reader.look_again(START, 0))] == [NotBegun, NotBegun], "there is no picture yet"
    ring.add(Frame("", S, np.zeros((SIZE[1], SIZE[0], 3), np.uint8)))
    readings = [reader.read(asked, 2 * S)]
    while not isinstance(reader.look(asked.belief), Begun):
        continue
    ring.add(Frame("", 3 * S, np.zeros((SIZE[1], SIZE[0], 3), np.uint8)))
    readings += [reader.read(asked, 2 * S), reader.read_kept(asked)]
    assert [reading.seen.sentence.code.partition(".")[2] for reading in readings] == ["not-found-again", *["press-not-read"] * 2]
    assert [reading.own.verdict for reading in readings] == [Verdict.UNSURE] * 3
    assert caplog.text.count("press could not be read") == 2
