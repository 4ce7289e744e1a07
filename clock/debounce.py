"""From the raw edges of contacts to presses; pure: a frozen state, an edge in, the next state and what it tells out.

A press counts at its first edge, for the clock must flip at once; what bounces after it is nothing, and neither is a button that is held.
"""

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import NamedTuple

CLOSED = 0
"""The level of a closed contact: it pulls its pin to ground against the Pi's own pull-up resistor."""
WINDOW_NS = 30_000_000
"""Contacts bounce for some milliseconds, worn ones for ten or twenty; a finger that taps as fast as it can lifts for 60 and more."""


class WiringError(ValueError):
    """Contacts that cannot be wired like this."""


class Edge(NamedTuple):
    """A pin (BCM number) went to `level`, 0 or 1, at `t_ns`. The edges of one pin come in the order of time."""

    t_ns: int
    pin: int
    level: int


class Press(NamedTuple):
    """The button or the lever of `side` went down at `t_ns`."""

    t_ns: int
    side: str


class FellBack(NamedTuple):
    """The lever that `side` pressed just before fell back at `t_ns`: where that press counted, the turn is handed back."""

    t_ns: int
    side: str


Told = Press | FellBack


@dataclass(frozen=True, slots=True)
class TwoButtons:
    """A button for each side, and its pin; each closes its pin to ground. White's is at White's right hand (Art. 23)."""

    white: int
    black: int

    def __post_init__(self) -> None:
        _refuse_same(self.white, self.black)

    @property
    def pins(self) -> tuple[int, ...]:
        return self.white, self.black


@dataclass(frozen=True, slots=True)
class Lever:
    """One lever for both sides. The contact on `white` is closed while it lies as White pressed it.

    Without `black` it is open while the lever lies as Black pressed it; with `black` there are two contacts, and one of them is closed
    except on the way.
    """

    white: int
    black: int | None = None

    def __post_init__(self) -> None:
        _refuse_same(self.white, self.black)

    @property
    def pins(self) -> tuple[int, ...]:
        return (self.white,) if self.black is None else (self.white, self.black)

    def lies(self, closed: Collection[int]) -> str | None:
        """Who pressed it last when these pins' contacts are closed; None on the way."""
        if self.black is None:
            return "white" if self.white in closed else "black"
        if (self.white in closed) == (self.black in closed):
            return None
        return "white" if self.white in closed else "black"


Wiring = TwoButtons | Lever


@dataclass(frozen=True, slots=True)
class Contact:
    """The contact of a button: closed, or open since a time; None for ever."""

    is_closed: bool = False
    open_since_t_ns: int | None = None

    def take(self, t_ns: int, *, closes: bool, window_ns: int) -> tuple["Contact", bool]:
        """The contact after an edge, and whether that is a press: it closes and was open for a whole window before.

        An edge to the level that the contact has already says that two came too quickly for the kernel to see both. A closed contact that
        closes is thus no press, however late: a button that is leaned on and trembles tells the same as one pressed again whose opening was
        lost, and a false press would take its side's turn. Where an opening is lost the next press is nothing, and the one after it counts.
        """
        was_open = not self.is_closed and (self.open_since_t_ns is None or t_ns - self.open_since_t_ns >= window_ns)
        if closes:
            return Contact(is_closed=True), was_open
        return (self if was_open else Contact(open_since_t_ns=t_ns)), False


@dataclass(frozen=True, slots=True)
class ButtonsDebounced:
    """Two buttons. Both together are two presses: the clock knows which of them counts."""

    wiring: TwoButtons
    window_ns: int
    white: Contact
    black: Contact

    @property
    def due_t_ns(self) -> None:
        """A button never needs to be looked at again without an edge."""

    def take(self, edge: Edge) -> tuple["ButtonsDebounced", tuple[Told, ...]]:
        """The state after the edge, and what it tells."""
        closes = edge.level == CLOSED
        if edge.pin == self.wiring.white:
            contact, is_press = self.white.take(edge.t_ns, closes=closes, window_ns=self.window_ns)
            return replace(self, white=contact), (Press(edge.t_ns, "white"),) * is_press
        contact, is_press = self.black.take(edge.t_ns, closes=closes, window_ns=self.window_ns)
        return replace(self, black=contact), (Press(edge.t_ns, "black"),) * is_press

    def settle(self, t_ns: int) -> tuple["ButtonsDebounced", tuple[Told, ...]]:  # noqa: ARG002
        """Nothing: see `due_t_ns`."""
        return self, ()


@dataclass(frozen=True, slots=True)
class LeverDebounced:
    """A lever: how it lies, since when, and the side whose press was told last."""

    wiring: Lever
    window_ns: int
    closed: frozenset[int]
    lies: str
    told: str
    since_t_ns: int | None = None

    @property
    def due_t_ns(self) -> int | None:
        """When to call `settle` though no edge has come; None when there is nothing to wait for."""
        return None if self.since_t_ns is None or self.lies == self.told else self.since_t_ns + self.window_ns

    def take(self, edge: Edge) -> tuple["LeverDebounced", tuple[Told, ...]]:
        """The state after the edge, and what it tells."""
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

    def settle(self, t_ns: int) -> tuple["LeverDebounced", tuple[Told, ...]]:
        """The state at `t_ns`, and whether the press told last did not hold: the lever came to rest as it lay before."""
        if self.due_t_ns is None or self.since_t_ns is None or t_ns < self.due_t_ns:
            return self, ()
        return replace(self, told=self.lies), (FellBack(self.since_t_ns, self.told),)


Debounced = ButtonsDebounced | LeverDebounced


def debounced(wiring: Wiring, closed: Collection[int] = (), window_ns: int = WINDOW_NS) -> Debounced:
    """The beginning: the contacts of the `closed` pins are closed, which is no press. A lever that is on its way counts as Black's."""
    if isinstance(wiring, TwoButtons):
        return ButtonsDebounced(wiring, window_ns, Contact(wiring.white in closed), Contact(wiring.black in closed))
    lies = wiring.lies(closed) or "black"
    return LeverDebounced(wiring, window_ns, frozenset(closed), lies, lies)


def _refuse_same(white: int, black: int | None) -> None:
    if white == black:
        raise WiringError(f"GPIO {white} is given to White and to Black: each contact needs a pin of its own")
