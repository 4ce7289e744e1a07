"""The evening page: all boards of this server from pairing to result. It requires signing in, and only an arbiter changes.

Its forms work without a script: each is answered with the page as it is then, which says what was done. A script takes the parts that the
form names from that page (`static/js/forms.js`).
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from flask import Blueprint, Response, make_response, render_template, request
from msgspec import MsgspecError, json
from werkzeug.datastructures import FileStorage, MultiDict

from clock.control import ControlError, parse_control
from hub.access import tokens
from hub.access.accounts import Role
from hub.access.login import Login
from hub.desk.decisions import MAX_TEXT_LENGTH, SentWrongly
from hub.desk.evening_feed import EveningFeed, Rows
from hub.desk.evening_view import Known, Row, can_go_on, can_start, known_of, left_open, named_game
from hub.evening.evening_games import EveningGames
from hub.evening.evening_list import names_in_lists, why_not, word_of
from hub.evening.evening_words import BoardOutcome, Correction, at_all, changed_since, correct, go_to_next, prepare, start
from hub.evening.pairing_list import PairingList, WrongLine, read_list
from hub.texts import languages
from hub.web.errors import Refused
from hub.web.headers import forms_allowed
from hub.web.streams import streamed
from record.decisions.commands import TIME_CONTROL
from record.decisions.known_before import CHECKED, stands_in
from record.events.about import PublicTags, first_tag_fault
from record.telling.of_clock import clock_sentence
from record.telling.sentences import spoken, tell
from rules.errors import Phrase, Sentence
from rules.pdn.encoding import decoded

COMMON = ("event", "round", TIME_CONTROL)
"""What the form of a list gives to all its games."""
START, NEXT, ALL = "start", "next", "all"

Form = MultiDict[str, str]


class EveningWrong(Phrase):
    """What is wrong in what the page sent."""

    LINES = (
        "{count} line is wrong, and nothing is changed",
        "{count} lines are wrong, and nothing is changed",
    )
    NO_TEXT = "{key}: a text was expected"
    NO_BOARD = "there is no such board here: {board}"
    NO_VALUES = "{key}: the values that were shown were expected, each a text"
    NO_GAMES = "game: a board and the folder of its game were expected"


@dataclass(frozen=True, slots=True)
class Fault:
    """Why nothing was done, in the reader's language as far as it is known in that."""

    text: str
    lang: str
    is_refused: bool = True
    """Whether it was refused here, rather than by the board."""


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked back before it is done, as it cannot be undone."""

    act: str
    boards: Sequence[Row]
    left_open: Sequence[str] = ()
    """The numbers of the boards whose games go without a result into the next round."""

    @property
    def numbers(self) -> str:
        """The numbers of the boards."""
        return ", ".join(board["number"] for board in self.boards)


@dataclass(frozen=True, slots=True)
class NamesForm:
    """The form with the names of one game."""

    board: str
    number: str
    game: str
    kind: str
    typed: Mapping[str, str]
    was: Mapping[str, str]
    """The values on which the form rests: those that it showed when it was begun, and those that the arbiter was told of since."""
    needs_reason: bool
    because: str = ""
    fault: Fault | None = None


@dataclass(frozen=True, slots=True)
class ListForm:
    """The form with the list of names."""

    shown: Mapping[str, Known | None]
    """What was known of each board's game to come when the form was begun, and what the arbiter was told of since."""
    text: str = ""
    typed: Mapping[str, str] = field(default_factory=dict)
    """Of COMMON; what is not among them is offered from what the boards know."""
    fault: Fault | None = None
    lines: Sequence[str] = ()
    """What is wrong with each line."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What the page shows besides the boards."""

    done: Sequence[str] = ()
    failed: Sequence[str] = ()
    stands: Mapping[str, Known] = field(default_factory=dict)
    """By board the values that stand at its game now, as far as the arbiter is told of them or stored them."""
    asked: Question | None = None
    named: NamesForm | None = None
    listed: ListForm | None = None
    status: int = 200


def blueprint(feed: EveningFeed, login: Login) -> Blueprint:
    """The routes of `/evening`."""
    pages = Blueprint("evening", __name__, url_prefix="/evening")
    login.guard(pages)
    pages.after_request(forms_allowed)

    def answered(answer: Answer, rows: Rows) -> Response:
        who, lang = login.required(), languages.readers()
        may_rule = who.role == Role.ARBITER
        page = render_template(
            "evening.html",
            who=who,
            may_rule=may_rule,
            token=tokens.token(),
            events=f"/evening/events?lang={lang}",
            shown=feed.shown(lang, may_rule=may_rule),
            answer=answer,
            asked=answer.asked,
            named=answer.named,
            listed=(listed := answer.listed or ListForm(_known(rows))),
            shown_before=json.encode(listed.shown).decode(),
            stands=json.encode(answer.stands).decode(),
        )
        return make_response(page, answer.status)

    @pages.get("")
    def page() -> Response:
        rows = feed.rows()
        return answered(_asked_for(rows, request.args), rows)

    @pages.get("/events")
    def events() -> Response:
        may_rule = login.required().role == Role.ARBITER
        return streamed(feed.events(login.still(), languages.readers(), may_rule=may_rule))

    @pages.post("")
    def act() -> Response:
        by, name = login.arbiter(), request.form.get("act", "")
        if name not in _ACTS:
            raise Refused(400, SentWrongly.NONE_OF.said(key="act", values=tuple(_ACTS), value=f"{name!r:.50}"))
        answer = _ACTS[name](feed, by, request.form, request.files.get("file"))
        return answered(answer, feed.rows_now())

    return pages


def _asked_for(rows: Rows, asked: Mapping[str, str]) -> Answer:
    """The dialog that is asked for: the names of a game, or what is asked back; none for a game that is gone."""
    key, game = _pair(asked.get("names", ""))
    if row := rows.get(key):
        return Answer(named=_names_form(row, game))
    for act, may in ((START, can_start), (NEXT, can_go_on)):
        wanted, (key, game) = asked.get(act, ""), _pair(asked.get(act, ""))
        boards = [row for row in rows.values() if may(row) and (wanted == ALL or (key, game) == (row["key"], row["game"]))]
        if boards:
            return Answer(asked=Question(act, boards, left_open(rows.values()) if (act, wanted) == (NEXT, ALL) else ()))
    return Answer()


def _names_form(row: Row, game: str) -> NamesForm | None:
    found = named_game(row, game)
    return NamesForm(row["key"], row["number"], game, found.kind, found.values, found.values, found.needs_reason) if found else None


def _give_list(feed: EveningFeed, by: str, form: Form, file: FileStorage | None) -> Answer:
    """Give the names of a list to the games that have not begun. A list with a wrong line changes nothing."""
    text = written if (written := form.get("text", "")).strip() else _text_in(file)
    typed, shown, boards = {name: _text(form, name) for name in COMMON}, _shown(form), feed.games
    found = read_list(text, names_in_lists(boards))
    games = {key: known.game for key, known in shown.items()}
    wrong = found.wrong or tuple(_not_told(boards, found, games))
    refused = partial(_refused_list, feed, shown, text, typed)
    if wrong:
        return refused(EveningWrong.LINES.said(count=len(wrong)), wrong)
    try:
        control, common = _control(typed), {tag: value for tag, value in _tags(typed).items() if value}
    except Refused as error:
        return refused(error.why)
    values = {key: known.values for key, known in shown.items()}
    words = {one: word_of(boards[one.board], one, common, by, control, values[one.board]) for one in found.pairings}
    changed = {one: why for one, word in words.items() if (why := changed_since(boards[one.board], word))}
    if changed:
        stands = {one.board: stands_in(why) for one, why in changed.items()}
        wrong = tuple(WrongLine(one.line, why) for one, why in changed.items())
        return refused(EveningWrong.LINES.said(count=len(wrong)), wrong, stands=stands)
    outcomes = at_all(partial(prepare, boards[one.board], word) for one, word in words.items())
    answer = _told(outcomes, {key: games.to_prepare for key, games in boards.items()})
    if not answer.failed:
        return answer
    stands = {key: known.values for key, known in answer.stands.items()}
    return replace(answer, listed=ListForm(_shown_again(feed.rows_now(), shown, stands), text, typed))


def _read_file(feed: EveningFeed, _by: str, form: Form, file: FileStorage | None) -> Answer:
    """Show the file as the list, to be looked at before it is given."""
    typed = {name: value for name in COMMON if (value := _text(form, name))}
    return Answer(listed=ListForm(_shown_again(feed.rows(), _shown(form), {}), _text_in(file), typed))


def _refused_list(
    feed: EveningFeed,
    shown: Mapping[str, Known],
    text: str,
    typed: Mapping[str, str],
    why: Sentence,
    wrong: Sequence[WrongLine] = (),
    stands: Mapping[str, Mapping[str, str]] | None = None,
) -> Answer:
    """The form of the list as it was sent, with what is wrong; `stands` are the values of the boards that somebody changed meanwhile."""
    lang = languages.readers()
    again = _shown_again(feed.rows_now(), shown, stands or {})
    lines = [tell(one.said, lang) for one in wrong]
    return Answer(listed=ListForm(again, text, typed, Fault(tell(why, lang), spoken(why, lang)), lines), status=400)


def _shown_again(rows: Rows, shown: Mapping[str, Known], stands: Mapping[str, Mapping[str, str]]) -> dict[str, Known | None]:
    """What the form rests on from now on: what it rested on, with the values that the arbiter is told of; of another game what is known."""
    again = _known(rows)
    for key, known in again.items():
        if known and (before := shown.get(key)) and before.game == known.game:
            again[key] = Known(known.game, {**before.values, **stands.get(key, {})}, known.is_next)
    return again


def _known(rows: Rows) -> dict[str, Known | None]:
    return {key: known_of(row) for key, row in rows.items()}


def _not_told(boards: Mapping[str, EveningGames], found: PairingList, shown: Mapping[str, str]) -> list[WrongLine]:
    """The lines of boards that cannot be told the names, or whose game is another than was shown."""
    reasons = ((one.line, why_not(boards[one.board], shown.get(one.board, ""))) for one in found.pairings)
    return [WrongLine(line, why) for line, why in reasons if why]


def _correct_names(feed: EveningFeed, by: str, form: Form, _file: FileStorage | None) -> Answer:
    """Change what is known of one game: what differs from what the form showed, and nothing else."""
    key, game, because = _text(form, "board"), _text(form, "game"), _text(form, "because")
    games, typed = _board(feed, key), {name: _text(form, name) for name in CHECKED if name in form}
    was = {name: _text(form, sent) for name in typed if (sent := f"was-{name}") in form}
    changed = {name: value for name, value in typed.items() if value != was.get(name)}
    is_refused = False
    try:
        asked = Correction(game, _tags(changed), by, _control(changed), because, {name: was[name] for name in changed if name in was})
        outcome = correct(games, feed.earlier(games), asked)
    except Refused as error:
        outcome, is_refused = BoardOutcome(error.why, is_done=False), True
    answer, row = _told([outcome], {key: game}), feed.rows_now().get(key)
    found = named_game(row, game) if row else None
    if outcome.is_done or row is None or found is None:
        return answer
    fault = Fault(answer.failed[0], spoken(outcome.said, languages.readers()), is_refused)
    again = NamesForm(key, row["number"], game, found.kind, typed, {**was, **outcome.stands}, found.needs_reason, because, fault)
    return Answer(stands=answer.stands, named=again, status=400 if is_refused else 200)


def _start_clocks(feed: EveningFeed, by: str, form: Form, _file: FileStorage | None) -> Answer:
    games = _games(feed, form)
    return _told(at_all(partial(start, board, game, by) for board, game in games), {})


def _next_games(feed: EveningFeed, by: str, form: Form, _file: FileStorage | None) -> Answer:
    games = _games(feed, form)
    return _told(at_all(partial(go_to_next, board, game, by) for board, game in games), {})


_ACTS: Mapping[str, Callable[[EveningFeed, str, Form, FileStorage | None], Answer]] = {
    "list": _give_list,
    "read": _read_file,
    "names": _correct_names,
    START: _start_clocks,
    NEXT: _next_games,
}


def _told(outcomes: Iterable[BoardOutcome], games: Mapping[str, str]) -> Answer:
    """What became of it at each board; `games` are the folders of the games that it was for, by board."""
    lang, said = languages.readers(), dict[bool, list[str]]({True: [], False: []})
    stands = dict[str, Known]()
    for one in outcomes:
        said[one.is_done].append(tell(one.said, lang))
        if one.stands:
            stands[one.board] = Known(games[one.board], dict(one.stands))
    return Answer(said[True], said[False], stands)


def _tags(sent: Mapping[str, str]) -> dict[str, str]:
    """The tags among what was sent; Refused where one of them cannot be."""
    tags = {tag: " ".join(value.split()) for tag, value in sent.items() if tag != TIME_CONTROL}
    if fault := first_tag_fault(PublicTags(**tags)):
        raise Refused(400, fault)
    return tags


def _control(sent: Mapping[str, str]) -> str | None:
    """The time control that was sent, in its shortest notation; None where none was."""
    text = sent.get(TIME_CONTROL, "")
    try:
        return str(parse_control(text)) if text else None
    except ControlError as error:
        raise Refused(400, clock_sentence(error)) from error


def _text(sent: Mapping[str, str], key: str) -> str:
    value = sent.get(key, "")
    if len(value) > MAX_TEXT_LENGTH:
        raise Refused(400, EveningWrong.NO_TEXT.said(key=key))
    return value.strip()


def _text_in(file: FileStorage | None) -> str:
    """What the file says, whatever program wrote it."""
    return decoded(file.read()) if file else ""


def _games(feed: EveningFeed, form: Form) -> list[tuple[EveningGames, str]]:
    """The boards that were sent, each with the folder of its game."""
    sent = form.getlist("game")
    if not sent or not all(" " in one for one in sent):
        raise Refused(400, EveningWrong.NO_GAMES.said())
    return [(_board(feed, key), game) for key, game in map(_pair, sent)]


def _pair(sent: str) -> tuple[str, str]:
    """A board's key and the folder of a game there."""
    key, _, game = sent.partition(" ")
    return key, game


def _shown(form: Form) -> dict[str, Known]:
    """What was known of the games that the list is for when the list was begun, by the key of the board."""
    try:
        shown = json.decode(form.get("shown", "{}"), type=dict[str, Known | None])
    except MsgspecError as error:
        raise Refused(400, EveningWrong.NO_VALUES.said(key="shown")) from error
    return {key: known for key, known in shown.items() if known}


def _board(feed: EveningFeed, key: str) -> EveningGames:
    games = feed.games.get(key)
    if games is None:
        raise Refused(400, EveningWrong.NO_BOARD.said(board=key[:MAX_TEXT_LENGTH]))
    return games
