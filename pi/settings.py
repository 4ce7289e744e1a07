"""The settings of a board: one TOML file, every key known, each overridden by the environment's DAMCAM_<SECTION>_<KEY>."""

import json
import os
import tomllib
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field, fields
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from hub.clients import GENEROUS
from pi.settings_faults import fault
from rules.errors import DamcamError

OURS = "DAMCAM_"
"""What our variables of the environment begin with; beside the settings there are"""
NO_SETTINGS = frozenset({"DAMCAM_SETTINGS", "DAMCAM_PYTHON"})
"""the name of their file, and the Python that a clone makes its environment with."""
INSTALLED = Path("/etc/damcam/damcam.toml")
"""Where `systemd/install` puts them, and the services find them."""
TAGS = ("white", "black", "event", "site", "date", "round", "board")
"""What [game] tells of every game, as game.pdn and the pages show it."""
KINDS = {str: "text in quotes", int: "a whole number"}


class SettingsError(DamcamError, ValueError):
    """A settings file that cannot be used; the text names the file and the key."""


@dataclass(frozen=True, slots=True)
class Game:
    """What a game is played under, and what is known of it, when its session does not say."""

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
    white: str = ""
    """The player with the white pieces, and"""
    black: str = ""
    """with the black ones."""
    event: str = ""
    site: str = ""
    date: str = ""
    """Such as 2026.11.21, `?` for what is not known; empty: the day on which the game begins."""
    round: str = ""
    board: str = ""
    """The number of the board in the match."""

    @property
    def about(self) -> dict[str, str]:
        """What is told of every game; without what is left open."""
        return {tag: value for tag in TAGS if (value := getattr(self, tag))}


@dataclass(frozen=True, slots=True)
class Web:
    """Where the pages are served."""

    host: str = "127.0.0.1"
    port: int = 8000
    boards: str = ""
    """The addresses of the hall's other boards, such as `http://board-2:8000`, which the page before the round shows too."""
    picture: str = "board"
    """What everybody sees there of the camera's pictures: the `board`, as it was read last, or `none`."""
    delay: str = ""
    """How much later all that is seen than it is played, as `hub.delay.parse_delay` takes it."""
    listeners_per_client: int = GENEROUS.listeners
    """How many may follow games from one address at once, and"""
    requests_per_client: int = GENEROUS.requests
    """how many requests a second may come from it in the long run; a hall is often behind one address."""
    proxies: int = 0
    """How many proxies of one's own stand before the pages, the last of them with TLS; they are believed who it is that asks."""

    @property
    def shows_pictures(self) -> bool:
        """Whether everybody sees pictures of the board."""
        return self.picture == "board"


@dataclass(frozen=True, slots=True)
class Hub:
    """What `damcam hub` serves, besides the `boards` of [web] and by its `host`."""

    states: str = ""
    """The folders in which the services of boards on this machine keep their games, with blanks between them."""
    port: int = 8080
    """Another than a board's, for both may run on one machine."""


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
    days: int = 30
    """So long all these stay. An appeal is made within a day, and decided before the next match day (appendix 5)."""


@dataclass(frozen=True, slots=True)
class Settings:
    """All settings of the program."""

    game: Game = field(default_factory=Game)
    web: Web = field(default_factory=Web)
    hub: Hub = field(default_factory=Hub)
    board: Board = field(default_factory=Board)
    buttons: Buttons = field(default_factory=Buttons)
    camera: Camera = field(default_factory=Camera)
    evidence: Evidence = field(default_factory=Evidence)


SECTIONS: dict[str, type[Any]] = {
    "game": Game,
    "web": Web,
    "hub": Hub,
    "board": Board,
    "buttons": Buttons,
    "camera": Camera,
    "evidence": Evidence,
}


def settings_here(path: Path | None) -> Settings:
    """The settings from that file, else those that are installed on this machine, else the defaults; SettingsError as below."""
    return load_settings(path or _installed())


def _installed() -> Path | None:
    """Those that this user may not even look for are there."""
    try:
        INSTALLED.stat()
    except PermissionError:
        return INSTALLED
    except OSError:
        return None
    return INSTALLED


def load_settings(path: Path | None, environment: Mapping[str, str] = os.environ) -> Settings:
    """The settings from a TOML file, or the defaults when `path` is None; SettingsError says what is wrong, where, and what may be."""
    try:
        given = tomllib.loads(path.read_text(encoding="utf-8-sig")) if path else {}
    except FileNotFoundError:
        raise SettingsError(f"{path}: the settings file is missing") from None
    except PermissionError:
        do = "sudo -u damcam damcam ..., as the service's user; or name other settings with --settings"
        raise SettingsError(f"{path}: this user may not read the settings file: {do}") from None
    except OSError as error:
        raise SettingsError(f"{path}: the settings file cannot be read: {error.strerror}") from error
    except ValueError as error:
        raise SettingsError(f"{path}: not readable as TOML: {error}") from error
    _refuse_unknown(given, SECTIONS, f"{path}: there is no section")
    _refuse_unknown_variables(environment)
    settings = Settings(**{name: kind(**_section(kind, name, given, environment, path)) for name, kind in SECTIONS.items()})
    found = fault(settings)
    if found:
        raise SettingsError(f"{_where(*found.at, environment, path)} {found.says}")
    return settings


def _section(kind: type[Any], name: str, given: Mapping[str, Any], environment: Mapping[str, str], path: Path | None) -> dict[str, Any]:
    """The values of one section: those of the file, then those of the environment, each of the type of its default."""
    section = given.get(name, {})
    if not isinstance(section, dict):
        raise SettingsError(f"{path}: {name} is {section!r}; a section [{name}] with its keys below it was expected")
    defaults: dict[str, Any] = {f.name: f.default for f in fields(kind)}
    _refuse_unknown(section, defaults, f"{path}: [{name}] has no key")
    values = dict(section)
    for key, default in defaults.items():
        wanted = type(default)
        if (variable := _variable(name, key)) in environment:
            values[key] = environment[variable]
            if wanted is int:
                with suppress(ValueError):  # it stays a text then, which is told below
                    values[key] = int(environment[variable])
        if key in values and type(values[key]) is not wanted:
            such_as = f", such as {toml(default)}" * (default != "")
            raise SettingsError(f"{_where(name, key, environment, path)} is {values[key]!r}; {KINDS[wanted]} was expected{such_as}")
    return values


def toml(value: str | int) -> str:
    """A value as it stands in a settings file."""
    return json.dumps(value, ensure_ascii=False)


def _variable(section: str, key: str) -> str:
    return f"{OURS}{section}_{key}".upper()


def _where(section: str, key: str, environment: Mapping[str, str], path: Path | None) -> str:
    """Where a value came from."""
    variable = _variable(section, key)
    return f"the environment's {variable}" if variable in environment else f"{f'{path}: ' if path else ''}[{section}] {key}"


def _refuse_unknown(given: Mapping[str, Any], known: Mapping[str, Any], sentence: str) -> None:
    for name in given:
        if name not in known:
            raise SettingsError(f"{sentence} {name!r}; there are {', '.join(sorted(known))}")


def _refuse_unknown_variables(environment: Mapping[str, str]) -> None:
    known = {_variable(name, f.name): f.name for name, kind in SECTIONS.items() for f in fields(kind)} | dict.fromkeys(NO_SETTINGS, "")
    for name in environment:
        if name.startswith(OURS) and name not in known:
            near = _nearest(name.removeprefix(OURS), known)
            such_as = f"is {near} meant?" if near else f"settings are named {OURS}<SECTION>_<KEY>, such as {_variable('web', 'port')}"
            raise SettingsError(f"the environment's {name} is no setting; {such_as}")


def _nearest(name: str, known: Mapping[str, str]) -> str | None:
    """The variable of the key that is named so, or else the one named likest; what all begin with tells nothing."""
    of_key = (variable for variable, key in known.items() if key == name.lower())
    near = get_close_matches(name, [variable.removeprefix(OURS) for variable in known], 1)
    return next(of_key, OURS + near[0] if near else None)
