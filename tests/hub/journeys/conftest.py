"""A hall over a real broker, and the windows of its arbiters."""

import pytest

from tests.hub.arbiters import admit, sign_in
from tests.hub.venue.live_hall import LiveHall
from tests.support.mosquitto import mosquitto

PHONE = {"width": 390, "height": 844}


@pytest.fixture
def hall(system, tmp_path, tmp_path_factory):
    with mosquitto(tmp_path_factory.mktemp("a hall")) as broker:
        made = LiveHall(tmp_path, broker, ("1", "2"))
        admit(broker.hall.folder)
        made.start()
        yield made
        made.close()


@pytest.fixture
def window(browser):
    """Opens a page in a window of its own, signed in as Anke."""
    contexts = []

    def opened(url, path):
        contexts.append(browser.new_context(viewport=PHONE, reduced_motion="reduce"))
        page = contexts[-1].new_page()
        page.goto(f"{url}login?next=/{path}")
        sign_in(page)
        return page

    yield opened
    for context in contexts:
        context.close()
