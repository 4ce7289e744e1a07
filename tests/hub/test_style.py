"""The look: all pages take their colours, type and roundness from the tokens, and a page for development shows them."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

import hub
from hub.public.style import COLOUR, SHEETS, by_kind, tokens
from hub.web import assets
from tests.support.axe import look

STATIC = Path(hub.__file__).parent / "static"
STYLE_SHEETS = sorted(path for path in STATIC.rglob("*.css"))
LITERAL_TYPE = re.compile(r"font(?:-size)?: (?:\d00 )?[\d.]+rem")
LITERAL_ROUND = re.compile(r"border-radius: [\d.]+rem")
NAMED = re.compile(r"var\(--([\w-]+)")
SET_IN_PLACE = re.compile(r"--([\w-]+):")
LINE = "rgb({}, {}, {})"


def rules_of(path):
    """The declarations of the style sheet, without selectors, which may look like colours."""
    return re.findall(r"[{;]\s*([a-z-]+:[^;{}]+);", path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("path", STYLE_SHEETS, ids=lambda path: path.relative_to(STATIC).as_posix())
def test_a_style_sheet_takes_colours_type_and_roundness_from_the_tokens(path):
    """The tokens themselves are in two style sheets."""
    text = path.read_text(encoding="utf-8")
    assert LITERAL_TYPE.findall(text) == []
    assert LITERAL_ROUND.findall(text) == []
    if path.relative_to(STATIC).as_posix() not in SHEETS:
        assert [rule for rule in rules_of(path) if COLOUR.search(rule)] == []


def test_every_token_that_a_style_sheet_names_is_defined():
    light, dark = tokens(assets.load())
    named, own = set(), set()
    for path in STYLE_SHEETS:
        text = path.read_text(encoding="utf-8")
        named |= set(NAMED.findall(text))
        own |= set(SET_IN_PLACE.findall(text))
    own |= {"size", "columns", "edge", "bar"}  # set by a script
    assert named - own == set()
    assert set(light) - named - {"ring-edge"} == set(), "no token is without use"
    assert set(dark) <= set(light)


def test_the_page_shows_both_schemes_and_is_served_in_development_only(serve, game, browser):
    plain, shown = serve(game.folder), serve(game.folder, "--style")
    page = browser.new_page(viewport={"width": 1440, "height": 900}, reduced_motion="reduce")
    assert page.goto(f"{plain.url}style").status == 404
    assert look(page, f"{shown.url}style") == []
    light, dark = tokens(assets.load())
    for scheme, told in (("light", light), ("dark", light | dark)):
        column = page.locator(f".scheme-{scheme}")
        background = column.evaluate("(one) => getComputedStyle(one).backgroundColor")
        assert background == LINE.format(*bytes.fromhex(told["paper"][1:]))
        expect(column.locator(".tokens svg")).to_have_count(len(by_kind(told)["colour"]))
        for part in ("button:disabled", ".notice", ".alert", ".bar", "input", "select", ".clocks", ".board", ".scroll", ".checks"):
            expect(column.locator(part).first).to_be_visible()
    page.close()
