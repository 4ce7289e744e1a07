"""Sends notices. `python -m hub.push.sender` reads them as JSON and prints what became of each as soon as that is known.

apprise takes 38 MB and waits for the servers of others, so the pages never import it: they run this as a program of its own.
"""

import json
import logging
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, as_completed
from importlib import import_module
from typing import Any

WITHIN_S = 20.0
"""Seconds for the notices of a question. A server that gives no answer ends an attempt earlier, one that answers byte by byte does not."""
SENT, FAILED, UNUSABLE = "sent", "failed", "unusable"
"""What became of a notice: its server took it, or did not, or the address is none of apprise's."""
MAIL = ("mailto", "mailtos")


def send_all(notices: Sequence[Mapping[str, str]], within_s: float = WITHIN_S) -> Iterator[tuple[int, str]]:
    """Send the notices {"address", "text"} at the same time; the index of each with SENT, FAILED or UNUSABLE, the first known first.

    Those under way after `within_s` seconds count as failed. Their threads may still run.
    """
    if not notices:
        return
    import_module("apprise")  # takes seconds on a Pi, which are none of a server's
    pool = ThreadPoolExecutor(len(notices))
    attempts = {pool.submit(send, notice["address"], notice["text"]): index for index, notice in enumerate(notices)}
    try:
        for attempt in as_completed([*attempts], within_s):
            yield attempts.pop(attempt), _outcome(attempt)
    except TimeoutError:
        yield from ((index, FAILED) for index in attempts.values())
    pool.shutdown(wait=False, cancel_futures=True)


def send(address: str, text: str) -> str:
    """Send the text; what became of it. A redirection is not followed, and nothing is kept on the disk."""
    from apprise import Apprise, AppriseAsset, NotifyFormat  # not at the top: the pages import the constants of this module

    asset = AppriseAsset(app_id="damcam", app_desc="damcam", http_redirects=False, storage_mode="memory", secure_logging=True)
    server = Apprise.instantiate(address, asset=asset, suppress_exceptions=True)
    if server is None:
        return UNUSABLE
    title = text.replace("\n", "; ") if address.partition("://")[0].lower() in MAIL else ""  # a mail needs a subject
    return SENT if server.notify(body=text, title=title, body_format=NotifyFormat.TEXT) else FAILED


def _outcome(attempt: "Future[str]") -> str:
    return attempt.result() if attempt.exception() is None else FAILED


if __name__ == "__main__":
    logging.disable()  # apprise logs addresses
    asked: Any = json.load(sys.stdin)
    for known in send_all(asked["notices"], asked["within_s"]):
        print(json.dumps(known), flush=True)
    os._exit(0)  # Python would wait for the threads that still run
