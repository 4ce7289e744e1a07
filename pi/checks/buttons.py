"""Tries buttons, lamps and buzzer with a person at the board: lights a lamp and asks for the press of that side's button."""

import select
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from queue import Empty, SimpleQueue

from clock.buttons import Buttons, Occasion
from clock.debounce import Debounced, Edge, Press, debounced
from link.status import Check, Level
from pi.checks.checks import fail, of_trouble, ok, untried, warn
from pi.checks.readiness import ButtonName, ButtonsSay, named_button
from pi.reading.devices import BoardError, Devices
from pi.reading.messages import Message
from pi.setup.output import complain, error_console
from pi.setup.settings import ButtonSettings
from record.telling.sentences import listed, side_word
from rules.errors import Phrase, Sentence

AFTER_S = 0.5
"""Seconds between the edges of one press at most: contacts bounce for hundredths of a second, and a finger taps twice in a fifth."""
POLL_S = 0.1


class Asks(Phrase):
    """What a person at the board is asked for."""

    PRESS = "now press {button}"
    PRESS_LIT = "now press {button}, where the lamp shines"
    END = "{side}'s end of the lever"
    SECONDS_LEFT = "{button} ({seconds} s)"
    DID_LAMPS_SHINE = "did each lamp shine while its side was asked for? yes or no"
    DID_BUZZER_SOUND = "did the buzzer sound? yes or no"


class ContactsSay(Phrase):
    """Of the buttons, or the lever, that a person tries."""

    LEFT_ALONE = "left alone, as asked"
    CLOSED = "{buttons} is closed although nobody is asked to press", "{buttons} are closed although nobody is asked to press"
    LET_GO = "let go of it; if nobody holds it, a wire is on the wrong contact or pin: pinctrl get shows them"
    NOBODY_PRESSED = "their pins can be used; nobody was asked to press"
    AT_A_TERMINAL = "run damcam selftest at a terminal, with somebody at the board"
    NOT_HEARD = "not heard within {seconds} s: {sides}"
    PRESS_FIRMLY = "press it firmly; else see that its wires are on its pin and on ground, and that [buttons] names that pin"
    OTHER_HEARD = "the other side was heard: asked for {sides}"
    EXCHANGE = "exchange white and black in [buttons], or the wires; White's button is the one at White's right hand"
    HEARD_TWICE = "heard more than once for one press: {sides}"
    ANOTHER_BUTTON = "press once and firmly; when this is told again, its contact is worn: put in another button"
    LEVER_HEARD = "the lever was heard both ways"


class LampsSay(Phrase):
    """Of the lamps."""

    PINS_NOT_HAD = "their pins cannot be used either"
    BUTTONS_FIRST = "the buttons come first"
    NOBODY_LOOKED = "nobody was asked to look"
    NONE = "there are none in the settings"
    BOTH_SHONE = "both were seen to shine"
    NOT_SEEN = "nobody saw both shine"
    LONGER_LEG = "the longer leg goes to the pin, by way of the resistor; a game goes on without"


class BuzzerSays(Phrase):
    """Of the buzzer."""

    HEARD = "it was heard"
    NOT_HEARD = "nobody heard it"
    PLUS_TO_PIN = "its + goes to the pin, its - to ground, and it must sound at 3.3 V; a game goes on without"


def ask_at_terminal(question: Sentence, wait_s: float) -> str:
    """Print the question and return what is typed; empty when nothing is typed in time."""
    complain(question)
    there, _, _ = select.select([sys.stdin], [], [], wait_s)
    return sys.stdin.readline().strip() if there else ""


@dataclass(frozen=True, slots=True)
class Hands:
    """A person at the board, and the seconds to wait for each answer."""

    wait_s: float
    ask: Callable[[Sentence, float], str] = ask_at_terminal
    after_s: float = AFTER_S
    """How many seconds to keep listening after a press."""

    def agrees(self, question: Sentence) -> bool:
        """Whether the person answers yes, in that language or in English, or with its first letter."""
        answer = self.ask(question, self.wait_s).strip().casefold()
        return answer.startswith("y")


def left_alone() -> tuple[Check, ...]:
    """The checks when buttons and lamps are not to be touched."""
    return untried("buttons", ContactsSay.LEFT_ALONE.said()), untried("lamps", ContactsSay.LEFT_ALONE.said())


def try_buttons(devices: Devices, wired: ButtonSettings, hands: Hands | None) -> Iterator[Check]:
    """Try the parts. Without `hands` only whether the pins can be used, and whether no contact is closed."""
    queue: SimpleQueue[Message] = SimpleQueue()
    try:
        buttons = devices.buttons(queue.put)
    except BoardError as error:
        yield of_trouble(Level.FAIL, "buttons", error.sentence)
        yield untried("lamps", LampsSay.PINS_NOT_HAD.said())
        return
    try:
        held = sorted(buttons.closed()) if wired.kind == "buttons" else []
        if held:
            names = listed([named_button(wired, pin) for pin in held])
            yield fail("buttons", ContactsSay.CLOSED.said(count=len(held), buttons=names), ContactsSay.LET_GO.said())
            yield untried("lamps", LampsSay.BUTTONS_FIRST.said())
        elif hands is None:
            do = ContactsSay.AT_A_TERMINAL.said()
            yield untried("buttons", ContactsSay.NOBODY_PRESSED.said(), do)
            yield untried("lamps", LampsSay.NOBODY_LOOKED.said(), do if wired.lamps else None)
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

    def presses(self, wanted: Sentence, hands: Hands) -> list[str]:
        """The sides of the presses until the contacts are quiet; empty when none came in time."""
        until_s = time.monotonic() + hands.wait_s
        sides: list[str] = []
        with error_console().status(str(wanted)) as status:
            while (left_s := until_s - time.monotonic()) > 0 or not self._queue.empty():
                if not sides:
                    left = Asks.SECONDS_LEFT.said(button=wanted, seconds=round(max(0.0, left_s)))
                    status.update(str(left))
                heard = self._next(min(POLL_S, max(0.0, left_s)))
                if heard and not sides:
                    until_s = time.monotonic() + hands.after_s
                sides += heard
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
    heard = {}
    for side in ("black", "white") if lies_white else ("white", "black"):
        buttons.show(side)
        button = (ButtonName.BUTTON if wired.kind == "buttons" else Asks.END).said(side=side_word(side))
        complain((Asks.PRESS_LIT if wired.lamps else Asks.PRESS).said(button=button))
        heard[side] = ear.presses(button, hands)
    buttons.show(None)
    yield _heard(wired, heard, hands.wait_s)
    if not wired.lamps:
        yield untried("lamps", LampsSay.NONE.said())
    elif hands.agrees(Asks.DID_LAMPS_SHINE.said()):
        yield ok("lamps", LampsSay.BOTH_SHONE.said())
    else:
        yield warn("lamps", LampsSay.NOT_SEEN.said(), LampsSay.LONGER_LEG.said())


def _sounded(wired: ButtonSettings, buttons: Buttons, hands: Hands) -> Check:
    """Ask whether the buzzer was heard; it sounds as at the first of its occasions."""
    buttons.sound(Occasion(wired.buzzer.split()[0]))
    if hands.agrees(Asks.DID_BUZZER_SOUND.said()):
        return ok("buzzer", BuzzerSays.HEARD.said())
    return warn("buzzer", BuzzerSays.NOT_HEARD.said(), BuzzerSays.PLUS_TO_PIN.said())


def _heard(wired: ButtonSettings, heard: Mapping[str, Sequence[str]], wait_s: float) -> Check:
    """The check, from the presses that were heard when each side was asked."""
    missing = [side_word(side) for side, presses in heard.items() if not presses]
    if missing:
        seconds = int(wait_s) if wait_s == int(wait_s) else wait_s
        return fail("buttons", ContactsSay.NOT_HEARD.said(seconds=seconds, sides=listed(missing)), ContactsSay.PRESS_FIRMLY.said())
    wrong = [side_word(side) for side, presses in heard.items() if presses[0] != side]
    if wrong:
        return fail("buttons", ContactsSay.OTHER_HEARD.said(sides=listed(wrong)), ContactsSay.EXCHANGE.said())
    twice = [side_word(side) for side, presses in heard.items() if len(presses) > 1]
    if twice:
        return warn("buttons", ContactsSay.HEARD_TWICE.said(sides=listed(twice)), ContactsSay.ANOTHER_BUTTON.said())
    return ok("buttons", (ButtonsSay.BOTH_HEARD if wired.kind == "buttons" else ContactsSay.LEVER_HEARD).said())
