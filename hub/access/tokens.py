"""Cross-site requests are kept out: whatever changes something carries a token that only our own pages know."""

import hmac
import secrets

from flask import Flask, redirect, request, session, url_for
from werkzeug.wrappers import Response

from hub.access.tablet_access import TabletAccess
from hub.web.errors import Refused, wants_json
from rules.errors import Phrase

FIELD, HEADER = "token", "X-Token"
"""Where a form carries it, and where a script does."""
READS = frozenset({"GET", "HEAD", "OPTIONS"})


class AccessRefusal(Phrase):
    """Why a request is not taken from whoever makes it."""

    SIGNED_OUT = "you are not signed in any more; nothing was done"
    NOT_OUR_PAGE = "this did not come from a page of this server, or from one that was open before you signed in"
    OTHER_ROLE = "{name} is signed in as {role}, who may not do this"
    ARBITER = "arbiter"
    OPERATOR = "operator"


def token() -> str:
    """This session's token, which a form or a page is to carry."""
    if FIELD not in session:
        session[FIELD] = secrets.token_urlsafe(32)
    return str(session[FIELD])


def protect(app: Flask) -> None:
    """Refuse every request of the application that changes something and carries no token, or another session's."""
    app.before_request(_refuse)


def _refuse() -> Response | None:
    if request.method in READS or request.routing_exception is not None:
        return None
    expected = session.get(FIELD)
    given = request.headers.get(HEADER) or request.form.get(FIELD, "")
    if expected is None and wants_json():
        raise Refused(401, AccessRefusal.SIGNED_OUT.said())
    fits = expected is not None and hmac.compare_digest(str(expected).encode(), given.encode())
    if expected is None and request.blueprint == "tablet":  # where nobody signs in
        raise Refused(403, TabletAccess.CLOSED.said())
    if expected is None or (not fits and request.endpoint == "login.enter"):  # as when the form was open in two tabs
        return redirect(url_for("login.page", next=request.form.get("next", ""), late=1), 303)
    if not fits:
        raise Refused(403, AccessRefusal.NOT_OUR_PAGE.said())
    return None
