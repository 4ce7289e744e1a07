"""Buttons, lamps and buzzer on the pins of a Raspberry Pi. It is the only module that imports gpiozero, and its threads end here.

The time of an edge. The kernel stamps an edge in its interrupt by CLOCK_MONOTONIC (since Linux 5.7). lgpio looks for edges every half
millisecond and passes the stamp on, unless its debouncing is on: then it waits and adds the waiting time. gpiozero turns the stamp into
seconds and calls back in a thread of its own. With the debouncing of the library off, an edge may arrive a millisecond or more late, but
its stamp needs no correction. `time.monotonic_ns` reads the same clock.

The camera's SensorTimestamp is documented as CLOCK_BOOTTIME but comes from the stamps of V4L2's buffers, which are CLOCK_MONOTONIC. The two
differ only by the time that the machine was suspended, and a Pi is not suspended. So edges and pictures share a clock.
"""

import os
import time
from typing import Any

import gpiozero  # type: ignore[import-not-found,import-untyped,unused-ignore]

from clock.buttons import ButtonsError, Occasion, PinsRemedy, PinsTrouble, PutEdge, Signals
from clock.debounce import CLOSED, Edge, Wiring

MAX_EDGE_AGE_NS = 10_000_000_000
"""The greatest age of an edge. One that seems older, or in the future, was stamped by another clock, as kernels before 5.7 do."""
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
            raise ButtonsError(PinsTrouble.NOT_HAD, PinsRemedy.FIND_OTHER, pin=pin, why=str(error)) from error
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
        raise ButtonsError(PinsTrouble.NO_LGPIO, PinsRemedy.INSTALL_LGPIO) from error
    except gpiozero.PinUnknownPi as error:
        raise ButtonsError(PinsTrouble.NO_PI, PinsRemedy.CONNECT_THEM) from error
    except OSError as error:
        raise ButtonsError(PinsTrouble.NO_PIPE, PinsRemedy.START_ELSEWHERE, folder=os.getcwd(), why=str(error)) from error
    except Exception as error:  # lgpio's own error is a bare Exception
        chips = sorted(name for name in os.listdir("/dev") if name.startswith("gpiochip"))
        do = PinsRemedy.ADD_TO_GROUP if chips else PinsRemedy.OTHER_KERNEL
        raise ButtonsError(PinsTrouble.NOT_OPENED, do, why=str(error), chip=chips[0] if chips else "") from error
