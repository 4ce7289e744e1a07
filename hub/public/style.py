"""The page of the look: all tokens, and every component in light and in dark. For development; only `python -m hub --style` serves it."""

import re
from collections.abc import Mapping

from flask import Flask, Response, render_template

from hub.web import assets

SHEETS = ("page.css", "board.css")
"""The style sheets that define tokens: for light at their beginning, and for dark in their media query."""
TOKEN = re.compile(r"--([\w-]+):\s*([^;]+);")
DARK = re.compile(r"@media \(prefers-color-scheme: dark\) \{\s*:root \{(.*?)\}\s*\}", re.DOTALL)
ROOT = re.compile(r":root \{(.*?)\}", re.DOTALL)
COLOUR = re.compile(r"#[0-9a-f]{3,8}")
GROUPS = ("space", "round")
"""The beginnings of the names of tokens that are no type."""


def with_style(app: Flask) -> Flask:
    """The application, with two routes more: `/style`, and the style sheet that sets the tokens of either scheme within one page."""
    light, dark = tokens(assets.load())

    @app.get("/style")
    def style() -> str:
        return render_template("style.html", light=light, dark=dark, kinds=by_kind(light))

    @app.get("/style/schemes.css")
    def schemes() -> Response:
        rules = _scheme("light", light) + _scheme("dark", light | dark)
        return Response(rules, mimetype="text/css")

    return app


def tokens(files: Mapping[str, assets.Asset]) -> tuple[dict[str, str], dict[str, str]]:
    """The tokens by name, as the style sheets define them: for light, and those that differ in dark."""
    light, dark = dict[str, str](), dict[str, str]()
    for name in SHEETS:
        css = files[name].plain.decode()
        for block in DARK.findall(css):
            dark |= TOKEN.findall(block)
        for block in ROOT.findall(DARK.sub("", css)):
            light |= TOKEN.findall(block)
    return light, dark


def by_kind(told: Mapping[str, str]) -> dict[str, list[str]]:
    """The names of the tokens of each kind: `colour`, `space`, `round` and `type`."""
    kinds: dict[str, list[str]] = {"colour": [], "type": [], **{group: [] for group in GROUPS}}
    for name, value in told.items():
        group = next((one for one in GROUPS if name.startswith(one)), "type")
        kinds["colour" if COLOUR.match(value) else group].append(name)
    return kinds


def _scheme(name: str, told: Mapping[str, str]) -> str:
    """The rule that sets these tokens for the elements of that scheme."""
    return f".scheme-{name} {{ color-scheme: {name}; {' '.join(f'--{token}: {value};' for token, value in told.items())} }}\n"
