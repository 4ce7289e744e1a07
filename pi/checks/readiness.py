"""Makes the status of a board while its service runs, each second and when something changes, and puts it where it is followed.

Once a game runs the status says nothing about the position or what hides it (Art. 24): only whether the camera and the machine work.
"""

import logging
import socket
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path
from threading import Event, Thread

from msgspec import structs

from clock.debounce import CLOSED, Edge
from link.board_socket import BoardSocket, R
from link.messages import CopyReport, UplinkReport, ViewWanted
from link.status import OVER, PLAYING, READY, STALE_NS, WAITING, Check, Damaged, Level, Phase, Status
from pi.checks import second_copy, uplink
from pi.checks.camera import CameraSays, of_usb
from pi.checks.camera_view import CameraView
from pi.checks.checks import NAMES, fail, of_trouble, ok, untried, warn
from pi.checks.machine import Machine, machine_checks
from pi.checks.picture import condition_checks, nothing_to_look_at, picture_checks
from pi.machine.copy_watch import STARTS_WITHIN_S
from pi.reading import heap
from pi.reading.live_reader import Begun, NotBegun
from pi.reading.look import Look, look_again
from pi.reading.messages import CameraBack, CameraFixed, CameraLost
from pi.setup.settings import ButtonSettings, Settings
from record.decisions import next_game
from record.decisions.commands import Describe, PrepareGame
from record.events.about import About
from record.session.state import State
from record.telling.sentences import listed, side_word
from rules.board.fen import parse_fen
from rules.board.squares import Content
from rules.errors import DamcamError, Phrase, Sentence
from vision.camera.ring import Ring
from vision.camera.source import Frame
from vision.watching.condition import ViewCondition
from vision.watching.health import Freshness, PictureFault
from vision.watching.watcher import Watcher

EVERY_S = 1.0
"""Seconds between two statuses: whoever sets up a board waits for the page, and each is a sign of life."""
MACHINE_EVERY, VIEW_EVERY = 30, 2
"""The machine is checked for one of so many statuses, for a disk fills slowly; and the camera's picture is written after one of so many."""
OLD_NS = 3_000_000_000
"""A camera gives several pictures a second. One of this age is the last that it gave."""
HELD_NS = 5_000_000_000
"""Nobody holds a button down for so long."""
TOLD_IN_A_GAME = (PictureFault.BLACK, PictureFault.BLINDED, PictureFault.OUT_OF_FOCUS)
"""The faults that may be reported while a game runs: they concern only the camera and the light."""

_log = logging.getLogger(__name__)


class ButtonName(Phrase):
    """Whose button, or which end of a lever."""

    BUTTON = "{side}'s button"
    CONTACT = "{side}'s contact of the lever"


class ButtonsSay(Phrase):
    """Of the buttons, or the lever."""

    BOTH_HEARD = "both sides were heard"
    HELD_DOWN = "{button} is held down"
    LET_IT_GO = "let it go; if nobody holds it, a wire is on the wrong contact or pin"
    NOT_HEARD_YET = "{buttons} was not heard yet", "{buttons} were not heard yet"
    PRESS_BOTH = "press White's, then Black's; once the start position stands Black's press starts the clock"


@dataclass(frozen=True, slots=True)
class Noted:
    """What the loop has reported so far."""

    phase: Phase = WAITING
    state: State | None = None
    begun: Begun | None = None
    look: Look | None = None
    lost: Sentence | None = None
    """Why the camera gives no pictures; None while it does."""
    not_fixed: Sentence | None = None
    """Why exposure, white balance and focus could not be fixed at the last attempt; None when they could."""
    pressed: frozenset[int] = frozenset()
    """The pins whose contacts have closed at least once."""
    closed: tuple[tuple[int, int], ...] = ()
    """The pins whose contacts are closed, and since when, in nanoseconds."""
    about: About = field(default_factory=About)
    """What was told of the game that is still to begin."""
    time_control: str | None = None
    """Its time control; None means that of the settings."""
    trouble: Sentence | None = None
    """Why the journal takes no events; None while it does."""
    damaged: Damaged | None = None
    """What the service waits for, where the log of the last game is damaged."""
    in_memory: int = 0
    """How many events are in memory alone meanwhile."""


class Readiness:
    """Makes the statuses in a thread, and `put`s them. The loop calls `hear` and `see`, which take no time. At the end None is put.

    `folder` is the board's state folder. `now_ns` is the clock of camera and buttons, `monotonic_ns` that of the machine. Through `socket`
    come the reports of second copy and uplink, and who looks at the camera's picture. `line` returns what systemd shows of the service.
    """

    def __init__(
        self,
        folder: Path,
        ring: Ring,
        settings: Settings,
        put: Callable[[Status | None], None],
        now_ns: Callable[[], int],
        monotonic_ns: Callable[[], int],
        machine: Machine | None = None,
        socket: BoardSocket | None = None,
        line: Callable[[], str] = str,
    ) -> None:
        self._folder, self._put = folder, put
        self._ring, self._settings, self._now_ns, self._monotonic_ns = ring, settings, now_ns, monotonic_ns
        self._machine, self._socket, self._line = machine or Machine(), socket, line
        self._noted = Noted()
        self._view = CameraView(folder, ring, now_ns, monotonic_ns, lambda: self._reported(ViewWanted))
        self._fresh = Freshness()
        self._watcher: tuple[Begun, Watcher, tuple[Content, ...]] | None = None
        self._of_machine: tuple[Check, ...] = ()
        self.made = 0
        """The number of statuses that were made."""
        self._began_ns = self._seen_ns = monotonic_ns()
        self._news = Event()
        """Whether to make a status at once."""
        self._has_ended = False
        self._thread = Thread(target=self._run, name="readiness", daemon=True)

    def start(self) -> None:
        """Begin to make statuses."""
        self._thread.start()

    def hear(self, message: object) -> None:
        """Take note of a message to the loop."""
        self._view.hear(message)
        noted = self._noted
        match message:
            case NotBegun():
                noted = replace(noted, look=message.look)
            case Begun():
                noted = replace(noted, begun=message)
            case CameraLost():
                noted = replace(noted, lost=message.why)
            case CameraFixed():
                noted = replace(noted, not_fixed=message.why)
            case CameraBack():
                noted = replace(noted, lost=None)
            case Describe():
                noted = replace(noted, about=noted.about.then(message.about))
            case PrepareGame():
                control = message.time_control or noted.time_control
                noted = replace(noted, about=noted.about.then(message.about), time_control=control)
            case Edge(t_ns, pin, level):
                others = tuple(one for one in noted.closed if one[0] != pin)
                closes = level == CLOSED
                closed = (*others, (pin, t_ns)) if closes else others
                noted = replace(noted, closed=closed, pressed=noted.pressed | {pin} if closes else noted.pressed)
        self._noted = noted
        if isinstance(message, CameraLost | Describe | PrepareGame):
            self._news.set()

    def see(self, state: State, trouble: Sentence | None = None, in_memory: int = 0, damaged: Damaged | None = None) -> None:
        """Take note of the game, and of `trouble` with the journal, for which so many events are in memory alone, or which is `damaged`.

        When the loop calls this no more, the statuses end.
        """
        self._seen_ns = self._monotonic_ns()
        phase: Phase = WAITING
        if state.opening is not None:
            begun = bool(state.presses or state.clock.running)
            phase = OVER if state.over else PLAYING if begun else READY
        noted = self._noted
        if phase in (PLAYING, OVER) or (phase == WAITING and noted.phase != WAITING):  # not to be told, or of the game before
            noted = replace(noted, begun=None, look=None)
        if state.opening is not None:
            noted = replace(noted, about=About(), time_control=None)  # the journal tells it now
        self._noted = replace(noted, phase=phase, state=state, trouble=trouble, in_memory=in_memory, damaged=damaged)
        if bool(trouble) != bool(noted.trouble):
            self._news.set()

    def close(self) -> None:
        self._has_ended = True
        self._news.set()
        if self._thread.is_alive():
            self._thread.join()
        self._view.close()
        self._put(None)

    def status(self) -> Status:
        """Look at the board and the machine, and return how they are."""
        noted, latest = self._noted, self._ring.latest
        if self.made % MACHINE_EVERY == 0:
            self._of_machine = tuple(machine_checks(self._folder, self._settings.evidence.budget_mb, self._machine))
        self.made += 1
        age_ns = None if latest is None else max(0, self._now_ns() - latest.t_ns)
        checks = [self._camera(noted, latest, age_ns), *self._seen(noted, latest), *self._buttons(noted), *self._machines(noted)]
        link = self._reported(UplinkReport)
        may_start = self._monotonic_ns() - self._began_ns < STARTS_WITHIN_S * 1e9  # with the machine
        checks += second_copy.reported(self._settings, self._reported(CopyReport), may_start=may_start)
        checks += uplink.reported(self._folder, link, may_start=may_start)
        damaged = noted.damaged
        if damaged and link and link.game == damaged.game:
            damaged = structs.replace(damaged, hub_row=link.row)
        order = list(NAMES)
        return Status(
            t_ns=self._monotonic_ns(),
            board=socket.gethostname(),
            phase=noted.phase,
            rules=self._settings.board.rules,
            start_fen=self._settings.board.start_fen,
            mirrored=self._settings.board.mirrored and not noted.about.settings.binding_regulation,
            line=self._line(),
            date=f"{datetime.now():%Y.%m.%d}" if self._machine.time_is_set() else "",
            about={**self._settings.game.about, **noted.about.tags.told},
            time_control=noted.time_control or self._settings.game.time_control,
            picture_age_ms=None if age_ns is None else age_ns // 1_000_000,
            delay=self._settings.web.delay,
            in_memory=noted.in_memory,
            damaged=damaged,
            next_game=next_game.to_report(self._folder),
            checks=tuple(sorted(checks, key=lambda check: order.index(check.name))),
        )

    def _reported(self, kind: type[R]) -> R | None:
        return self._socket.report(kind) if self._socket else None

    def _run(self) -> None:
        said = ""
        while not self._has_ended:
            try:
                if self._monotonic_ns() - self._seen_ns <= STALE_NS:
                    self._put(self.status())
                    if self.made % VIEW_EVERY == 0:
                        self._view.update()
            except Exception as error:  # the next picture may be another
                if repr(error) != said:
                    said = repr(error)
                    _log.exception("how the board is could not be told")
            self._news.wait(EVERY_S)
            self._news.clear()

    def _camera(self, noted: Noted, latest: Frame | None, age_ns: int | None) -> Check:
        if trouble := noted.lost or noted.not_fixed:
            return of_trouble(Level.FAIL, "camera", trouble, CameraSays.TAKEN_UP_AGAIN.said())
        if latest is None or age_ns is None:
            return untried("camera", CameraSays.NONE_YET.said())
        if age_ns > OLD_NS:
            return warn("camera", CameraSays.OLD.said(age=round(age_ns / 1e9)), CameraSays.TAKEN_UP_AGAIN.said())
        self._fresh = self._fresh.after(replace(latest, name=str(latest.t_ns)))
        if self._fresh.is_stale:
            return fail("camera", CameraSays.REPEATS.said(), of_usb(CameraSays.REPLUG, self._settings.camera.kind))
        return ok("camera", CameraSays.PICTURES_COME.said())

    def _seen(self, noted: Noted, latest: Frame | None) -> tuple[Check, ...]:
        if noted.phase in (PLAYING, OVER):
            self._watcher = None
            blind = noted.state.blind if noted.state else None
            fault = next((fault for fault in TOLD_IN_A_GAME if blind and blind.reason == fault), None)
            return tuple(check for check in condition_checks(Look(fault=fault)) if check.do)
        if latest is None:
            return nothing_to_look_at()
        if noted.phase == WAITING or noted.begun is None:
            return picture_checks(noted.look) if noted.look else nothing_to_look_at()
        return picture_checks(self._look(noted, noted.begun, latest))

    def _look(self, noted: Noted, begun: Begun, latest: Frame) -> Look:
        """Look at the board that was found, with a watcher of its own: the game's watcher belongs to the thread that reads presses."""
        if begun.turned:
            return Look(turned=True)
        if self._watcher is None or self._watcher[0] is not begun:
            assert noted.state is not None
            opened = noted.state.opened
            contents = parse_fen(opened.start_fen, opened.rule_set).visible_contents()
            watcher = Watcher(opened.board_size, begun.geometry.corners_px())
            try:
                watcher.begin(begun.frame, contents, mirrored=opened.mirrored)
            except DamcamError as error:
                return Look.missed(begun.frame, error)
            finally:
                heap.give_back()
            self._watcher = begun, watcher, contents
        look = look_again(self._watcher[1], replace(latest, name=str(latest.t_ns)), self._watcher[2])
        if look.condition is None:
            return look
        return replace(look, condition=look.condition.since(ViewCondition.of(begun.frame.image, begun.geometry)))

    def _machines(self, noted: Noted) -> tuple[Check, ...]:
        """The checks of the machine. When the journal takes nothing, the disk fails whatever room it has."""
        if not noted.trouble:
            return self._of_machine
        disk = of_trouble(Level.FAIL, "disk", noted.trouble)
        return tuple(disk if check.name == "disk" else check for check in self._of_machine)

    def _buttons(self, noted: Noted) -> tuple[Check, ...]:
        asked = self._settings.buttons
        held = [pin for pin, since_ns in noted.closed if self._now_ns() - since_ns > HELD_NS]
        if asked.kind == "buttons" and held:
            return (warn("buttons", ButtonsSay.HELD_DOWN.said(button=named_button(asked, held[0])), ButtonsSay.LET_IT_GO.said()),)
        missing = [pin for pin in (asked.white, asked.black) if pin and pin not in noted.pressed]
        if not missing:
            return (ok("buttons", ButtonsSay.BOTH_HEARD.said()),)
        if noted.phase in (PLAYING, OVER):
            return ()
        names = listed([named_button(asked, pin) for pin in missing])
        unheard = ButtonsSay.NOT_HEARD_YET.said(count=len(missing), buttons=names)
        return (untried("buttons", unheard, ButtonsSay.PRESS_BOTH.said()),)


def named_button(asked: ButtonSettings, pin: int) -> Sentence:
    """The name of the button or contact on that pin."""
    name = ButtonName.BUTTON if asked.kind == "buttons" else ButtonName.CONTACT
    return name.said(side=side_word("white" if pin == asked.white else "black"))
