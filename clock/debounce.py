"""Debounces contacts: turns raw edges into presses. It is pure: a frozen state and an edge give the next state and the events.

A press counts at its first edge, because the clock must flip at once. Bounces after it do not count, and neither does a button that is
held.
"""

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import NamedTuple

from clock.errors import ClockPhrase, CodedError

CLOSED = 0
"""The level of a closed contact, which connects its pin to ground against the Pi's pull-up resistor."""
WINDOW_NS = 30_000_000
"""The debounce window. Contacts bounce for some milliseconds, worn ones for ten or twenty; a finger that taps as fast as it can lifts for
60 or more."""


class WiringFault(ClockPhrase):
    """Why wiring cannot work, and what it needs."""

    SAME_PIN = "GPIO {pin} is given to White and to Black"
    ONE_EACH = "each contact needs a pin of its own"


class WiringError(CodedError, ValueError):
    """Wiring that cannot work."""


class Edge(NamedTuple):
    """A pin (BCM number) went to `level`, 0 or 1, at `t_ns`. The edges of one pin are in time order."""

    t_ns: int
    pin: int
    level: int


class Press(NamedTuple):
    """The button or the lever of `side` went down at `t_ns`."""

    t_ns: int
    side: str


class FellBack(NamedTuple):
    """The lever that `side` has just pressed fell back at `t_ns`; where that press counted, the turn is handed back."""

    t_ns: int
    side: str


ContactEvent = Press | FellBack


@dataclass(frozen=True, slots=True)
class TwoButtons:
    """The pins of one button for each side; each connects its pin to ground. White's is at White's right hand (Art. 23)."""

    white: int
    black: int

    def __post_init__(self) -> None:
        _refuse_same(self.white, self.black)

    @property
    def pins(self) -> tuple[int, ...]:
        return self.white, self.black


@dataclass(frozen=True, slots=True)
class Lever:
    """One lever for both sides. The contact on pin `white` is closed while the lever lies as White pressed it.

    Without `black` there is one contact, which is open while the lever lies as Black pressed it. With `black` there are two contacts, and
    one of them is closed except while the lever swings.
    """

    white: int
    black: int | None = None

    def __post_init__(self) -> None:
        _refuse_same(self.white, self.black)

    @property
    def pins(self) -> tuple[int, ...]:
        return (self.white,) if self.black is None else (self.white, self.black)

    def lies(self, closed: Collection[int]) -> str | None:
        """The side that pressed last when the contacts of these pins are closed; None while the lever swings."""
        if self.black is None:
            return "white" if self.white in closed else "black"
        if (self.white in closed) == (self.black in closed):
            return None
        return "white" if self.white in closed else "black"


Wiring = TwoButtons | Lever


@dataclass(frozen=True, slots=True)
class Contact:
    """The contact of a button: closed, or open since a time (None: since the beginning)."""

    is_closed: bool = False
    open_since_t_ns: int | None = None

    def take(self, t_ns: int, *, closes: bool, window_ns: int) -> tuple["Contact", bool]:
        """The contact after an edge, and whether the edge is a press: the contact closes and was open for a whole window before.

        An edge to the level that the contact already has means that two edges came too quickly for the kernel to see both. A closed contact
        that closes again is no press, however late. A button that is leaned on and trembles gives the same edges as one that is pressed
        again after a lost opening, and a false press would take the turn of its side. Where an opening is lost, the next press does not
        count and the one after it does.
        """
        was_open = not self.is_closed and (self.open_since_t_ns is None or t_ns - self.open_since_t_ns >= window_ns)
        if closes:
            return Contact(is_closed=True), was_open
        return (self if was_open else Contact(open_since_t_ns=t_ns)), False


@dataclass(frozen=True, slots=True)
class ButtonsDebounced:
    """The state of two buttons. Both pressed together are two presses; the clock decides which of them counts."""

    wiring: TwoButtons
    window_ns: int
    white: Contact
    black: Contact

    @property
    def due_t_ns(self) -> None:
        """None: a button needs no call of `settle`."""

    def take(self, edge: Edge) -> tuple["ButtonsDebounced", tuple[ContactEvent, ...]]:
        """The state after the edge, and the events."""
        closes = edge.level == CLOSED
        if edge.pin == self.wiring.white:
            contact, is_press = self.white.take(edge.t_ns, closes=closes, window_ns=self.window_ns)
            return replace(self, white=contact), (Press(edge.t_ns, "white"),) * is_press
        contact, is_press = self.black.take(edge.t_ns, closes=closes, window_ns=self.window_ns)
        return replace(self, black=contact), (Press(edge.t_ns, "black"),) * is_press

    def settle(self, t_ns: int) -> tuple["ButtonsDebounced", tuple[ContactEvent, ...]]:  # noqa: ARG002
        """The same state and no events."""
        return self, ()


@dataclass(frozen=True, slots=True)
class LeverDebounced:
    """The state of a lever."""

    wiring: Lever
    window_ns: int
    closed: frozenset[int]
    """The pins whose contacts are closed."""
    lies: str
    """The side that the lever lies for."""
    told: str
    """The side of the last Press event, or of the press that was restored by a FellBack event."""
    since_t_ns: int | None = None
    """Since when the lever lies so; None since the beginning."""

    @property
    def due_t_ns(self) -> int | None:
        """When to call `settle` if no edge comes before; None when there is nothing to wait for."""
        return None if self.since_t_ns is None or self.lies == self.told else self.since_t_ns + self.window_ns

    def take(self, edge: Edge) -> tuple["LeverDebounced", tuple[ContactEvent, ...]]:
        """The state after the edge, and the events."""
        state, told = self.settle(edge.t_ns)
        closed = state.closed | {edge.pin} if edge.level == CLOSED else state.closed - {edge.pin}
        lies = self.wiring.lies(closed)
        if lies is None or lies == state.lies:
            return replace(state, closed=closed), told
        lay_still = state.since_t_ns is None or edge.t_ns - state.since_t_ns >= self.window_ns
        moved = replace(state, closed=closed, lies=lies, since_t_ns=edge.t_ns)
        if not lay_still:
            return moved, told
        return replace(moved, told=lies), (*told, Press(edge.t_ns, lies))

    def settle(self, t_ns: int) -> tuple["LeverDebounced", tuple[ContactEvent, ...]]:
        """The state at `t_ns`, with a FellBack event if the lever came to rest as it lay before its last press."""
        if self.due_t_ns is None or self.since_t_ns is None or t_ns < self.due_t_ns:
            return self, ()
        return replace(self, told=self.lies), (FellBack(self.since_t_ns, self.told),)


Debounced = ButtonsDebounced | LeverDebounced


def debounced(wiring: Wiring, closed: Collection[int] = (), window_ns: int = WINDOW_NS) -> Debounced:
    """The first state. The contacts of the `closed` pins are closed, which is no press. A lever that swings counts as pressed by Black."""
    if isinstance(wiring, TwoButtons):
        return ButtonsDebounced(wiring, window_ns, Contact(wiring.white in closed), Contact(wiring.black in closed))
    lies = wiring.lies(closed) or "black"
    return LeverDebounced(wiring, window_ns, frozenset(closed), lies, lies)


def _refuse_same(white: int, black: int | None) -> None:
    if white == black:
        raise WiringError(WiringFault.SAME_PIN, WiringFault.ONE_EACH, pin=white)
