"""The look: all pages take their colours, type and roundness from the tokens."""

import re
from pathlib import Path

import pytest

import hub

STATIC = Path(hub.__file__).parent / "static"
STYLE_SHEETS = sorted(path for path in STATIC.rglob("*.css"))
SHEETS = ("page.css", "board.css")
"""The style sheets that define tokens: for light at their beginning, and for dark in their media query."""
TOKEN = re.compile(r"--([\w-]+):\s*[^;]+;")
DARK = re.compile(r"@media \(prefers-color-scheme: dark\) \{\s*:root \{(.*?)\}\s*\}", re.DOTALL)
ROOT = re.compile(r":root \{(.*?)\}", re.DOTALL)
COLOUR = re.compile(r"#[0-9a-f]{3,8}")
LITERAL_TYPE = re.compile(r"font(?:-size)?: (?:\d00 )?[\d.]+rem")
LITERAL_ROUND = re.compile(r"border-radius: [\d.]+rem")
NAMED = re.compile(r"var\(--([\w-]+)")
SET_IN_PLACE = re.compile(r"--([\w-]+):")


def rules_of(path):
    """The declarations of the style sheet, without selectors, which may look like colours."""
    return re.findall(r"[{;]\s*([a-z-]+:[^;{}]+);", path.read_text(encoding="utf-8"))


def tokens():
    """The names of the tokens that the style sheets define for light, and of those that differ in dark."""
    light, dark = set(), set()
    for name in SHEETS:
        css = (STATIC / name).read_text(encoding="utf-8")
        dark.update(TOKEN.findall("".join(DARK.findall(css))))
        light.update(TOKEN.findall("".join(ROOT.findall(DARK.sub("", css)))))
    return light, dark


@pytest.mark.parametrize("path", STYLE_SHEETS, ids=lambda path: path.relative_to(STATIC).as_posix())
def test_a_style_sheet_takes_colours_type_and_roundness_from_the_tokens(path):
    """The tokens themselves are in two style sheets."""
    text = path.read_text(encoding="utf-8")
    assert LITERAL_TYPE.findall(text) == []
    assert LITERAL_ROUND.findall(text) == []
    if path.relative_to(STATIC).as_posix() not in SHEETS:
        assert [rule for rule in rules_of(path) if COLOUR.search(rule)] == []


def test_every_token_that_a_style_sheet_names_is_defined():
    light, dark = tokens()
    named, own = set(), set()
    for path in STYLE_SHEETS:
        text = path.read_text(encoding="utf-8")
        named |= set(NAMED.findall(text))
        own |= set(SET_IN_PLACE.findall(text))
    own |= {"size", "lines", "columns", "edge", "bar", "links"}  # set by a script
    assert named - own == set()
    assert light - named - {"ring-edge"} == set(), "no token is without use"
    assert dark
    assert dark <= light
