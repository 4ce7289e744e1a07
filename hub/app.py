"""The web application: which pages there are, and what they share."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from flask import Flask
from werkzeug.exceptions import HTTPException

from hub.access import limits, tokens
from hub.access.clients import GENEROUS, Limits
from hub.access.login import Login
from hub.boards.board import Boards
from hub.boards.other_boards import OtherBoards
from hub.desk import all_desks as desks
from hub.desk import dossier, tablet
from hub.desk import health as desk_health
from hub.desk import page as desk
from hub.public import api, before, broadcast, embedded, viewer, wall
from hub.public.wall_feed import WallFeed
from hub.texts import languages, spoken
from hub.web import assets
from hub.web.errors import LARGEST_BODY, error_page
from hub.web.headers import add_headers
from hub.web.proxy import trust
from hub.web.routing import name_boards

BOARDS = "damcam.boards"
"""The key of the Boards among the application's extensions."""
WALL = "damcam.wall"
"""The key of the WallFeed, over these boards and those elsewhere."""


@dataclass(frozen=True, slots=True)
class SignIn:
    """What signing in needs."""

    secret: bytes
    """The key that signs sessions and tokens (`hub.access.secret_key`)."""
    arbiters: Path | None = None
    """The file of those who may sign in (`hub.access.accounts`); None: nobody may."""


def create_app(
    boards: Boards,
    *,
    elsewhere: Sequence[str] = (),
    sign_in: SignIn | None = None,
    follow: bool = True,
    most: Limits = GENEROUS,
    trusted_proxies: int = 0,
) -> Flask:
    """The application over these boards; the boards `elsewhere` are asked by their addresses.

    Without `sign_in` nobody may sign in, and there are no pages for arbiters and tablets. The boards are followed from now on; with
    `follow` off the caller looks, as with `board.feed.look()`. `most` is the most that a client may ask for. A client's address, and
    whether it came by TLS, are taken from the headers that this number of `trusted_proxies` added.
    """
    app = Flask(__name__, static_folder=None)
    app.config.update(SECRET_KEY=sign_in.secret if sign_in else None, MAX_CONTENT_LENGTH=LARGEST_BODY, MAX_FORM_MEMORY_SIZE=LARGEST_BODY)
    app.extensions[BOARDS] = boards
    name_boards(app, boards)
    wall_feed = app.extensions[WALL] = WallFeed(boards, elsewhere)
    _share_files(app, in_a_hall=len(boards) + len(elsewhere) > 1)
    _add_public(app, boards, elsewhere, wall_feed)
    add_headers(app)
    languages.add_to(app)
    spoken.add_to(app)
    limits.add_to(app, most)
    app.register_error_handler(HTTPException, error_page)
    if sign_in and sign_in.arbiters:
        _add_for_those_at_the_board(app, boards, sign_in.secret, sign_in.arbiters)
    if trusted_proxies:
        trust(app, trusted_proxies)
    if follow:
        boards.start()
        wall_feed.start()
    return app


def _add_public(app: Flask, boards: Boards, elsewhere: Sequence[str], wall_feed: WallFeed) -> None:
    """What everybody may see."""
    games = broadcast.Games(boards, elsewhere)
    for pages in (
        viewer.blueprint(boards),
        embedded.blueprint(),
        wall.blueprint(boards, wall_feed),
        before.blueprint(boards, OtherBoards(elsewhere)),
        broadcast.blueprint(games),
        api.blueprint(boards, games),
    ):
        app.register_blueprint(pages)


def _add_for_those_at_the_board(app: Flask, boards: Boards, secret: bytes, arbiters: Path) -> None:
    """What arbiters, who sign in, and the players' tablet may see and do."""
    tokens.protect(app)
    login = Login(arbiters, secret)
    login.add_to(app)
    for pages in (
        desk.blueprint(boards, login),
        desks.blueprint(boards, login),
        dossier.blueprint(login),
        desk_health.blueprint(login),
        tablet.blueprint(boards, secret),
    ):
        app.register_blueprint(pages)


def _share_files(app: Flask, *, in_a_hall: bool) -> None:
    """The static files, and what every template knows."""
    files = assets.load()
    app.register_blueprint(assets.blueprint(files))
    app.jinja_options = {"trim_blocks": True, "lstrip_blocks": True}
    scripts = [name for name in files if name.startswith("js/")]
    app.jinja_env.globals.update(static=f"/static/{assets.version(files)}", scripts=scripts, hall=in_a_hall)
