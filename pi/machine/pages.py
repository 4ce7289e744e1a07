"""The pages of a game beside its recording: a process of their own, which is restarted when it dies."""

import logging
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event, Thread

from hub.access.accounts import FILE_NAME as ARBITERS_NAME
from hub.access.secret_key import NAME as SECRET_NAME
from pi.machine.game_folders import state_of
from pi.machine.web_server import Entrance, ShownPages, WebServer
from pi.setup.settings import Settings
from record.store.folder import JOURNAL_NAME

_log = logging.getLogger(__name__)
FIRST_PAUSE_S, MAX_PAUSE_S = 2.0, 60.0
"""Seconds before the pages are restarted, doubled each time up to a minute. Lack of memory may have killed them, and the recording needs
it more."""
POLL_S = 0.5


@contextmanager
def pages(folder: Path, settings: Settings, *, wanted: bool) -> Iterator[WebServer]:
    """Serve the pages of the game while the context lasts. The board does not wait for them, and records without them."""
    state = state_of(folder)
    web = settings.web
    shown = ShownPages(folder / JOURNAL_NAME, web.shows_pictures, web.delay, state)
    entrance = Entrance(state / SECRET_NAME, state / ARBITERS_NAME, web.trusted_proxies)
    server = WebServer(web.board_host, web.port, shown, entrance)
    ends = Event()
    serving = Thread(target=keep_up, args=(server, ends), name="pages")
    if wanted:
        serving.start()
    try:
        yield server
    finally:
        ends.set()
        if wanted:
            serving.join()
            server.stop()


def keep_up(server: WebServer, ends: Event, pause_s: float = FIRST_PAUSE_S) -> None:
    """Keep the server running until told to end; log each trouble once."""
    first_pause_s, said = pause_s, ""
    while not ends.is_set():
        try:
            server.start()
            began_s = time.monotonic()
            _log.info("follow the game at %s", ", ".join(server.urls))
            while (status := server.status) is None:
                if ends.wait(POLL_S):
                    return
            if time.monotonic() - began_s > MAX_PAUSE_S:
                pause_s = first_pause_s
            trouble = f"the process of the pages ended with status {status}; the recording goes on, and they are started again"
            said = ""
        except OSError as error:
            trouble = f"{error}; the recording goes on, and the pages are tried again"
        if trouble != said:
            said = trouble
            _log.warning("%s", trouble)
        ends.wait(pause_s)
        pause_s = min(2 * pause_s, MAX_PAUSE_S)
