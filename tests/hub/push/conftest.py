"""Fixtures: the pages of a game with telephones, a sender of the test's own, and a clock that the test moves."""

import json
import re

import pytest

from hub.app import BOARDS, PUSH, SignIn, create_app
from hub.boards.board import Boards
from hub.push.pusher import Pusher
from record.events.of_game import Alert, Ruled
from tests.support.signing import SECRET, accounts_in, client_of

ADDRESS = "ntfy://hall.example.org/oer-it-fjild"


class Sent:
    """What was sent, as the program that sends would be asked to. `outcomes` has what becomes of the next notices to an address.

    A notice to an address of `hanging` stays under way while the address is there.
    """

    def __init__(self):
        self.batches, self.outcomes, self.fault, self.complaint, self.hanging = [], {}, None, "", set()

    def __call__(self, notices):
        self.batches.append([(notice["address"], notice["text"]) for notice in notices])
        if self.fault:
            raise self.fault
        return Batch(self, [notice["address"] for notice in notices])

    def texts(self):
        """The texts that were sent since the last call."""
        texts = [text for batch in self.batches for _, text in batch]
        self.batches.clear()
        return texts


class Batch:
    """Notices under way to these addresses."""

    def __init__(self, sent, addresses):
        self.complaint, self.hanging, self.addresses = sent.complaint, sent.hanging, addresses
        self.known = [sent.outcomes[address].pop(0) if sent.outcomes.get(address) else "sent" for address in addresses]

    def outcomes(self):
        return [None if address in self.hanging else known for address, known in zip(self.addresses, self.known, strict=True)]


class Pages:
    """The pages of the game, as a start of the service makes them. They look when the test says so."""

    def __init__(self, game, folder, *, is_hub=False):
        boards = Boards.lone(game.folder / "journal.jsonl", shows_pictures=False)
        self.app = create_app(boards, sign_in=SignIn(SECRET, folder / "arbiters.json", is_hub=is_hub), follow=False)
        self.sent, self.now_s = Sent(), 0.0
        pusher = self.app.extensions[PUSH]
        pusher._send, pusher._now_s = self.sent, lambda: self.now_s
        self.pusher: Pusher = pusher

    def sign_in(self, name="Anke", lang="en"):
        """A client that has signed in, and sends its token as the pages do."""
        client = client_of(self.app, name)
        client.environ_base.update(HTTP_ACCEPT="text/html", HTTP_ACCEPT_LANGUAGE=lang)
        return client

    def look(self, after_s=0.0):
        """Read the journal, and look twice after so many seconds, so that outcomes are noted; the texts that were sent."""
        self.now_s += after_s
        self.app.extensions[BOARDS].first.desk.look()
        for _ in range(2):
            self.pusher.look()
        return self.sent.texts()

    def close(self):
        self.app.extensions[BOARDS].first.follower.close()


def said(page):
    """What the page says, without its tags."""
    return " ".join(re.sub("<[^>]*>", " ", page).split())


def kept(folder, name="telephones.json"):
    """The addresses in the file."""
    return [row["address"] for row in json.loads((folder / name).read_text())["telephones"]]


@pytest.fixture
def start(game, tmp_path):
    """Makes the pages, as often as the service starts."""
    accounts_in(tmp_path)
    made = []

    def begin(**settings):
        made.append(Pages(game, tmp_path, **settings))
        return made[-1]

    yield begin
    for pages in made:
        pages.close()


@pytest.fixture
def pages(start, game):
    game.open(board="3")
    return start()


@pytest.fixture
def irregular(game):
    """Writes a press that is an irregularity, with its alert; its row."""

    def write(article="27c"):
        game.press("white")
        fault = Alert("27c-missed", article, (19, 24), "", side="white")
        return game.journal.append(Ruled(game.seq, "white", "27c-missed", "32-28", game.fen("B"), 0.9, (fault,)), game.t_ns)

    return write
