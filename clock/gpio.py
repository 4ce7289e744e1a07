"""Buttons, lamps and buzzer on the pins of a Raspberry Pi. It is the only module that imports gpiozero, and its threads end here.

The time of an edge. The kernel stamps an edge in its interrupt by CLOCK_MONOTONIC (since Linux 5.7). lgpio looks for edges every half
millisecond and passes the stamp on, unless its debouncing is on: then it waits and adds the waiting time. gpiozero turns the stamp into
seconds and calls back in a thread of its own. With the debouncing of the library off, an edge may arrive a millisecond or more late, but
its stamp needs no correction. `time.monotonic_ns` reads the same clock.

The camera's SensorTimestamp is documented as CLOCK_BOOTTIME but comes from the stamps of V4L2's buffers, which are CLOCK_MONOTONIC. The two
differ only by the time that the machine was suspended, and a Pi is not suspended. So edges and pictures share a clock.
"""

import glob
import os
import stat
import time
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import gpiozero  # type: ignore[import-not-found,import-untyped,unused-ignore]

from clock.buttons import ButtonsError, Occasion, PinsRemedy, PinsTrouble, PutEdge, Signals
from clock.debounce import CLOSED, Edge, Wiring

MAX_EDGE_AGE_NS = 10_000_000_000
"""The greatest age of an edge. One that seems older, or in the future, was stamped by another clock, as kernels before 5.7 do."""
CHIPS = "/dev/gpiochip*"
"""The GPIO chips of this kernel, as a glob pattern."""
FOR_GROUP = stat.S_IRGRP | stat.S_IWGRP
"""The bits of a mode with which the group may read and write."""
BEEPS = {Occasion.PRESS: (0.03, 0.0, 1), Occasion.FLAG: (0.4, 0.2, 3)}
"""Seconds on, seconds off and repetitions: a tick for a press, and a signal heard across a hall for a flag."""


def edge_t_ns(ticks: float, now_ns: int) -> int:
    """The time of an edge from gpiozero's ticks, in seconds of CLOCK_MONOTONIC; `now_ns` where the ticks are of another clock."""
    t_ns = round(ticks * 1e9)
    return t_ns if 0 <= now_ns - t_ns < MAX_EDGE_AGE_NS else now_ns


class GpioButtons:
    """`clock.buttons.Buttons` on real pins, by their BCM numbers; ButtonsError when they cannot be used.

    Close it, or use it in a `with` statement. A pin factory of gpiozero that is passed in, as tests do, stays open.
    """

    def __init__(self, wiring: Wiring, put: PutEdge, signals: Signals | None = None, factory: Any = None) -> None:
        signals = signals or Signals()
        self.wiring = wiring
        self._sounds = signals.sounds
        self._devices: list[Any] = []
        self._contacts: list[_Contact] = []
        self._own_factory = None if factory else _lgpio_factory()
        self._factory = factory or self._own_factory
        try:
            self._lamps = [self._device(gpiozero.LED, pin) for pin in signals.lamps or ()]
            self._buzzer = None if signals.buzzer is None else self._device(gpiozero.Buzzer, signals.buzzer)
            inputs = [self._device(gpiozero.InputDevice, pin, pull_up=True) for pin in wiring.pins]
            self._contacts = [_Contact(device.pin, number, put) for device, number in zip(inputs, wiring.pins, strict=True)]
        except ButtonsError:
            self.close()
            raise

    def __enter__(self) -> "GpioButtons":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def closed(self) -> frozenset[int]:
        """The pins whose contacts are closed now."""
        return frozenset(contact.number for contact in self._contacts if contact.is_closed)

    def show(self, running: str | None) -> None:
        """Light the lamp of the side whose clock runs (None: of no side), and put the other out."""
        for side, lamp in zip(("white", "black"), self._lamps, strict=False):
            lamp.value = side == running

    def sound(self, occasion: Occasion) -> None:
        """Sound the buzzer in the background, if there is one and it sounds on this occasion."""
        if self._buzzer is not None and occasion in self._sounds:
            on_s, off_s, times = BEEPS[occasion]
            self._buzzer.beep(on_s, off_s, times)

    def close(self) -> None:
        """Release the pins; no edge comes after that."""
        for contact in self._contacts:
            contact.close()
        for device in self._devices:
            device.close()
        if self._own_factory is not None:
            self._own_factory.close()

    def _device(self, kind: Any, pin: int, **options: Any) -> Any:
        try:
            device = kind(pin, pin_factory=self._factory, **options)
        except gpiozero.PinInvalidPin as error:
            raise ButtonsError(PinsTrouble.NO_PIN, PinsRemedy.THE_HEADER, pin=pin) from error
        except gpiozero.GPIOPinInUse as error:
            raise ButtonsError(PinsTrouble.GIVEN_TWICE, PinsRemedy.ONE_EACH, pin=pin) from error
        except Exception as error:  # lgpio's own error is a bare Exception
            do = PinsRemedy.FIND_OTHER if "busy" in str(error).lower() else None
            raise ButtonsError(PinsTrouble.NOT_HAD, do, pin=pin, why=str(error)) from error
        self._devices.append(device)
        return device


class _Contact:
    """Puts the edges of a contact between its pin and ground. It must be kept: gpiozero holds its method by a weak reference only."""

    def __init__(self, pin: Any, number: int, put: PutEdge) -> None:
        self.number = number
        self._pin = pin
        self._put = put
        pin.bounce = None
        pin.edges = "both"
        pin.when_changed = self._changed

    @property
    def is_closed(self) -> bool:
        return int(self._pin.state) == CLOSED

    def close(self) -> None:
        self._pin.when_changed = None

    def _changed(self, ticks: float, level: int) -> None:
        self._put(Edge(edge_t_ns(ticks, time.monotonic_ns()), self.number, int(level)))


def _lgpio_factory() -> Any:
    """gpiozero's pin factory for lgpio; ButtonsError, saying what is missing, when it cannot be opened."""
    try:
        from gpiozero.pins.lgpio import LGPIOFactory  # type: ignore[import-not-found,import-untyped,unused-ignore]

        return LGPIOFactory()
    except ImportError as error:
        if find_spec("lgpio") is None:
            raise ButtonsError(PinsTrouble.NO_LGPIO, PinsRemedy.INSTALL_LGPIO) from error
        raise ButtonsError(PinsTrouble.NOT_LOADED, library="lgpio", why=str(error)) from error
    except gpiozero.PinUnknownPi as error:
        raise ButtonsError(PinsTrouble.NO_PI, PinsRemedy.CONNECT_THEM) from error
    except Exception as error:  # lgpio's own error is a bare Exception
        folder = os.environ.get("LG_WD") or os.getcwd()
        if isinstance(error, OSError) and not os.access(folder, os.W_OK | os.X_OK, effective_ids=True):
            raise ButtonsError(PinsTrouble.NO_PIPE, PinsRemedy.START_ELSEWHERE, folder=folder, why=str(error)) from error
        raise not_opened(str(error)) from error


def not_opened(why: str, chips: str = CHIPS) -> ButtonsError:
    """The error where lgpio cannot open its chip, for the reason in its own words: which chips this kernel has, and whether this user may
    use them. `chips` is a glob pattern. lgpio's words are the same for a chip that is not there and one that may not be used.
    """
    present = sorted(glob.glob(chips))
    denied = next((chip for chip in present if not os.access(chip, os.R_OK | os.W_OK, effective_ids=True)), None)
    if denied is not None:
        return _denied(why, denied)
    if present:
        return ButtonsError(PinsTrouble.NOT_OPENED, PinsRemedy.OTHER_CHIP, why=why, chips=tuple(present))
    return ButtonsError(PinsTrouble.NOT_OPENED, PinsRemedy.OTHER_KERNEL, why=why, path=chips)


def _denied(why: str, chip: str) -> ButtonsError:
    """The error of a chip that this user may not read and write: the group that may, or the owner where no group may."""
    status = os.stat(chip)
    if status.st_mode & FOR_GROUP == FOR_GROUP:
        group = _name(Path(chip).group, status.st_gid)
        return ButtonsError(PinsTrouble.NOT_OPENED, PinsRemedy.ADD_TO_GROUP, why=why, path=chip, group=group)
    owner = _name(Path(chip).owner, status.st_uid)
    return ButtonsError(PinsTrouble.NOT_OPENED, PinsRemedy.OWNER_ONLY, why=why, path=chip, owner=owner)


def _name(look_up: Callable[[], str], number: int) -> str:
    """The name of a user or group, or the number of one without a name."""
    try:
        return look_up()
    except KeyError:
        return str(number)
