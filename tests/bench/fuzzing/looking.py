"""Looks at every page of the hub's, as the public, as an arbiter and as a player: none fails, and none shows what it must not."""

import unicodedata
from contextlib import suppress
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from zipfile import BadZipFile, ZipFile

from flask.testing import FlaskClient

from hub.app import GAMES, create_app
from hub.boards.board import Boards
from hub.feeds.server_sent import ALIVE
from hub.web.streams import STREAM
from record.store.folder import GAMES as GAMES_FOLDER
from record.store.folder import numbered
from rules.errors import DamcamError
from tests.hub.journal_rows import ALERT
from tests.hub.routes import addresses
from tests.link.any_packets import HOSTILE
from tests.support.signing import admitting, client_of

AUDIENCES = ("public", "players", "arbiters")
PICTURES = ("frames/0000.jpg", "drawn/0000.jpg", "drawn/0001.jpg")
SHOWN_IN_TEXT = {"\n", "\r", "\t"}
OF_ARBITERS = (ALERT.text, "faulty", "27c")
"""What no page for the public says (Art. 24)."""


class Pages:
    """The pages of the hub with the mirrored boards in the folder `venue` and its accounts in `folder`."""

    def __init__(self, folder: Path, venue: Path) -> None:
        events = folder / "events"
        events.mkdir(exist_ok=True)
        self.venue, self.boards = venue, Boards([], venue)
        self.app = create_app(self.boards, sign_in=replace(admitting(folder), events=events, is_hub=True), follow=False)
        self.asked = 0

    def faults(self, names: dict[str, str]) -> list[str]:
        """What is wrong at some address; `names` are of players, by the boards whose pages must show them."""
        self._look()
        found = []
        for audience in AUDIENCES:
            client = client_of(self.app) if audience == "arbiters" else self.app.test_client()
            for address in sorted(self._addresses(audience)):
                found += [f"{address} for {audience}: {fault}" for fault in self._faults_at(client, address, audience)]
        client = self.app.test_client()
        for key, name in names.items():
            if name not in client.get(f"/board/{key}").text:
                found.append(f"/board/{key} does not show {name}")
        return found

    def close(self) -> None:
        for board in self.boards.values():
            board.stop()
            board.follower.close()

    def _look(self) -> None:
        """Read what the boards have written, as the server does by itself."""
        self.boards.look()
        for board in self.boards.values():
            board.turn()
            with suppress(DamcamError):  # the loop of the follower logs it, and goes on
                board.follower.look()
            for feed in (board.feed, board.desk):
                feed.look()
        self.app.extensions[GAMES].look()

    def _addresses(self, audience: str) -> set[str]:
        found = set[str]()
        for key in self.boards:
            games = self.venue / key / GAMES_FOLDER
            newest = numbered(games)[-1:] if games.exists() else []
            values = {"board": key, "key": key, "game": newest[0].name if newest else "0001"}
            found |= set(addresses(self.app, [audience], PICTURES, ["", "?lang=fy"], **values))
        return found

    def _faults_at(self, client: FlaskClient, address: str, audience: str) -> list[str]:
        self.asked += 1
        with client.get(address, buffered=False) as answer:
            body = b"".join(_until_alive(answer.response) if answer.mimetype == STREAM else answer.response)
        found = [f"{answer.status_code}: {body[:300]!r}"] if answer.status_code >= 500 else []
        if answer.mimetype.startswith("image/"):
            return found
        if answer.mimetype == "application/zip":
            with suppress(BadZipFile), ZipFile(BytesIO(body)) as files:
                body = b"\n".join(files.read(name) for name in files.namelist())
        text = body.decode(errors="replace")
        if answer.mimetype == "text/html" and HOSTILE[:8] in text:
            found.append(f"markup of a board: {_around(text, HOSTILE[:8])}")
        for unseen in {sign for sign in text if not sign.isprintable() and unicodedata.category(sign) in ("Cc", "Cf")} - SHOWN_IN_TEXT:
            found.append(f"{unseen!r}: {_around(text, unseen)}")
        if audience == "public":
            found += [f"for the public: {_around(text, word)}" for word in OF_ARBITERS if word in text]
        return found


def _until_alive(stream):
    for chunk in stream:
        yield chunk
        if chunk == ALIVE:
            return


def _around(text: str, word: str) -> str:
    at = text.index(word)
    return repr(text[max(0, at - 80) : at + 80])
