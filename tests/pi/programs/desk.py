"""An arbiter who is signed in at the desk, on the app in process over a board's folder."""

from contextlib import suppress
from io import BytesIO
from pathlib import Path
from typing import Any

from flask import session
from werkzeug.security import generate_password_hash

from hub.access.accounts import Account, Accounts, Role
from hub.app import SignIn, create_app, end_streams
from hub.boards.board import Boards
from record.log.errors import LogError
from tests.hub.desk.desk_page import DeskPage, form_of, page_of

PASSWORD = "oer it fjild"


class Desk:
    """The pages over the folder `state`; accounts are kept `elsewhere`."""

    def __init__(self, state: Path, elsewhere: Path) -> None:
        accounts = Accounts(elsewhere / "arbiters.json")
        accounts.put(Account("Anke", Role.ARBITER, generate_password_hash(PASSWORD, "scrypt:1024:8:1")))
        self.boards = Boards.lone_of_state(state)
        with suppress(LogError):  # it has lost rows, which the pages tell
            self.boards.first.desk.look()
        self._app = app = create_app(self.boards, sign_in=SignIn(b"k" * 64, accounts.path), follow=True)
        self.client, self.public = app.test_client(), app.test_client()
        with self.client:
            self.client.get("/login")
            self.client.post("/login", data={"name": "Anke", "password": PASSWORD, "token": session["token"]})
            self.client.get("/login")
            self.client.environ_base |= {"HTTP_X_TOKEN": session["token"], "HTTP_ACCEPT": "application/json"}

    @property
    def page(self) -> DeskPage:
        """What the desk shows."""
        return page_of(self.client)

    def rule(self, word: str, after: int, **more: str) -> Any:
        return self.client.post("/desk/1/rule", data=form_of(word, game="0001", seq=0, after=after, sure="yes", **more))

    def recover(self, game: str, log: str) -> Any:
        """Confirm that the game goes on from that log, as the page names it."""
        return self.client.post("/desk/1/recover", data={"game": game, "from": log})

    def give(self, log: bytes) -> Any:
        """Give the board a log."""
        return self.client.post("/desk/1/given-log", data={"log": (BytesIO(log), "log.jsonl")})

    def disk_on_before(self) -> str:
        """What the page before the round says of the disk."""
        told: dict[str, Any] = self.public.get("/ready.json").json or {}
        return next((f"{check['level']}: {check['seen']}; {check['do']}" for check in told["checks"] if check["name"] == "disk"), "")

    def close(self) -> None:
        end_streams(self._app)
