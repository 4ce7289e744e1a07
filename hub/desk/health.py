"""The health of a board, for the arbiter: camera, light, focus, last press, disk and link. The arbiter may have the board found again."""

import math
import time
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from flask import Blueprint, Response, abort, request, send_from_directory
from jinja2 import Environment

from hub.access.accounts import Role
from hub.access.login import Login
from hub.boards.board import ServedBoard
from hub.boards.commands import command_board
from hub.boards.readiness import told_in
from hub.desk.decisions import object_in
from hub.texts import languages
from hub.web import fragments
from hub.web.errors import Refused
from hub.web.fragments import Shown
from link.board_socket import want_view
from link.camera_view import PICTURE_NAME, read_view
from link.sending import FOUND_WITHIN_S
from link.status import checks_in
from record.decisions.commands import FindBoard
from record.log.errors import LogError
from record.papers.public_view import clock_rate
from record.papers.rows import duration
from record.session.not_read import unread_since
from record.telling.sentences import spoken, tell
from rules.errors import DamcamError, Phrase, Sentence

MAX_PX = 20_000
"""The largest coordinate of a corner in the camera's picture."""
CORNERS = 4


class NotFound(Phrase):
    """Why the board is not looked for."""

    NO_CORNERS = "Four corners in pixels were expected."


def blueprint(login: Login, environment: Environment) -> Blueprint:
    """The routes `health`, `camera` and `find` below each board's desk. A request of `health` asks the service for the camera's picture.

    `health` and `find` answer scripts with fragments.
    """
    pages = Blueprint("desk_health", __name__, url_prefix="/desk/<board:board>")
    login.guard(pages)

    @pages.get("/health")
    def health(board: ServedBoard) -> Response:
        may_point = _is_arbiter(login)
        if board.state:
            want_view(board.state, whole=may_point and "whole" in request.args)
        with suppress(DamcamError):  # the desk itself tells what the journal has lost
            board.desk.look()
        parts = health_parts(environment, board, languages.readers(), may_see_all=may_point).parts
        return Response("".join(parts), mimetype="text/html")

    @pages.get("/camera")
    def camera(board: ServedBoard) -> Response:
        view = read_view(board.state) if board.state else None
        if board.state is None or view is None or (view["whole"] and not _is_arbiter(login)):
            abort(404)
        response = send_from_directory(board.state.absolute(), PICTURE_NAME)
        response.headers["Cache-Control"] = "no-store"
        return response

    @pages.post("/find")
    def find(board: ServedBoard) -> Response:
        """Say whether the board was found, or why not."""
        word, why = FindBoard(login.arbiter(), corners_of(object_in(request.get_data()))), None
        try:
            if board.desk.lost:
                raise LogError(board.desk.lost.damage)
            command_board(board.desk.path, word, FOUND_WITHIN_S)
        except DamcamError as error:
            why = error.sentence
        return Response(_found(environment, languages.readers(), why), mimetype="text/html")

    return pages


def health_parts(environment: Environment, board: ServedBoard, lang: str, *, may_see_all: bool) -> Shown:
    """The health of the board in that language, as parts: when the service was heard, the last press, squares of which nothing has been
    seen, the checks, and the camera's picture at `camera`.

    A picture of all that the camera sees is shown with `may_see_all` only.
    """
    status, view = board.status, read_view(board.state) if board.state else None
    checks = {check.name: check for check in (*(status.checks if status else ()), *checks_in(view["checks"] if view else ()))}
    values = {
        "heard_ago_s": round((time.monotonic_ns() - status.t_ns) / 1e9) if status else None,
        "press": _last_press(board),
        "unread": sorted(unread_since(board.desk.state.rulings).items()),
        "checks": [told_in(check, lang) for check in checks.values()],
        "camera": view if view and (may_see_all or not view["whole"]) else None,
    }
    return Shown(fragments.render(environment, "health_parts.html", lang, **values))


def _found(environment: Environment, lang: str, why: Sentence | None) -> str:
    """Whether the board was found: it was without a reason why not."""
    told = {"why": tell(why, lang), "why_lang": spoken(why, lang)} if why else {}
    return "".join(fragments.render(environment, "health_found.html", lang, **told))


def corners_of(sent: Mapping[str, Any]) -> tuple[tuple[float, float], ...] | None:
    """The four points (x, y) in pixels under `corners_px`, or None for null; Refused (400) for anything else."""
    points = sent.get("corners_px")
    if points is None:
        return None
    try:
        corners = tuple((float(x), float(y)) for x, y in points)
    except (TypeError, ValueError):
        corners = ()
    if len(corners) != CORNERS or not all(math.isfinite(value) and 0 <= value <= MAX_PX for point in corners for value in point):
        raise Refused(400, NotFound.NO_CORNERS.said())
    return corners


def _last_press(board: ServedBoard) -> dict[str, Any] | None:
    """The newest press: {"seq", "side", "ago"}; None before the first."""
    state = board.desk.state
    if not state.presses:
        return None
    press = state.presses[-1]
    since_ns = (state.clock.since_t_ns - press.t_ns) / clock_rate(state)
    return {"seq": press.seq, "side": press.side, "ago": duration(round(max(0.0, board.desk.age_ms * 1e6 + since_ns)))}


def _is_arbiter(login: Login) -> bool:
    who = login.required()
    return who.role == Role.ARBITER
