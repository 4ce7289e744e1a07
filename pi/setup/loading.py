"""Reads the settings of a board from a TOML file. The variable DAMCAM_<SECTION>_<KEY> of the environment overrides a key of the file."""

import json
import os
import tomllib
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import fields, replace
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from pi.setup.faults import SettingFault, first_fault
from pi.setup.setting_phrases import ByAddress, FileSays, SettingSays, TagSays
from pi.setup.settings import (
    BoardSettings,
    ButtonSettings,
    CameraSettings,
    EvidenceSettings,
    GameSettings,
    HubSettings,
    RecordSettings,
    Settings,
    WebSettings,
)
from record.store.json_text import JsonFault
from rules.errors import DamcamError, Sentence, sentence_of

INSTALLED = Path("/etc/damcam/damcam.toml")
"""Where `systemd/install` puts the settings, and where the services find them."""
PREFIX = "DAMCAM_"
"""The variables of the environment that belong to damcam begin with this."""
NO_SETTINGS = frozenset({"DAMCAM_SETTINGS", "DAMCAM_PYTHON"})
"""Variables that are no settings: the name of the settings file, and the Python from which a clone makes its environment."""
TRUTHS = {"true": True, "false": False}
"""How a variable of the environment says yes or no, as in TOML, in any case."""
OLD_KEYS = {"web": {"proxies": "trusted_proxies"}}
"""Keys that were renamed, in each section: the old one still works."""


def _of_each_game(where: Sentence) -> Sentence:
    return TagSays.GONE.said(TagSays.OF_EACH_GAME.said(), where=where)


def _by_address(where: Sentence) -> Sentence:
    return ByAddress.GONE.said(ByAddress.JOIN_A_HUB.said(), where=where)


GONE_KEYS: Mapping[str, Mapping[str, Callable[[Sentence], Sentence]]] = {
    "game": dict.fromkeys(("white", "black", "event", "site", "date", "round"), _of_each_game),
    "web": {"boards": _by_address},
}
"""Keys that were settings, in each section, with the sentence for who still has one; it takes where it stands."""


class SettingsError(DamcamError, ValueError):
    """The settings cannot be used; the text names the file or variable, and the key."""


SECTIONS: dict[str, type[Any]] = {
    "game": GameSettings,
    "web": WebSettings,
    "hub": HubSettings,
    "board": BoardSettings,
    "record": RecordSettings,
    "buttons": ButtonSettings,
    "camera": CameraSettings,
    "evidence": EvidenceSettings,
}


def settings_here(path: Path | None) -> Settings:
    """The settings in `path`, else those installed on this machine, else the defaults; SettingsError as for `load_settings`."""
    return load_settings(path or _installed())


def _installed() -> Path | None:
    """Return the installed file, if there is one; also if this user may not look for it, so that it is never ignored in silence."""
    try:
        INSTALLED.stat()
    except PermissionError:
        return INSTALLED
    except OSError:
        return None
    return INSTALLED


def load_settings(path: Path | None, environment: Mapping[str, str] = os.environ) -> Settings:
    """The settings from a TOML file, or the defaults when `path` is None; SettingsError says what is wrong, where, and what may be."""
    given = _read(path) if path else {}
    for name in _unknown(given, SECTIONS):
        raise SettingsError(FileSays.UNKNOWN_SECTION.said(name=repr(name), known=tuple(sorted(SECTIONS))), str(path))
    _refuse_unknown_variables(environment)
    settings = Settings(**{name: kind(**_section(kind, name, given, environment, path)) for name, kind in SECTIONS.items()})
    fault = first_fault(settings)
    if fault:
        raise SettingsError(*_placed(fault.said, *fault.key, given, environment, path))
    return settings


def with_options(settings: Settings, *, mirrored: bool, crowns: str | None) -> Settings:
    """The settings with --mirrored and --crowns where they are given; SettingsError where these do not allow them."""
    board = replace(settings.board, mirrored=mirrored or settings.board.mirrored, crowns=crowns or settings.board.crowns)
    changed = replace(settings, board=board)
    if fault := first_fault(changed):
        raise SettingsError(fault.said(Sentence.plain(f"--{fault.key[1]}")))
    return changed


def _read(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except FileNotFoundError:
        raise SettingsError(FileSays.MISSING.said(), str(path)) from None
    except PermissionError:
        raise SettingsError(FileSays.MAY_NOT_BE_READ.said(FileSays.AS_ITS_USER.said()), str(path)) from None
    except OSError as error:
        raise SettingsError(FileSays.CANNOT_BE_READ.said(why=sentence_of(error)), str(path)) from error
    except RecursionError as error:
        raise SettingsError(FileSays.NO_TOML.said(why=JsonFault.TOO_DEEP.said()), str(path)) from error
    except ValueError as error:
        raise SettingsError(FileSays.NO_TOML.said(why=Sentence.plain(str(error))), str(path)) from error


def _section(kind: type[Any], name: str, given: Mapping[str, Any], environment: Mapping[str, str], path: Path | None) -> dict[str, Any]:
    """The values of one section: those of the file, then those of the environment, each of the type of its default."""
    section: Any = given.get(name, {})
    if not isinstance(section, dict):
        raise SettingsError(FileSays.NO_SECTION.said(name=name, value=repr(section)), str(path))
    defaults: dict[str, Any] = {f.name: f.default for f in fields(kind)}
    values = dict(section)
    for old, new in OLD_KEYS.get(name, {}).items():
        if old in section and new in section:
            raise SettingsError(FileSays.OLD_NAME.said(section=name, old=old, new=new), str(path))
        if old in section:
            values[new] = values.pop(old)
    for key, said in GONE_KEYS.get(name, {}).items():
        if key in section or _variable(name, key) in environment:
            raise SettingsError(*_placed(said, name, key, given, environment, path))
    for key in _unknown(values, defaults):
        raise SettingsError(FileSays.UNKNOWN_KEY.said(section=name, name=repr(key), known=tuple(sorted(defaults))), str(path))
    for key, default in defaults.items():
        wanted = type(default)
        if variable := _variable_of(name, key, environment):
            values[key] = environment[variable]
            if wanted is int:
                with suppress(ValueError):  # a text that is no number is refused below
                    values[key] = int(environment[variable])
            elif wanted is bool:
                values[key] = TRUTHS.get(environment[variable].lower(), environment[variable])
        if key in values and type(values[key]) is not wanted:
            fault = _wrong_type((name, key), values[key], default)
            raise SettingsError(*_placed(fault.said, name, key, given, environment, path))
    return values


def _wrong_type(at: tuple[str, str], value: object, default: str | int) -> SettingFault:
    if default == "":
        return SettingFault(at, SettingSays.NO_TEXT, {"value": repr(value)})
    if isinstance(default, bool):
        return SettingFault(at, SettingSays.NO_TRUTH, {"value": repr(value)})
    phrase = SettingSays.NO_WHOLE_NUMBER_SUCH_AS if isinstance(default, int) else SettingSays.NO_TEXT_SUCH_AS
    return SettingFault(at, phrase, {"value": repr(value), "example": toml(default)})


def toml(value: str | int) -> str:
    """A value in the form of a settings file."""
    return json.dumps(value, ensure_ascii=False)


def _variable(section: str, key: str) -> str:
    return f"{PREFIX}{section}_{key}".upper()


def _names(section: str, key: str) -> list[str]:
    """The key, and its old names."""
    return [key, *(old for old, new in OLD_KEYS.get(section, {}).items() if new == key)]


def _variable_of(section: str, key: str, environment: Mapping[str, str]) -> str | None:
    """The variable that sets this key; None where none does."""
    return next((variable for name in _names(section, key) if (variable := _variable(section, name)) in environment), None)


def _placed(
    said: Callable[[Sentence], Sentence],
    section: str,
    key: str,
    given: Mapping[str, Any],
    environment: Mapping[str, str],
    path: Path | None,
) -> tuple[Sentence, str]:
    """The fault with where the value came from, under the name that was used there; and the file, empty where it came from none."""
    if variable := _variable_of(section, key, environment):
        return said(FileSays.VARIABLE.said(variable=variable)), ""
    used = next((name for name in _names(section, key) if name in given.get(section, {})), key)
    return said(Sentence.plain(f"[{section}] {used}")), str(path or "")


def _unknown(given: Mapping[str, Any], known: Mapping[str, Any]) -> list[str]:
    return [name for name in given if name not in known]


def _refuse_unknown_variables(environment: Mapping[str, str]) -> None:
    keys = [(section, f.name) for section, kind in SECTIONS.items() for f in fields(kind)]
    known = {_variable(section, key): key for section, key in keys}
    old = {_variable(section, name) for section, key in keys for name in _names(section, key)}
    old |= {_variable(section, key) for section, gone in GONE_KEYS.items() for key in gone}
    for name in environment:
        if name.startswith(PREFIX) and name not in known.keys() | old | NO_SETTINGS:
            near = _nearest(name.removeprefix(PREFIX), known)
            do = FileSays.IS_IT_MEANT.said(near=near) if near else FileSays.SETTINGS_ARE_NAMED.said(example=_variable("web", "port"))
            raise SettingsError(FileSays.NO_SETTING.said(do, variable=name))


def _nearest(name: str, known: Mapping[str, str]) -> str | None:
    """The variable whose key is `name`, else the one with the most similar name, compared without the common prefix."""
    of_key = (variable for variable, key in known.items() if key == name.lower())
    near = get_close_matches(name, [variable.removeprefix(PREFIX) for variable in known], 1)
    return next(of_key, PREFIX + near[0] if near else None)
