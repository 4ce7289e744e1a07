"""The command `record`: what is on the record of a game, ply by ply, with clocks and pictures."""

from argparse import ArgumentParser, Namespace, RawDescriptionHelpFormatter
from pathlib import Path
from typing import Any

from clock.control import SECOND_NS
from pi.machine.named_game import NoGame, journal_in
from pi.setup.options import add_json
from pi.setup.output import complain, print_json, print_table, wants_json
from pi.setup.press_line import dropped_sentence
from record.log.errors import LogError
from record.session.plies import Ply
from record.session.step import State
from record.store.journal import Journal, fold
from record.telling.lost_rows import loss_sentence
from record.telling.sentences import side_word
from record.telling.sureness import percentage
from rules.errors import Phrase

DESCRIPTION = """Shows each ply on the record: the press, the move and how surely it was read, the position after it, both clocks right
after the press, and the pictures. The journal is only read, also while the game goes on. A pending move is not on the record yet."""
EPILOG = """JSON: {"seq", "side", "move", "fen", "verdict", "confidence", "entered_by", "white_s", "black_s", "pictures", "picture",
"drawn"} for each ply. "move" is null where none can be written; a "verdict" other than legal and corrected is an irregularity that stands,
or "unsure", "position" where a position was set up, "on-paper" where no press was read; "entered_by" is who entered the move of a press
that was not read for sure; "white_s" and "black_s" are seconds left, in thousandths, null without a clock or a press; "pictures" are those
of the press, "picture" is the last one that was read and "drawn" the same with the grid: file names relative to the folder of the
session, the drawn one to that of the journal. Pictures that were deleted are not named."""
THOUSANDTH_NS = SECOND_NS // 1000


class RecordHead(Phrase):
    """The heads of the table, and the word for a move that was entered."""

    PRESS = "Press"
    SIDE = "Side"
    MOVE = "Move"
    VERDICT = "Verdict"
    SURE = "Sure"
    WHITE = "White"
    BLACK = "Black"
    PICTURE = "Picture"
    ENTERED = "entered"


def add_arguments(parser: ArgumentParser) -> None:
    parser.description, parser.epilog = DESCRIPTION, EPILOG
    parser.formatter_class = RawDescriptionHelpFormatter
    parser.add_argument("recording", type=Path, metavar="DIR", help="the folder with the journal, or the journal itself")
    add_json(parser)


def run(args: Namespace) -> int:
    """Print the plies on the record; LogError where there is no journal of a game."""
    path = journal_in(args.recording)
    with Journal.reader(path) as journal:
        state = fold(journal)
    if state.opening is None:
        raise LogError(NoGame.NOT_BEGUN.said(), str(path))
    if state.dropped:
        complain(dropped_sentence(state.dropped))
    for loss in state.losses:
        complain(loss_sentence(loss))
    rows = _rows(state)
    if wants_json(args.json):
        for row in rows:
            print_json(row)
    else:
        _print(rows)
    return 0


def _rows(state: State) -> list[dict[str, Any]]:
    timed = state.clock.control.main_ns is not None
    return [_row(ply, state, timed) for ply in state.plies]


def _row(ply: Ply, state: State, timed: bool) -> dict[str, Any]:
    return {
        "seq": ply.seq,
        "side": ply.side,
        "move": ply.move,
        "fen": ply.fen,
        "verdict": ply.verdict,
        "confidence": ply.confidence,
        "entered_by": ply.entered_by or None,
        "white_s": _seconds(ply.white_ns) if timed else None,
        "black_s": _seconds(ply.black_ns) if timed else None,
        "pictures": list(state.kept(ply.pictures)),
        "picture": _kept(state, ply.picture),
        "drawn": _kept(state, ply.drawn),
    }


def _kept(state: State, picture: str | None) -> str | None:
    return picture if picture and state.kept([picture]) else None


def _seconds(ns: int | None) -> float | None:
    """Seconds, rounded down to a thousandth."""
    return None if ns is None else ns // THOUSANDTH_NS / 1000


def _print(rows: list[dict[str, Any]]) -> None:
    """Print a table without the positions, which are too long for it, and then each position in full."""
    cells = []
    for row in rows:
        sure = str(RecordHead.ENTERED.said() if row["entered_by"] else percentage(row["confidence"]))
        clocks = (_clock(row["white_s"]), _clock(row["black_s"]))
        cells.append((row["seq"], str(side_word(row["side"])), row["move"], row["verdict"], sure, *clocks, row["picture"]))
    heads = (head for head in RecordHead if head is not RecordHead.ENTERED)
    print_table([str(head.said()) for head in heads], cells)
    for row in rows:
        print(f"{row['seq']:5}  {row['fen']}")


def _clock(seconds: float | None) -> str | None:
    """H:MM:SS.T, rounded down to a tenth, which fits into 80 columns."""
    if seconds is None:
        return None
    tenths = int(seconds * 10)
    return f"{tenths // 36000}:{tenths // 600 % 60:02}:{tenths // 10 % 60:02}.{tenths % 10}"
