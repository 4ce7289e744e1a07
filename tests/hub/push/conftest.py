"""Fixtures: a push service, and a browser that has signed in at a real server and chosen to be told."""

import http.cookiejar
import json
import re
import urllib.error
import urllib.parse
import urllib.request

import pytest
from werkzeug.security import generate_password_hash

from hub.access.accounts import Account, Accounts, Role
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


@pytest.fixture
def push_service():
    made = PushService()
    yield made
    made.shutdown()
    made.server_close()


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
