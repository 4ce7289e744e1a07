"""systemd/damcam.toml names every setting with its default, and says what it is for."""

import re
from dataclasses import fields, is_dataclass
from itertools import pairwise
from pathlib import Path
from tomllib import loads
from typing import Any

from pi.setup.loading import load_settings
from pi.setup.settings import Settings

EXAMPLE = Path(__file__).resolve().parents[2] / "systemd" / "damcam.toml"
KEY = re.compile(r"#(?=\w+ = )")
"""What stands before a key that is left at its default; a comment has a space there."""


def defaults(settings: Any) -> dict[str, Any]:
    return {f.name: defaults(value) if is_dataclass(value := getattr(settings, f.name)) else value for f in fields(settings)}


def uncommented() -> dict[str, Any]:
    return loads("\n".join(KEY.sub("", line, count=1) for line in EXAMPLE.read_text(encoding="utf-8").splitlines()))


def test_the_example_is_the_defaults() -> None:
    assert load_settings(EXAMPLE, {}) == Settings()


def test_every_key_is_there_with_its_default() -> None:
    shown = uncommented()
    for section, keys in defaults(Settings()).items():
        for key, value in keys.items():
            sentence = f"systemd/damcam.toml: put `#{key} = ...` with its default into [{section}], below a comment that explains it"
            assert key in shown.get(section, {}), sentence
            assert shown[section][key] == (list(value) if isinstance(value, tuple) else value), f"[{section}] {key} has another default"
    assert {section: set(keys) for section, keys in shown.items()} == {
        section: set(keys) for section, keys in defaults(Settings()).items()
    }, "systemd/damcam.toml has a key that is no setting"


def test_every_key_is_explained() -> None:
    lines = EXAMPLE.read_text(encoding="utf-8").splitlines()
    for before, line in pairwise(lines):
        if KEY.match(line):
            assert before.startswith("# "), f"systemd/damcam.toml: nothing is said of {line}"
