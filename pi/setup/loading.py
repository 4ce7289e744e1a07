"""The settings of a board from one TOML file: every key known, each overridden by the environment's DAMCAM_<SECTION>_<KEY>."""

import json
import os
import tomllib
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import fields
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from pi.setup.faults import fault
from pi.setup.settings import Board, Buttons, Camera, Evidence, Game, Hub, Settings, Web
from rules.errors import DamcamError

OURS = "DAMCAM_"
"""What our variables of the environment begin with; beside the settings there are"""
NO_SETTINGS = frozenset({"DAMCAM_SETTINGS", "DAMCAM_PYTHON"})
"""the name of their file, and the Python that a clone makes its environment with."""
INSTALLED = Path("/etc/damcam/damcam.toml")
"""Where `systemd/install` puts them, and the services find them."""
KINDS = {str: "text in quotes", int: "a whole number"}


class SettingsError(DamcamError, ValueError):
    """A settings file that cannot be used; the text names the file and the key."""


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
