"""Tries buttons, lamps and buzzer with a person at the board: lights a lamp and asks for the press of that side's button."""

import select
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from queue import Empty, SimpleQueue

from clock.buttons import Buttons, Occasion
from clock.debounce import Debounced, Edge, Press, debounced
from pi.checks.checks import Check, Level, fail, from_sentence, ok, untried, warn
from pi.checks.readiness import named_button
from pi.reading.devices import BoardError, Devices
from pi.reading.messages import Message
from pi.setup.output import complain, error_console
from pi.setup.settings import ButtonSettings

AFTER_S = 0.5
"""Seconds between the edges of one press at most: contacts bounce for hundredths of a second, and a finger taps twice in a fifth."""
LOOKS_EVERY_S = 0.1


def ask_at_terminal(question: str, wait_s: float) -> str:
    """Print the question and return what is typed; empty when nothing is typed in time."""
    complain(question)
    there, _, _ = select.select([sys.stdin], [], [], wait_s)
    return sys.stdin.readline().strip() if there else ""


@dataclass(frozen=True, slots=True)
class Hands:
    """A person at the board, and how long to wait for each of his answers."""

    wait_s: float
    ask: Callable[[str, float], str] = ask_at_terminal
    after_s: float = AFTER_S
    """How many seconds to keep listening after a press."""


def left_alone() -> tuple[Check, ...]:
    """The checks when buttons and lamps are not to be touched."""
    return untried("buttons", "left alone, as asked"), untried("lamps", "left alone, as asked")


def try_buttons(devices: Devices, wired: ButtonSettings, hands: Hands | None) -> Iterator[Check]:
    """Try the parts. Without `hands` only whether the pins can be used, and whether no contact is closed."""
    queue: SimpleQueue[Message] = SimpleQueue()
    try:
        buttons = devices.buttons(queue.put)
    except BoardError as error:
        do = "connect them as hardware.md shows, and name their pins in [buttons]"
        yield from_sentence(Level.FAIL, "buttons", str(error), do)
        yield untried("lamps", "their pins cannot be had either")
        return
    try:
        held = sorted(buttons.closed()) if wired.kind == "buttons" else []
        if held:
            names = " and ".join(named_button(wired, pin) for pin in held)
            do = "let go of it; if nobody holds it, a wire is on the wrong contact or pin: pinctrl get shows them"
            yield fail("buttons", f"{names} {'is' if len(held) == 1 else 'are'} closed although nobody is asked to press", do)
            yield untried("lamps", "the buttons come first")
        elif hands is None:
            do = "run damcam selftest at a terminal, with somebody at the board"
            yield untried("buttons", "their pins can be had; nobody was asked to press", do)
            yield untried("lamps", "nobody was asked to look", do if wired.white_lamp else "")
        else:
            yield from _asked(wired, buttons, Ear(buttons, queue), hands)
            if wired.buzzer:
                yield _sounded(wired, buttons, hands)
    finally:
        buttons.show(None)
        buttons.close()


class Ear:
    """Listens to the presses in the queue."""

    def __init__(self, buttons: Buttons, queue: "SimpleQueue[Message]") -> None:
        self._queue = queue
        self._contacts: Debounced = debounced(buttons.wiring, buttons.closed())

    def presses(self, wanted: str, hands: Hands) -> list[str]:
        """The sides of the presses until the contacts are quiet; empty when none came in time."""
        until_s = time.monotonic() + hands.wait_s
        sides: list[str] = []
        with error_console().status(wanted) as status:
            while (left_s := until_s - time.monotonic()) > 0 or not self._queue.empty():
                if not sides:
                    status.update(f"{wanted} ({max(0.0, left_s):.0f} s)")
                told = self._next(min(LOOKS_EVERY_S, max(0.0, left_s)))
                if told and not sides:
                    until_s = time.monotonic() + hands.after_s
                sides += told
        return sides

    def _next(self, wait_s: float) -> list[str]:
        try:
            message = self._queue.get(timeout=wait_s)
        except Empty:
            return []
        if not isinstance(message, Edge):
            return []
        self._contacts, told = self._contacts.take(message)
        return [one.side for one in told if isinstance(one, Press)]


def _asked(wired: ButtonSettings, buttons: Buttons, ear: Ear, hands: Hands) -> Iterator[Check]:
    """Light each side's lamp and wait for its press; of a lever first the side on which it does not lie."""
    lies_white = wired.kind == "lever" and wired.white in buttons.closed()
    has_lamps = bool(wired.white_lamp and wired.black_lamp)
    heard = {}
    for side in ("black", "white") if lies_white else ("white", "black"):
        buttons.show(side)
        what = "button" if wired.kind == "buttons" else "end of the lever"
        complain(f"press {side.capitalize()}'s {what}{', where the lamp shines' * has_lamps}")
        heard[side] = ear.presses(f"{side.capitalize()}'s {what}", hands)
    buttons.show(None)
    yield _heard(wired, heard, hands.wait_s)
    if not has_lamps:
        yield untried("lamps", "there are none in the settings")
    elif hands.ask("did each lamp shine while its side was asked for? yes or no", hands.wait_s).lower().startswith("y"):
        yield ok("lamps", "both were seen to shine")
    else:
        yield warn("lamps", "nobody saw both shine", "the longer leg goes to the pin, by way of the resistor; a game goes on without")


def _sounded(wired: ButtonSettings, buttons: Buttons, hands: Hands) -> Check:
    """Ask whether the buzzer was heard; it sounds as at the first of its occasions."""
    if not wired.sounds:
        return untried("buzzer", "it sounds for nothing", 'say in [buttons] what for, such as sounds = "flag"')
    buttons.sound(Occasion(wired.sounds.split()[0]))
    if hands.ask("did the buzzer sound? yes or no", hands.wait_s).lower().startswith("y"):
        return ok("buzzer", "it was heard")
    return warn("buzzer", "nobody heard it", "its + goes to the pin, its - to ground, and it must sound at 3.3 V; a game goes on without")


def _heard(wired: ButtonSettings, heard: Mapping[str, Sequence[str]], wait_s: float) -> Check:
    """The check, from the presses that were heard when each side was asked."""
    missing = [side.capitalize() for side, presses in heard.items() if not presses]
    if missing:
        do = "press it firmly; else see that its wires are on its pin and on ground, and that [buttons] names that pin"
        return fail("buttons", f"not heard within {wait_s:g} s: {' and '.join(missing)}", do)
    wrong = [side.capitalize() for side, presses in heard.items() if presses[0] != side]
    if wrong:
        do = "exchange white and black in [buttons], or the wires; White's button is the one at White's right hand"
        return fail("buttons", f"the other side was heard: asked for {' and '.join(wrong)}", do)
    twice = [side.capitalize() for side, presses in heard.items() if len(presses) > 1]
    if twice:
        do = "press once and firmly; when this is told again, its contact is worn: put in another button"
        return warn("buttons", f"heard more than once for one press: {' and '.join(twice)}", do)
    return ok("buttons", "both sides were heard" if wired.kind == "buttons" else "the lever was heard both ways")
