"""What stands at the board for the players' hands: buttons or a lever, lamps and a buzzer; and the scripted ones that stand in for them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import accumulate
from typing import Protocol

from clock.debounce import CLOSED, Edge, TwoButtons, Wiring

OPEN = 1 - CLOSED
HELD_NS = 120_000_000
"""How long a hand stays on a button."""
SWING_NS = 8_000_000
"""How long a lever is on its way, when neither contact is closed."""


class ButtonsError(OSError):
    """The pins cannot be had; the text says which and what to do."""


class Occasion(StrEnum):
    """All that a buzzer may sound for. Nothing of what is irregular is among it: nobody may be helped (Art. 24)."""

    PRESS = "press"
    """A press counted."""
    FLAG = "flag"
    """The time of a side is used up."""


@dataclass(frozen=True, slots=True)
class Signals:
    """The lamps of White and of Black (lit while that clock runs), the buzzer's pin, and what it sounds for; nothing by default."""

    lamps: tuple[int, int] | None = None
    buzzer: int | None = None
    sounds: frozenset[Occasion] = frozenset()


Put = Callable[[Edge], object]
"""Takes each edge: the `put` of the one queue that the loop reads. It may be called in another thread."""


class Buttons(Protocol):
    """The contacts of a clock. Their edges are put into a queue, stamped by the clock of `time.monotonic_ns`."""

    @property
    def wiring(self) -> Wiring:
        """Which contact is on which pin."""

    def closed(self) -> frozenset[int]:
        """The pins whose contacts are closed now."""

    def show(self, running: str | None) -> None:
        """Light the lamp of the side whose clock runs, and no other."""

    def sound(self, occasion: Occasion) -> None:
        """Sound the buzzer, if there is one that is to sound for this."""

    def close(self) -> None:
        """Let go of the pins; no edge comes after that."""


class ScriptedButtons:
    """Contacts that are pressed by a script: for the demo, the replay and the tests.

    `lit` and `sounded` tell what was shown and sounded. All edges of a press are put at once.
    """

    def __init__(self, wiring: Wiring, put: Put, signals: Signals | None = None) -> None:
        self.wiring = wiring
        self._put = put
        self.lit: str | None = None
        self.sounded: list[Occasion] = []
        self._sounds = signals.sounds if signals else frozenset()
        self._closed: set[int] = set()
        if not isinstance(wiring, TwoButtons) and wiring.black is not None:
            self._closed.add(wiring.black)

    def press(self, t_ns: int, side: str, held_ns: int = HELD_NS, bounces_ns: Sequence[int] = ()) -> None:
        """`side` presses at `t_ns`; a button is let go `held_ns` later, and a lever that lies so already stays.

        `bounces_ns` are the gaps between the edges that follow the first one of a contact, an even number of them.
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
        """Keep whose lamp is lit."""
        self.lit = running

    def sound(self, occasion: Occasion) -> None:
        """Keep what was sounded."""
        if occasion in self._sounds:
            self.sounded.append(occasion)

    def close(self) -> None:
        """Nothing is held that could be let go."""

    def _move(self, t_ns: int, pin: int, level: int, bounces_ns: Sequence[int]) -> None:
        if (pin in self._closed) == (level == CLOSED):
            return
        for number, at in enumerate(accumulate(bounces_ns, initial=t_ns)):
            self._put(Edge(at, pin, 1 - level if number % 2 else level))
        self._closed ^= {pin}
