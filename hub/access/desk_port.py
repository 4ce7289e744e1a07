"""The port of the desk and the tablets. Spectators do not come here, so that none of what they do can fill it."""

from flask import Flask, redirect, request
from werkzeug.wrappers import Response

from hub.access.clients import AT_DESK, PUBLIC_PORT

DESK = "/desk"
PRIVATE = frozenset(
    {
        "assets",
        "desk",
        "desk_health",
        "desks",
        "dossier",
        "evening",
        "fetched",
        "login",
        "organiser",
        "sign_ins",
        "slip",
        "tablet",
        "telephones",
    }
)
"""The blueprints that are served here."""


def at_desk() -> bool:
    """Whether the request came by the port of the desk."""
    return bool(request.environ.get(AT_DESK))


def add_to(app: Flask) -> None:
    """Lead who asks for a public page at the port of the desk to the port of the public, and from the front page to the desk."""

    def lead() -> Response | None:
        if not at_desk() or request.blueprint is None or request.blueprint in PRIVATE:
            return None
        if request.path == "/":
            return redirect(DESK, 303)
        name = request.host.rpartition(":")[0] or request.host
        return redirect(f"{request.scheme}://{name}:{request.environ[PUBLIC_PORT]}{request.full_path.rstrip('?')}", 303)

    app.before_request(lead)
