"""The web application: its pages, and what they share."""

from dataclasses import dataclass
from pathlib import Path

from flask import Flask
from werkzeug.exceptions import HTTPException

from hub.access import forms, limits, tokens
from hub.access.clients import GENEROUS, Limits
from hub.access.login import Login
from hub.access.tablet_access import FILE_NAME as TABLETS_NAME
from hub.access.tablet_access import TABLETS, Tablets
from hub.boards.board import Boards
from hub.boards.kept_games import KeptGames
from hub.broker.hall import Hall
from hub.desk import all_desks as desks
from hub.desk import dossier, evening, event_files, fetched_pictures, logs, sign_ins, slip, tablet, take_over, telephones
from hub.desk import health as desk_health
from hub.desk import page as desk
from hub.desk.board_links import BoardLinks
from hub.desk.evening_feed import EveningFeed
from hub.desk.hall_alerts import HallAlerts
from hub.desk.taken_alerts import FILE_NAME as TAKEN_NAME
from hub.desk.taken_alerts import TakenAlerts
from hub.organiser import blueprint as organiser
from hub.organiser import boards_page
from hub.organiser.live import LivePages
from hub.organiser.notes import Notes
from hub.organiser.pages import Organising
from hub.organiser.pairing_runs import PairingRuns
from hub.public import api, archive, before, broadcast, embedded, tournaments, viewer, wall
from hub.push.pusher import Pusher
from hub.texts import languages, spoken
from hub.texts.scripts import with_imports
from hub.tournament.at_once import AtOnce
from hub.tournament.board_results import BoardResults
from hub.tournament.event_feed import EventFeed
from hub.tournament.folder import EventFolder
from hub.web import assets, faulty_boards, joined_streams
from hub.web.errors import MAX_BODY_BYTES, error_page
from hub.web.headers import add_headers
from hub.web.proxy import trust
from hub.web.routing import name_boards_and_events

BOARDS = "damcam.boards"
"""The key of the Boards in the application's extensions."""
GAMES = "damcam.games"
"""The key of the KeptGames in the application's extensions."""
EVENTS = "damcam.events"
"""The key of the AtOnce in the application's extensions, where events are run."""
PUSH = "damcam.push"
"""The key of the Pusher in the application's extensions, where arbiters may sign in."""
FOLLOWERS = (BOARDS, GAMES, PUSH, EVENTS)
"""What is started before the pages are served, and stopped when they end."""


@dataclass(frozen=True, slots=True)
class SignIn:
    """What signing in needs."""

    secret: bytes
    """The key that signs sessions and tokens (`hub.access.secret_key`)."""
    arbiters: Path | None = None
    """The file of the accounts (`hub.access.accounts`). With None nobody may sign in."""
    events: Path | None = None
    """The folder of the events that are run here; None: none are."""
    is_hub: bool = False
    """Whether these are the pages of a hub, which sends the notices to telephones for all its boards."""


def create_app(
    boards: Boards,
    *,
    sign_in: SignIn | None = None,
    follow: bool = True,
    client_limits: Limits = GENEROUS,
    trusted_proxies: int = 0,
) -> Flask:
    """The application that shows these boards.

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
    games = app.extensions[GAMES] = KeptGames(boards)
    _share_files(app, in_a_hall=boards.come_and_go or len(boards) > 1)
    login = Login(sign_in.arbiters, sign_in.secret) if sign_in and sign_in.arbiters else None
    event_feed = _event_feed(boards, games, sign_in.events) if sign_in and sign_in.events else None
    _add_public(app, boards, login, event_feed)
    add_headers(app)
    languages.add_to(app)
    spoken.add_to(app)
    limits.add_to(app, client_limits)
    forms.add_to(app)
    app.register_error_handler(HTTPException, error_page)
    faulty_boards.add_to(app)
    if sign_in and login:
        _add_private(app, boards, sign_in, login, event_feed)
    if trusted_proxies:
        trust(app, trusted_proxies)
    if follow:
        _follow(app)
    return app


def _event_feed(boards: Boards, games: KeptGames, events: Path) -> EventFeed:
    """The events in that folder, with what the boards say of them."""
    return EventFeed(EventFolder(events), BoardResults(boards, games))


def _follow(app: Flask) -> None:
    """Follow the boards and what is made of them from now on."""
    for name in FOLLOWERS:
        if name in app.extensions:
            app.extensions[name].start()


def end_streams(app: Flask) -> None:
    """Follow nothing any more: the streams of all listeners end."""
    for name in FOLLOWERS:
        if name in app.extensions:
            app.extensions[name].stop()


def _add_public(app: Flask, boards: Boards, login: Login | None, event_feed: EventFeed | None) -> None:
    """Add the public pages. Whoever is signed in by `login` sees a little more before the round."""
    if event_feed:
        app.register_blueprint(tournaments.blueprint(event_feed, app.jinja_env))
    app.jinja_env.globals.update(published=lambda: tournaments.published(event_feed) if event_feed else [], runs_events=bool(event_feed))
    app.jinja_env.globals.update(boards_come_and_go=boards.come_and_go)
    for pages in (
        viewer.blueprint(boards, app.extensions[GAMES], app.jinja_env),
        embedded.blueprint(app.extensions[GAMES]),
        wall.blueprint(boards, app.extensions[GAMES], app.jinja_env),
        before.blueprint(boards, app.jinja_env, lambda: login.still() if login else lambda: False),
        broadcast.blueprint(boards, app.extensions[GAMES]),
        api.blueprint(boards, app.extensions[GAMES], event_feed),
        archive.blueprint(boards, app.extensions[GAMES], app.jinja_env, event_feed),
        joined_streams.blueprint(lambda: boards.has_stopped),
    ):
        app.register_blueprint(pages)


def _add_private(app: Flask, boards: Boards, sign_in: SignIn, login: Login, event_feed: EventFeed | None) -> None:
    """Add the pages of the arbiters and organisers, who sign in, and of the players' tablets."""
    tokens.protect(app)
    arbiters = login.accounts.path
    pusher = app.extensions[PUSH] = Pusher(boards, arbiters.parent, is_hub=sign_in.is_hub)
    tablets = app.extensions[TABLETS] = Tablets(sign_in.secret, arbiters.with_name(TABLETS_NAME))
    games, links, taken = app.extensions[GAMES], BoardLinks(), TakenAlerts(arbiters.with_name(TAKEN_NAME))
    hall = HallAlerts(boards, links, games, taken)
    login.add_to(app)
    evening_feed = EveningFeed(boards, games, app.jinja_env)
    if event_feed:
        app.extensions[EVENTS] = AtOnce(event_feed)
        runs = PairingRuns()
        live = LivePages(event_feed, lambda: evening_feed.games, runs, app.jinja_env)
        organising = Organising(event_feed, evening_feed, login, runs, Notes(), live)
        app.register_blueprint(organiser.blueprint(organising))
    if boards.mirrored:
        app.register_blueprint(boards_page.blueprint(boards, Hall(boards.mirrored.parent), login, app.jinja_env))
    for pages in (
        desk.blueprint(boards, links, hall, login, app.jinja_env),
        desks.blueprint(boards, links, taken, hall, login, app.jinja_env),
        telephones.blueprint(pusher, login),
        dossier.blueprint(links, login, event_feed.folder if event_feed else None),
        event_files.blueprint(games, login, event_feed.folder if event_feed else None),
        slip.blueprint(login),
        logs.blueprint(games, login),
        take_over.blueprint(boards, links, games, login, event_feed.folder if event_feed else None),
        fetched_pictures.blueprint(links, login),
        desk_health.blueprint(login, app.jinja_env),
        sign_ins.blueprint(login),
        evening.blueprint(evening_feed, login),
        tablet.blueprint(tablets, app.jinja_env),
    ):
        app.register_blueprint(pages)


def _share_files(app: Flask, *, in_a_hall: bool) -> None:
    """Add the static files, and the variables that every template has."""
    files = assets.load()
    app.register_blueprint(assets.blueprint(files))
    app.jinja_options = {"trim_blocks": True, "lstrip_blocks": True}
    app.jinja_env.globals.update(static=f"/static/{assets.version(files)}", with_imports=with_imports, hall=in_a_hall)
