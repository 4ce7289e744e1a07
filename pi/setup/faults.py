"""What is wrong with settings whose values are of the right kind: out of range, unknown, or at odds with each other."""

import re
from argparse import ArgumentTypeError
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

from clock.control import ControlError, parse_control
from hub.boards.delay import DelayError, parse_delay
from pi.setup.settings import Settings
from pi.setup.values import MOST_DAYS, corners
from rules.board.fen import parse_fen
from rules.board.ruleset import NAMES, ruleset
from rules.errors import DamcamError
from rules.pdn.write import RESULT_FORMS

REGULATIONS = ("", *"ABCDEFGHI")
"""The tournament regulations by their letters; none where a game is played outside them."""
AFTER_A_FAULT = ("", "record", "paper")
PINS = range(2, 28)
"""Of the header of every Pi since 2014."""
WIDTHS, HEIGHTS = range(320, 8193, 2), range(240, 8193, 2)
"""In less no board is read; more no camera of a Pi gives, nor odd numbers of pixels."""
PORTS = range(1, 65536)
LOOPBACK = ("127.0.0.1", "localhost", "::1")
PER_CLIENT, PROXIES = range(1, 100_001), range(10)
BUDGETS = range(200, 10**9)
"""Less than a long game takes would leave the game that is being played without pictures."""
DAYS = range(2, MOST_DAYS + 1)
"""An appeal may be made within 24 hours of the arbiter's word (appendix 5): the pictures that it rests on stay for longer."""
LONGEST = 100
"""Characters of a name, as a page and a tag can show."""
DATE = re.compile(r"[\d?]{4}\.[\d?]{2}\.[\d?]{2}", re.ASCII)


class Fault(NamedTuple):
    """A value that cannot be: the section and the key that it is `at`, and the rest of a sentence that begins with them."""

    at: tuple[str, str]
    says: str


def fault(settings: Settings) -> Fault | None:
    """The first there is."""
    finders: tuple[Callable[[Settings], Iterator[Fault]], ...] = (_out_of_range, _unknown, _pins, _unreadable, _misplaced, _open)
    return next((one for find in finders for one in find(settings)), None)


def _out_of_range(settings: Settings) -> Iterator[Fault]:
    for at, allowed in (
        (("web", "port"), PORTS),
        (("hub", "port"), PORTS),
        (("web", "listeners_per_client"), PER_CLIENT),
        (("web", "requests_per_client"), PER_CLIENT),
        (("web", "proxies"), PROXIES),
        (("camera", "width"), WIDTHS),
        (("camera", "height"), HEIGHTS),
        (("evidence", "budget_mb"), BUDGETS),
        (("evidence", "days"), DAYS),
    ):
        value = _value(settings, at)
        if value not in allowed:
            number = "an even number" if allowed.step == 2 else "a number"
            yield Fault(at, f"is {value}; {number} from {allowed[0]} to {allowed[-1]} was expected")


def _unknown(settings: Settings) -> Iterator[Fault]:
    for at, allowed in (
        (("game", "result_form"), tuple(RESULT_FORMS)),
        (("game", "regulation"), REGULATIONS),
        (("game", "after_a_fault"), AFTER_A_FAULT),
        (("board", "rules"), NAMES),
        (("buttons", "kind"), ("buttons", "lever")),
        (("buttons", "sounds"), ("", "press", "flag", "press flag", "flag press")),
        (("web", "picture"), ("board", "none")),
        (("evidence", "pictures"), ("board", "whole")),
        (("evidence", "keep"), ("alerts", "all")),
        (("camera", "kind"), ("picamera2", "usb")),
        (("camera", "rotation"), (0, 90, 180, 270)),
    ):
        value = _value(settings, at)
        if value not in allowed:
            words = ", ".join(str(one) for one in allowed if one != "")
            yield Fault(at, f"is {value!r}; one of {words} was expected{', or nothing' * ('' in allowed)}")


def _pins(settings: Settings) -> Iterator[Fault]:
    buttons = settings.buttons
    may_be_none = {"white_lamp", "black_lamp", "buzzer"} | ({"black"} if buttons.kind == "lever" else set())
    pins = {key: getattr(buttons, key) for key in ("white", "black", "white_lamp", "black_lamp", "buzzer")}
    used: dict[int, str] = {}
    for key, pin in pins.items():
        if pin == 0 and key in may_be_none:
            continue
        if pin not in PINS:
            yield Fault(("buttons", key), f"is {pin}; a GPIO number from 2 to 27 was expected{', or 0' * (key in may_be_none)}")
        if pin in used:
            yield Fault(("buttons", key), f"is GPIO {pin}, as is {used[pin]}; each contact, lamp and buzzer has a pin of its own")
        used[pin] = key
    if bool(buttons.white_lamp) != bool(buttons.black_lamp):
        missing = "black_lamp" if buttons.white_lamp else "white_lamp"
        yield Fault(("buttons", missing), "is 0, but the other side has a lamp; both sides have one, or none")


def _unreadable(settings: Settings) -> Iterator[Fault]:
    """Texts that must mean something."""
    game, board, camera = settings.game, settings.board, settings.camera
    for at, meant in (
        (("game", "time_control"), lambda: parse_control(game.time_control)),
        (("board", "start_fen"), lambda: board.start_fen and parse_fen(board.start_fen, ruleset(board.rules))),
        (("camera", "corners"), lambda: camera.corners and corners(camera.corners)),
    ):
        try:
            meant()
        except (ControlError, DamcamError, ArgumentTypeError) as error:
            yield Fault(at, f"cannot be used: {error}")
    for key, value in game.about.items():
        if says := wrong_tag(key, value):
            yield Fault(("game", key), says)
    for at in (("web", "host"), ("board", "state")):
        if not str(_value(settings, at)).strip():
            yield Fault(at, "is empty; leave the key out for what holds anyway")
    try:
        parse_delay(settings.web.delay)
    except DelayError as error:
        yield Fault(("web", "delay"), str(error))
    for address in settings.web.boards.split():
        if not is_address(address):
            yield Fault(
                ("web", "boards"), f"names {address!r}; addresses such as http://board-2:8000 were expected, with blanks between them"
            )


def _misplaced(settings: Settings) -> Iterator[Fault]:
    """Paths that would be looked for in any folder, devices that cannot be, and corners beyond the picture."""
    state, camera = settings.board.state, settings.camera
    for folder in settings.hub.states.split():
        if not Path(folder).is_absolute():
            yield Fault(("hub", "states"), f"names {folder!r}; paths from the root on were expected, with blanks between them")
    if not Path(state).is_absolute():
        yield Fault(("board", "state"), f"is {state!r}; a path from the root on was expected, such as /var/lib/damcam")
    if not (camera.device.isascii() and camera.device.isdigit()):
        if camera.kind == "picamera2":
            yield Fault(("camera", "device"), f'is {camera.device!r}; the number of a camera on the ribbon cable was expected, such as "0"')
        elif not Path(camera.device).is_absolute():
            yield Fault(
                ("camera", "device"), f'is {camera.device!r}; a number such as "0" was expected, or a path such as /dev/v4l/by-id/...'
            )
    width, height = (camera.width, camera.height) if camera.rotation in (0, 180) else (camera.height, camera.width)
    for x, y in corners(camera.corners) if camera.corners else ():
        if not (0 <= x <= width and 0 <= y <= height):
            yield Fault(("camera", "corners"), f"has {x:g},{y:g}, which lies beyond the upright picture of {width} x {height} pixels")


def _open(settings: Settings) -> Iterator[Fault]:
    """What is said of who asks, beyond the machine on which the proxy is."""
    web = settings.web
    if web.proxies and web.host not in LOOPBACK:
        says = f"is {web.proxies}, and host is {web.host!r}: who comes past the proxy would be believed to be whoever he says he is"
        yield Fault(("web", "proxies"), f'{says}; set host to "127.0.0.1", where the proxy alone can ask, or proxies to 0')


def wrong_tag(key: str, value: str) -> str:
    """Why that cannot be told of a game under that key of [game], the rest of a sentence; empty where it can."""
    if key == "date" and value and not DATE.fullmatch(value):
        return f"is {value!r}; a date such as 2026.11.21 was expected, or nothing"
    if not value.isprintable() or len(value) > LONGEST:
        return f"is {value!r}; a line of {LONGEST} characters at most was expected"
    return ""


def is_address(text: str) -> bool:
    """Whether a board may be found there."""
    try:
        parts = urlsplit(text)
        return parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0 and not parts.path.strip("/") + parts.query
    except ValueError:  # a port that is no number
        return False


def _value(settings: Settings, at: tuple[str, str]) -> str | int:
    section, key = at
    value: str | int = getattr(getattr(settings, section), key)
    return value
