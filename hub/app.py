"""The web application: its pages, and what they share."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from flask import Flask
from werkzeug.exceptions import HTTPException

from hub.access import desk_port, forms, limits, tokens
from hub.access.clients import GENEROUS, Limits
from hub.access.login import Login
from hub.access.tablet_access import FILE_NAME as TABLETS_NAME
from hub.access.tablet_access import TABLETS, Tablets
from hub.boards.board import Boards
from hub.boards.kept_games import KeptGames
from hub.boards.other_boards import OtherBoards
from hub.desk import all_desks as desks
from hub.desk import dossier, evening, home_screen, sign_ins, slip, tablet, telephones
from hub.desk import health as desk_health
from hub.desk import page as desk
from hub.desk.evening_feed import EveningFeed
from hub.public import api, archive, before, broadcast, embedded, viewer, wall
from hub.public.wall_feed import WallFeed
from hub.push.pusher import Pusher, PushSettings
from hub.texts import languages, spoken
from hub.web import assets
from hub.web.errors import MAX_BODY_BYTES, error_page
from hub.web.headers import add_headers
from hub.web.proxy import trust
from hub.web.routing import name_boards_and_events

BOARDS = "damcam.boards"
"""The key of the Boards in the application's extensions."""
WALL = "damcam.wall"
"""The key of the WallFeed in the application's extensions."""
GAMES = "damcam.games"
"""The key of the KeptGames in the application's extensions."""
PUSH = "damcam.push"
"""The key of the Pusher in the application's extensions, where arbiters may sign in."""


@dataclass(frozen=True, slots=True)
class SignIn:
    """What signing in needs."""

    secret: bytes
    """The key that signs sessions and tokens (`hub.access.secret_key`)."""
    arbiters: Path | None = None
    """The file of the accounts (`hub.access.accounts`). With None nobody may sign in."""
    push: PushSettings | None = None
    """How locked telephones are told; None: with the files beside the accounts."""


def create_app(
    boards: Boards,
    *,
    elsewhere: Sequence[str] = (),
    sign_in: SignIn | None = None,
    follow: bool = True,
    client_limits: Limits = GENEROUS,
    trusted_proxies: int = 0,
) -> Flask:
    """The application that shows these boards, and the boards `elsewhere`, given by their addresses.

    Without `sign_in` there are no pages for arbiters and tablets. The application follows the boards from now on; with `follow` off the
    caller does, as with `board.feed.look()`. `client_limits` limits what one client may ask for. `trusted_proxies` is the number of
    proxies whose headers tell a client's address, and whether it uses TLS.
    """
    app = Flask(__name__, static_folder=None)
    app.config.update(
        SECRET_KEY=sign_in.secret if sign_in else None, MAX_CONTENT_LENGTH=MAX_BODY_BYTES, MAX_FORM_MEMORY_SIZE=MAX_BODY_BYTES
    )
    app.extensions[BOARDS] = boards
    name_boards_and_events(app, boards)
    wall_feed = app.extensions[WALL] = WallFeed(boards, elsewhere)
    games = app.extensions[GAMES] = KeptGames(boards)
    _share_files(app, in_a_hall=boards.come_and_go or len(boards) + len(elsewhere) > 1)
    _add_public(app, boards, elsewhere, wall_feed)
    add_headers(app)
    languages.add_to(app)
    spoken.add_to(app)
    desk_port.add_to(app)
    limits.add_to(app, client_limits)
    forms.add_to(app)
    app.register_error_handler(HTTPException, error_page)
    if sign_in and sign_in.arbiters:
        _add_private(app, boards, elsewhere, sign_in, sign_in.arbiters)
    if trusted_proxies:
        trust(app, trusted_proxies)
    if follow:
        for followed in (boards, wall_feed, games, *([app.extensions[PUSH]] if PUSH in app.extensions else [])):
            followed.start()
    return app


def _add_public(app: Flask, boards: Boards, elsewhere: Sequence[str], wall_feed: WallFeed) -> None:
    """Add the public pages."""
    broadcasts = broadcast.Games(boards, elsewhere)
    for pages in (
        viewer.blueprint(boards, app.extensions[GAMES]),
        embedded.blueprint(),
        wall.blueprint(boards, wall_feed, app.extensions[GAMES]),
        before.blueprint(boards, OtherBoards(elsewhere)),
        broadcast.blueprint(broadcasts),
        api.blueprint(boards, broadcasts),
        archive.blueprint(boards, app.extensions[GAMES]),
    ):
        app.register_blueprint(pages)


def _add_private(app: Flask, boards: Boards, elsewhere: Sequence[str], sign_in: SignIn, arbiters: Path) -> None:
    """Add the pages of the arbiters, who sign in, and of the players' tablets."""
    tokens.protect(app)
    login = Login(arbiters, sign_in.secret)
    pusher = app.extensions[PUSH] = Pusher(boards, login, sign_in.push or PushSettings(arbiters.parent))
    tablets = app.extensions[TABLETS] = Tablets(sign_in.secret, arbiters.with_name(TABLETS_NAME))
    login.add_to(app)
    for pages in (
        desk.blueprint(boards, login),
        desks.blueprint(boards, login),
        telephones.blueprint(pusher, login),
        home_screen.blueprint(),
        dossier.blueprint(login),
        slip.blueprint(login),
        desk_health.blueprint(login),
        sign_ins.blueprint(login),
        evening.blueprint(boards, EveningFeed(boards, elsewhere), login),
        tablet.blueprint(boards, tablets),
    ):
        app.register_blueprint(pages)


def _share_files(app: Flask, *, in_a_hall: bool) -> None:
    """Add the static files, and the variables that every template has."""
    files = assets.load()
    app.register_blueprint(assets.blueprint(files))
    app.jinja_options = {"trim_blocks": True, "lstrip_blocks": True}
    scripts = [name for name in files if name.startswith("js/")]
    app.jinja_env.globals.update(static=f"/static/{assets.version(files)}", scripts=scripts, hall=in_a_hall)
