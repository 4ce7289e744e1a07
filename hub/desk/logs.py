"""The logs of a board's games as downloads, for arbiters alone: `damcam import` continues a game from one on another board."""

from pathlib import Path

from flask import Blueprint, Response, abort, render_template

from hub.access import tokens
from hub.access.login import Login
from hub.boards.board import ServedBoard
from hub.boards.kept_games import KeptGames
from hub.web.errors import Refused
from hub.web.headers import forms_allowed
from record.log.errors import LogError
from record.store.folder import JOURNAL_NAME, numbered
from record.store.journal_rows import JournalRows


def blueprint(games: KeptGames, login: Login) -> Blueprint:
    """The routes: `/desk/BOARD/logs` lists the games of the board, `/desk/BOARD/logs/GAME` is the log of one."""
    pages = Blueprint("logs", __name__, url_prefix="/desk/<board:board>/logs")
    login.guard(pages)
    pages.after_request(forms_allowed)

    @pages.get("")
    def of_all(board: ServedBoard) -> str:
        login.arbiter()
        listed = [(journal.parent.name, games.tags_of(journal), _file_name(board, journal.parent.name)) for journal in _journals(board)]
        return render_template("desk_logs.html", who=login.required(), token=tokens.token(), board=board, games=listed)

    @pages.get("/<game>")
    def of_one(board: ServedBoard, game: str) -> Response:
        login.arbiter()
        journal = next((path for path in _journals(board) if path.parent.name == game), None) or abort(404)
        try:
            with JournalRows(journal) as rows:
                content = rows.content()
        except LogError as error:
            raise Refused(409, error.sentence) from error
        response = Response(content, mimetype="application/x-ndjson")
        response.headers["Content-Disposition"] = f'attachment; filename="{_file_name(board, game)}"'
        response.headers["Cache-Control"] = "no-store"
        return response

    return pages


def _file_name(board: ServedBoard, game: str) -> str:
    """The name of a download, from which `damcam import` knows the number of the game."""
    return f"damcam-{board.key}-{game}.jsonl"


def _journals(board: ServedBoard) -> list[Path]:
    """The journals of the board's games, the newest first; that of its only game where it keeps none by their numbers."""
    if board.games is None:
        return [board.desk.path] if board.desk.path.exists() else []
    try:
        folders = numbered(board.games)
    except OSError:
        return []
    return [folder / JOURNAL_NAME for folder in reversed(folders) if (folder / JOURNAL_NAME).exists()]
