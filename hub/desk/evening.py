"""The evening page: all boards of this server from pairing to result. It requires signing in, and only an arbiter changes."""

import json
from collections.abc import Mapping
from functools import partial
from typing import Any

from flask import Blueprint, Response, render_template, request

from clock.control import ControlError, parse_control
from hub.access import tokens
from hub.access.accounts import Account, Role
from hub.access.login import Login
from hub.boards.board import Boards
from hub.desk.decisions import MAX_TEXT_LENGTH, object_in
from hub.desk.evening_feed import EveningFeed
from hub.desk.evening_games import EveningGames
from hub.desk.evening_words import BoardOutcome, Correction, EveningRefusal, at_all, correct, go_to_next, prepare, refusal_of, start
from hub.desk.pairing_list import Pairing, PairingList, WrongLine, read_list
from hub.texts import languages
from hub.web.errors import MAX_BODY_BYTES, Refused
from hub.web.headers import forms_allowed
from hub.web.streams import streamed
from record.decisions.inbox import PrepareGame
from record.events.about import About, PublicTags, first_tag_fault
from record.telling.of_clock import clock_sentence
from record.telling.sentences import tell
from rules.errors import Phrase


class EveningWrong(Phrase):
    """What is wrong in what the page sent."""

    LINES = (
        "{count} line is wrong, and nothing is changed",
        "{count} lines are wrong, and nothing is changed",
    )
    NO_TEXT = "{key}: a text was expected"
    NO_BOARD = "there is no such board here: {board}"
    NO_GAMES = "games: for each board the folder of its game was expected"


def blueprint(boards: Boards, feed: EveningFeed, login: Login) -> Blueprint:
    """The routes below `/evening`. The desk feeds of the boards start with the first request."""
    pages = Blueprint("evening", __name__, url_prefix="/evening")
    login.guard(pages, boards.start_desks)
    pages.after_request(forms_allowed)
    _add_what_is_seen(pages, feed, login)
    _add_acts(pages, feed, login)
    return pages


def _add_what_is_seen(pages: Blueprint, feed: EveningFeed, login: Login) -> None:
    @pages.get("")
    def page() -> str:
        feed.look()
        who = login.required()
        may_rule = isinstance(who, Account) and who.role == Role.ARBITER
        view = feed.view(languages.readers())
        return render_template("evening.html", who=who, token=tokens.token(), view=view, may_rule=may_rule)

    @pages.get("/state")
    def state() -> Response:
        feed.look()
        return _json(feed.view(languages.readers()))

    @pages.get("/events")
    def events() -> Response:
        return streamed(feed.events(login.still(), languages.readers()))


def _add_acts(pages: Blueprint, feed: EveningFeed, login: Login) -> None:
    """Add the routes to which an arbiter's page sends."""

    @pages.post("/list")
    def give_list() -> Response:
        """Give the names of a list to the games that have not begun. A list with a wrong line changes nothing."""
        by, sent = login.arbiter(), object_in(request.get_data())
        feed.look_again()
        boards = feed.games
        found = read_list(_text(sent, "text", MAX_BODY_BYTES), _names(boards))
        wrong = found.wrong or tuple(_not_told(boards, found, _games(sent)))
        if wrong:
            return _wrong(wrong)
        control = _control(sent)
        common = {tag: value for tag, value in _tags(sent, ("event", "round")).items() if value}
        words = [(boards[one.board], _word(boards[one.board], one, common, by, control)) for one in found.pairings]
        return _done(feed, at_all(partial(prepare, games, word) for games, word in words))

    @pages.post("/names")
    def names() -> Response:
        """Change what is known of one game."""
        by, sent = login.arbiter(), object_in(request.get_data())
        games = _board(feed, _text(sent, "board"))
        tags = _tags(sent, ("white", "black", "event", "round"))
        asked = Correction(_text(sent, "game"), tags, by, _control(sent), _text(sent, "because"))
        return _done(feed, [correct(games, asked)])

    @pages.post("/start")
    def start_clocks() -> Response:
        by, games = login.arbiter(), _games(object_in(request.get_data()))
        return _done(feed, at_all(partial(start, _board(feed, key), game, by) for key, game in games.items()))

    @pages.post("/next")
    def next_games() -> Response:
        by, games = login.arbiter(), _games(object_in(request.get_data()))
        return _done(feed, at_all(partial(go_to_next, _board(feed, key), game, by) for key, game in games.items()))


def _names(boards: Mapping[str, EveningGames]) -> dict[str, str]:
    """The key of each board by the names that it may have in a list: its key, else its number."""
    numbers = {games.number.casefold(): key for key, games in boards.items()}
    return numbers | {key: key for key in boards}


def _not_told(boards: Mapping[str, EveningGames], found: PairingList, shown: Mapping[str, str]) -> list[WrongLine]:
    """The lines of boards that cannot be told the names, or whose game is another than was shown."""
    wrong = []
    for one in found.pairings:
        games = boards[one.board]
        why = refusal_of(games)
        if why is None and not games.to_prepare:
            why = EveningRefusal.BETWEEN.said()
        if why is None and shown.get(one.board) != games.to_prepare:
            why = EveningRefusal.OTHER_GAME.said()
        if why:
            wrong.append(WrongLine(one.line, why))
    return wrong


def _word(games: EveningGames, one: Pairing, common: Mapping[str, str], by: str, control: str | None) -> PrepareGame:
    tags = {"white": one.white, "black": one.black, **common}
    if games.board.key.isdecimal() and not games.tags().get("board"):
        tags["board"] = games.board.key
    return PrepareGame(by, games.to_prepare, About(PublicTags(**tags)), control)


def _tags(sent: Mapping[str, Any], keys: tuple[str, ...]) -> dict[str, str]:
    tags = {key: " ".join(_text(sent, key).split()) for key in keys}
    if fault := first_tag_fault(PublicTags(**tags)):
        raise Refused(400, fault)
    return tags


def _control(sent: Mapping[str, Any]) -> str | None:
    """The time control that was sent, in its shortest notation; None where none was."""
    text = _text(sent, "time_control").strip()
    try:
        return str(parse_control(text)) if text else None
    except ControlError as error:
        raise Refused(400, clock_sentence(error)) from error


def _text(sent: Mapping[str, Any], key: str, most: int = MAX_TEXT_LENGTH) -> str:
    value = sent.get(key, "")
    if not isinstance(value, str) or len(value) > most:
        raise Refused(400, EveningWrong.NO_TEXT.said(key=key))
    return value.strip() if most == MAX_TEXT_LENGTH else value


def _games(sent: Mapping[str, Any]) -> dict[str, str]:
    games = sent.get("games")
    if not isinstance(games, dict) or not all(isinstance(game, str) for game in games.values()):
        raise Refused(400, EveningWrong.NO_GAMES.said())
    return games


def _board(feed: EveningFeed, key: str) -> EveningGames:
    games = feed.games.get(key)
    if games is None:
        raise Refused(400, EveningWrong.NO_BOARD.said(board=key[:MAX_TEXT_LENGTH]))
    return games


def _wrong(wrong: tuple[WrongLine, ...]) -> Response:
    lang, said = languages.readers(), EveningWrong.LINES.said(count=len(wrong))
    faults = [tell(one.said, lang) for one in wrong]
    response = _json({"error": tell(said, lang), "lang": lang, "faults": faults})
    response.status_code = 400
    return response


def _done(feed: EveningFeed, outcomes: list[BoardOutcome]) -> Response:
    lang = languages.readers()
    feed.look_again()
    said = {is_done: [tell(one.said, lang) for one in outcomes if one.is_done == is_done] for is_done in (True, False)}
    return _json({"done": said[True], "failed": said[False], "view": feed.view(lang)})


def _json(told: object) -> Response:
    return Response(json.dumps(told, ensure_ascii=False), mimetype="application/json")
