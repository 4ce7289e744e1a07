"""Compares a recorded game with what was played: the record, the alerts, and the clock to the nanosecond."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from record.events.of_game import ClockStarted, Event, Pressed, Ruled
from record.papers.disputes import told
from record.session.step import State
from record.store.folder import JOURNAL_NAME, PDN_NAME
from record.store.journal import Journal, fold
from rules.board.fen import parse_fen
from rules.board.ruleset import ruleset
from rules.irregularity import Verdict
from rules.pdn.check import check_game
from rules.pdn.read import read_games
from tests.support.live.turns import Turn

MAIN_NS, INCREMENT_NS = 80 * 60 * 10**9, 60 * 10**9


@dataclass(frozen=True)
class Judged:
    """How a recorded game differs from what was played."""

    unsure: int
    """The number of presses that were ruled `unsure`."""
    wrong: list[str]
    """A sentence for each difference."""


def judged(folder: Path, turns: Sequence[Turn], pressed_ns: Sequence[int]) -> Judged:
    """Judge the game in that folder; `pressed_ns` has the time of each turn's press."""
    with Journal.reader(folder / JOURNAL_NAME) as journal:
        events, state = [event for _, event in journal.since(0)], fold(journal)
    found = [*_presses(state, turns, pressed_ns), *_clocks(events), *_rulings(state, turns), *_told(events, state)]
    return Judged(sum(ruling.verdict == Verdict.UNSURE for ruling in state.rulings), [*found, *_written(folder, state, turns)])


def _presses(state: State, turns: Sequence[Turn], pressed_ns: Sequence[int]) -> Iterator[str]:
    if [str(press.side) for press in state.presses] != [turn.side for turn in turns]:
        yield f"{len(state.presses)} presses are on record, of {len(turns)}, or other sides"
    elif {press.t_ns - t_ns for press, t_ns in zip(state.presses, pressed_ns, strict=True)} != {state.presses[0].t_ns - pressed_ns[0]}:
        yield "a press bears another time than that of its first edge"


def _clocks(events: Sequence[Event]) -> Iterator[str]:
    """Compare the clocks: each press adds Fischer's increment; a side that presses again to correct its fault gets it once."""
    left, running, since_ns = {"white": MAIN_NS, "black": MAIN_NS}, "", 0
    for event in events:
        if not isinstance(event, ClockStarted | Pressed):
            continue
        if running:
            left[running] -= event.t_ns - since_ns
        since_ns = event.t_ns
        if isinstance(event, ClockStarted):
            running = event.side
            continue
        if event.side == running:
            left[running] += INCREMENT_NS
            running = "black" if running == "white" else "white"
        if (event.white_ns, event.black_ns) != (left["white"], left["black"]):
            yield f"after press {event.seq} the clocks show {event.white_ns} and {event.black_ns} ns, not {left}"
            return


def _rulings(state: State, turns: Sequence[Turn]) -> Iterator[str]:
    for turn, ruling in zip(turns, state.rulings, strict=False):
        stands = parse_fen(ruling.fen, ruleset(state.opened.rules)).contents()
        if ruling.verdict != Verdict.UNSURE and (ruling.verdict, stands) != (turn.verdict, turn.stands):
            yield f"press {ruling.seq} is {ruling.verdict} ({ruling.move}, {ruling.fen}), not {turn.verdict}"


def _told(events: Sequence[Event], state: State) -> Iterator[str]:
    """Check that every alert, even one amended later, belongs to an irregularity that was played."""
    irregular = {ruling.seq for ruling in state.rulings if ruling.verdict == Verdict.MISSED_CAPTURE}
    for event in events:
        for alert in getattr(event, "alerts", ()):
            if not isinstance(event, Ruled) or event.seq not in irregular or alert.code != Verdict.MISSED_CAPTURE:
                words = alert.code, alert.reason or "", "by", type(event).__name__, str(getattr(event, "seq", ""))
                yield f"the arbiter was told {' '.join(filter(None, words))}"


def _written(folder: Path, state: State, turns: Sequence[Turn]) -> Iterator[str]:
    """Check that game.pdn can be replayed to its end, and holds every ply of the record."""
    (game,) = read_games((folder / PDN_NAME).read_text(encoding="utf-8"))
    checked = check_game(game, ruleset(state.opened.rules))
    plies = sum(ply.move is not None for ply in state.plies)
    if not state.closed or not checked.ok or checked.plies != plies:
        yield f"{PDN_NAME} holds {checked.plies} plies of {plies} {checked.faults}"


def unshown(folder: Path) -> set[str]:
    """Return the missing pictures among those that desk and dossier show with the alerts."""
    with Journal.reader(folder / JOURNAL_NAME) as journal:
        shown = {name for one in told(journal).disputes for name in (*one.pictures, *one.kept) if name}
    return {name for name in shown if not (folder / name).exists()}
