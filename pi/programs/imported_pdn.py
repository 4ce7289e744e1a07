"""Continues a game from a PDN file with clock times: what the file says of it, and the first events of its journal here.

    one game of the file ─► rules (GameType), start (FEN), moves checked by the rules, time control, clock times, tags
        ─► what the arbiter gives instead (position, clocks, time control)
        ─► SessionOpened, MovesBefore, TimesSet or ClockStarted

The main line counts alone. A file whose game is over, whose moves are not legal, or that is not understood where it matters is refused.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from clock.clock import new_clock
from clock.control import SECOND_NS, ControlError, TimeControl, control_in_pdn, parse_control
from pi.game.board_game import GameSetup
from pi.setup.values import time_text
from record.decisions.paper_entry import Entered, replayed
from record.events.about import About, PublicTags
from record.events.of_game import ClockStarted, Event, SessionOpened, TimesSet
from record.events.of_record import MovesBefore
from record.telling.reasons import explained
from rules.board.fen import full_fen, parse_fen
from rules.board.position import Position
from rules.board.ruleset import RuleSet, ruleset
from rules.board.squares import Side
from rules.errors import DamcamError, Sentence, Value
from rules.pdn.check import check_game
from rules.pdn.clock import own_time_s
from rules.pdn.game import PdnGame, PdnMove, has_fen, rules_of, start_of
from rules.pdn.remarks import MAX_SHOWN_CHARS, at_line
from rules.pdn.tags import checked_tags
from rules.play.counting import Counter

TAGS = ("event", "site", "date", "round", "white", "black", "board")
"""The tags of the file that are taken."""
UNKNOWN = ("", "?", "-")
"""What files say of a time control that is not known. `-` is also PDN's for a game without a clock."""
REASON = "imported from a PDN file"
_CLOCK_TIME = re.compile(r"\[%cl(?:oc)?k\b[^\]]*\]?", re.IGNORECASE)
"""What is meant as a clock time in a comment."""


class PdnRefused(DamcamError, ValueError):
    """The game of the file cannot be continued; the text says what is wrong or missing."""


@dataclass(frozen=True, slots=True)
class Given:
    """What the arbiter gives instead of the file, where it is not None: the position on the board, the clocks of White and of Black in ns,
    and the time control. `fen` may be of any rules."""

    by: str
    fen: str | None = None
    times_ns: tuple[int, int] | None = None
    control: TimeControl | None = None


@dataclass(frozen=True, slots=True)
class PdnImport:
    """A game as it is continued from a file."""

    events: tuple[Event, ...]
    """The first events of its journal."""
    opened: SessionOpened
    remarks: tuple[Sentence, ...] = ()
    """What was read otherwise than it is written, and what the file does not say."""
    doubts: tuple[Sentence, ...] = ()
    """What the file says of its clocks that its own time control does not allow."""


@dataclass(frozen=True, slots=True)
class _ClockTimes:
    """The clock times of a file."""

    after_moves: tuple[tuple[int, int] | None, ...]
    """White's and Black's clock (ns) after each move, None where one of them is not known."""
    last_ns: tuple[int, int] | None
    """The last ones that are known of both."""
    ply: int
    """The number of the move after which they stood; 0 where there are none."""

    @property
    def are_last(self) -> bool:
        """Whether no move follows on them without a clock time."""
        return self.ply == len(self.after_moves)


def imported(game: PdnGame, given: Given, settings: GameSetup) -> PdnImport:
    """What the game of a file is continued with; PdnRefused, or FenError for a position that is none.

    The clocks do not run until the arbiter starts them; without a clock the side to move has the turn. What the file does not say, such as
    which way the board lies, is as in `settings`.
    """
    rules = _rules(game, settings.start.rules)
    _refuse(game, rules)
    played, counter = replayed(_with_position(game, given, rules), Counter.at(start_of(game, rules)))
    start = start_of(game, rules) if played else _given_position(given, rules) or start_of(game, rules)
    tags = checked_tags(game)
    control, unsaid = _control(tags.tags.get("TimeControl", ""), given, settings.control)
    times = _clock_times(played, None if has_fen(game) or unsaid else control.first_ns)
    if unsaid and control.main_ns is None and times.ply:
        sentence = "the file has clock times and no time control, and the settings say none; give it, as in --time-control 10m"
        raise PdnRefused(sentence)
    opened = _opened(start, control, tags.tags, settings)
    events: list[Event] = [opened]
    if played:
        played[-1] = played[-1]._replace(fen=full_fen(counter.position))
        texts, fens = tuple(ply.move for ply in played), tuple(ply.fen for ply in played)
        events.append(MovesBefore(0, given.by, texts, fens, times.after_moves))
    clocks = _clocks(given, control, counter.position.side if played else start.side, played, times)
    are_checked = given.times_ns is None and not has_fen(game)  # of moves before a FEN the counts are not known
    doubts = tuple(_doubts(control, clocks)) if are_checked and isinstance(clocks, TimesSet) else ()
    faults = (at_line(fault.line, fault.what) for fault in tags.faults)
    return PdnImport((*events, clocks), opened, (*faults, *tags.remarks, *unsaid, *_unread_times(game)), doubts)


def _opened(start: Position, control: TimeControl, tags: Mapping[str, str], settings: GameSetup) -> SessionOpened:
    rules, shows = start.rules, new_clock(control)
    known = About(PublicTags(**{tag: tags[tag.capitalize()] for tag in TAGS if _is_known(tags, tag)}))
    return SessionOpened(
        rules.name,
        rules.board_size,
        full_fen(start),
        str(control),
        white_ns=shows.white_ns,
        black_ns=shows.black_ns,
        about=settings.about.then(known),
        mirrored=settings.lies_mirrored,
        crowns=settings.crowns,
    )


def _rules(game: PdnGame, ours: RuleSet) -> RuleSet:
    """The rules of the file, or those of the settings where it does not say them."""
    theirs = rules_of(game)
    if theirs is not None:
        return theirs
    if game.game_type is not None:
        text = repr(game.game_type[:MAX_SHOWN_CHARS])
        raise PdnRefused(
            "line {line}: the GameType {text} is none of the games that are played here", line=game.line_of("GameType"), text=text
        )
    return ruleset(ours.name)


def _refuse(game: PdnGame, rules: RuleSet) -> None:
    if game.result != "*":
        raise PdnRefused("the game is over, its result is {result}: only one that goes on can be imported", result=game.result)
    checked = check_game(game, rules)
    if checked.faults:
        fault = checked.faults[0]
        why = fault.what
        if checked.reason:
            why = Sentence("", "{fault}: {why}", {"fault": why, "why": explained(checked.reason)})
        sentence = 'line {line}, ply {ply}: {why}; correct the file, or write the position after a move that stood: /FEN "W:W31:B20"/'
        raise PdnRefused(sentence, line=fault.line, ply=fault.ply, why=why)


def _given_position(given: Given, rules: RuleSet) -> Position | None:
    return None if given.fen is None else parse_fen(given.fen, rules)


def _with_position(game: PdnGame, given: Given, rules: RuleSet) -> tuple[PdnMove, ...]:
    """The moves, with the arbiter's position set up after them where they do not lead to it."""
    _, counter = replayed(game.moves, Counter.at(start_of(game, rules)))
    stands, wanted = counter.position, _given_position(given, rules)
    if wanted is None or not game.moves or (wanted.side, wanted.contents()) == (stands.side, stands.contents()):
        return game.moves
    return (*game.moves, PdnMove(f'/FEN "{full_fen(wanted)}"/'))


def _control(tag: str, given: Given, ours: TimeControl) -> tuple[TimeControl, tuple[Sentence, ...]]:
    """The time control that is given, else that of the tag, else that of the settings with a remark."""
    if given.control is not None:
        return given.control, ()
    text = tag.strip()
    if text in UNKNOWN:
        remark = "the file does not say the time control; it is {settings}, as in the settings (--time-control says another one)"
        return ours, (Sentence("", remark, {"settings": str(ours)}),)
    if text == ours.pdn:
        return ours, ()  # the tag does not say whether increments are given ahead
    theirs = control_in_pdn(text)
    if theirs is None:
        try:
            theirs = parse_control(text)
        except ControlError:
            shown = repr(text[:MAX_SHOWN_CHARS])
            sentence = "the file's time control is {text}, which is not understood; give it, as in --time-control 80m+60s, or none"
            raise PdnRefused(sentence, text=shown) from None
    return theirs, ()


def _is_known(tags: Mapping[str, str], tag: str) -> bool:
    return tags.get(tag.capitalize(), "").strip("?.- ") != ""


def _clock_times(played: list[Entered], first_ns: int | None) -> _ClockTimes:
    """The clock times in the comments. With `first_ns` both clocks showed that before the first move."""
    white_ns = black_ns = first_ns or None
    after_moves, last_ns, ply = list[tuple[int, int] | None](), None, 0
    for number, entered in enumerate(played, 1):
        if entered.move.startswith("/"):  # the clocks do not run while a position is set up
            after_moves.append(None)
            ply = number if ply == number - 1 and ply else ply
            continue
        both, own_s = entered.written.clock, own_time_s(entered.written.comments)
        white_s, black_s = (both.white_s, both.black_s) if both else (None, None)
        is_white = _mover(entered) == "white"
        if both is None and own_s is not None:
            white_s, black_s = (own_s, None) if is_white else (None, own_s)
        white_ns = None if white_s is None and is_white else white_ns if white_s is None else white_s * SECOND_NS
        black_ns = None if black_s is None and not is_white else black_ns if black_s is None else black_s * SECOND_NS
        is_known = white_ns is not None and black_ns is not None
        after_moves.append((white_ns, black_ns) if white_ns is not None and black_ns is not None else None)
        if is_known:
            last_ns, ply = after_moves[-1], number
    return _ClockTimes(tuple(after_moves), last_ns, ply)


def _mover(entered: Entered) -> str:
    return "black" if entered.fen.startswith("W") else "white"


def _unread_times(game: PdnGame) -> Iterator[Sentence]:
    """A remark on each clock time of the main line that is not understood."""
    for move in game.moves:
        if move.clock is None and own_time_s(move.comments) is None:
            for comment in move.comments:
                for match in _CLOCK_TIME.finditer(comment):
                    text = "the clock time {text} is not understood; one such as [%clk 0:09:50] was expected"
                    yield at_line(move.line, Sentence("", text, {"text": match[0][:MAX_SHOWN_CHARS]}))


def _clocks(given: Given, control: TimeControl, side: Side, played: list[Entered], times: _ClockTimes) -> TimesSet | ClockStarted:
    """The event that sets both clocks, or begins the turn where there is no clock."""
    if control.main_ns is None:
        if given.times_ns:
            raise PdnRefused("this game is played without a clock; leave the times out, or give a time control, as in --time-control 10m")
        return ClockStarted(0, str(side))
    shown_ns = given.times_ns or (times.last_ns if times.are_last else None)
    if shown_ns is None or min(shown_ns) <= 0:
        raise _without_times(times, shown_ns)
    movers = [_mover(entered) for entered in played if not entered.move.startswith("/")]
    return TimesSet(0, *shown_ns, given.by, REASON, (movers.count("white"), movers.count("black")))


def _without_times(times: _ClockTimes, shown_ns: tuple[int, int] | None) -> PdnRefused:
    """The error where it is not known what the clocks show now, with what is known."""
    give = Sentence("", "give what both clocks are to show: --white 0:41:10 --black 0:38:55")
    if shown_ns is not None:
        text, known_ns = "the clocks are to show {white} for White and {black} for Black, and a game goes on with more than zero", shown_ns
    elif times.last_ns is not None:
        text = "the file does not say what both clocks show now; after ply {ply} they showed {white} for White and {black} for Black"
        known_ns = times.last_ns
    else:
        text, known_ns = "the file does not say what both clocks show", (0, 0)
    values: dict[str, Value] = {"white": time_text(known_ns[0]), "black": time_text(known_ns[1]), "ply": times.ply}
    return PdnRefused(Sentence("", text, values, give))


def _doubts(control: TimeControl, clocks: TimesSet) -> Iterator[Sentence]:
    """What the clocks show beyond what the time control can have given so far; the unit of a time control may be wrong."""
    for name, shown_ns, moves in zip(("White", "Black"), (clocks.white_ns, clocks.black_ns), clocks.moves or (0, 0), strict=True):
        most_ns = control.first_ns + sum(control.given_ns(move) for move in range(1, moves + 1))
        if shown_ns > most_ns:
            text = "{name}'s clock shows {shown}, and {control} gives no more than {most} by then"
            yield Sentence("", text, {"name": name, "shown": time_text(shown_ns), "control": str(control), "most": time_text(most_ns)})
