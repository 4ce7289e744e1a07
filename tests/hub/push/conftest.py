"""Fixtures: a push service, and the pages of a game at which a browser has chosen to be told."""

import json
from dataclasses import asdict

import pytest

from hub.access.accounts import Accounts
from hub.app import BOARDS, PUSH, SignIn, create_app
from hub.boards.board import Boards
from hub.push import push_key, pusher
from hub.push.helper import PushAnswer
from hub.push.new_key import new_key
from hub.push.pusher import PushSettings
from hub.push.sender import send_all
from record.events.of_game import Alert, Ruled
from tests.hub.push.push_service import PushService
from tests.support.signing import SECRET, accounts_in, client_of
from tests.support.waiting import wait_until


class Pages:
    """The pages of the game in this process, as a start of the service makes them. They look when they are told to."""

    def __init__(self, game, accounts, *, anywhere=True) -> None:
        boards = Boards.lone(game.folder / "journal.sqlite", shows_pictures=False)
        signing = SignIn(SECRET, accounts.path, PushSettings(accounts.path.parent, anywhere=anywhere))
        self.app = create_app(boards, sign_in=signing, follow=False)
        self.pusher = self.app.extensions[PUSH]

    def sign_in(self, name="Anke", lang="en"):
        """A client that has signed in, and sends its token as the pages do."""
        client = client_of(self.app, name)
        client.environ_base["HTTP_ACCEPT_LANGUAGE"] = lang
        return client

    def choose(self, browser, lang: str = "en"):
        """The client of Anke, who has signed in and chosen in that browser to be told."""
        client = self.sign_in(lang=lang)
        assert client.post("/desk/telephone.json", json=browser.keys).json == {"told": True}
        return client

    def look(self) -> None:
        """Read the journal, look what is to be told, and wait until each message was tried."""
        self.app.extensions[BOARDS].first.desk.look()
        wait_until(lambda: self.pusher.look() or not self.pusher.outbox.untried())

    def close(self) -> None:
        for feed in (self.app.extensions[BOARDS].first.feed, self.app.extensions[BOARDS].first.desk):
            feed.close()


def sent_here(messages, private, *, anywhere):
    """Sends as the program of its own does, in this process."""
    asked = json.dumps({"private": private, "anywhere": anywhere, "messages": [asdict(message) for message in messages]})
    return [PushAnswer(**answer) for answer in send_all(json.loads(asked))]


@pytest.fixture
def start(game, accounts, monkeypatch):
    """Makes the pages, as often as the service starts."""
    monkeypatch.setattr(pusher, "send", sent_here)
    monkeypatch.setattr(push_key, "make_key", new_key)
    made = []

    def begin(**settings):
        made.append(Pages(game, accounts, **settings))
        return made[-1]

    yield begin
    for pages in made:
        pages.close()


@pytest.fixture
def pages(start, game):
    game.open(board="3")
    return start()


@pytest.fixture
def push_services(system):
    """Makes push services."""
    made = []

    def begin() -> PushService:
        made.append(PushService())
        return made[-1]

    yield begin
    for service in made:
        service.answers.set()
        service.shutdown()
        service.server_close()


@pytest.fixture
def push_service(push_services):
    return push_services()


@pytest.fixture
def accounts(tmp_path):
    return Accounts(accounts_in(tmp_path))


@pytest.fixture
def irregular(game):
    """Writes a press that is an irregularity, with its alert; its row."""

    def write(article="27c"):
        game.press("white")
        fault = Alert("27c-missed", article, (19, 24), "", side="white")
        return game.journal.append(Ruled(game.seq, "white", "27c-missed", "32-28", game.fen("B"), 0.9, (fault,)), game.t_ns)

    return write
