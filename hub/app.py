"""The web application: which pages there are, what every answer carries, and what an error looks like."""

from collections.abc import Sequence
from pathlib import Path

from flask import Flask, Response, render_template, request
from werkzeug.exceptions import HTTPException
from werkzeug.wrappers import Response as WerkzeugResponse

from hub import assets, before, viewer
from hub.boards import OtherBoards
from hub.feed import Feed
from hub.texts import BEFORE, ENGLISH, ON_PAPER

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""Nothing inline, nothing from elsewhere, in nobody's frame."""
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}
FEED = "damcam.feed"
"""Where among the application's extensions its Feed is."""


def create_app(
    journal_path: Path | str,
    pictures_dir: Path | str | None,
    *,
    report: Path | None = None,
    boards: Sequence[str] = (),
    secret: bytes | None = None,
    follow: bool = True,
) -> Flask:
    """The application over a journal, which need not be there yet, and the folder of its pictures; None shows none.

    `report` is where the board's service tells how ready it is, `boards` are the addresses of others, and
    `secret` is what the application signs with (`hub.secret_key`).
    It follows the journal from now on; with `follow` off the caller looks himself, with `app.extensions[FEED].look()`.
    """
    app = Flask(__name__, static_folder=None)
    app.config["SECRET_KEY"] = secret
    feed = app.extensions[FEED] = Feed(Path(journal_path), shows_pictures=pictures_dir is not None)
    files = assets.load()
    app.register_blueprint(assets.blueprint(files))
    app.register_blueprint(viewer.blueprint(feed, None if pictures_dir is None else Path(pictures_dir)))
    app.register_blueprint(before.blueprint(feed, report, OtherBoards(boards)))
    app.jinja_options = {"trim_blocks": True, "lstrip_blocks": True}
    app.jinja_env.globals.update(
        t=ENGLISH,
        on_paper=ON_PAPER,
        before=BEFORE,
        shows_pictures=feed.shows_pictures,
        static=f"/static/{assets.version(files)}",
        scripts=[name for name in files if name.startswith("js/")],
    )
    app.after_request(_add_headers)
    app.register_error_handler(HTTPException, _error_page)
    if follow:
        feed.start()
    return app


def _add_headers(response: Response) -> Response:
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    response.headers.setdefault("Cache-Control", "no-store")
    return response


def _error_page(error: HTTPException) -> WerkzeugResponse:
    answer = error.get_response(request.environ)  # with the headers that belong to it, as Allow to a 405
    if answer.status_code >= 400:
        kind = "not_found" if answer.status_code == 404 else "refused" if answer.status_code < 500 else "failed"
        answer.data = render_template("error.html", kind=kind)
        answer.content_type = "text/html; charset=utf-8"
    return answer
