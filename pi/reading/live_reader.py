"""The slow work at a live board: finding it, and waiting for, keeping and reading the pictures of a press. All runs in one thread."""

import logging
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from pi.reading import heap
from pi.reading.drawings import Drawings
from pi.reading.in_order import in_order, shows_answer, untouched
from pi.reading.look import Look
from pi.reading.reading import SETTLED, Eyes, KeptPictures, PressReading, PressToRead, read_press, unread
from pi.reading.unseen import after_unseen_moves
from record.session.state import State
from record.store.folder import FIRST_PICTURE
from record.store.pictures import EvidenceStore, again_name, picture_name, pictures_of
from rules.board.fen import parse_fen
from rules.board.position import Position
from rules.board.squares import Content
from rules.errors import DamcamError, Phrase, Sentence
from rules.referee.belief import Belief
from vision.camera.ring import Ring
from vision.camera.source import Frame
from vision.image.geometry import Geometry
from vision.image.only_board import only_board
from vision.image.picture import encode_jpeg, read_picture
from vision.reading.calibration import StartMismatch
from vision.watching.health import NothingSeen, PictureFault
from vision.watching.settling import settled
from vision.watching.watcher import Sight, teaches

LATEST = "the latest picture"
TRIES = 3
"""How many of the latest surely read pictures are tried when a game is resumed, before the game's first picture."""


class Unread(Phrase):
    """Why the board is not found, or a press is not read, for reasons beside the board itself."""

    NO_PICTURE = "the camera gives no picture"
    NO_PICTURE_AT_ALL = "the camera gives no picture, and none was kept"
    PICTURE_NOT_READ = "the picture could not be read; the log tells more"
    PRESS_NOT_READ = "the press could not be read; the log tells more"
    NONE_KEPT = "no pictures were kept of this press"
    NOT_FOUND_AGAIN = "the board was not found again since the recorder came back"


@dataclass(frozen=True, slots=True, eq=False)
class Begun:
    """The board is found and its pieces are known."""

    frame: Frame
    geometry: Geometry
    turned: bool
    is_live: bool = True
    """Whether the picture was taken now; False for a kept one."""


@dataclass(frozen=True, slots=True)
class NotBegun:
    """The board is not found, or does not show what it should."""

    why: Sentence
    fault: PictureFault | None = None
    """What is wrong with the picture, if that is known."""
    look: Look | None = None
    """The look at the picture, for the person who sets the board up."""
    squares: tuple[int, ...] = ()
    """The squares whose contents differ from the expected ones."""

    @staticmethod
    def mismatch(frame: Frame, error: StartMismatch) -> "NotBegun":
        """Return the outcome when the board is seen with another position on it."""
        fault = PictureFault.ANOTHER_POSITION if error.squares else None
        return NotBegun(error.sentence, fault, Look.missed(frame, error), error.squares)


@dataclass(frozen=True, slots=True, eq=False)
class SeenAgain:
    """The board is seen again after the camera was gone."""

    sight: Sight


_log = logging.getLogger(__name__)


class LiveReader:
    """Reads the presses of one game into its `folder`. The ring's time `base_ns` is 0 in the game's own time.

    Whole pictures are read; the kept ones show the board alone.
    """

    def __init__(self, eyes: Eyes, ring: Ring, folder: Path, store: EvidenceStore, base_ns: int) -> None:
        self._eyes, self._ring, self._folder, self._store, self._base_ns = eyes, ring, folder, store, base_ns
        self._drawings = Drawings(folder, store.keep)
        self._has_begun = False

    def look(
        self, belief: Belief, state: State | None = None, *, mirrored: bool = False, again: bool = False, asked: bool = False
    ) -> Begun | NotBegun | SeenAgain:
        """Call `begin` without a state, `look_again` with `again`, else `take_up`. Returns an answer whatever fails."""
        try:
            if state is None:
                return self.begin(belief.position, mirrored=mirrored)
            return self.look_again(belief.position, state.last_seq, asked=asked) if again else self.take_up(state, belief)
        except Exception:  # the board is looked for again whatever failed with this picture; the log says why
            _log.exception("the board could not be looked for")
            return NotBegun(Unread.PICTURE_NOT_READ.said())

    def begin(self, position: Position, *, mirrored: bool = False) -> Begun | NotBegun:
        """Find the board in the latest picture, which should show that position, and keep the picture as the game's first.

        `mirrored`: the board lies with a light corner at White's left.
        """
        frame = self._ring.latest
        if frame is None:
            return NotBegun(Unread.NO_PICTURE.said())
        named = replace(frame, name=FIRST_PICTURE, t_ns=max(0, frame.t_ns - self._base_ns))
        begun = self._begin(named, position.visible_contents(), mirrored=mirrored)
        if isinstance(begun, Begun):
            self._keep([FIRST_PICTURE], [frame], begun.geometry)
            self._drawings.remember(0, frame, begun.geometry)
        return begun

    def take_up(self, state: State, belief: Belief) -> Begun | NotBegun:
        """Learn the board again in the middle of a game: from the latest picture, or from kept ones if it shows another position.

        Kept pictures show the same board and pieces, though in another light; the first picture looked at tells where the board lies.
        If none was kept, the latest picture may show one or two moves that were not seen.
        """
        latest = self._ring.latest
        stands, mirrored = belief.position.visible_contents(), state.opened.mirrored
        tries = [(state.last_seq, self._named([LATEST], [latest])[0], stands)] if latest and (teaches(stands) or not state.presses) else []
        missed: NotBegun | None = None
        for number, (shown, frame, contents) in enumerate(tries + self._surely_read(state)):
            is_live = number < len(tries)
            outcome = self._begin(frame, contents, surely=is_live and bool(state.presses or state.before), mirrored=mirrored)
            if isinstance(outcome, Begun):
                self._drawings.remember(shown, frame, outcome.geometry)
                if is_live and not state.presses and not (self._folder / FIRST_PICTURE).exists():
                    self._keep([FIRST_PICTURE], [frame], outcome.geometry)
                return replace(outcome, is_live=is_live)
            missed = missed or outcome
        for contents in after_unseen_moves(belief, missed.squares) if tries and missed and missed.squares else ():
            outcome = self._begin(tries[0][1], contents, surely=True, mirrored=mirrored)
            if isinstance(outcome, Begun):
                return outcome
        return missed or NotBegun(Unread.NO_PICTURE_AT_ALL.said())

    def point_at(self, corners_px: Sequence[tuple[float, float]]) -> None:
        """Look for the corners there first, from the next look on."""
        self._eyes.point_at(corners_px)

    def look_again(self, position: Position, seq: int, *, asked: bool = False) -> SeenAgain | NotBegun:
        """Find the board again in the latest picture, after the camera was gone or because somebody `asked`.

        `position` is the one held after press `seq`.
        """
        frame = self._ring.latest
        if frame is None:
            return NotBegun(Unread.NO_PICTURE.said(), PictureFault.NO_PICTURE)
        named = replace(frame, name=again_name(self._folder, seq), t_ns=max(0, frame.t_ns - self._base_ns))
        try:
            look = self._eyes.find if asked else self._eyes.again
            sight = look(named, position.visible_contents())
        except NothingSeen as error:
            return NotBegun(error.sentence, error.fault)
        except StartMismatch as error:
            return NotBegun.mismatch(named, error)
        except DamcamError as error:
            return NotBegun(error.sentence)
        self._keep([named.name], [frame], sight.geometry)
        self._drawings.remember(seq, frame, sight.geometry)
        return SeenAgain(sight)

    def read(self, asked: PressToRead, press_ns: int) -> PressReading:
        """Wait for the pictures of a press, keep them, read and rule it. Returns a reading whatever fails."""
        try:
            return self._read(asked, press_ns)
        except Exception:  # the game goes on whatever fails with a picture: this press is not read, and the log says why
            _log.exception("a press could not be read")
            return unread(asked, NothingSeen(PictureFault.NO_PICTURE, "", Unread.PRESS_NOT_READ.said()))
        finally:
            heap.give_back()

    def read_kept(self, asked: PressToRead) -> PressReading:
        """Read a press whose reading was cut off from its kept pictures, if there are any."""
        names = pictures_of(self._folder, asked.seq)
        if not self._has_begun or not names:
            return unread(asked, NothingSeen(PictureFault.NO_PICTURE, "", Unread.NONE_KEPT.said()))
        try:
            frames = [Frame(name, asked.t_ns, read_picture(self._folder / name)) for name in names]
            return replace(read_press(self._eyes, self._drawings, asked, frames), kept=KeptPictures(names))
        except Exception:  # the same; a press that ended the service once must not end it again and again
            _log.exception("a kept press could not be read")
            return unread(asked, NothingSeen(PictureFault.NO_PICTURE, "", Unread.PRESS_NOT_READ.said()))

    def _read(self, asked: PressToRead, press_ns: int) -> PressReading:
        if not self._has_begun:
            return unread(asked, NothingSeen(PictureFault.COVERED, "", Unread.NOT_FOUND_AGAIN.said()))
        before = self._ring.before(press_ns)
        judges = partial(in_order, asked), partial(shows_answer, asked), partial(untouched, asked)
        found = settled(self._ring.after(press_ns), self._eyes.glance, *judges)
        chosen = found.frames
        names = [picture_name(asked.seq, number, len(chosen)) for number in range(len(chosen))]
        lay = self._eyes.geometry
        room = self._keep(names, chosen, lay)
        frames, earlier_frames = self._named(names, chosen), self._named([""] * len(before), before)
        reading = read_press(self._eyes, self._drawings, asked, frames, earlier_frames, at_rest=found.at_rest)
        if reading.sight and reading.sight.moved:
            room = self._keep(names, chosen, reading.sight.geometry)  # the kept pictures were cut to where the board lay before
        kept = KeptPictures(tuple(names) if room else (), room=room)
        if not reading.lifted:
            return replace(reading, kept=kept)
        earlier = [picture_name(asked.seq, number, len(before), before=True) for number in range(len(before))]
        return replace(reading, kept=replace(kept, before=tuple(earlier) if self._keep(earlier, before, lay) else ()))

    def _keep(self, names: Sequence[str], frames: Sequence[Frame], geometry: Geometry) -> bool:
        """Keep these pictures, in which the board lies as `geometry` says; return whether all are on disk."""
        packed = (encode_jpeg(only_board(frame.image, geometry)) for frame in frames)  # one after the other: each takes 7 MB for a moment
        return all(self._store.keep(name, jpeg) for name, jpeg in zip(names, packed, strict=True))

    def _named(self, names: Sequence[str], frames: Sequence[Frame]) -> list[Frame]:
        named = zip(names, frames, strict=True)
        return [replace(frame, name=name, t_ns=max(0, frame.t_ns - self._base_ns)) for name, frame in named]

    def _begin(self, frame: Frame, contents: Sequence[Content], *, surely: bool = False, mirrored: bool) -> Begun | NotBegun:
        try:
            geometry = self._eyes.begin(frame, contents, surely=surely, mirrored=mirrored)
        except NothingSeen as error:
            return NotBegun(error.sentence, error.fault, Look.missed(frame, error))
        except StartMismatch as error:
            return NotBegun.mismatch(frame, error)
        except DamcamError as error:
            return NotBegun(error.sentence, look=Look.missed(frame, error))
        except Exception:  # another picture may do
            _log.exception("the board could not be learnt")
            return NotBegun(Unread.PICTURE_NOT_READ.said())
        finally:
            heap.give_back()
        self._has_begun = True
        return Begun(frame, geometry, self._eyes.turned)

    def _surely_read(self, state: State) -> list[tuple[int, Frame, Sequence[Content]]]:
        """Return kept pictures, the latest first: the press of each, the picture, and the contents that it surely shows."""
        rules = state.opened.rule_set
        sure = [(one.seq, one.picture, one.fen) for one in reversed(state.rulings) if one.verdict in SETTLED and one.picture][:TRIES]
        found: list[tuple[int, Frame, Sequence[Content]]] = []
        for seq, name, fen in [*sure, (0, FIRST_PICTURE, state.first_fen)]:
            try:
                found.append((seq, Frame(str(name), 0, read_picture(self._folder / str(name))), parse_fen(fen, rules).visible_contents()))
            except DamcamError:
                continue
        return found
