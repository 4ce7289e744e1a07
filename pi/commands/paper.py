"""The command `paper`: enters moves that were noted on paper and merges them into the record (regulation C, Art. 5)."""

import os
import re
from argparse import ArgumentParser, Namespace, RawDescriptionHelpFormatter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from msgspec import structs

from pi.machine.named_game import journal_in
from pi.machine.time_of_day import noted
from pi.setup.options import add_by, add_json
from pi.setup.output import complain, print_json, print_table, wants_json
from pi.setup.standard_input import input_lines
from record.decisions.paper_entry import Entry, enter, read_paper
from record.files import FileError, write_atomically
from record.papers.game_pdn import export_pdn
from record.session.paper import PaperError
from record.session.step import State, step
from record.store.folder import PDN_NAME
from record.store.journal import Journal, fold
from rules.errors import Phrase, Value, sentence_of
from rules.pdn.encoding import decoded
from rules.pdn.game import PdnGame

DESCRIPTION = """Enters the moves that were noted on paper, from where the record ends, and writes game.pdn again with all of them.
They come as a PDN file, on the command line, or on standard input. The rules check them: when one is illegal, nothing is written.
After an illegal move that stood, give the position behind it: 33-28 /FEN "B:W28,32:B19"/ (a set-up alone is enough).
Moves that were also recorded keep their clock times and pictures. Moves entered earlier are replaced; the journal keeps both."""
EPILOG = """JSON: {"ply", "side", "move", "fen", "seq"} for each ply from paper. "move" is null where a position is set up. "seq" is the
press whose reading gave the same position, else null."""

_NO_MOVE = re.compile(r'[^\s"\[{]*[^\W\d_xX][^\s"\[{]*')
"""A single word that is more likely a file name: it has a letter that no move has, and no mark of a tag, a comment or a set-up."""


class PaperSays(Phrase):
    """What becomes of the moves, or why they are not read."""

    NOT_ENDED = "the recording has not ended; moves from paper are entered after the end"
    CANNOT_BE_READ = "cannot be read: {why}"
    NO_FILE = "no such file"
    STANDARD_INPUT = "standard input"
    COMMAND_LINE = "the command line"
    ENTERED = (
        "{count} ply from paper, {found} of them with a press that was recorded; the result is {result}; {done}",
        "{count} plies from paper, {found} of them with a press that was recorded; the result is {result}; {done}",
    )
    PLY = "Ply"
    SIDE = "Side"
    MOVE = "Move"
    PRESS = "Press"
    NOTHING_WRITTEN = "nothing is written"
    WRITTEN_AGAIN = "{path} is written again"


def add_arguments(parser: ArgumentParser) -> None:
    parser.description, parser.epilog = DESCRIPTION, EPILOG
    parser.formatter_class = RawDescriptionHelpFormatter
    parser.add_argument("recording", type=Path, metavar="DIR", help="the folder with the journal, or the journal itself")
    parser.add_argument("moves", nargs="*", metavar="GAME.pdn | MOVE", help="a PDN file, or the moves (default: standard input)")
    parser.add_argument("--result", help="such as 1-0, 0-1 or draw (default: the one behind the moves, else the one they lead to)")
    add_by(parser, "who enters them")
    parser.add_argument("--check", action="store_true", help="check and show the moves, and write nothing")
    add_json(parser)


def run(args: Namespace) -> int:
    """Check the moves, store them in the journal and write game.pdn again; `--check` writes nothing."""
    path = journal_in(args.recording)
    game = _written(args.moves)
    with Journal.reader(path) as journal:
        entry, state = _entered(fold(journal), path, game, args)
    if not args.check:
        with Journal.open(path) as journal:
            journal.append(entry.event, entry.event.t_ns)
        write_atomically(path.parent / PDN_NAME, export_pdn(state))
    for remark in entry.remarks:
        complain(remark)
    _show(_rows(state), args.json)
    found, all_ = sum(seq > 0 for seq in entry.event.seqs), len(entry.event.moves)
    done = PaperSays.NOTHING_WRITTEN.said() if args.check else PaperSays.WRITTEN_AGAIN.said(path=str(path.parent / PDN_NAME))
    complain(PaperSays.ENTERED.said(count=all_, found=found, result=state.result, done=done))
    return 0


def _entered(state: State, path: Path, game: PdnGame, args: Namespace) -> tuple[Entry, State]:
    if not state.closed:
        raise PaperError(PaperSays.NOT_ENDED.said(), str(path))
    found = enter(state, game, args.by, args.result)
    entry = replace(found, event=structs.replace(found.event, at=noted()))
    return entry, step(state, entry.event)


def _written(words: Sequence[str]) -> PdnGame:
    """The one game that was given, as a file, as words, or on standard input."""
    where: Value = PaperSays.STANDARD_INPUT.said()
    if len(words) == 1 and os.path.isfile(words[0]):
        where, file = words[0], Path(words[0])
        try:
            text = decoded(file.read_bytes())
        except OSError as error:
            raise FileError(PaperSays.CANNOT_BE_READ.said(why=sentence_of(error)), str(file)) from error
    elif len(words) == 1 and _NO_MOVE.fullmatch(words[0]):
        raise FileError(PaperSays.NO_FILE.said(), words[0])
    elif words:
        where, text = PaperSays.COMMAND_LINE.said(), " ".join(words)
    else:
        text = "".join(input_lines())
    return read_paper(text, where)


def _rows(state: State) -> list[dict[str, Any]]:
    entered = state.plies[state.paper_place :]
    before = sum(not ply.is_set_up for ply in state.plies[: state.paper_place])
    rows = []
    for ply in entered:
        before += not ply.is_set_up
        pressed = None if ply.white_ns is None else ply.seq
        rows.append({"ply": before, "side": ply.side, "move": ply.move, "fen": ply.fen, "seq": pressed})
    return rows


def _show(rows: Sequence[dict[str, Any]], asked: bool) -> None:
    if wants_json(asked):
        for row in rows:
            print_json(row)
    else:
        heads = (PaperSays.PLY, PaperSays.SIDE, PaperSays.MOVE, PaperSays.PRESS)
        print_table([str(head.said()) for head in heads], [(row["ply"], row["side"], row["move"], row["seq"]) for row in rows])
