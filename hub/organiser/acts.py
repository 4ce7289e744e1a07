"""What an organiser does to an event on its pages: each act is decided on by the event and the form, and told in sentences."""

import secrets
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Final

from werkzeug.datastructures import MultiDict

from clock.control import ControlError, parse_control
from hub.events.changes import NEITHER_CAME, BoardsEntered, Change, Entrant, LotDrawn, PlayOffPlayed, ResultsEntered, Who
from hub.events.correcting import FIELDS, corrected
from hub.events.drawing import drawn
from hub.events.entering import entered, of_list, remarks
from hub.events.event_file import KeptEvent, append
from hub.events.free_ids import free_id
from hub.events.hand_pairing import by_hand
from hub.events.headings import heading_said
from hub.events.line_ups import handed_in, line_up_given, line_up_remarks
from hub.events.lists import ListSays
from hub.events.match_entering import board_entered, together
from hub.events.meanwhile import check_rows
from hub.events.play_off_changes import PlayOffBoards
from hub.events.play_off_entering import play_off_board, play_off_played
from hub.events.play_offs import is_play_off
from hub.events.published import publishing_remarks, settled
from hub.events.results import result_entered
from hub.events.starting import start_changed, start_remarks
from hub.events.state import EventState, GameKey, SeatKey, after
from hub.events.telling import change_said
from hub.events.texts_given import class_in, date_in, id_in, line_in, number_in, reason_in
from hub.events.withdrawing import order_decided, undone, withdrawn
from hub.organiser.act_asked import BETWEEN, ActAsked, Decided
from hub.organiser.appeal_acts import APPEAL_ACTS
from hub.organiser.contest_acts import CONTEST_ACTS
from hub.tournament.at_once import entered_by_board
from hub.web.numbers import whole_in
from record.telling.of_clock import clock_sentence
from rules.errors import Phrase, Sentence
from tournament.errors import TournamentError

SEEDS = 10**6
SEPARATED: Final = ListSays.SEPARATED.said().code
"""That a list has semicolons, as spreadsheets write it here, is nothing to tell on a page."""


class ActFault(Phrase):
    """Why nothing is done, or what is remarked."""

    NO_SUCH_ACT = "this page knows no {act}"
    NO_FILE = "choose a file with the list first"
    NOTHING_WAITS = "no result of a board waits"
    OTHER_NOW = "board {board} says something else now: look again"
    HAS_RESULT = "{white} - {black} has a result already, and a correction gives its reason"
    BROKEN = (
        "this round breaks {count} rule; tick the box to make it all the same",
        "this round breaks {count} rules; tick the box to make it all the same",
    )
    BEFORE = "before: {result}"


def done(asked: ActAsked, act: str) -> tuple[KeptEvent, list[Sentence]]:
    """Does the act and tells it; TournamentError, with nothing changed, where it cannot be done."""
    if act not in ACTS:
        raise TournamentError(ActFault.NO_SUCH_ACT.said(act=repr(act[:20])))
    if act in WHOLE:
        check_rows(asked.event, whole_in(asked.text("rows")))
    decided = ACTS[act](asked)
    names = names_of(asked.event.state)
    said = [change_said(change, names) for change in (decided.change, *decided.more)]
    return written(asked, decided), [*said, *decided.notes]


def written(asked: ActAsked, decided: Decided) -> KeptEvent:
    """The event with the changes, in their order; TournamentError, where one cannot be written, or somebody else was first.

    The changes before that one stay written.
    """
    event = asked.event
    for change in (decided.change, *decided.more):
        event = append(event, change, Who(asked.by, decided.why))
    return event


def names_of(state: EventState) -> dict[str, str]:
    """The name of each entrant by his id."""
    return {one.id: one.shown for one in state.entrants}


def _enter(asked: ActAsked) -> Decided:
    given = Entrant(
        id=id_in(asked.text("id") or free_id(asked.text("name"), asked.event.state.by_id)),
        name=line_in(asked.text("name"), heading_said("name")),
        club=line_in(asked.text("club"), heading_said("club")),
        in_class=class_in(asked.text("class"), heading_said("class")),
        born=date_in(asked.text("born"), heading_said("born")),
        number=number_in(asked.text("number"), heading_said("number")),
        rating=number_in(asked.text("rating"), heading_said("rating")),
    )
    change = entered(asked.event.state, (given,))
    return Decided(change, "", tuple(remarks(asked.event.state, change.entrants)))


def _correct(asked: ActAsked) -> Decided:
    """A correction of an entry; the form sends all that can be corrected."""
    given = {field: asked.text(field) for field in FIELDS if field in asked.form}
    change = corrected(asked.event.state, asked.text("correct"), given, has_reason=bool(asked.text("reason")))
    return Decided(change, line_in(asked.text("reason"), "reason"), tuple(remarks(asked.event.state, [change.now])))


def _line_up(asked: ActAsked) -> Decided:
    """The list of players of a team, a field a board."""
    at, reason = handed_in(asked.event.state, asked.text("at"), datetime.now()), asked.text("reason")
    change = line_up_given(asked.event.state, asked.text("team"), asked.form.getlist("player"), at, has_reason=bool(reason))
    return Decided(change, line_in(reason, "reason"), tuple(line_up_remarks(asked.event.state, change)))


def _list(asked: ActAsked) -> Decided:
    if not asked.csv:
        raise TournamentError(ActFault.NO_FILE.said())
    numbered, read = of_list(asked.csv, asked.event.state.by_id)
    change = entered(asked.event.state, [one for _, one in numbered], [line for line, _ in numbered])
    odd = [one for one in read.told if one.code != SEPARATED]
    return Decided(change, "", (*odd, *remarks(asked.event.state, change.entrants)))


def _draw(asked: ActAsked) -> Decided:
    given = asked.text("seed")
    change: LotDrawn = drawn(
        asked.event.state, number_in(given, "seed") if given not in ("", "0") else 0 if given else secrets.randbelow(SEEDS)
    )
    return Decided(change)


def _withdraw(asked: ActAsked) -> Decided:
    return Decided(withdrawn(asked.event.state, asked.text("id"), asked.text("games")), reason_in(asked.text("reason")))


def _result(asked: ActAsked) -> Decided:
    """A result as the arbiter gives it; a correction has a reason."""
    told = [asked.text(name) for name in ("round", "white", "black", "result")]
    before = asked.event.state.results.get((whole_in(told[0]), told[1], told[2]))
    corrects = bool(before) or bool(asked.text("reason"))
    if before and not asked.text("reason"):
        raise TournamentError(ActFault.HAS_RESULT.said(white=told[1], black=told[2]))
    is_booked = bool(asked.text("default")) or told[3] == NEITHER_CAME
    one = result_entered(asked.event.state, told, default=is_booked, corrects=corrects)
    notes = (ActFault.BEFORE.said(result=change_said(ResultsEntered((before,)), names_of(asked.event.state))),) if before else ()
    return Decided(ResultsEntered((one,)), reason_in(asked.text("reason")) if corrects else "", notes)


def _confirm(asked: ActAsked) -> Decided:
    """The results of boards that wait, each as the page showed it."""
    state = asked.event.state
    changes: list[ResultsEntered | BoardsEntered | PlayOffPlayed | PlayOffBoards] = []
    for value in asked.form.getlist("game"):
        key, result = _confirmed(value)
        says = asked.said.get(key)
        if says is None or says.result != result:
            raise TournamentError(ActFault.OTHER_NOW.said(board=says.board if says else state.boards.get(key, "")))
        changes.append(entered_by_board(state, key, result))
        state = after(state, changes[-1])
    if not changes:
        raise TournamentError(ActFault.NOTHING_WAITS.said())
    matches = [one for change in changes if isinstance(change, BoardsEntered) for one in change.matches]
    results = [one for change in changes if isinstance(change, ResultsEntered) for one in change.results]
    of_rounds = [together(matches) if matches else ResultsEntered(tuple(results))] if matches or results else []
    games = [one for one in changes if isinstance(one, PlayOffPlayed)]
    boards = {(one.number, one.white, one.black): one for one in changes if isinstance(one, PlayOffBoards)}
    decided: list[Change] = [*of_rounds, *games, *boards.values()]
    return Decided(decided[0], more=tuple(decided[1:]))


def _confirmed(value: str) -> tuple[SeatKey, str]:
    """The game, or the board of a match, that the value of a form names, with the result that the page showed."""
    round_, white, black, result, number = (value.split(BETWEEN) + [""] * 5)[:5]
    key = (round_in(round_), white, black)
    return ((*key, _whole(number)) if number else key), result


def _whole(text: str) -> int:
    return whole_in(text)


def round_in(text: str) -> int:
    """The round that a form names, below 0 for a play-off as in its key; 0 where there is none."""
    return -whole_in(text[1:]) if text.startswith("-") else whole_in(text)


def _board(asked: ActAsked) -> Decided:
    """The result of one board of a match; a correction has a reason, and says what was there before."""
    state, key = asked.event.state, (round_in(asked.text("round")), asked.text("white"), asked.text("black"))
    if is_play_off(key):
        return _play_off_board(asked, key)
    told = [asked.text(name) for name in ("round", "white", "black")]
    one = board_entered(state, told, asked.text("number"), asked.text("result"), corrects=bool(asked.text("reason")))
    before = state.matches.get(key)
    corrects = before and before.boards[int(asked.text("number")) - 1]
    notes = (ActFault.BEFORE.said(result=change_said(BoardsEntered((before,)), names_of(state))),) if before and corrects else ()
    return Decided(together([one]), line_in(asked.text("reason"), "reason"), notes)


def _play_off_board(asked: ActAsked, key: GameKey) -> Decided:
    """The result of one board of a play-off of teams; a correction has a reason."""
    reason = asked.text("reason")
    one = play_off_board(asked.event.state, key, asked.text("number"), asked.text("result"), corrects=bool(reason))
    return Decided(one, line_in(reason, "reason"))


def _play_off(asked: ActAsked) -> Decided:
    white, black = asked.text("white"), asked.text("black")
    if swapped := asked.text("has-white"):
        white, black = (white, black) if swapped == white else (black, white)
    return Decided(play_off_played(asked.event.state, white, black, asked.text("result")))


def _decide(asked: ActAsked) -> Decided:
    return Decided(order_decided(asked.event.state, asked.form.getlist("id")), reason_in(asked.text("reason")))


def _start(asked: ActAsked) -> Decided:
    """Another hour of the start."""
    reason = line_in(asked.text("reason"), "reason")
    change = start_changed(asked.event.state, asked.text("start"), has_reason=bool(reason))
    return Decided(change, reason, tuple(start_remarks(asked.event.state, change)))


def _settle(asked: ActAsked) -> Decided:
    control = asked.text("time_control")
    try:
        shortest = str(parse_control(control)) if control else ""
    except ControlError as error:
        raise TournamentError(clock_sentence(error)) from error
    at_once = bool(asked.text("at_once"))
    change = settled(asked.event.state.settled, asked.text("public"), at_once=at_once, time_control=shortest)
    return Decided(change, "", tuple(publishing_remarks(asked.event.state, change)))


def _undo(asked: ActAsked) -> Decided:
    change, row = undone(asked.event.rows)
    return Decided(change, line_in(asked.text("reason"), "reason"), (change_said(row.change, names_of(asked.event.state)),))


def _hand(asked: ActAsked) -> Decided:
    round_, broken = by_hand(asked.event.state, hand_pairs(asked.form), asked.text("free"), asked.form.getlist("absent"))
    if broken and not asked.text("anyway"):
        raise TournamentError(ActFault.BROKEN.said(count=len(broken)))
    return Decided(round_, line_in(asked.text("reason"), "reason"), tuple(broken))


def hand_pairs(form: MultiDict[str, str]) -> list[tuple[str, str]]:
    """The pairs of a form by hand, White first; a line without players is passed over."""
    pairs = zip(form.getlist("white"), form.getlist("black"), strict=False)
    return [(white, black) for white, black in pairs if white or black]


ACTS: Final[Mapping[str, Callable[[ActAsked], Decided]]] = {
    "enter": _enter,
    "list": _list,
    "correct": _correct,
    "line-up": _line_up,
    "draw": _draw,
    "withdraw": _withdraw,
    "result": _result,
    "board": _board,
    "confirm": _confirm,
    "play-off": _play_off,
    "decide": _decide,
    "start": _start,
    "settle": _settle,
    "undo": _undo,
    "hand": _hand,
    **APPEAL_ACTS,
    **CONTEST_ACTS,
}
WHOLE: Final = frozenset({"draw", "correct", "line-up", "withdraw", "undo", "decide", "start", "settle", "hand", "order", *APPEAL_ACTS})
"""The acts that are decided by the event as a whole: they are refused where it has changed since the page was shown."""
