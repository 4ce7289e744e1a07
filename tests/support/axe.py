"""Pages checked by axe-core (tests/hub/axe/README.md) in light and in dark: no violation of WCAG 2.2 AA."""

import json
import re
from pathlib import Path

from playwright.sync_api import Page, expect

AXE = Path(__file__).parents[1] / "hub" / "axe" / "axe.min.js"
EVERYTHING = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
COLOURS = {"type": "rule", "values": ["color-contrast"]}
"""The rules whose result depends on the colour scheme."""
LOOK = """async (runOnly) => {
  const { violations } = await axe.run(document, { runOnly, resultTypes: ["violations"] });
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => `${node.html} ${node.failureSummary}`).join(" | ")}`);
}"""


def look(page: Page, address: str, status: int = 200, *, dark: bool = True) -> list[str]:
    """Open the page and return the violations that axe finds on it."""
    answer = page.goto(address)
    assert answer
    assert answer.status == status, address
    if page.locator("#status").count():
        expect(page.locator("#status")).to_have_attribute("data-state", re.compile("live|waiting|over"))
    return [f"{address} {violation}" for violation in violations(page, dark=dark)]


def violations(page: Page, within: str = "", *, dark: bool = True) -> list[str]:
    """Return what axe finds on the page, or in what that selector matches, in light and, unless it is not asked for, in dark.

    The page stays light.
    """
    if not page.evaluate("'axe' in globalThis"):
        page.evaluate(AXE.read_text(encoding="utf-8"))
    looks = LOOK.replace("document", json.dumps(within)) if within else LOOK
    found = []
    for scheme, asked in (("dark", COLOURS), ("light", EVERYTHING)):
        if dark or scheme == "light":
            page.emulate_media(color_scheme=scheme)
            found += [f"in {scheme}: {violation}" for violation in page.evaluate(looks, asked)]
    return found
