"""Protection against cross-site requests: a request that changes something must carry a token that only our own pages know."""

import hmac
import secrets

from flask import Flask, redirect, request, session, url_for
from werkzeug.wrappers import Response

from hub.access.forms import LOGIN, READS, field
from hub.access.tablet_access import TabletAccess
from hub.web.errors import Refused, wants_json
from rules.errors import Phrase

FIELD, HEADER = "token", "X-Token"
"""The form field and the header in which a request carries its token."""


class AccessRefusal(Phrase):
    """Why a request is refused to this client."""

    SIGNED_OUT = "you are not signed in any more; nothing was done"
    NOT_OUR_PAGE = "this did not come from a page of this server, or from one that was open before you signed in"
    OTHER_ROLE = "{name} is signed in as {role}, who may not do this"
    ARBITER = "arbiter"
    OPERATOR = "operator"


def token() -> str:
    """The token of this session, for forms and pages. It is created at the first call."""
    if FIELD not in session:
        session[FIELD] = secrets.token_urlsafe(32)
    return str(session[FIELD])


def protect(app: Flask) -> None:
    """Refuse every request that changes something without the token of its session."""
    app.before_request(_refuse)


def _refuse() -> Response | None:
    if request.method in READS or request.routing_exception is not None:
        return None
    expected = session.get(FIELD)
    if expected is None and wants_json():
        raise Refused(401, AccessRefusal.SIGNED_OUT.said())
    if expected is None and request.blueprint == "tablet":  # a tablet never signs in
        raise Refused(403, TabletAccess.CLOSED.said())
    fits = expected is not None and hmac.compare_digest(str(expected).encode(), (request.headers.get(HEADER) or field(FIELD)).encode())
    if expected is None or (not fits and request.endpoint == LOGIN):  # the form may have been open in two tabs
        return redirect(url_for("login.page", next=field("next"), late=1), 303)
    if not fits:
        raise Refused(403, AccessRefusal.NOT_OUR_PAGE.said())
    return None
