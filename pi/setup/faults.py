"""Finds settings that cannot be used although each has its type and is within its limits: texts that say nothing, and conflicts."""

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from clock.control import ControlError, parse_control
from hub.feeds.delay import parse_delay
from pi.setup.settings import BROKER_PORT, BUZZER_PIN, LAMP_PINS, CameraSettings, Settings
from pi.setup.values import corners, host
from record.events.about import tag_fault
from record.telling.of_clock import clock_sentence
from rules.board.fen import parse_fen
from rules.board.ruleset import NO_CROWNS, ruleset
from rules.errors import DamcamError, Sentence, Value
from rules.pdn.tags import MAX_TAG_LENGTH, TagFault

LOOPBACK = ("127.0.0.1", "localhost", "::1")


class SettingFault(NamedTuple):
    """A value that cannot be used."""

    key: tuple[str, str]
    """The section and the key."""
    sentence: str
    """What is wrong, in English; its value `where` is where the setting comes from."""
    values: Mapping[str, Value] = MappingProxyType({})


def first_fault(settings: Settings) -> SettingFault | None:
    """The first fault of these settings, if there is one."""
    finders: tuple[Callable[[Settings], Iterator[SettingFault]], ...] = (
        _pins,
        _unreadable,
        _misplaced,
        _spoofable,
        _against_a_regulation,
    )
    return next((fault for find in finders for fault in find(settings)), None)


def _pins(settings: Settings) -> Iterator[SettingFault]:
    buttons = settings.buttons
    if buttons.black < 2 and not (buttons.black == 0 and buttons.kind == "lever"):
        no_pin = "{where} is {pin}; a contact has a GPIO number from 2 to 27, and a lever with a single contact 0 here"
        yield SettingFault(("buttons", "black"), no_pin, {"pin": buttons.black})
    used = dict(zip(LAMP_PINS, ("White's lamp", "Black's lamp"), strict=True)) if buttons.lamps else {}
    if buttons.buzzer:
        used[BUZZER_PIN] = "the buzzer"
    for key, pin in (("white", buttons.white), ("black", buttons.black)):
        if pin in used:
            pin_twice = "{where} is GPIO {pin}, as is {other}; each contact, lamp and buzzer has a pin of its own"
            yield SettingFault(("buttons", key), pin_twice, {"pin": pin, "other": used[pin]})
        used[pin] = key


def _unreadable(settings: Settings) -> Iterator[SettingFault]:
    """Texts that must have a certain form."""
    game, board, camera = settings.game, settings.board, settings.camera
    for at, parse in (
        (("game", "time_control"), lambda: parse_control(game.time_control)),
        (("board", "start_fen"), lambda: board.start_fen and parse_fen(board.start_fen, ruleset(board.rules))),
        (("camera", "corners"), lambda: camera.corners and corners(camera.corners)),
        (("web", "host"), lambda: settings.web.host and host(settings.web.host)),
        (("web", "delay"), lambda: parse_delay(settings.web.delay)),
    ):
        try:
            parse()
        except (ControlError, DamcamError) as error:
            yield SettingFault(at, "{where} cannot be used: {why}", {"why": refusal_of(error)})
    if game.board and (fault := wrong_tag("board", game.board)):
        yield fault


def _misplaced(settings: Settings) -> Iterator[SettingFault]:
    """A port of another program, a copy on the card itself, and corners outside the picture."""
    camera, copy_to = settings.camera, settings.record.copy_to
    if settings.hub.port == BROKER_PORT:
        yield SettingFault(("hub", "port"), "{where} is {port}, which is the port of the broker", {"port": BROKER_PORT})
    if copy_to and Path(copy_to).is_relative_to(settings.board.state):
        on_card = "{where} is {text}, where the games are themselves; a folder off the card was expected, such as /media/damcam/games"
        yield SettingFault(("record", "copy_to"), on_card, {"text": repr(copy_to)})
    if camera.corners:
        yield from _outside(camera)


def _outside(camera: CameraSettings) -> Iterator[SettingFault]:
    from vision.camera.device import SIZE  # numpy is loaded only where corners are set

    width, height = SIZE if camera.rotation in (0, 180) else SIZE[::-1]
    for x, y in corners(camera.corners):
        if not (0 <= x <= width and 0 <= y <= height):
            outside = "{where} has {corner}, which lies beyond the upright picture of {width} x {height} pixels"
            values: dict[str, Value] = {"corner": f"{x:g},{y:g}", "width": width, "height": height}
            yield SettingFault(("camera", "corners"), outside, values)


def _spoofable(settings: Settings) -> Iterator[SettingFault]:
    """Trusted proxies on an address where readers can reach the pages past the proxy, and forge its headers."""
    web = settings.web
    if web.trusted_proxies and web.host and web.host not in LOOPBACK:
        forgeable = (
            "{where} is {proxies}, and host is {host}: a reader who does not come through the proxy could forge his address;"
            ' set host to "127.0.0.1", which only the proxy reaches, or this to 0'
        )
        yield SettingFault(("web", "trusted_proxies"), forgeable, {"proxies": web.trusted_proxies, "host": repr(web.host)})


def _against_a_regulation(settings: Settings) -> Iterator[SettingFault]:
    """A board that is to lie mirrored in a tournament, or on which kings are to get no second disc."""
    regulation = settings.game.regulation
    if settings.board.mirrored and regulation:
        lies_wrong = (
            "{where} is true, and regulation in [game] is {regulation}, under which a board that lies mirrored lies wrong (Art. 26):"
            " put the board right, and set this to false"
        )
        yield SettingFault(("board", "mirrored"), lies_wrong, {"regulation": repr(regulation)})
    if settings.board.crowns == NO_CROWNS and regulation:
        needs_disc = (
            "{where} is none, and regulation in [game] is {regulation}, under which a king gets a second disc (Art. 8): set this to disc"
        )
        yield SettingFault(("board", "crowns"), needs_disc, {"regulation": repr(regulation)})


def wrong_tag(key: str, value: str) -> SettingFault | None:
    """Why this value of a tag of a game, or of `board` in [game], cannot be used; None where it can."""
    match tag_fault(key, value):
        case None:
            return None
        case TagFault.NO_DATE:
            no_date = "{where} is {text}; a date such as 2026.11.21 was expected, or nothing"
            return SettingFault(("game", key), no_date, {"text": repr(value)})
        case _:
            no_line = "{where} is {text}; a line of {most} characters at most was expected"
            return SettingFault(("game", key), no_line, {"text": repr(value), "most": MAX_TAG_LENGTH})


def refusal_of(error: ControlError | DamcamError) -> Sentence:
    """What the error says. The clock's errors hold no sentences."""
    return error.sentence if isinstance(error, DamcamError) else clock_sentence(error)
