"""The contacts at the board (buttons or a lever), its lamps and buzzer, and scripted buttons that replace them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import accumulate
from typing import Protocol

from clock.debounce import CLOSED, Edge, TwoButtons, Wiring
from clock.errors import ClockPhrase, CodedError

OPEN = 1 - CLOSED
HELD_NS = 120_000_000
"""How long a scripted press holds a button down."""
SWING_NS = 8_000_000
"""How long both contacts of a lever are open while it swings."""


class PinsTrouble(ClockPhrase):
    """Why the pins cannot be used."""

    NO_PIN = "GPIO {pin} is no pin of this machine"
    GIVEN_TWICE = "GPIO {pin} is given to two things"
    NOT_HAD = "GPIO {pin} cannot be used ({why})"
    NO_LGPIO = "gpiozero finds no lgpio"
    NOT_LOADED = "{library} cannot be loaded ({why})"
    NO_PI = "this machine is no Raspberry Pi: there are no pins for buttons"
    NO_PIPE = "lgpio makes a pipe in the working directory, and {folder} cannot be written to ({why})"
    NOT_OPENED = "the pins cannot be opened ({why})"
    NO_GPIOZERO = "the buttons need gpiozero, which is not installed"


class PinsRemedy(ClockPhrase):
    """What to do about it."""

    THE_HEADER = "the header has GPIO 2 to 27"
    ONE_EACH = "each button, lamp and buzzer needs a pin of its own"
    FIND_OTHER = "gpioinfo shows which other program holds it"
    INSTALL_LGPIO = "sudo apt install python3-lgpio"
    CONNECT_THEM = "connect them to a Raspberry Pi as hardware.md shows, and name their pins in [buttons]"
    START_ELSEWHERE = "start in one that can"
    OTHER_KERNEL = "there is no {path}: is this kernel one for a Raspberry Pi?"
    ADD_TO_GROUP = "the user needs to read and write {path}: sudo usermod -aG {group} $USER, and log in again"
    OWNER_ONLY = "{path} is open to the user {owner} alone"
    OTHER_CHIP = "lgpio may have asked for a chip of another number; this kernel has {chips}"
    INSTALL_GPIOZERO = "sudo apt install python3-gpiozero python3-lgpio, and use an environment that sees the system's packages"


class ButtonsError(CodedError, OSError):
    """The pins cannot be used; it says which, and what to do."""


class Occasion(StrEnum):
    """The occasions on which the buzzer may sound. Irregularities are not among them, because no player may be helped (Art. 24)."""

    PRESS = "press"
    """A press was accepted."""
    FLAG = "flag"
    """A flag fell."""


@dataclass(frozen=True, slots=True)
class Signals:
    """The lamps and the buzzer, by their BCM pin numbers; none by default."""

    lamps: tuple[int, int] | None = None
    """The pins of the lamps of White and Black; each is lit while that clock runs."""
    buzzer: int | None = None
    sounds: frozenset[Occasion] = frozenset()
    """The occasions on which the buzzer sounds."""


PutEdge = Callable[[Edge], object]
"""Takes each edge: the `put` of the queue that the loop reads. It may be called from another thread."""


class Buttons(Protocol):
    """The contacts, lamps and buzzer of a clock. Edges are put into a queue with a time of `time.monotonic_ns`."""

    @property
    def wiring(self) -> Wiring:
        """The pin of each contact."""

    def closed(self) -> frozenset[int]:
        """The pins whose contacts are closed now."""

    def show(self, running: str | None) -> None:
        """Light the lamp of the side whose clock runs (None: of no side), and put the other out."""

    def sound(self, occasion: Occasion) -> None:
        """Sound the buzzer, if there is one and it sounds on this occasion."""

    def close(self) -> None:
        """Release the pins; no edge comes after that."""


class ScriptedButtons:
    """Contacts pressed by a script, for the demo, the replay and the tests. All edges of a press are put at once.

    `lit` is the side whose lamp is lit; `sounded` lists the occasions on which the buzzer sounded.
    """

    def __init__(self, wiring: Wiring, put: PutEdge, signals: Signals | None = None) -> None:
        self.wiring = wiring
        self._put = put
        self.lit: str | None = None
        self.sounded: list[Occasion] = []
        self._sounds = signals.sounds if signals else frozenset()
        self._closed: set[int] = set()
        if not isinstance(wiring, TwoButtons) and wiring.black is not None:
            self._closed.add(wiring.black)

    def press(self, t_ns: int, side: str, held_ns: int = HELD_NS, bounces_ns: Sequence[int] = ()) -> None:
        """Press for `side` at `t_ns`. A button is released `held_ns` later; a lever that lies that way already stays.

        `bounces_ns` are the times between the first edge of a contact and those that follow it, an even number of them.
        """
        if isinstance(self.wiring, TwoButtons):
            pin = self.wiring.white if side == "white" else self.wiring.black
            self._move(t_ns, pin, CLOSED, bounces_ns)
            self._move(t_ns + held_ns, pin, OPEN, bounces_ns)
        elif self.wiring.black is None:
            self._move(t_ns, self.wiring.white, CLOSED if side == "white" else OPEN, bounces_ns)
        else:
            here, there = (self.wiring.white, self.wiring.black) if side == "white" else (self.wiring.black, self.wiring.white)
            self._move(t_ns - SWING_NS, there, OPEN, ())
            self._move(t_ns, here, CLOSED, bounces_ns)

    def closed(self) -> frozenset[int]:
        """The pins whose contacts are closed at the end of the script so far."""
        return frozenset(self._closed)

    def show(self, running: str | None) -> None:
        """Record the side whose lamp is lit."""
        self.lit = running

    def sound(self, occasion: Occasion) -> None:
        """Record the occasion, if the buzzer sounds on it."""
        if occasion in self._sounds:
            self.sounded.append(occasion)

    def close(self) -> None:
        """Do nothing: no pins are held."""

    def _move(self, t_ns: int, pin: int, level: int, bounces_ns: Sequence[int]) -> None:
        if (pin in self._closed) == (level == CLOSED):
            return
        for number, at in enumerate(accumulate(bounces_ns, initial=t_ns)):
            self._put(Edge(at, pin, 1 - level if number % 2 else level))
        self._closed ^= {pin}
