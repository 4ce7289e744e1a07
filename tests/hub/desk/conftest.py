"""Fixtures of the arbiter's pages in a browser: a server that Anke may sign in to, and a window of a size in which she is signed in."""

import pytest

from tests.hub.arbiters import admit, sign_in


@pytest.fixture
def server(serve, game, fault, service):
    """The pages of a game in which a capture was missed, with the board's service."""
    fault()
    return serve(game.folder, *admit(game.folder))


@pytest.fixture
def open_desk(browser, server):
    """Opens the desk, or another page, in a window of a size, signed in. The `server` may be one of the test's own."""
    contexts = []

    def opened(size, path="desk/1", **options):
        contexts.append(browser.new_context(viewport={"width": size[0], "height": size[1]}, reduced_motion="reduce", **options))
        page = contexts[-1].new_page()
        page.goto(f"{server.url}login?next=/{path}")
        sign_in(page)
        return page

    yield opened
    for context in contexts:
        context.close()
