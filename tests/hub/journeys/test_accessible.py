"""Every page of the hub checked by axe-core: everybody's, and an arbiter's after signing in."""

import hashlib

import pytest
from playwright.sync_api import expect

from tests.hub.arbiters import PASSWORD, admit
from tests.support.axe import AXE, EVERYTHING, LOOK, look

EVENT = "frysk-kampioenskip"
PUBLIC = ["", "board/1", "board/2", "embed/1", "overlay/1", "before", "archive", "archive?player=Nobody", "login"]
KEPT = [EVENT, f"{EVENT}/3", f"{EVENT}/3/1", f"{EVENT}/2/1"]
"""The pages of an event and a round, and those of the running game and an earlier one."""
DARK = {"", "board/1", "embed/1", "overlay/1", "before", "archive", "login"}
"""Those of a kind of their own; the others have the same parts, whose colours in the dark are looked at there."""
ARBITERS = ["desk", "evening", "desk/1", "desk/1/dossier", "tablet/1"]


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
    return serve([tmp_path / "1", tmp_path / "2"], *admit(tmp_path))


@pytest.fixture
def phone(browser):
    context = browser.new_context(viewport={"width": 390, "height": 844}, reduced_motion="reduce")
    yield context.new_page()
    context.close()


def test_the_file_is_the_one_that_its_readme_names():
    assert hashlib.sha256(AXE.read_bytes()).hexdigest() in (AXE.parent / "README.md").read_text()


def test_axe_finds_what_is_wrong(phone):
    phone.set_content('<html lang="en"><title>wrong</title><img src="data:,"><p style="color:#aaa;background:#fff">pale</p>')
    phone.evaluate(AXE.read_text())
    assert {told.split(":")[0] for told in phone.evaluate(LOOK, EVERYTHING)} == {"image-alt", "color-contrast"}


def test_everybodys_pages_and_an_arbiters(phone, server, game):
    found = [told for path in PUBLIC + KEPT for told in look(phone, server.url + path, dark=path in DARK)]
    found += look(phone, f"{server.url}nothing", status=404, dark=False)
    phone.goto(f"{server.url}login")
    phone.get_by_label("Name").fill("Anke")
    phone.get_by_label("Password").fill(PASSWORD)
    phone.get_by_role("button", name="Sign in").click()
    expect(phone).to_have_url(f"{server.url}desk")
    found += [told for path in ARBITERS for told in look(phone, server.url + path, dark=path != "desk/1/dossier")]
    assert found == []
