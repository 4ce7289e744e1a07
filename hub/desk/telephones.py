"""The routes by which a desk chooses to be told also while its telephone is locked. They require signing in as an arbiter."""

import json
import logging
import time
from collections.abc import Mapping
from typing import Any

from flask import Blueprint, Response, request

from hub.access.login import Login
from hub.desk.decisions import object_in
from hub.push.endpoints import may_be_sent_to
from hub.push.push_key import PushKeyError
from hub.push.pusher import Pusher
from hub.push.subscriptions import AUTH, P256DH, Subscription
from hub.texts import languages
from hub.web.errors import Refused
from rules.errors import Phrase, sentence_of

MAX_BYTES = 2_000
"""Bytes of what a page sends: an endpoint and two keys."""

_log = logging.getLogger(__name__)


class NotToldWhenLocked(Phrase):
    """Why a locked telephone cannot be told."""

    NO_KEY = "This machine has no key to tell a locked telephone with: the log of its service says why."
    NO_ADDRESS = "This browser named no address of a push service in the internet, and nothing is sent to any other."
    NO_KEYS = "This browser named no keys to encrypt with, and nothing is sent without."
    TOO_LONG = "This browser named an address that is too long."
    NOT_KEPT = "The choice could not be kept: {why}"


def blueprint(pusher: Pusher, login: Login) -> Blueprint:
    """The routes `/desk/telephone.json`: the key that a browser subscribes to, and its subscription, or the end of it."""
    pages = Blueprint("telephones", __name__, url_prefix="/desk")

    @pages.get("/telephone.json")
    def key() -> Response:
        login.arbiter()
        return _json({"key": _key(pusher)})

    @pages.post("/telephone.json")
    def choose() -> Response:
        login.arbiter()
        if len(request.get_data()) > MAX_BYTES:
            raise Refused(400, NotToldWhenLocked.TOO_LONG.said())
        sent = object_in(request.get_data())
        try:
            if sent.get("end") is True:
                _end(pusher, login, str(sent.get("endpoint")))
                return _json({"told": False})
            _key(pusher)
            pusher.subscriptions.put(_subscription(sent, login, anywhere=pusher.settings.anywhere))
        except OSError as error:
            raise Refused(503, NotToldWhenLocked.NOT_KEPT.said(why=sentence_of(error))) from error
        return _json({"told": True})

    return pages


def _key(pusher: Pusher) -> str:
    try:
        return pusher.key().public
    except PushKeyError as error:
        _log.error("%s", error)
        raise Refused(503, NotToldWhenLocked.NO_KEY.said()) from error


def _end(pusher: Pusher, login: Login, endpoint: str) -> None:
    """End that subscription, which must be this arbiter's own."""
    own = [one.endpoint for one in pusher.subscriptions.all() if one.endpoint == endpoint and one.name == login.mark().name]
    if own:
        pusher.subscriptions.remove(own)


def _subscription(sent: Mapping[str, Any], login: Login, *, anywhere: bool) -> Subscription:
    endpoint, p256dh, auth = (str(sent.get(key)) for key in ("endpoint", "p256dh", "auth"))
    if not anywhere and not may_be_sent_to(endpoint):
        raise Refused(400, NotToldWhenLocked.NO_ADDRESS.said())
    if not P256DH.fullmatch(p256dh) or not AUTH.fullmatch(auth):
        raise Refused(400, NotToldWhenLocked.NO_KEYS.said())
    mark, host = login.mark(), request.host.rpartition(":")[0] or request.host
    at_s, who = round(time.time(), 3), {"name": mark.name, "seal": mark.seal, "sign_in": mark.sign_in}
    return Subscription(endpoint, p256dh, auth, languages.readers(), host, at_s, **who)


def _json(told: object) -> Response:
    return Response(json.dumps(told, ensure_ascii=False), mimetype="application/json")
