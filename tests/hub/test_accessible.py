"""Every page of the hub checked by axe-core (`axe/README.md`) in light and in dark: it finds no violation of WCAG 2.2 AA."""

import hashlib
import re
from pathlib import Path

import pytest
from playwright.sync_api import expect
from werkzeug.security import generate_password_hash

from hub.access.accounts import Account, Accounts, Role

AXE = Path(__file__).parent / "axe" / "axe.min.js"
KEPT = [
    "archive",
    "archive?player=Nobody",
    "frysk-kampioenskip",
    "frysk-kampioenskip/3",
    "frysk-kampioenskip/3/1",
    "frysk-kampioenskip/2/1",
]
"""The archive, the pages of an event and a round, and those of the running game and an earlier one."""
PUBLIC = ["", "board/1", "board/2", "embed/1", "overlay/1", "before", "login", "nothing", *KEPT]
ARBITERS = ["desk", "evening", "desk/1", "desk/1/dossier", "tablet/1"]
PASSWORD = "oer it fjild"
EVERYTHING = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
COLOURS = {"type": "rule", "values": ["color-contrast"]}
"""The rules whose result depends on the colour scheme."""
LOOK = """async (runOnly) => {
  const { violations } = await axe.run(document, { runOnly, resultTypes: ["violations"] });
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => `${node.html} ${node.failureSummary}`).join(" | ")}`);
}"""


@pytest.fixture
def game(tmp_path, new_game):
    """The second game at the first of two boards; the second board has none."""
    (tmp_path / "1" / "games").mkdir(parents=True)
    (tmp_path / "2").mkdir()
    earlier = new_game(tmp_path / "1" / "games" / "0001").open(round="2")
    earlier.move("white", 32, 28)
    earlier.close("1-0")
    return new_game(tmp_path / "1" / "games" / "0002")


@pytest.fixture
def server(serve, game, fault, tmp_path):
    fault()
    Accounts(tmp_path / "arbiters.json").put(Account("Anke", Role.ARBITER, generate_password_hash(PASSWORD, "scrypt:1024:8:1")))
    signing = ("--secret-key", str(tmp_path / "secret_key"), "--arbiters", str(tmp_path / "arbiters.json"))
    return serve([tmp_path / "1", tmp_path / "2"], *signing)


@pytest.fixture
def phone(browser):
    context = browser.new_context(viewport={"width": 390, "height": 844}, reduced_motion="reduce")
    yield context.new_page()
    context.close()


def look(page, address):
    """The violations that axe finds on the page, in light and in dark."""
    assert page.goto(address).status == (404 if address.endswith("nothing") else 200), address
    if page.locator("#status").count():
        expect(page.locator("#status")).to_have_text(re.compile("Live|Waiting|Ended"))
    page.evaluate(AXE.read_text())
    found = []
    for scheme, asked in (("light", EVERYTHING), ("dark", COLOURS)):
        page.emulate_media(color_scheme=scheme)
        found += [f"{address} in {scheme}: {told}" for told in page.evaluate(LOOK, asked)]
    return found


def test_the_file_is_the_one_that_its_readme_names():
    assert hashlib.sha256(AXE.read_bytes()).hexdigest() in (AXE.parent / "README.md").read_text()


def test_axe_finds_what_is_wrong(phone):
    phone.set_content('<html lang="en"><title>wrong</title><img src="data:,"><p style="color:#aaa;background:#fff">pale</p>')
    phone.evaluate(AXE.read_text())
    assert {told.split(":")[0] for told in phone.evaluate(LOOK, EVERYTHING)} == {"image-alt", "color-contrast"}


def test_everybodys_pages(phone, server, game):
    game.move("white", 33, 29)
    assert [told for path in PUBLIC for told in look(phone, server.url + path)] == []


def test_the_arbiters_pages(phone, server):
    phone.goto(f"{server.url}login")
    phone.get_by_label("Name").fill("Anke")
    phone.get_by_label("Password").fill(PASSWORD)
    phone.get_by_role("button", name="Sign in").click()
    expect(phone).to_have_url(f"{server.url}desk")
    assert [told for path in ARBITERS for told in look(phone, server.url + path)] == []
