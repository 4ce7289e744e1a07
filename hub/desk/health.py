"""The health of a board, for the arbiter: camera, light, focus, last press, disk and link. The arbiter may have the board found again."""

import json
import math
import time
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from flask import Blueprint, Response, abort, request, send_from_directory

from hub.access.accounts import Role
from hub.access.login import Login
from hub.boards.board import ServedBoard
from hub.boards.commands import command_board
from hub.boards.readiness import SILENT, told_in
from hub.desk.decisions import object_in
from hub.desk.refusals import why
from hub.texts import languages
from hub.web.errors import Refused
from link.board_socket import want_view
from link.camera_view import PICTURE_NAME, read_view
from link.sending import FOUND_WITHIN_S
from link.status import checks_in
from record.decisions.commands import FindBoard
from record.log.errors import LogError
from record.papers.public_view import clock_rate
from record.session.not_read import unread_since
from record.telling.sentences import MAX_TEXT_LENGTH
from rules.errors import DamcamError, Phrase

MAX_PX = 20_000
"""The largest coordinate of a corner in the camera's picture."""
CORNERS = 4


class NotFound(Phrase):
    """Why the board is not looked for."""

    NO_CORNERS = "Four corners in pixels were expected."


def blueprint(login: Login) -> Blueprint:
    """The routes `health`, `camera` and `find` below each board's desk. A request of `health` asks the service for the camera's picture."""
    pages = Blueprint("desk_health", __name__, url_prefix="/desk/<board:board>")
    login.guard(pages)

    @pages.get("/health")
    def health(board: ServedBoard) -> Response:
        may_point = _is_arbiter(login)
        if board.state:
            want_view(board.state, whole=may_point and "whole" in request.args)
        with suppress(DamcamError):  # the desk itself tells what the journal has lost
            board.desk.look()
        return _json(health_of(board, may_see_all=may_point))

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
        """Tell as JSON whether the board was found, or why not and in which language."""
        word = FindBoard(login.arbiter(), corners_of(object_in(request.get_data())))
        try:
            if board.desk.lost:
                raise LogError(board.desk.lost.damage)
            command_board(board.desk.path, word, FOUND_WITHIN_S)
        except DamcamError as error:
            return _json({"found": False, **why(error)})
        return _json({"found": True, "why": ""})

    return pages


def health_of(board: ServedBoard, *, may_see_all: bool) -> dict[str, Any]:
    """The health of the board, ready for JSON: {"phase", "board", "heard_ago_s", "last_press", "unread", "checks", "camera"}; null where
    unknown.

    `heard_ago_s` is the age of the service's status in seconds. `last_press` is {"seq", "side", "ago_s"}. `unread` has {"square", "since"}
    for each square of which nothing has been seen since that press. `checks` are the service's, as
    `told_in` gives them in the reader's language. `camera` describes the picture at `camera`: {"age_ms", "width", "height", "whole",
    "corners_px"}, in the camera's pixels, with the board's corners from White's lower left counter-clockwise. A `whole` picture is shown
    with `may_see_all` only.
    """
    status, view = board.status, read_view(board.state) if board.state else None
    shown = view if view and (may_see_all or not view["whole"]) else None
    checks = {check.name: check for check in (*(status.checks if status else ()), *checks_in(view["checks"] if view else ()))}
    return {
        "phase": status.phase if status else SILENT,
        "board": status.board[:MAX_TEXT_LENGTH] if status else "",
        "heard_ago_s": round((time.monotonic_ns() - status.t_ns) / 1e9, 1) if status else None,
        "last_press": _last_press(board),
        "unread": [{"square": square, "since": first} for square, first in sorted(unread_since(board.desk.state.rulings).items())],
        "checks": [told_in(check, languages.readers()) for check in checks.values()],
        "camera": {key: shown[key] for key in ("age_ms", "width", "height", "whole", "corners_px")} if shown else None,
    }


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
    state = board.desk.state
    if not state.presses:
        return None
    press = state.presses[-1]
    since_s = (state.clock.since_t_ns - press.t_ns) / 1e9 / clock_rate(state)
    return {"seq": press.seq, "side": press.side, "ago_s": round(max(0.0, board.desk.age_ms / 1000 + since_s), 1)}


def _is_arbiter(login: Login) -> bool:
    who = login.required()
    return who.role == Role.ARBITER


def _json(told: object) -> Response:
    return Response(json.dumps(told, ensure_ascii=False), mimetype="application/json")
