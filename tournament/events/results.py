"""Results: one, or a list."""

import re
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from fractions import Fraction

from rules.errors import Phrase
from tournament.competitions import BOARDS
from tournament.errors import TournamentError
from tournament.events.changes import NEITHER_CAME, EnteredResult, PairedGame, ResultsEntered
from tournament.events.lists import Columns, ListLine, ReadList, read_table
from tournament.events.play_offs import PlayOffFault, play_off_game, play_off_number
from tournament.events.remedies import Remedy
from tournament.events.resting import check_resting
from tournament.events.state import EventState
from tournament.events.telling import game_said, result_said
from tournament.events.texts_given import WrongLines

WRITTEN = {
    "1-0": "1-0",
    "0-1": "0-1",
    "draw": "draw",
    "remise": "draw",
    "1/2-1/2": "draw",
    "½-½": "draw",
    "0.5-0.5": "draw",
    "0,5-0,5": "draw",
    NEITHER_CAME: NEITHER_CAME,
}
"""The ways to write a result, and the one that is kept."""
NONE_ANY_MORE = "*"
"""A correction that takes the result away."""
HEADINGS: Mapping[str, frozenset[str]] = {
    "round": frozenset({"round", "ronde", "rûnde"}),
    "white": frozenset({"white", "wit", "wyt", "first"}),
    "black": frozenset({"black", "zwart", "swart", "second"}),
    "result": frozenset({"result", "uitslag", "útslach"}),
    "default": frozenset({"default", "reglementair"}),
    "board": frozenset({"board", "bord", "boerd"}),
    "group": frozenset({"group", "groep"}),
}
NEEDED = ("round", "white", "black", "result")
COLUMNS = Columns(HEADINGS, NEEDED, unheaded=NEEDED)
YES = frozenset({"1", "x", "yes", "true", "ja"})


class ResultFault(Phrase):
    """Why a result is not entered."""

    NO_RESULT = "{text} is no result; 1-0, 0-1 or draw was expected, White first"
    NO_POINTS = "{text} is no result of a match; board points such as {example} were expected, {boards} in all, the first named team first"
    NO_ROUND = "{text} is no round; a number from 1 to {last} was expected"
    NO_ROUNDS = "no round is paired yet"
    NOT_PAIRED = "round {round} is not paired; the last one is {last}"
    UNKNOWN = "nobody here has the id {id}"
    DID_YOU_MEAN = "did you mean {name}?"
    NOT_IN_ROUND = "{white} and {black} do not play in round {round}"
    OTHER_ROUND = "they meet in round {round}"
    COLOURS = "in round {round} {white} has White and {black} has Black; give them in that order"
    HAS_BOARDS = "boards of {game} have results already, which board points would replace"
    HAS_ONE = "{game} has the result {result} already"
    SAME = "{game} has the result {result}, and nothing would change"
    WITHDRAWN = "{id} has withdrawn; a win of the opponent is entered by default"
    BOOKED_BY_C_14 = "{id} has withdrawn, and C 14 books the games that are left"
    PLAYED_BEFORE = "one that was played before is entered with a reason"
    TWICE = "the result of {game} is in line {first} already"
    NO_DEFAULT = "a draw is not booked: by default goes with a game that one of them did not come to"
    NEITHER_PLAYED = "0-0 is no result of a game that was played: a game to which neither came is entered by default, and both lose it"
    NONE_TO_TAKE = "{game} has no result that could be taken away"
    EMPTY = "the list has no result"
    NO_FLAG = "default is {text}; yes or nothing was expected"


def result_in(state: EventState, text: str, *, default: bool) -> str:
    """The result in the form that is kept; TournamentError where it is none."""
    plain = "".join(text.split())
    if plain == NONE_ANY_MORE:
        return ""
    if state.is_of_teams:
        return _points_in(plain, BOARDS[state.competition], exactly=not default)
    result = WRITTEN.get(plain.casefold())
    if not result:
        raise TournamentError(ResultFault.NO_RESULT.said(text=repr(text[:20])))
    if result == "draw" and default:
        raise TournamentError(ResultFault.NO_DEFAULT.said())
    return result


def _points_in(text: str, boards: int, *, exactly: bool) -> str:
    """Board points, all boards of the match together; fewer where boards were empty on both sides (R19), which is booked."""
    example = "4.5-3.5" if boards == BOARDS["B"] else "2.5-1.5"
    found = re.fullmatch(r"(\d{1,2}(?:\.[05])?)-(\d{1,2}(?:\.[05])?)", text.replace(",", ".").replace("½", ".5"), re.ASCII)
    points = [Fraction(one) for one in found.groups()] if found else []
    if not points or sum(points) > boards or (exactly and sum(points) != boards):
        raise TournamentError(ResultFault.NO_POINTS.said(text=repr(text[:20]), example=example, boards=boards))
    return "-".join(str(int(one)) if one.denominator == 1 else str(float(one)) for one in points)


def result_entered(state: EventState, told: Sequence[str], *, default: bool, corrects: bool) -> EnteredResult:
    """The result of the four texts round, White, Black and result; TournamentError where it cannot be entered.

    `corrects`: a reason was given, by which it may replace an earlier one. A play-off is not booked: it is played, or the arbiter decides.
    """
    round_, game = game_of(state, told[:3])
    white, black = game.white, game.black
    if round_ < 0 and default:
        raise TournamentError(PlayOffFault.NO_RESULT.said())
    result = result_in(state, told[3].strip(), default=default)
    if result == NEITHER_CAME and not default:
        raise TournamentError(ResultFault.NEITHER_PLAYED.said())
    _check_out(state, game, default=default, corrects=corrects)
    before = state.result_of(round_, game)
    said = game_said(round_, white, black)
    has_boards = any(state.matches[round_, white, black].boards) if (round_, white, black) in state.matches else False
    if has_boards and not before and not corrects:
        raise TournamentError(ResultFault.HAS_BOARDS.said(Remedy.GIVE_REASON.said(), game=said))
    if before and not corrects:
        raise TournamentError(ResultFault.HAS_ONE.said(Remedy.GIVE_REASON.said(), game=said, result=result_said(before.result)))
    if before and (before.result, before.default) == (result, default):
        raise TournamentError(ResultFault.SAME.said(game=said, result=result_said(before.result)))
    if not before and not result and not has_boards:
        raise TournamentError(ResultFault.NONE_TO_TAKE.said(game=said))
    entered = EnteredResult(round_, white, black, result, default)
    check_resting(state, ResultsEntered((entered,)))
    return entered


def game_of(state: EventState, told: Sequence[str]) -> tuple[int, PairedGame]:
    """The round and the game of the three texts round, White and Black; TournamentError where there is none.

    Of a play-off `play-off-1` stands for the round: it has a result or boards, or may be played now.
    """
    round_text, white, black = (one.strip() for one in told)
    round_ = -play_off_number(round_text) or _round(state, round_text)
    check_known(state, white, black)
    return round_, play_off_game(state, (round_, white, black)) if round_ < 0 else _game(state, round_, white, black)


def check_known(state: EventState, *ids: str) -> None:
    """TournamentError where nobody has one of these ids."""
    for id in ids:
        if id not in state.by_id:
            near = get_close_matches(id, state.by_id, 1)
            raise TournamentError(ResultFault.UNKNOWN.said(ResultFault.DID_YOU_MEAN.said(name=near[0]) if near else None, id=repr(id)))


def _check_out(state: EventState, game: PairedGame, *, default: bool, corrects: bool) -> None:
    """TournamentError for a game of one who withdrew that nobody booked; C 14 books it itself."""
    out = sorted(game.pair & state.out)
    is_c = state.made.competition == "C"
    if out and not corrects and (is_c or not default):
        do = ResultFault.PLAYED_BEFORE.said()
        raise TournamentError((ResultFault.BOOKED_BY_C_14 if is_c else ResultFault.WITHDRAWN).said(do, id=out[0]))


def _round(state: EventState, text: str) -> int:
    last = len(state.rounds)
    if not last:
        raise TournamentError(ResultFault.NO_ROUNDS.said())
    if not re.fullmatch(r"[1-9]\d{0,3}", text, re.ASCII):
        raise TournamentError(ResultFault.NO_ROUND.said(text=repr(text[:20]), last=last))
    if int(text) > last:
        raise TournamentError(ResultFault.NOT_PAIRED.said(round=int(text), last=last))
    return int(text)


def _game(state: EventState, round_: int, white: str, black: str) -> PairedGame:
    """The game of these two in that round; TournamentError where they do not play there, or with other colours."""
    pair = frozenset({white, black})
    for game in state.rounds[round_ - 1].games:
        if game.pair == pair and game.white == white:
            return game
        if game.pair == pair:
            do = Remedy.COLOURS.said() if round_ == len(state.rounds) and not state.is_of_teams else None
            raise TournamentError(ResultFault.COLOURS.said(do, round=round_, white=game.white, black=game.black))
    other = next((one.round for one in state.rounds for game in one.games if game.pair == pair), None)
    do = ResultFault.OTHER_ROUND.said(round=other) if other else None
    raise TournamentError(ResultFault.NOT_IN_ROUND.said(do, white=white, black=black, round=round_))


def results_of_list(state: EventState, content: bytes, *, corrects: bool) -> tuple[ResultsEntered, ReadList]:
    """The results of a list, whole; TournamentError names all lines that are wrong. A line without a result is passed over."""
    read = read_table(content, COLUMNS, lambda cells: len(cells) >= len(NEEDED) and cells[0].isdigit())
    results: dict[tuple[int, str, str], tuple[int, EnteredResult]] = {}
    wrong = WrongLines()
    for line in (line for line in read.lines if line.values["result"]):
        with wrong.at(line.number):
            one = _of_line(state, line, corrects=corrects)
            first, _ = results.setdefault((one.round, one.white, one.black), (line.number, one))
            if first != line.number:
                raise TournamentError(ResultFault.TWICE.said(game=game_said(one.round, one.white, one.black), first=first))
    wrong.tell()
    if not results:
        raise TournamentError(ResultFault.EMPTY.said())
    return ResultsEntered(tuple(one for _, one in results.values())), read


def _of_line(state: EventState, line: ListLine, *, corrects: bool) -> EnteredResult:
    flag = line.values.get("default", "").casefold()
    if flag and flag not in YES:
        raise TournamentError(ResultFault.NO_FLAG.said(text=repr(flag[:20])))
    return result_entered(state, [line.values[name] for name in NEEDED], default=bool(flag), corrects=corrects)
