"""The evening page: all boards of this server from pairing to result. It requires signing in, and only an arbiter changes."""

import json
from collections.abc import Mapping
from functools import partial
from typing import Any

from flask import Blueprint, Response, render_template, request

from clock.control import ControlError, parse_control
from hub.access import tokens
from hub.access.accounts import Role
from hub.access.login import Login
from hub.desk.decisions import MAX_TEXT_LENGTH, object_in
from hub.desk.evening_feed import EveningFeed
from hub.evening.evening_games import EveningGames
from hub.evening.evening_list import names_in_lists, why_not, word_of
from hub.evening.evening_words import BoardOutcome, Correction, at_all, changed_since, correct, go_to_next, prepare, start
from hub.evening.pairing_list import PairingList, WrongLine, read_list
from hub.texts import languages
from hub.web.errors import MAX_BODY_BYTES, Refused
from hub.web.headers import forms_allowed
from hub.web.streams import streamed
from record.decisions.known_before import CHECKED, stands_in
from record.events.about import PublicTags, first_tag_fault
from record.telling.of_clock import clock_sentence
from record.telling.sentences import tell
from rules.errors import Phrase

NOTHING: Mapping[str, Mapping[str, str]] = {}


class EveningWrong(Phrase):
    """What is wrong in what the page sent."""

    LINES = (
        "{count} line is wrong, and nothing is changed",
        "{count} lines are wrong, and nothing is changed",
    )
    NO_TEXT = "{key}: a text was expected"
    NO_BOARD = "there is no such board here: {board}"
    NO_VALUES = "{key}: the values that were shown were expected, each a text"
    NO_GAMES = "games: for each board the folder of its game was expected"


def blueprint(feed: EveningFeed, login: Login) -> Blueprint:
    """The routes below `/evening`."""
    pages = Blueprint("evening", __name__, url_prefix="/evening")
    login.guard(pages)
    pages.after_request(forms_allowed)
    _add_what_is_seen(pages, feed, login)
    _add_acts(pages, feed, login)
    return pages


def _add_what_is_seen(pages: Blueprint, feed: EveningFeed, login: Login) -> None:
    @pages.get("")
    def page() -> str:
        who = login.required()
        may_rule = who.role == Role.ARBITER
        view = feed.view(languages.readers())
        return render_template("evening.html", who=who, token=tokens.token(), view=view, may_rule=may_rule)

    @pages.get("/state")
    def state() -> Response:
        return _json(feed.view(languages.readers()))

    @pages.get("/events")
    def events() -> Response:
        return streamed(feed.events(login.still(), languages.readers()))


def _add_acts(pages: Blueprint, feed: EveningFeed, login: Login) -> None:
    """Add the routes to which an arbiter's page sends."""

    @pages.post("/list")
    def give_list() -> Response:
        """Give the names of a list to the games that have not begun. A list with a wrong line changes nothing."""
        return _given(feed, login.arbiter(), object_in(request.get_data()))

    @pages.post("/names")
    def names() -> Response:
        """Change what is known of one game: what was sent, and nothing else. `was` is what was shown of that."""
        by, sent = login.arbiter(), object_in(request.get_data())
        games = _board(feed, _text(sent, "board"))
        tags, was = _tags(sent, ("white", "black", "event", "round")), _values(sent.get("was", {}), "was")
        asked = Correction(_text(sent, "game"), tags, by, _control(sent), _text(sent, "because"), was)
        return _done(feed, [correct(games, feed.earlier(games), asked)])

    @pages.post("/start")
    def start_clocks() -> Response:
        by, games = login.arbiter(), _games(object_in(request.get_data()))
        return _done(feed, at_all(partial(start, _board(feed, key), game, by) for key, game in games.items()))

    @pages.post("/next")
    def next_games() -> Response:
        by, games = login.arbiter(), _games(object_in(request.get_data()))
        return _done(feed, at_all(partial(go_to_next, _board(feed, key), game, by) for key, game in games.items()))


def _given(feed: EveningFeed, by: str, sent: Mapping[str, Any]) -> Response:
    """Give the names of the list that was sent, unless a line is wrong or would replace what somebody changed since it was shown."""
    boards = feed.games
    found = read_list(_text(sent, "text", MAX_BODY_BYTES), names_in_lists(boards))
    wrong = found.wrong or tuple(_not_told(boards, found, _games(sent)))
    if wrong:
        return _wrong(wrong)
    control, shown = _control(sent), _shown(sent)
    common = {tag: value for tag, value in _tags(sent, ("event", "round")).items() if value}
    words = {one: word_of(boards[one.board], one, common, by, control, shown.get(one.board)) for one in found.pairings}
    changed = {one: why for one, word in words.items() if (why := changed_since(boards[one.board], word))}
    if changed:
        stands = {one.board: stands_in(why) for one, why in changed.items()}
        return _wrong(tuple(WrongLine(one.line, why) for one, why in changed.items()), stands)
    return _done(feed, at_all(partial(prepare, boards[one.board], word) for one, word in words.items()))


def _not_told(boards: Mapping[str, EveningGames], found: PairingList, shown: Mapping[str, str]) -> list[WrongLine]:
    """The lines of boards that cannot be told the names, or whose game is another than was shown."""
    reasons = ((one.line, why_not(boards[one.board], shown.get(one.board, ""))) for one in found.pairings)
    return [WrongLine(line, why) for line, why in reasons if why]


def _tags(sent: Mapping[str, Any], keys: tuple[str, ...]) -> dict[str, str]:
    tags = {key: " ".join(_text(sent, key).split()) for key in keys if key in sent}
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


def _shown(sent: Mapping[str, Any]) -> dict[str, dict[str, str]]:
    """What the page showed of the games that the list is for when the list was begun, by the key of the board."""
    shown = sent.get("shown", {})
    if not isinstance(shown, dict):
        raise Refused(400, EveningWrong.NO_VALUES.said(key="shown"))
    return {key: _values(values, "shown") for key, values in shown.items()}


def _values(values: object, key: str) -> dict[str, str]:
    """The values that were shown, by field."""
    if not isinstance(values, dict) or not all(isinstance(value, str) and len(value) <= MAX_TEXT_LENGTH for value in values.values()):
        raise Refused(400, EveningWrong.NO_VALUES.said(key=key))
    return {name: values[name] for name in CHECKED if name in values}


def _board(feed: EveningFeed, key: str) -> EveningGames:
    games = feed.games.get(key)
    if games is None:
        raise Refused(400, EveningWrong.NO_BOARD.said(board=key[:MAX_TEXT_LENGTH]))
    return games


def _wrong(wrong: tuple[WrongLine, ...], stands: Mapping[str, Mapping[str, str]] = NOTHING) -> Response:
    """The lines that are wrong; `stands` are the values of the boards that somebody changed meanwhile."""
    lang, said = languages.readers(), EveningWrong.LINES.said(count=len(wrong))
    faults = [tell(one.said, lang) for one in wrong]
    response = _json({"error": tell(said, lang), "lang": lang, "faults": faults, "stands": stands})
    response.status_code = 400
    return response


def _done(feed: EveningFeed, outcomes: list[BoardOutcome]) -> Response:
    lang = languages.readers()
    said = {is_done: [tell(one.said, lang) for one in outcomes if one.is_done == is_done] for is_done in (True, False)}
    stands = {one.board: one.stands for one in outcomes if one.stands}
    return _json({"done": said[True], "failed": said[False], "stands": stands, "view": feed.view_now(lang)})


def _json(told: object) -> Response:
    return Response(json.dumps(told, ensure_ascii=False), mimetype="application/json")
