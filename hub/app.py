"""The web application: which pages there are, and what they share."""

from collections.abc import Sequence
from pathlib import Path

from flask import Flask
from werkzeug.exceptions import HTTPException

from hub import assets, before, broadcast, desk, tokens, viewer
from hub.boards import OtherBoards
from hub.delay import NONE, Delay
from hub.desk_feed import DeskFeed
from hub.errors import LARGEST_BODY, error_page
from hub.feed import Feed
from hub.headers import add_headers
from hub.login import Login
from hub.texts import BEFORE, ENGLISH, ON_PAPER

FEED = "damcam.feed"
"""Where among the application's extensions its Feed is."""
DESK = "damcam.desk"
"""Where its DeskFeed is, if arbiters may sign in."""


def create_app(
    journal_path: Path | str,
    pictures_dir: Path | str | None,
    *,
    report: Path | None = None,
    boards: Sequence[str] = (),
    secret: bytes | None = None,
    arbiters: Path | None = None,
    delay: Delay = NONE,
    follow: bool = True,
) -> Flask:
    """The application over a journal, which need not be there yet, and the folder of its pictures; None shows none.

    `report` is where the board's service tells how ready it is, `boards` are the addresses of others, and
    `secret` is what the application signs with (`hub.secret_key`). Those in the file `arbiters` may sign in (`hub.accounts`); without it or
    the secret nobody may.
    What is public is shown so much later as `delay` says.
    It follows the journal from now on; with `follow` off the caller looks himself, with `app.extensions[FEED].look()`.
    """
    app = Flask(__name__, static_folder=None)
    app.config.update(SECRET_KEY=secret, MAX_CONTENT_LENGTH=LARGEST_BODY, MAX_FORM_MEMORY_SIZE=LARGEST_BODY)
    feed = app.extensions[FEED] = Feed(Path(journal_path), shows_pictures=pictures_dir is not None, delay=delay)
    files = assets.load()
    app.register_blueprint(assets.blueprint(files))
    app.register_blueprint(viewer.blueprint(feed, None if pictures_dir is None else Path(pictures_dir)))
    app.register_blueprint(before.blueprint(feed, report, OtherBoards(boards)))
    app.register_blueprint(broadcast.blueprint(feed, report, boards))
    app.jinja_options = {"trim_blocks": True, "lstrip_blocks": True}
    app.jinja_env.globals.update(
        t=ENGLISH,
        on_paper=ON_PAPER,
        before=BEFORE,
        shows_pictures=feed.shows_pictures,
        static=f"/static/{assets.version(files)}",
        scripts=[name for name in files if name.startswith("js/")],
    )
    add_headers(app)
    app.register_error_handler(HTTPException, error_page)
    if secret and arbiters:
        tokens.protect(app)
        login = Login(arbiters, secret)
        login.add_to(app)
        desk_feed = app.extensions[DESK] = DeskFeed(Path(journal_path))
        app.register_blueprint(desk.blueprint(desk_feed, login, follow=follow))
    if follow:
        feed.start()
    return app
