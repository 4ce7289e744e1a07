"""Sends pushes, as a program of its own: what it imports takes 48 MB, and it ends when it is done.

`python -m hub.push.sender` carries out the JSON of `hub.push.helper` that comes by standard input.
"""

import json
import os
import sys
from concurrent.futures import ThreadPoolExecutor, wait
from socket import socket
from typing import Any
from urllib.parse import urlsplit

import requests
from pywebpush import WebPushException, webpush
from requests.adapters import HTTPAdapter
from urllib3.connection import HTTPSConnection
from urllib3.connectionpool import HTTPSConnectionPool

from hub.push.endpoints import is_public, may_be_sent_to

TIMEOUT_S = 8.0
"""Seconds to connect, and as many for the answer."""
TOTAL_S = 20.0
"""Seconds for all messages: whoever answers byte by byte, or finds no name, takes no longer."""
AT_ONCE = 8


class NotPublicError(Exception):
    """The name of a push service leads to a machine that is not in the internet."""


class PublicConnection(HTTPSConnection):
    """A connection to a machine in the internet. Any other is closed before a byte was sent."""

    def _new_conn(self) -> socket:
        made = super()._new_conn()
        address = str(made.getpeername()[0])
        if not is_public(address):
            made.close()
            raise NotPublicError(f"{self.host} leads to {address}, which is not in the internet")
        return made


class PublicPool(HTTPSConnectionPool):
    """Connections to machines in the internet."""

    ConnectionCls = PublicConnection


class PublicAdapter(HTTPAdapter):
    """Sends to machines in the internet alone."""

    def init_poolmanager(self, *args: Any, **more: Any) -> None:
        super().init_poolmanager(*args, **more)
        self.poolmanager.pool_classes_by_scheme = {"https": PublicPool}


class PushSession(requests.Session):
    """A session that follows no redirection and uses no proxy; `anywhere` lets it send to this machine, for tests."""

    def __init__(self, *, anywhere: bool) -> None:
        super().__init__()
        self.trust_env = False
        if not anywhere:
            self.adapters.clear()
            self.mount("https://", PublicAdapter())

    def request(self, *args: Any, **more: Any) -> requests.Response:
        return super().request(*args, **{**more, "allow_redirects": False})


def send_all(asked: dict[str, Any]) -> list[dict[str, Any]]:
    """Send all messages, some at once; for each {"status", "why"}, where the status is 0 when no answer came."""
    threads = ThreadPoolExecutor(AT_ONCE)
    sent = [threads.submit(_send, asked, message) for message in asked["messages"]]
    done = wait(sent, TOTAL_S).done
    threads.shutdown(wait=False, cancel_futures=True)
    late = [{"status": 0, "why": f"{_host(message)} gave no answer in time"} for message in asked["messages"]]
    return [one.result() if one in done else why for one, why in zip(sent, late, strict=True)]


def _send(asked: dict[str, Any], message: dict[str, Any]) -> dict[str, Any]:
    if not asked["anywhere"] and not may_be_sent_to(message["endpoint"]):
        return {"status": 0, "why": "this is no address of a push service"}
    keys = {"p256dh": message["p256dh"], "auth": message["auth"]}
    try:
        with PushSession(anywhere=asked["anywhere"]) as session:
            answer: Any = webpush(
                {"endpoint": message["endpoint"], "keys": keys},
                message["text"],
                asked["private"],
                {"sub": message["contact"]},
                timeout=TIMEOUT_S,
                ttl=message["ttl_s"],
                headers={"Urgency": message["urgency"], "Topic": message["topic"]},
                requests_session=session,
            )
        return {"status": answer.status_code, "why": ""}
    except WebPushException as error:
        return {"status": error.status_code or 0, "why": f"{_host(message)} answered with status {error.status_code}"}
    except NotPublicError as error:
        return {"status": 0, "why": str(error)}
    except Exception as error:  # whatever a push service or a damaged key does, the other messages are sent
        return {"status": 0, "why": f"{_host(message)}: {type(error).__name__}"}


def _host(message: dict[str, Any]) -> str:
    """The push service alone: whoever knows the whole address can send to the browser."""
    return urlsplit(message["endpoint"]).hostname or ""


if __name__ == "__main__":
    json.dump(send_all(json.load(sys.stdin)), sys.stdout)
    sys.stdout.flush()
    os._exit(0)  # threads that still wait for a push service are not waited for
