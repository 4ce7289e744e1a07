"""The settings of a board: one TOML file, every key known, each overridden by the environment's DAMCAM_<SECTION>_<KEY>."""

import os
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

from clock.control import ControlError, parse_control
from rules.errors import DamcamError
from rules.pdn_write import RESULT_FORMS

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


@dataclass(frozen=True, slots=True)
class Settings:
    """All settings of the program."""

    game: Game = field(default_factory=Game)
    web: Web = field(default_factory=Web)


def load_settings(path: Path | None, environment: Mapping[str, str] = os.environ) -> Settings:
    """The settings from a TOML file, or the defaults when `path` is None; SettingsError names what is wrong."""
    try:
        given = tomllib.loads(path.read_text(encoding="utf-8")) if path else {}
    except FileNotFoundError:
        raise SettingsError(f"{path}: the settings file is missing") from None
    except (OSError, ValueError) as error:
        raise SettingsError(f"{path}: not readable as TOML: {error}") from error
    _refuse_unknown(given, {f.name for f in fields(Settings)}, f"{path}: there is no section")
    settings = Settings(
        game=Game(**_section(Game, "game", given, environment, path)),
        web=Web(**_section(Web, "web", given, environment, path)),
    )
    if not 0 < settings.web.port < 65536:
        raise SettingsError(f"[web] port is {settings.web.port}; a port is a number from 1 to 65535")
    if settings.game.result_form not in RESULT_FORMS:
        raise SettingsError(f"[game] result_form is {settings.game.result_form!r}; one of {', '.join(RESULT_FORMS)} was expected")
    for key, allowed in (("regulation", REGULATIONS), ("after_a_fault", AFTER_A_FAULT)):
        if (value := getattr(settings.game, key)) not in allowed:
            raise SettingsError(f"[game] {key} is {value!r}; one of {', '.join(allowed[1:])} was expected, or nothing")
    try:
        parse_control(settings.game.time_control)
    except ControlError as error:
        raise SettingsError(f"[game] time_control: {error}") from error
    return settings


def _section(
    kind: type[Game] | type[Web], name: str, given: Mapping[str, Any], environment: Mapping[str, str], path: Path | None
) -> dict[str, Any]:
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
