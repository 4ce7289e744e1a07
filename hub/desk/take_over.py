"""A board that is away for long in its game: with one tap a spare board of the hall takes the game over, from the log that the hub has."""

import zlib
from base64 import b64encode
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from flask import Blueprint, Response, make_response, redirect, render_template, request
from werkzeug.wrappers import Response as WerkzeugResponse

from clock.clock import left
from hub.access import tokens
from hub.access.login import Login
from hub.boards.board import Boards, ServedBoard
from hub.boards.commands import command_board
from hub.boards.kept_games import KeptGames
from hub.desk.board_links import BoardLinks
from hub.texts import languages
from hub.tournament.board_results import as_named, is_game
from hub.tournament.folder import EventFolder
from hub.web.errors import Refused, wants_json
from hub.web.headers import forms_allowed
from link.sending import CommandError
from record.decisions.commands import MAX_PART, MAX_PARTS, TakeOver
from record.log.errors import LogError
from record.store.journal_rows import JournalRows
from record.telling.sentences import tell
from rules.errors import Phrase, Sentence, sentence_of
from tournament.errors import TournamentError
from tournament.events.changes import BoardsGiven, GameAtBoard, Who
from tournament.events.event_file import append

IMPORTED_WITHIN_S = 20.0
"""How long the spare may take: with the last part it reads the whole log, which may take a Raspberry Pi some seconds."""


class TakingOver(Phrase):
    """Why a game is not taken over, and what is to be done once it is."""

    NOT_AWAY = (
        "There is nothing to take over now: this board was heard within the last minute, it has no game that goes on, or the hub heard no"
        " board at all."
    )
    NO_SPARE = "that board is no spare any more: it is not heard, or has a game of its own"
    TOO_LONG = "the log of this game is too long for that: take it over with damcam import"
    EVENT_NOT_TOLD = "the game goes on at board {board}, and the event does not know it: {why}"


@dataclass(frozen=True, slots=True)
class Hall:
    """What the pages work with."""

    boards: Boards
    links: BoardLinks
    games: KeptGames
    events: EventFolder | None

    def spares(self) -> list[ServedBoard]:
        """The boards that are heard and wait for a game whose players nobody has set, by their keys."""
        return [board for _, board in sorted(self.boards.items()) if self._is_spare(board)]

    def _is_spare(self, board: ServedBoard) -> bool:
        link, status = self.links.of(board), board.status
        if link is None or link.is_cut_off or status is None or not board.is_recording or board.desk.state.opening:
            return False
        return not (status.about.get("white") or status.about.get("black"))

    def goes_on_at(self, board: ServedBoard) -> ServedBoard | None:
        """The board that has taken the game of that one over; it may have answered too late for the page that asked for it."""
        self.games.look()
        known = self.games.goes_on(board.desk.path)
        if known and (taken := self.boards.get(known.board)):
            return taken
        game = _first_checksum(board)  # while its log is on the way to the hub
        others = (other for _, other in sorted(self.boards.items()) if other is not board)
        return next((other for other in others if game and _first_checksum(other) == game), None)

    def take_over(self, board: ServedBoard, spare: ServedBoard, by: str) -> None:
        """Have the spare go on with the game of that board; CommandError says why it does not, LogError that the log cannot be read."""
        clock, t_ns = board.desk.state.clock, board.follower.heard_t_ns
        for word in list(parts_of(board.desk.path, board.key, by, (t_ns, *left(clock, t_ns)))):
            command_board(spare.desk.path, word, IMPORTED_WITHIN_S)

    def tell_events(self, board: ServedBoard, spare: ServedBoard, by: str) -> Iterator[Sentence]:
        """Give the game the spare in the events that have it at that board; what cannot be written is told."""
        if self.events is None:
            return
        tags = board.desk.state.opened.about.tags
        try:
            for key in self.events.listed():
                event = self.events.read(key)
                named = as_named(event.state)
                for seat, at in event.state.boards.items():
                    if at == board.key and is_game(tags, seat, named):
                        game = GameAtBoard(seat[1], seat[2], spare.key, *seat[3:])
                        event = append(event, BoardsGiven(seat[0], (game,)), Who(by))
        except TournamentError as error:
            yield TakingOver.EVENT_NOT_TOLD.said(board=spare.key, why=error.sentence)


def _first_checksum(board: ServedBoard) -> bytes | None:
    """The checksum of the first row of the board's game, by which its log and copies of it are known; None where there is none."""
    try:
        with JournalRows(board.desk.path) as rows:
            return rows.checksum(1)
    except LogError:
        return None


def parts_of(journal: Path, key: str, by: str, clock: tuple[int, int, int]) -> Iterator[TakeOver]:
    """The log of a game of the board with that key in parts, with `clock` as `TakeOver` has it; CommandError, LogError."""
    with JournalRows(journal) as rows:
        packed = b64encode(zlib.compress(rows.content(), 9)).decode()
    parts = [packed[at : at + MAX_PART] for at in range(0, len(packed), MAX_PART)]
    if len(parts) > MAX_PARTS:
        raise CommandError(TakingOver.TOO_LONG.said())
    name = f"damcam-{key}-{journal.parent.name}.jsonl"
    for number, part in enumerate(parts, 1):
        yield TakeOver(by, name, number, len(parts), part, clock)


def blueprint(boards: Boards, links: BoardLinks, games: KeptGames, login: Login, events: EventFolder | None) -> Blueprint:
    """The route `/desk/BOARD/take-over`: the board, its game and the spares; the tap is sent there too."""
    pages, hall = Blueprint("take-over", __name__, url_prefix="/desk/<board:board>/take-over"), Hall(boards, links, games, events)
    login.guard(pages)
    pages.after_request(forms_allowed)

    def shown(board: ServedBoard, failed: Sentence | None = None) -> Response:
        if failed and wants_json():
            raise Refused(409, failed)
        lang, game = languages.readers(), _game(board) if links.can_be_taken_over(board) else None
        says = failed or (None if game else TakingOver.NOT_AWAY.said())
        goes_on_at = hall.goes_on_at(board) if game else None
        spares = [goes_on_at] if goes_on_at else hall.spares()
        view = {"game": game, "goes_on_at": goes_on_at, "spares": spares, "says": tell(says, lang) if says else ""}
        html = render_template("desk_take_over.html", who=login.required(), token=tokens.token(), board=board, **view)
        return make_response(html, 409 if failed else 200)

    @pages.get("")
    def page(board: ServedBoard) -> Response:
        login.arbiter()
        return shown(board)

    @pages.post("")
    def tap(board: ServedBoard) -> WerkzeugResponse:
        by, spare = login.arbiter(), boards.get(request.form.get("spare", ""))
        if not links.can_be_taken_over(board):
            return shown(board, TakingOver.NOT_AWAY.said())
        goes_on_at = hall.goes_on_at(board)
        if spare is None or spare not in ([goes_on_at] if goes_on_at else hall.spares()):
            return shown(board, TakingOver.NO_SPARE.said())
        if goes_on_at is None:
            try:
                hall.take_over(board, spare, by)
            except (CommandError, LogError) as error:
                return shown(board, sentence_of(error))
        failed = next(hall.tell_events(board, spare, by), None)
        return shown(board, failed) if failed else redirect(f"/desk/{spare.key}", 303)

    return pages


def _game(board: ServedBoard) -> dict[str, Any]:
    """What of the game goes on: who plays, the moves, and what the clocks showed when the board was last heard, in seconds."""
    state = board.desk.state
    tags = state.opened.about.tags
    times_ns = left(state.clock, board.follower.heard_t_ns) if state.clock.control.main_ns is not None else ()
    times_s = [-(-ns // 1_000_000_000) for ns in times_ns]  # a second that has begun counts in full, as on all pages
    return {
        "white": tags.white or "",
        "black": tags.black or "",
        "event": tags.event or "",
        "round": tags.round or "",
        "moves": sum(not ply.is_set_up for ply in state.plies),
        "times": [f"{s // 3600}:{s // 60 % 60:02}:{s % 60:02}" for s in times_s],
    }
