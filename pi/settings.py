"""The settings of a board: one TOML file, every key known, each overridden by the environment's DAMCAM_<SECTION>_<KEY>."""

import os
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from clock.control import ControlError, parse_control
from rules.errors import DamcamError
from rules.pdn_write import RESULT_FORMS
from rules.ruleset import NAMES

REGULATIONS = ("", *"ABCDEFGHI")
"""The tournament regulations by their letters; none where a game is played outside them."""
AFTER_A_FAULT = ("", "record", "paper")


class SettingsError(DamcamError, ValueError):
    """A settings file that cannot be used; the text names the file and the key."""


@dataclass(frozen=True, slots=True)
class Game:
    """What a game is played under when its session does not say."""

    time_control: str = "80m+60s"
    """Regulation C, Art. 3."""
    result_form: str = "1-0"
    """How game.pdn writes results: `1-0`, or `2-0` with two points for a win."""
    regulation: str = ""
    """The letter of the tournament regulation, such as `C`."""
    after_a_fault: str = ""
    """What becomes of the record once an irregularity stands: it goes on (`record`) or ends, the rest being noted on `paper`.

    Empty: paper under regulation C (its Art. 5), the record elsewhere.
    """


@dataclass(frozen=True, slots=True)
class Web:
    """Where the pages are served."""

    host: str = "127.0.0.1"
    port: int = 8000
    boards: str = ""
    """The addresses of the hall's other boards, such as `http://board-2:8000`, which the page before the round shows too."""


@dataclass(frozen=True, slots=True)
class Board:
    """What is played at this board, and where it is kept."""

    state: str = "/var/lib/damcam"
    """The folder that holds a folder for each game; it stays when the power goes."""
    rules: str = "frisian"
    start_fen: str = ""
    """The position that a game begins with; empty: the start position of the rules."""


@dataclass(frozen=True, slots=True)
class Buttons:
    """The contacts of the clock on the Pi's pins, by their GPIO numbers; a lamp or buzzer on pin 0 is none."""

    kind: str = "buttons"
    """`buttons`, one for each side, or `lever`, one for both."""
    white: int = 17
    black: int = 27
    """Of a lever with a single contact, on `white`: 0."""
    white_lamp: int = 0
    black_lamp: int = 0
    buzzer: int = 0
    sounds: str = "flag"
    """What the buzzer sounds for: `press`, `flag`, both, or nothing."""


@dataclass(frozen=True, slots=True)
class Camera:
    """The camera above the board."""

    kind: str = "picamera2"
    """`picamera2` for one on the Pi's ribbon cable, `usb` for any other."""
    device: str = "0"
    """Its number, or the path of a USB camera such as /dev/v4l/by-id/..."""
    width: int = 1280
    height: int = 960
    rotation: int = 0
    """Degrees clockwise by which its pictures are turned."""
    corners: str = ""
    """Where the board's outer corners are looked for first, as `damcam locate --corners` takes them; empty: it is found by itself."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """The pictures that are kept."""

    budget_mb: int = 8000
    """Of all games together, in millions of bytes; then those of the oldest finished games go, but none that an alert is shown by."""
    pictures: str = "board"
    """What is kept of a picture: the `board` and a square around it, or the `whole` picture."""
    keep: str = "alerts"
    """Of a game that is closed: `all` pictures, or only those by which the arbiter was told something, and the first."""


@dataclass(frozen=True, slots=True)
class Settings:
    """All settings of the program."""

    game: Game = field(default_factory=Game)
    web: Web = field(default_factory=Web)
    board: Board = field(default_factory=Board)
    buttons: Buttons = field(default_factory=Buttons)
    camera: Camera = field(default_factory=Camera)
    evidence: Evidence = field(default_factory=Evidence)


def load_settings(path: Path | None, environment: Mapping[str, str] = os.environ) -> Settings:
    """The settings from a TOML file, or the defaults when `path` is None; SettingsError names what is wrong."""
    try:
        given = tomllib.loads(path.read_text(encoding="utf-8")) if path else {}
    except FileNotFoundError:
        raise SettingsError(f"{path}: the settings file is missing") from None
    except (OSError, ValueError) as error:
        raise SettingsError(f"{path}: not readable as TOML: {error}") from error
    _refuse_unknown(given, {f.name for f in fields(Settings)}, f"{path}: there is no section")
    sections = {f.name: SECTIONS[f.name](**_section(SECTIONS[f.name], f.name, given, environment, path)) for f in fields(Settings)}
    settings = Settings(**sections)
    _refuse_numbers(settings)
    _refuse_words(settings)
    try:
        parse_control(settings.game.time_control)
    except ControlError as error:
        raise SettingsError(f"[game] time_control: {error}") from error
    return settings


SECTIONS: dict[str, type[Any]] = {"game": Game, "web": Web, "board": Board, "buttons": Buttons, "camera": Camera, "evidence": Evidence}
PINS = range(2, 28)
"""Of the header of every Pi since 2014."""


def _refuse_numbers(settings: Settings) -> None:
    buttons, camera = settings.buttons, settings.camera
    if not 0 < settings.web.port < 65536:
        raise SettingsError(f"[web] port is {settings.web.port}; a port is a number from 1 to 65535")
    wrong = next((one for one in settings.web.boards.split() if not _is_address(one)), None)
    if wrong:
        raise SettingsError(f"[web] boards names {wrong!r}; addresses such as http://board-2:8000 were expected, with blanks between them")
    if settings.evidence.budget_mb < 0:
        raise SettingsError(f"[evidence] budget_mb is {settings.evidence.budget_mb}; a number of 0 or more was expected")
    if camera.width < 320 or camera.height < 240:
        raise SettingsError(f"[camera] width and height are {camera.width} x {camera.height}; at least 320 x 240 were expected")
    pins = {key: getattr(buttons, key) for key in ("white", "black", "white_lamp", "black_lamp", "buzzer")}
    may_be_none = {"white_lamp", "black_lamp", "buzzer"} | ({"black"} if buttons.kind == "lever" else set())
    for key, pin in pins.items():
        if pin not in PINS and not (pin == 0 and key in may_be_none):
            raise SettingsError(f"[buttons] {key} is {pin}; a GPIO number from 2 to 27 was expected{', or 0' * (key in may_be_none)}")
    used = [pin for pin in pins.values() if pin]
    twice = next((pin for pin in used if used.count(pin) > 1), None)
    if twice:
        raise SettingsError(f"[buttons] {' and '.join(key for key, pin in pins.items() if pin == twice)} are both GPIO {twice}")


def _is_address(text: str) -> bool:
    try:
        parts = urlsplit(text)
        return parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0 and not parts.path.strip("/") + parts.query
    except ValueError:  # a port that is no number
        return False


def _refuse_words(settings: Settings) -> None:
    """SettingsError for a value that is none of those that its key may have."""
    sounds = tuple(sorted(settings.buttons.sounds.split()))
    for section, key, value, allowed in (
        ("game", "result_form", settings.game.result_form, RESULT_FORMS),
        ("game", "regulation", settings.game.regulation, REGULATIONS),
        ("game", "after_a_fault", settings.game.after_a_fault, AFTER_A_FAULT),
        ("board", "rules", settings.board.rules, NAMES),
        ("buttons", "kind", settings.buttons.kind, ("buttons", "lever")),
        ("buttons", "sounds", " ".join(sounds), ("", "press", "flag", "flag press")),
        ("evidence", "keep", settings.evidence.keep, ("all", "alerts")),
        ("camera", "kind", settings.camera.kind, ("picamera2", "usb")),
        ("camera", "rotation", str(settings.camera.rotation), ("0", "90", "180", "270")),
    ):
        if value not in allowed:
            one_of = f"one of {', '.join(filter(None, allowed))} was expected" + ", or nothing" * ("" in allowed)
            raise SettingsError(f"[{section}] {key} is {value!r}; {one_of}")


def _section(kind: type[Any], name: str, given: Mapping[str, Any], environment: Mapping[str, str], path: Path | None) -> dict[str, Any]:
    """The values of one section: those of the file, then those of the environment, each of the type of its default."""
    section = given.get(name, {})
    if not isinstance(section, dict):
        raise SettingsError(f"{path}: [{name}] must be a section, not a value")
    known = {f.name: type(f.default) for f in fields(kind)}
    _refuse_unknown(section, set(known), f"{path}: [{name}] has no key")
    values = {}
    for key, wanted in known.items():
        variable = f"DAMCAM_{name}_{key}".upper()
        if variable in environment:
            values[key] = _converted(environment[variable], wanted, f"the environment's {variable}")
        elif key in section:
            if type(section[key]) is not wanted:
                raise SettingsError(f"{path}: [{name}] {key} is {section[key]!r}; a value such as {wanted.__name__} was expected")
            values[key] = section[key]
    return values


def _converted(text: str, wanted: type, where: str) -> Any:
    try:
        return wanted(text)
    except ValueError:
        raise SettingsError(f"{where} is {text!r}; a value such as {wanted.__name__} was expected") from None


def _refuse_unknown(given: Mapping[str, Any], known: set[str], sentence: str) -> None:
    for name in given:
        if name not in known:
            raise SettingsError(f"{sentence} {name!r}; there are {', '.join(sorted(known))}")
