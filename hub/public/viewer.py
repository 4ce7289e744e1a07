"""The spectators' pages of each board: the page, its events, the pictures and the PDN."""

import gzip
from collections.abc import Iterator

from flask import Blueprint, Response, abort, current_app, render_template, request, send_from_directory
from jinja2 import Environment
from markupsafe import Markup

from hub.boards.board import Boards, ServedBoard
from hub.boards.kept_games import KeptGames
from hub.feeds import server_sent
from hub.feeds.feed import Feed, Update
from hub.public.game_parts import PlayedAt, parts_as_of, parts_of
from hub.public.preview import Preview, preview
from hub.texts import languages
from hub.web import fragments
from hub.web.assets import packed_response
from hub.web.drawn import drawn_board
from hub.web.fragments import Shown
from hub.web.routing import FIRST
from hub.web.streams import streamed

REFRESH_S = 10
"""How often a page without scripts asks again by itself."""


def blueprint(boards: Boards, games: KeptGames, environment: Environment) -> Blueprint:
    """The routes of each board; without a key they mean the first board. The page of an only board is the front page too.

    Only the pictures that a view has named are served.
    """
    pages = Blueprint("viewer", __name__)

    @pages.get("/board/<board:board>")
    def page(board: ServedBoard) -> Response:
        return game_page("viewer.html", board, games, preview=_preview(games.shown(board), request.path))

    if boards.are_one:
        pages.add_url_rule("/", view_func=page, defaults=FIRST)

    @pages.get("/events", defaults=FIRST)
    @pages.get("/board/<board:board>/events")
    def events(board: ServedBoard) -> Response:
        return streamed(_events(environment, languages.readers(), board, games))

    _add_files(pages, games)
    return pages


def _events(environment: Environment, lang: str, board: ServedBoard, games: KeptGames) -> Iterator[bytes]:
    """Server-sent events for one listener until the board's feed stops: the whole game, then what has changed.

    A game that another board takes over meanwhile goes on for him.
    """

    def newer(seen: Shown | None) -> tuple[Shown, bytes] | None:
        shown = games.shown(board)
        with shown.faults.share("its page"):
            update = shown.feed.latest
            return changed(parts_of(environment, lang, update, _at(shown, games)), seen, update, shown.feed.now_s())
        return None

    return server_sent.stream(newer, lambda: games.shown(board).feed.news, board.feed.stopped.is_set)


def changed(shown: Shown, seen: Shown | None, update: Update, now_s: float) -> tuple[Shown, bytes] | None:
    """What a listener has then, who has `seen`, and the event that brings it; None where nothing differs."""
    html = fragments.changes(shown, seen)
    return (shown, fragments.event(update.id, now_s, html)) if html else None


def _at(board: ServedBoard, games: KeptGames) -> PlayedAt:
    """Where the game that the board's feed follows is found: nowhere before it has begun, and where it lies elsewhere."""
    is_kept = board.games is not None and not board.feed.latest.is_empty
    place = games.place_of(board.feed.followed) if is_kept else None
    return PlayedAt(board.key, f"/board/{board.key}", place.path if place else "", board.feed.shows_pictures)


def _preview(board: ServedBoard, path: str) -> Preview:
    return preview(board.feed.latest.view, path, languages.readers())


def _add_files(pages: Blueprint, games: KeptGames) -> None:
    """Add the routes of the pictures and of the PDN."""

    @pages.get("/picture/<path:name>", defaults=FIRST)
    @pages.get("/board/<board:board>/picture/<path:name>")
    def picture(board: ServedBoard, name: str) -> Response:
        if name not in board.feed.pictures:
            abort(404)
        response = send_from_directory(board.feed.followed.parent.absolute(), name)
        response.headers["Cache-Control"] = "public, no-cache"  # the next game uses the same names; browsers ask again, and mostly get 304
        return response

    @pages.get("/game.pdn", defaults=FIRST)
    @pages.get("/board/<board:board>/game.pdn")
    def game_pdn(board: ServedBoard) -> Response:
        feed = games.shown(board).feed
        return game_as_pdn(feed) if feed.state.opening else abort(404)


def game_as_pdn(feed: Feed) -> Response:
    """The game as the public may have it, as a file."""
    named = {"Content-Disposition": 'attachment; filename="game.pdn"'}
    return Response(feed.latest.pdn(), content_type="application/x-pdn; charset=utf-8", headers=named)


def game_page(template: str, board: ServedBoard, games: KeptGames, **shown: object) -> Response:
    """The page of that template in the reader's language, with the board's game as the public may know it now."""
    at = games.shown(board)
    return page_of(template, at.feed, _at(at, games), events=f"/board/{board.key}/events", **shown)


def page_of(template: str, feed: Feed, at: PlayedAt, *, events: str, **shown: object) -> Response:
    """The page of that template with the feed's game; what is new of it comes from the address `events`, where there is one."""
    lang, now_s, update = languages.readers(), feed.now_s(), feed.latest
    shown |= {
        "at": at,
        "bound": shown.get("bound", False),
        "events": f"{events}?lang={lang}" if events else "",
        "shown": parts_as_of(current_app.jinja_env, lang, update, at, now_s),
        "now": Markup(fragments.now(now_s)),
        "view": update.view,
        "drawn": drawn_board(update.view),
        "refreshes": REFRESH_S if events else 0,
        "delay": feed.delay,
    }
    html = render_template(template, **shown).encode()
    return packed_response(request, html, gzip.compress(html), "text/html")
