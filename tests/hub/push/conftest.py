"""Fixtures: a push service, and a browser that has signed in at a real server and chosen to be told."""

import http.cookiejar
import json
import re
import time
import urllib.error
import urllib.parse
import urllib.request
from dataclasses import asdict

import pytest
from flask import session
from werkzeug.security import generate_password_hash

from hub.access.accounts import Account, Accounts, Role
from hub.app import BOARDS, PUSH, SignIn, create_app
from hub.boards.board import Boards
from hub.push import push_key, pusher
from hub.push.helper import PushAnswer
from hub.push.new_key import new_key
from hub.push.pusher import PushSettings
from hub.push.sender import send_all
from record.events.of_game import Alert, Ruled
from tests.hub.push.push_service import PushService

PASSWORD = "oer it fjild"
KEPT = generate_password_hash(PASSWORD, "scrypt:1024:8:1")


class SignedIn:
    """Signs in at a server as a browser does, and sends as its pages do."""

    def __init__(self, url: str, name: str, lang: str = "en") -> None:
        self.url = url
        self.opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar()))
        self.opener.addheaders = [("Accept-Language", lang), ("Accept", "text/html")]
        self.token = self.find_token("login")
        sent = {"name": name, "password": PASSWORD, "token": self.token, "next": "/desk"}
        self.opener.open(f"{url}login", urllib.parse.urlencode(sent).encode()).close()
        self.token = self.find_token("desk")

    def find_token(self, path: str) -> str:
        with self.opener.open(f"{self.url}{path}") as answer:
            return re.search(r'(?:name="token" value|data-token)="([^"]+)"', answer.read().decode())[1]

    def ask(self, sent=None, token=None):
        """The status and the JSON of the answer."""
        headers = {"Content-Type": "application/json", "Accept": "application/json", "X-Token": self.token if token is None else token}
        body = None if sent is None else json.dumps(sent).encode()
        asked = urllib.request.Request(f"{self.url}desk/telephone.json", body, headers)
        try:
            with self.opener.open(asked) as answer:
                return answer.status, json.load(answer)
        except urllib.error.HTTPError as error:
            with error:
                return error.code, json.load(error)

    def leave(self) -> None:
        self.opener.open(f"{self.url}logout", urllib.parse.urlencode({"token": self.token}).encode()).close()


class Pages:
    """The pages of the game in this process, as a start of the service makes them. They look when they are told to."""

    def __init__(self, game, accounts) -> None:
        boards = Boards.lone(game.folder / "journal.sqlite", shows_pictures=False)
        signing = SignIn(b"k" * 64, accounts.path, PushSettings(accounts.path.parent, anywhere=True))
        self.app = create_app(boards, sign_in=signing, follow=False)
        self.pusher = self.app.extensions[PUSH]

    def choose(self, browser, lang: str = "en"):
        """The client of Anke, who has signed in and chosen in that browser to be told."""
        client = self.app.test_client()
        client.environ_base["HTTP_ACCEPT_LANGUAGE"] = lang
        with client:
            client.get("/login")
            client.post("/login", data={"name": "Anke", "password": PASSWORD, "token": session["token"]})
            client.get("/login")
            client.environ_base["HTTP_X_TOKEN"] = session["token"]
        assert client.post("/desk/telephone.json", json=browser.keys).json == {"told": True}
        return client

    def look(self) -> None:
        """Read the journal, look what is to be told, and wait until each message was tried."""
        self.app.extensions[BOARDS].first.desk.look()
        self.pusher.look()
        until_s = time.monotonic() + 20
        while self.pusher.outbox.untried() and time.monotonic() < until_s:
            time.sleep(0.02)
            self.pusher.look()

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

    def begin():
        made.append(Pages(game, accounts))
        return made[-1]

    yield begin
    for pages in made:
        pages.close()


@pytest.fixture
def pages(start, game):
    game.open(board="3")
    return start()


@pytest.fixture
def push_services():
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
    made = Accounts(tmp_path / "arbiters.json")
    made.put(Account("Anke", Role.ARBITER, KEPT))
    made.put(Account("Durk", Role.OPERATOR, KEPT))
    return made


@pytest.fixture
def words(tmp_path, accounts):
    return ("--secret-key", str(tmp_path / "secret_key"), "--arbiters", str(accounts.path))


@pytest.fixture
def server(serve, game, words):
    return serve(game.folder, *words, "--push-anywhere")


@pytest.fixture
def arbiter(game, server):
    game.open(board="3")
    return SignedIn(server.url, "Anke")


@pytest.fixture
def irregular(game):
    """Writes a press that is an irregularity, with its alert; its row."""

    def write(article="27c"):
        game.press("white")
        fault = Alert("27c-missed", article, (19, 24), "", side="white")
        return game.journal.append(Ruled(game.seq, "white", "27c-missed", "32-28", game.fen("B"), 0.9, (fault,)), game.t_ns)

    return write
