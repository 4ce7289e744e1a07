"""Fixtures of the arbiter's pages: why requests are refused, a server that Anke may sign in to, and a window in which she is signed in."""

from pathlib import Path

import pytest

from hub.web.errors import Refused
from link.board_socket import read_status
from rules.errors import Sentence
from tests.hub.arbiters import admit, enter
from tests.support.live.seats import Seat

FRAMES = Path(__file__).resolve().parents[2] / "data" / "sessions" / "first_light" / "frames"


@pytest.fixture
def why(monkeypatch):
    """Tells why the last request was refused: the code of its sentence, or of the reason that stands in it."""
    sentences, init = [], Refused.__init__

    def refused(self, code, why, *more, **how):
        sentences.append(why)
        init(self, code, why, *more, **how)

    monkeypatch.setattr(Refused, "__init__", refused)

    def code():
        sentence = sentences.pop()
        while isinstance(sentence.values.get("why"), Sentence):
            sentence = sentence.values["why"]
        return sentence.code or sentence.english

    return code


@pytest.fixture
def server(serve, game, fault, service):
    """The pages of a game in which a capture was missed, with the board's service."""
    fault()
    return serve(game.folder, *admit(game.folder))


@pytest.fixture
def seat(system, tmp_path):
    """A board with its own service."""
    made = Seat(tmp_path / "board", board="1")
    made.waits(lambda: made.game and read_status(made.state))
    yield made
    made.stop()


@pytest.fixture
def open_desk(browser, server):
    """Opens the desk, or another page, in a window of a size, signed in. The `server` may be one of the test's own."""
    contexts = []

    def opened(size, path="desk/1", **options):
        contexts.append(browser.new_context(viewport={"width": size[0], "height": size[1]}, reduced_motion="reduce", **options))
        return enter(contexts[-1].new_page(), server.url, path)

    yield opened
    for context in contexts:
        context.close()
