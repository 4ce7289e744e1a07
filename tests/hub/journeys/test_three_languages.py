"""Readers of three languages: one chooses hers on the page, an arbiter's desk speaks his, and scripts leave nothing in English."""

import pytest
from playwright.sync_api import expect

from tests.hub.arbiters import admit, sign_in
from tests.support.left_in_english import TEXTS, sentences

PAGES = ("desk/1", "tablet/1", "wall", "before")
"""Pages whose scripts say much; what servers say is in tests/hub/test_languages.py."""


@pytest.fixture
def server(serve, game, fault):
    fault()
    return serve(game.folder, *admit(game.folder))


@pytest.mark.parametrize("page", ["desktop"], indirect=True)
def test_each_reader_gets_the_whole_of_every_page_in_the_language_that_was_chosen(page, server, game):
    page.goto(f"{server.url}?lang=en")
    english = page.locator("#shown").text_content()
    page.locator('[hreflang="fy"]').click()
    expect(page.locator("html")).to_have_attribute("lang", "fy")
    expect(page.locator("#status")).to_have_attribute("data-state", "live")
    assert page.locator("#shown").text_content() != english
    page.goto(f"{server.url}before")
    expect(page.locator("html")).to_have_attribute("lang", "fy")
    page.goto(f"{server.url}login?lang=en&next=/desk/1")
    sign_in(page)
    said = {lang: {path: texts(page, server, path, lang) for path in PAGES} for lang in ("en", "nl")}
    for path in PAGES:
        assert said["en"][path], path
        assert said["nl"][path] & said["en"][path] == set(), path  # each catalogue has every text, which a unit test sees


def texts(page, server, path, lang):
    """The sentences that people see or hear of the page once it is live, also of what is folded together."""
    page.goto(f"{server.url}{path}?lang={lang}")
    expect(page.locator("#status")).to_have_attribute("data-state", "live")
    page.wait_for_load_state("load")
    page.evaluate("document.querySelectorAll('details').forEach((details) => (details.open = true))")
    return sentences(page.evaluate(TEXTS))
