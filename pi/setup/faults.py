"""Finds settings that cannot be used although they have the right type: out of range, unknown, or in conflict with each other."""

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from clock.control import ControlError, parse_control
from hub.feeds.delay import parse_delay
from pi.setup.setting_phrases import SettingSays
from pi.setup.settings import Settings
from pi.setup.values import MAX_DAYS, corners
from record.events.about import tag_fault
from record.telling.of_clock import clock_sentence
from rules.board.fen import parse_fen
from rules.board.ruleset import CROWNS, NAMES, NO_CROWNS, ruleset
from rules.errors import DamcamError, Sentence, Value
from rules.pdn.tags import MAX_TAG_LENGTH, TagFault
from rules.pdn.write import RESULT_FORMS

REGULATIONS = ("", *"ABCDEFGHI")
"""The tournament regulations by their letters; empty for a game outside them."""
AFTER_A_FAULT = ("", "record", "paper")
PINS = range(2, 28)
"""The GPIO numbers on the header of every Pi since 2014."""
WIDTHS, HEIGHTS = range(320, 8193, 2), range(240, 8193, 2)
"""Pixels. No board can be read in a smaller picture; no camera of a Pi gives a larger one, or an odd number of pixels."""
PORTS, DESK_PORTS = range(1, 65536), range(65536)
LOOPBACK = ("127.0.0.1", "localhost", "::1")
PER_CLIENT, TRUSTED_PROXIES = range(1, 100_001), range(10)
BUDGETS = range(200, 10**9)
"""MB. A smaller budget than a long game needs would leave the running game without pictures."""
DAYS = range(2, MAX_DAYS + 1)
"""An appeal may be made within 24 hours of the arbiter's decision (appendix 5), so its pictures must be kept for longer than one day."""


class SettingFault(NamedTuple):
    """A value that cannot be used."""

    key: tuple[str, str]
    """The section and the key."""
    phrase: SettingSays
    """What is wrong; its value `where` is where the setting comes from."""
    values: Mapping[str, Value] = MappingProxyType({})

    def said(self, where: Sentence) -> Sentence:
        return self.phrase.said(where=where, **self.values)


def first_fault(settings: Settings) -> SettingFault | None:
    """The first fault of these settings, if there is one."""
    finders: tuple[Callable[[Settings], Iterator[SettingFault]], ...] = (
        _out_of_range,
        _unknown,
        _pins,
        _unreadable,
        _misplaced,
        _spoofable,
        _against_a_regulation,
    )
    return next((one for find in finders for one in find(settings)), None)


def _out_of_range(settings: Settings) -> Iterator[SettingFault]:
    for at, allowed in (
        (("web", "port"), PORTS),
        (("hub", "port"), PORTS),
        (("hub", "broker_port"), PORTS),
        (("web", "desk_port"), DESK_PORTS),
        (("hub", "desk_port"), DESK_PORTS),
        (("web", "listeners_per_client"), PER_CLIENT),
        (("web", "requests_per_client"), PER_CLIENT),
        (("web", "trusted_proxies"), TRUSTED_PROXIES),
        (("camera", "width"), WIDTHS),
        (("camera", "height"), HEIGHTS),
        (("evidence", "budget_mb"), BUDGETS),
        (("evidence", "days"), DAYS),
    ):
        value = _value(settings, at)
        if value not in allowed:
            phrase = SettingSays.NO_EVEN_NUMBER if allowed.step == 2 else SettingSays.NO_NUMBER
            yield SettingFault(at, phrase, {"value": value, "least": allowed[0], "most": allowed[-1]})
    hub = settings.hub
    for other in ("port", "desk_port"):
        if hub.broker_port == getattr(hub, other):
            yield SettingFault(("hub", "broker_port"), SettingSays.PORT_TWICE, {"port": hub.broker_port, "other": f"[hub] {other}"})


def _unknown(settings: Settings) -> Iterator[SettingFault]:
    for at, allowed in (
        (("game", "result_form"), tuple(RESULT_FORMS)),
        (("game", "regulation"), REGULATIONS),
        (("game", "after_a_fault"), AFTER_A_FAULT),
        (("board", "rules"), NAMES),
        (("board", "crowns"), CROWNS),
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
            phrase = SettingSays.NOT_ONE_OF_OR_NOTHING if "" in allowed else SettingSays.NOT_ONE_OF
            yield SettingFault(at, phrase, {"value": repr(value), "words": tuple(one for one in allowed if one != "")})


def _pins(settings: Settings) -> Iterator[SettingFault]:
    buttons = settings.buttons
    may_be_none = {"white_lamp", "black_lamp", "buzzer"} | ({"black"} if buttons.kind == "lever" else set())
    pins = {key: getattr(buttons, key) for key in ("white", "black", "white_lamp", "black_lamp", "buzzer")}
    used: dict[int, str] = {}
    for key, pin in pins.items():
        if pin == 0 and key in may_be_none:
            continue
        if pin not in PINS:
            yield SettingFault(("buttons", key), SettingSays.NO_PIN_OR_0 if key in may_be_none else SettingSays.NO_PIN, {"pin": pin})
        if pin in used:
            yield SettingFault(("buttons", key), SettingSays.PIN_TWICE, {"pin": pin, "other": used[pin]})
        used[pin] = key
    if bool(buttons.white_lamp) != bool(buttons.black_lamp):
        missing = "black_lamp" if buttons.white_lamp else "white_lamp"
        yield SettingFault(("buttons", missing), SettingSays.ONE_LAMP)


def _unreadable(settings: Settings) -> Iterator[SettingFault]:
    """Texts that must have a certain form."""
    game, board, camera = settings.game, settings.board, settings.camera
    for at, meant in (
        (("game", "time_control"), lambda: parse_control(game.time_control)),
        (("board", "start_fen"), lambda: board.start_fen and parse_fen(board.start_fen, ruleset(board.rules))),
        (("camera", "corners"), lambda: camera.corners and corners(camera.corners)),
        (("web", "delay"), lambda: parse_delay(settings.web.delay)),
    ):
        try:
            meant()
        except (ControlError, DamcamError) as error:
            yield SettingFault(at, SettingSays.UNUSABLE, {"why": refusal_of(error)})
    if game.board and (fault := wrong_tag("board", game.board)):
        yield fault
    if not board.state.strip():
        yield SettingFault(("board", "state"), SettingSays.EMPTY)
    if settings.web.host and not settings.web.host.strip():
        yield SettingFault(("web", "host"), SettingSays.EMPTY)


def _misplaced(settings: Settings) -> Iterator[SettingFault]:
    """Relative paths, a copy on the card itself, device names that no camera has, and corners outside the picture."""
    state, camera = settings.board.state, settings.camera
    for folder in settings.hub.states.split():
        if not Path(folder).is_absolute() or "\0" in folder:
            yield SettingFault(("hub", "states"), SettingSays.RELATIVE_PATHS, {"text": repr(folder)})
    if (events := settings.hub.events) and not (Path(events).is_absolute() and events.isprintable()):
        yield SettingFault(("hub", "events"), SettingSays.NO_EVENTS_FOLDER, {"text": repr(events)})
    if not Path(state).is_absolute() or "\0" in state:
        yield SettingFault(("board", "state"), SettingSays.RELATIVE_PATH, {"text": repr(state)})
    if (copy_to := settings.record.copy_to) and not (Path(copy_to).is_absolute() and copy_to.isprintable()):
        yield SettingFault(("record", "copy_to"), SettingSays.NO_COPY_FOLDER, {"text": repr(copy_to)})
    elif copy_to and Path(copy_to).is_relative_to(state):
        yield SettingFault(("record", "copy_to"), SettingSays.COPY_BESIDE_GAMES, {"text": repr(copy_to)})
    if not (camera.device.isascii() and camera.device.isdigit()):
        if camera.kind == "picamera2":
            yield SettingFault(("camera", "device"), SettingSays.NO_CAMERA_NUMBER, {"text": repr(camera.device)})
        elif not Path(camera.device).is_absolute() or "\0" in camera.device:
            yield SettingFault(("camera", "device"), SettingSays.NO_CAMERA, {"text": repr(camera.device)})
    width, height = (camera.width, camera.height) if camera.rotation in (0, 180) else (camera.height, camera.width)
    for x, y in corners(camera.corners) if camera.corners else ():
        if not (0 <= x <= width and 0 <= y <= height):
            values: dict[str, Value] = {"corner": f"{x:g},{y:g}", "width": width, "height": height}
            yield SettingFault(("camera", "corners"), SettingSays.OUTSIDE, values)


def _spoofable(settings: Settings) -> Iterator[SettingFault]:
    """Trusted proxies on an address where readers can reach the pages past the proxy, and forge its headers."""
    web = settings.web
    if web.trusted_proxies and web.host and web.host not in LOOPBACK:
        yield SettingFault(("web", "trusted_proxies"), SettingSays.FORGEABLE, {"proxies": web.trusted_proxies, "host": repr(web.host)})


def _against_a_regulation(settings: Settings) -> Iterator[SettingFault]:
    """A board that is to lie mirrored in a tournament, or on which kings are to get no second disc."""
    regulation = settings.game.regulation
    if settings.board.mirrored and regulation:
        yield SettingFault(("board", "mirrored"), SettingSays.NOT_UNDER_A_REGULATION, {"regulation": repr(regulation)})
    if settings.board.crowns == NO_CROWNS and regulation:
        yield SettingFault(("board", "crowns"), SettingSays.CROWNS_UNDER_A_REGULATION, {"regulation": repr(regulation)})


def wrong_tag(key: str, value: str) -> SettingFault | None:
    """Why this value of a tag of a game, or of `board` in [game], cannot be used; None where it can."""
    match tag_fault(key, value):
        case None:
            return None
        case TagFault.NO_DATE:
            return SettingFault(("game", key), SettingSays.NO_DATE, {"text": repr(value)})
        case _:
            return SettingFault(("game", key), SettingSays.NO_LINE, {"text": repr(value), "most": MAX_TAG_LENGTH})


def refusal_of(error: ControlError | DamcamError) -> Sentence:
    """What the error says. The clock's errors hold no sentences."""
    return error.sentence if isinstance(error, DamcamError) else clock_sentence(error)


def _value(settings: Settings, at: tuple[str, str]) -> str | int:
    section, key = at
    value: str | int = getattr(getattr(settings, section), key)
    return value
