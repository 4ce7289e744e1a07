"""Continues a game that began with another recorder, whose journal is lost: the first events of its journal here."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from clock.clock import new_clock
from clock.control import SECOND_NS, TimeControl, control_in_pdn
from record.decisions.paper_entry import Entered, replayed
from record.events.about import About, PublicTags
from record.events.of_game import ClockStarted, Event, SessionOpened, TimesSet
from record.events.of_record import MovesBefore
from record.telling.reasons import explained
from rules.board.fen import full_fen
from rules.board.position import Position
from rules.board.ruleset import RuleSet
from rules.board.squares import Side
from rules.errors import DamcamError, Phrase
from rules.pdn.check import check_game
from rules.pdn.clock import own_time_s
from rules.pdn.game import PdnGame, PdnMove, rules_of, start_of
from rules.pdn.tags import checked_tags
from rules.play.counting import Counter

TAGS = ("event", "site", "date", "round", "white", "black", "board")
"""The tags of the file that are taken over."""
REASON = "taken over from another recorder"


class ElsewhereFault(Phrase):
    """Why a game cannot be continued, and what to do."""

    OTHER_RULES = "the moves are of a game of {theirs}, and the settings say {ours}"
    CHANGE_RULES = "change rules in [board]"
    OVER = "the game is over, its result is {result}: only one that goes on can be taken over"
    PLACE = "line {line}, ply {ply}: {why}"
    NOT_LEGAL = "{fault}: {why}"
    WITHOUT_CLOCK = "this game is played without a clock"
    NO_TIMES_OR_CLOCK = "leave the times out, or set time_control in [game]"
    BOTH_TIMES = "both clocks need what they are to show, which is more than zero"
    GIVE_TIMES = "give it as in --white 0:41:10 --black 0:38:55"


class ElsewhereError(DamcamError, ValueError):
    """A game that cannot be continued; it says what is wrong or missing."""


@dataclass(frozen=True, slots=True)
class Arbiter:
    """What the arbiter gives: a name, and where needed the position on the board and the clock readings (ns) of White and of Black."""

    by: str
    position: Position | None = None
    times_ns: tuple[int, int] | None = None


def events_of(
    written: PdnGame, said: Arbiter, rules: RuleSet, control: TimeControl, about: About, *, mirrored: bool = False, crowns: str = ""
) -> list[Event]:
    """The first events of the journal: the opening, the moves so far with the arbiter's position, and the clocks.

    The time control of the file holds where both it and `control` have a clock. The clocks do not run until the arbiter starts them;
    without a clock the side to move has the turn. ElsewhereError for illegal moves, a game that is over or of other rules, and times that
    are missing or not wanted. `mirrored` and `crowns` as in SessionOpened.
    """
    _refuse(written, rules)
    played, counter = replayed(_with_position(written, said, rules), Counter.at(start_of(written, rules)))
    start = start_of(written, rules) if played else said.position or start_of(written, rules)
    tags = checked_tags(written).tags
    control = _control(tags.get("TimeControl", ""), control)
    shows = new_clock(control)
    known = About(PublicTags(**{tag: tags[tag.capitalize()] for tag in TAGS if _is_known(tags, tag)}))
    told: list[Event] = [
        SessionOpened(
            rules.name,
            rules.board_size,
            full_fen(start),
            str(control),
            white_ns=shows.white_ns,
            black_ns=shows.black_ns,
            about=about.then(known),
            mirrored=mirrored,
            crowns=crowns,
        )
    ]
    if played:
        played[-1] = played[-1]._replace(fen=full_fen(counter.position))
        moves, fens = tuple(one.move for one in played), tuple(one.fen for one in played)
        told.append(MovesBefore(0, said.by, moves, fens, tuple(_clocks(played))))
    return [*told, *_clock(said, control, counter.position.side if played else start.side, played)]


def _refuse(written: PdnGame, rules: RuleSet) -> None:
    theirs = rules_of(written)
    if theirs is not None and theirs.name != rules.name:
        change = ElsewhereFault.CHANGE_RULES.said()
        raise ElsewhereError(ElsewhereFault.OTHER_RULES.said(change, theirs=theirs.name, ours=rules.name))
    if written.result != "*":
        raise ElsewhereError(ElsewhereFault.OVER.said(result=written.result))
    checked = check_game(written, rules)
    if checked.faults:
        fault = checked.faults[0]
        why = fault.what
        if checked.reason:
            why = ElsewhereFault.NOT_LEGAL.said(fault=why, why=explained(checked.reason))
        raise ElsewhereError(ElsewhereFault.PLACE.said(line=fault.line, ply=fault.ply, why=why))


def _with_position(written: PdnGame, said: Arbiter, rules: RuleSet) -> tuple[PdnMove, ...]:
    """The moves, with the arbiter's position set up after them where they do not lead to it."""
    _, counter = replayed(written.moves, Counter.at(start_of(written, rules)))
    stands, wanted = counter.position, said.position
    if wanted is None or not written.moves or (wanted.side, wanted.contents()) == (stands.side, stands.contents()):
        return written.moves
    return (*written.moves, PdnMove(f'/FEN "{full_fen(wanted)}"/'))


def _control(tag: str, control: TimeControl) -> TimeControl:
    """The time control of the tag; `control` where that is none, or says no more than the tag can."""
    written = control_in_pdn(tag)
    return control if control.main_ns is None or written is None or tag == control.pdn else written


def _is_known(tags: Mapping[str, str], tag: str) -> bool:
    return tags.get(tag.capitalize(), "").strip("?.- ") != ""


def _clocks(played: list[Entered]) -> Iterator[tuple[int, int] | None]:
    """White's and Black's clock after each move, in nanoseconds; None where one of them is not known yet."""
    white_s: int | None = None
    black_s: int | None = None
    for entered in played:
        both, own_s = entered.written.clock, own_time_s(entered.written.comments)
        if both:
            white_s, black_s = both.white_s, both.black_s
        elif own_s is None:
            white_s = black_s = None
        elif _mover(entered) == "white":
            white_s = own_s
        else:
            black_s = own_s
        yield None if white_s is None or black_s is None else (white_s * SECOND_NS, black_s * SECOND_NS)


def _mover(entered: Entered) -> str:
    return "black" if entered.fen.startswith("W") else "white"


def _clock(said: Arbiter, control: TimeControl, side: Side, played: list[Entered]) -> Iterator[Event]:
    if control.main_ns is None:
        if said.times_ns:
            raise ElsewhereError(ElsewhereFault.WITHOUT_CLOCK.said(ElsewhereFault.NO_TIMES_OR_CLOCK.said()))
        yield ClockStarted(0, str(side))
        return
    if said.times_ns is None or min(said.times_ns) <= 0:
        raise ElsewhereError(ElsewhereFault.BOTH_TIMES.said(ElsewhereFault.GIVE_TIMES.said()))
    movers = [_mover(entered) for entered in played if not entered.move.startswith("/")]
    white_ns, black_ns = said.times_ns
    yield TimesSet(0, white_ns, black_ns, said.by, REASON, (movers.count("white"), movers.count("black")))
