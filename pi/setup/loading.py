"""Reads the settings of a board from a TOML file. The variable DAMCAM_<SECTION>_<KEY> of the environment overrides a key of the file."""

import os
import re
from collections.abc import Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Any, get_type_hints

import msgspec
from msgspec import inspect

from pi.setup.faults import first_fault
from pi.setup.settings import Section, Settings
from record.store.json_text import JsonFault
from rules.errors import DamcamError, Value, sentence_of

INSTALLED = Path("/etc/damcam/damcam.toml")
"""Where `systemd/install` puts the settings, and where the services find them."""
PREFIX = "DAMCAM_"
"""The variables of the environment that belong to damcam begin with this."""
STATE_VARIABLE = f"{PREFIX}BOARD_STATE"
"""The variable that names the folder of the games."""
NO_SETTINGS = frozenset({"DAMCAM_SETTINGS", "DAMCAM_PYTHON"})
"""Variables that are no settings: the name of the settings file, and the Python from which a clone makes its environment."""
PLACE = re.compile(r" - at `\$\.(\w+)(?:\.(\w+))?[^`]*`\Z")
"""The end of an error of msgspec: the section, and the key in it."""

NO_TOML = "not readable as TOML: {why}"
MAY_NOT_READ = (
    "this user may not read the settings file; sudo -u damcam damcam ..., as the service's user; or name other settings with --settings"
)
OF_EACH_GAME = (
    "{where} is no setting any more, since it is said of each game: use damcam names, the evening page, or the event at the hub, and"
    " delete {places}"
)
BY_NAMES = "{where} is no setting any more, since it is said of each game: use damcam names, and delete {places}"
BY_ADDRESS = (
    "{where} names boards by their addresses, and a hub asks for none of them any more; sudo systemd/install --hub makes a hub,"
    " its page Boards makes a file for each board, and a board joins with damcam join FILE; delete {places}"
)
IN_STATE = (
    "{where} is no setting any more: the files of events are in the folder events below state of [board]; move them there, and delete"
    " {places}"
)
GONE_KEYS: Mapping[str, Mapping[str, str]] = {
    "game": dict.fromkeys(("white", "black", "event", "round"), OF_EACH_GAME) | dict.fromkeys(("site", "date"), BY_NAMES),
    "web": {"boards": BY_ADDRESS},
    "hub": {"events": IN_STATE},
}
"""Keys that were settings and whose value is given elsewhere now, in each section, with the sentence for who still has one.

Its value `where` is the key, `places` are the lines to delete.
"""
SECTION_LINE = re.compile(r"\s*\[\s*(\w+)\s*\]")
KEY_LINE = re.compile(r"\s*(\w+)\s*=")


class SettingsError(DamcamError, ValueError):
    """The settings cannot be used; the text names the file or variable, and the key."""


SECTIONS: Mapping[str, type[Section]] = get_type_hints(Settings)
"""The struct of each section."""


def settings_here(path: Path | None) -> Settings:
    """The settings in `path`, else those installed on this machine, else the defaults; SettingsError as for `load_settings`.

    Without a file, a user who may not write in the default state folder has one of his own.
    """
    settings = load_settings(found := path or _installed())
    board = settings.board
    default = _existing(Path(board.state))
    if found or STATE_VARIABLE in os.environ or os.access(default, os.W_OK, effective_ids=True):
        return settings
    data = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")
    return msgspec.structs.replace(settings, board=msgspec.structs.replace(board, state=str(data / "damcam")))


def _existing(path: Path) -> Path:
    """The folder, or the first one above it that is there."""
    return next(folder for folder in (path, *path.parents) if folder.exists())


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
    about = str(path or "")
    text = _text(path) if path else ""
    given = _parsed(text, about)
    _refuse_unknown_keys(given, text, about)
    _refuse_unknown_variables(environment)
    variables = _of_environment(environment)
    settings = _converted({section: given.get(section, {}) | variables.get(section, {}) for section in SECTIONS}, about)
    if fault := first_fault(settings):
        section, key = fault.key
        if key in variables.get(section, {}):
            raise SettingsError(fault.sentence, "", where=_of_variable(section, key), **fault.values)
        raise SettingsError(fault.sentence, about, where=f"[{section}] {key}", **fault.values)
    return settings


def with_options(settings: Settings, *, mirrored: bool, crowns: str | None) -> Settings:
    """The settings with --mirrored and --crowns where they are given; SettingsError where these do not allow them."""
    board = msgspec.structs.replace(settings.board, mirrored=mirrored or settings.board.mirrored, crowns=crowns or settings.board.crowns)
    changed = msgspec.structs.replace(settings, board=board)
    if fault := first_fault(changed):
        raise SettingsError(fault.sentence, "", where=f"--{fault.key[1]}", **fault.values)
    return changed


def _text(path: Path) -> str:
    about = str(path)
    try:
        return path.read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        raise SettingsError("the settings file is missing", about) from None
    except PermissionError:
        raise SettingsError(MAY_NOT_READ, about) from None
    except OSError as error:
        raise SettingsError("the settings file cannot be read: {why}", about, why=sentence_of(error)) from error
    except ValueError as error:
        raise SettingsError(NO_TOML, about, why=str(error)) from error


def _parsed(text: str, about: str) -> dict[str, Any]:
    """The file as dicts; TOML itself is all that is checked."""
    try:
        given: dict[str, Any] = msgspec.toml.decode(text)
    except RecursionError as error:
        raise SettingsError(NO_TOML, about, why=JsonFault.TOO_DEEP.said()) from error
    except ValueError as error:
        raise SettingsError(NO_TOML, about, why=str(error)) from error
    return given


def _refuse_unknown_keys(given: Mapping[str, Any], text: str, about: str) -> None:
    """Raise a SettingsError that says what is wrong with the first unknown key, and where all of them stand."""
    unknown: list[tuple[str, str]] = []
    for section, values in given.items():
        if section not in SECTIONS:
            raise SettingsError("there is no section {name}; there are {known}", about, name=repr(section), known=tuple(sorted(SECTIONS)))
        if not isinstance(values, dict):
            no_section = "{name} is {value}; a section [{name}] with its keys below it was expected"
            raise SettingsError(no_section, about, name=section, value=repr(values))
        unknown += [(section, key) for key in values if key not in SECTIONS[section].__struct_fields__]
    if not unknown:
        return
    (section, key), places = unknown[0], _places(unknown, text)
    if sentence := GONE_KEYS.get(section, {}).get(key):
        raise SettingsError(sentence, about, where=f"[{section}] {key}", places=places)
    known = tuple(sorted(SECTIONS[section].__struct_fields__))
    no_key = "[{section}] has no key {name}; there are {known}; correct or delete {places}"
    raise SettingsError(no_key, about, section=section, name=repr(key), known=known, places=places)


def _places(keys: list[tuple[str, str]], text: str) -> str:
    """Where these keys stand: the line of the first, then the others with theirs. A key without a line of its own has none."""
    lines: dict[tuple[str, str], int] = {}
    section = ""
    for number, line in enumerate(text.splitlines(), 1):
        if begins := SECTION_LINE.match(line):
            section = begins[1]
        elif has := KEY_LINE.match(line):
            lines.setdefault((section, has[1]), number)
    first = f"line {lines[keys[0]]}" if keys[0] in lines else "it"
    others = [f"[{key[0]}] {key[1]}" + (f" in line {lines[key]}" if key in lines else "") for key in keys[1:]]
    return ", and also ".join([first, *([", ".join(others)] if others else [])])


def _converted(given: Mapping[str, Any], about: str) -> Settings:
    """The settings in these sections; SettingsError names the first key whose value is not of its type or beyond its limits."""
    try:
        return msgspec.convert(given, Settings)
    except msgspec.ValidationError as error:
        place = PLACE.search(str(error))
        if place is None:
            raise
        section, key = place.groups()
        raise _unexpected(section, key, given[section][key], f"[{section}] {key}", about) from None


def _of_environment(environment: Mapping[str, str]) -> dict[str, dict[str, Any]]:
    """The values that variables give, by section and key; SettingsError for a text that is not of the type of its key."""
    values: dict[str, dict[str, Any]] = {}
    for section, kind in SECTIONS.items():
        for key, type_ in get_type_hints(kind, include_extras=True).items():
            if (text := environment.get(_variable(section, key))) is None:
                continue
            try:
                values.setdefault(section, {})[key] = msgspec.convert(text, type_, strict=False)
            except msgspec.ValidationError:
                raise _unexpected(section, key, text, _of_variable(section, key), "") from None
    return values


def _unexpected(section: str, key: str, value: object, where: str, about: str) -> SettingsError:
    """The error for a value of a wrong type or beyond its limits: `value` as given, and what was expected."""
    values: dict[str, Value] = {"where": where, "value": repr(value), "expected": expected(section, key)}
    return SettingsError("{where} is {value}; expected: {expected}", about, **values)


def expected(section: str, key: str) -> str:
    """What may be given for this key, in English; made from its type and limits."""
    field = next(field for field in msgspec.structs.fields(SECTIONS[section]) if field.name == key)
    match inspect.type_info(field.type):
        case inspect.Metadata(extra={"expected": str(text)}):
            return text
        case inspect.IntType(ge=least, le=most, multiple_of=multiple):
            return f"{'an even' if multiple == 2 else 'a'} number from {least} to {most}"
        case inspect.LiteralType(values=values):
            return f"one of {', '.join(str(value) for value in values if value != '')}{', or nothing' if '' in values else ''}"
        case inspect.BoolType():
            return "true or false"
    return "text in quotes" + (f", such as {toml(field.default)}" if field.default else "")


def toml(value: str | int) -> str:
    """A value in the form of a settings file."""
    return msgspec.json.encode(value).decode()


def _variable(section: str, key: str) -> str:
    return f"{PREFIX}{section}_{key}".upper()


def _of_variable(section: str, key: str) -> str:
    return f"the environment's {_variable(section, key)}"


def _refuse_unknown_variables(environment: Mapping[str, str]) -> None:
    known = {_variable(section, key): key for section, kind in SECTIONS.items() for key in kind.__struct_fields__}
    for section, gone in GONE_KEYS.items():
        for key, sentence in gone.items():
            if _variable(section, key) in environment:
                raise SettingsError(sentence, "", where=_of_variable(section, key), places="the variable")
    for name in environment:
        if name.startswith(PREFIX) and name not in known.keys() | NO_SETTINGS:
            near = _nearest(name.removeprefix(PREFIX), known)
            if near:
                raise SettingsError("the environment's {variable} is no setting; is {near} meant?", "", variable=name, near=near)
            no_setting = "the environment's {variable} is no setting; settings are named DAMCAM_<SECTION>_<KEY>, such as {example}"
            raise SettingsError(no_setting, "", variable=name, example=_variable("web", "port"))


def _nearest(name: str, known: Mapping[str, str]) -> str | None:
    """The variable whose key is `name`, else the one with the most similar name, compared without the common prefix."""
    of_key = (variable for variable, key in known.items() if key == name.lower())
    near = get_close_matches(name, [variable.removeprefix(PREFIX) for variable in known], 1)
    return next(of_key, PREFIX + near[0] if near else None)
