"""The board's own end of its socket (`hub.boards.board_socket`): it brings words to the loop, whatever the disk does.

One thread accepts, and each of a few connections has a thread that ends after a time. The loop takes the words when it looks for them. It
never waits here: what it sends has room in the kernel, or is dropped.
"""

import json
import logging
import os
import socket
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from threading import BoundedSemaphore, Event, Lock, Thread
from typing import Any

from hub.boards.board_socket import ASK_WORD, READY, ROOT, WITHDRAW, address, peer_uid, receive, send
from record.decisions.inbox import Became
from record.decisions.words import AnyWord, FindBoard, WordError, decoded
from record.telling.sentences import as_json
from rules.errors import Sentence

MAX_CONNECTIONS = 8
MAX_WORDS = 16
"""Words that wait for the loop, which takes all ten times a second."""
ACCEPTS_AGAIN_S = 0.2
"""The pause after a connection could not be accepted."""
ASKS_WITHIN_S = 2.0
"""The time limit for what a program asks, once it is connected."""
STAYS_S = 60.0
"""How long a word may wait for its answer. A search for the board takes 25 s at most."""
_log = logging.getLogger(__name__)


class BroughtWord:
    """A word that a program brought for the game in the folder of that name. The answers go to `tell`, which must not wait.

    `upon` is that of `record.decisions.ruled_upon.void`.
    """

    def __init__(self, game: str, word: AnyWord | FindBoard, tell: Callable[[Mapping[str, Any]], object], upon: int | None = None) -> None:
        self.game, self.word, self.upon = game, word, upon
        self._tell, self._lock = tell, Lock()
        self._is_open, self._is_taken = True, False

    def take(self) -> bool:
        """Take the word, so that it can no longer be withdrawn; False where it was withdrawn."""
        with self._lock:
            if self._is_open:
                self._is_taken = True
                self._tell({"taken": True})
            return self._is_taken

    def withdraw(self) -> bool:
        """Withdraw the word; False where it was taken already."""
        with self._lock:
            self._is_open = self._is_open and self._is_taken
            return not self._is_taken

    def answer(self, became: Became, held_row: int = 0, why: Sentence | None = None) -> None:
        """Tell what became of it; `held_row` is the row that its event will be, where the disk does not take it, and `why` says why."""
        told = as_json(became) if isinstance(became, Sentence) else became
        with self._lock:
            if self._is_open:
                self._tell({"became": told, "held_row": held_row, "why": as_json(why) if why else None})

    def end(self) -> None:
        """Withdraw the word, and tell nothing from now on."""
        with self._lock:
            self._is_open = False


class BoardSocket:
    """Listens at the socket of that state folder until it is closed."""

    def __init__(self, state: Path) -> None:
        self._words: deque[BroughtWord] = deque()
        self._room = BoundedSemaphore(MAX_CONNECTIONS)
        self._ends = Event()
        self._thread = Thread(target=self._accept, name="socket", daemon=True)
        self._listener = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET | socket.SOCK_CLOEXEC)
        try:
            self._listener.bind(address(state))
            self._listener.listen(MAX_CONNECTIONS)
        except OSError as error:
            self._listener.close()
            _log.warning("with a full disk, pages and damcam rule will not reach this board: its socket cannot be used: %s", error)
            return
        self._thread.start()

    def take(self) -> Iterator[BroughtWord]:
        """The words that were brought since, in order, each taken."""
        while self._words:
            word = self._words.popleft()
            if word.take():
                yield word

    def close(self) -> None:
        """Listen no more. Connections end by themselves."""
        self._ends.set()
        with suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)  # wakes the thread, without which the name stays taken
        if self._thread.is_alive():
            self._thread.join()
        self._listener.close()

    def _accept(self) -> None:
        while True:
            try:
                connection, _ = self._listener.accept()
            except OSError:  # it was shut down, or this process has no descriptors left
                if self._ends.wait(ACCEPTS_AGAIN_S):
                    return
                continue
            if not self._room.acquire(blocking=False):
                connection.close()
                continue
            Thread(target=self._served, args=(connection,), name="socket-word", daemon=True).start()

    def _served(self, connection: socket.socket) -> None:
        try:
            with connection, suppress(OSError):
                connection.settimeout(ASKS_WITHIN_S)
                if peer_uid(connection) in {os.geteuid(), ROOT}:
                    self._serve(connection)
        except Exception:
            _log.exception("what a program asked of the board was not answered")
        finally:
            self._room.release()

    def _serve(self, connection: socket.socket) -> None:
        send(connection, READY)
        asked = receive(connection) or {}
        if asked.get("ask") == ASK_WORD:
            try:
                said, upon = decoded(str(asked["kind"]), str(asked["json"])), asked.get("upon")
                word = BroughtWord(str(asked["game"]), said, _teller(connection), upon if isinstance(upon, int) else None)
            except KeyError:
                return
            except WordError as error:
                send(connection, {"became": as_json(error.sentence)})
                return
            self._bring(connection, word)

    def _bring(self, connection: socket.socket, word: BroughtWord) -> None:
        """Put the word into the loop's way, and stay until the program is gone. Who is gone before it was taken has said nothing."""
        if len(self._words) >= MAX_WORDS:
            send(connection, {"busy": True})
            return
        self._words.append(word)
        connection.settimeout(STAYS_S)
        try:
            while asked := receive(connection):
                if asked.get("ask") == WITHDRAW:
                    send(connection, {"withdrawn": word.withdraw()})
        finally:
            word.end()


def _teller(connection: socket.socket) -> Callable[[Mapping[str, Any]], None]:
    """A function that sends a message without waiting: the descriptor of a socket with a timeout does not block."""

    def tell(message: Mapping[str, Any]) -> None:
        with suppress(OSError):
            os.write(connection.fileno(), json.dumps(message, ensure_ascii=False).encode())

    return tell
