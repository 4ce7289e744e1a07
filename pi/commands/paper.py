"""The command paper: the moves that were noted on paper, entered afterwards and merged into one record (regulation C, Art. 5)."""

import os
import re
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from pi.commands.rules import input_lines
from pi.machine.time_of_day import noted
from pi.setup.output import complain, print_json, print_table, wants_json
from record.decisions.paper_entry import Entry, enter, read_paper
from record.papers.game_pdn import export_pdn
from record.session.paper import PaperError
from record.session.step import State, step
from record.store.files import FileError, write_atomically
from record.store.folder import JOURNAL_NAME, PDN_NAME
from record.store.journal import Journal, fold
from rules.pdn.game import PdnGame
from rules.pdn.read import decoded

TELLS = """Enters the moves that were noted on paper, from where the record ends; game.pdn is written anew with all of them.
They come as a PDN file, on the command line or on standard input, and are checked by the rules: when one is not legal, nothing is written.
Behind a move that was not legal and stood, give the position after it: 33-28 /FEN "B:W28,32:B19"/ (a set-up alone will do).
Moves that were recorded unseen too have their clock times and pictures. What was entered before is replaced; the journal keeps both."""
EXPLAINS = """JSON: {"ply", "side", "move", "fen", "seq"} for each ply from paper; "move" is null where a position is set up, "seq" the
press that was read to lead to the same position, null where none was."""

_NO_MOVE = re.compile(r'[^\s"\[{]*[^\W\d_xX][^\s"\[{]*')
"""A single word with a letter in it that no move has, and nothing that a tag, a comment or a set-up has."""


def add_arguments(parser: ArgumentParser, login: str) -> None:
    """What the command is called with."""
    parser.add_argument("recording", type=Path, metavar="DIR", help="the folder with the journal, or the journal itself")
    parser.add_argument("moves", nargs="*", metavar="GAME.pdn | MOVE", help="a PDN file, or the moves (default: standard input)")
    parser.add_argument("--result", help="such as 1-0, 0-1 or draw (default: the one written behind the moves, else what they come to)")
    parser.add_argument("--by", default=login, metavar="NAME", help="who enters them (default: the login name)")
    parser.add_argument("--check", action="store_true", help="check and show only; nothing is written")
    parser.add_argument("--json", action="store_true", help="JSON lines, also on a terminal")


def paper(args: Namespace) -> int:
    """Check the moves, keep them in the journal and write game.pdn anew; with `--check` nothing is written."""
    path = args.recording / JOURNAL_NAME if args.recording.is_dir() else args.recording
    game = _written(args.moves)
    with Journal.reader(path) as journal:
        entry, state = _entered(journal, game, args)
    if not args.check:
        with Journal.open(path) as journal:
            journal.append(entry.event, entry.event.t_ns)
        write_atomically(path.parent / PDN_NAME, export_pdn(state))
    for remark in entry.remarks:
        complain(remark)
    _show(_rows(state), args.json)
    found, all_ = sum(seq > 0 for seq in entry.event.seqs), len(entry.event.moves)
    done = "nothing is written" if args.check else f"{path.parent / PDN_NAME} is written anew"
    complain(f"{all_} plies from paper, {found} of them with a press that was recorded; the result is {state.result}; {done}")
    return 0


def _entered(journal: Journal, game: PdnGame, args: Namespace) -> tuple[Entry, State]:
    state = fold(journal)
    if not state.closed:
        raise PaperError(f"{journal.path}: the recording has not ended; moves from paper are entered after that")
    found = enter(state, game, args.by, args.result, args.lang)
    entry = replace(found, event=replace(found.event, at=noted()))
    return entry, step(state, entry.event)[0]


def _written(words: Sequence[str]) -> PdnGame:
    """The one game that was given, as a file, as words, or on standard input."""
    where = "standard input"
    if len(words) == 1 and os.path.isfile(words[0]):
        where, file = words[0], Path(words[0])
        try:
            text = decoded(file.read_bytes())
        except OSError as error:
            raise FileError(f"{file}: cannot be read: {error.strerror}") from error
    elif len(words) == 1 and _NO_MOVE.fullmatch(words[0]):
        raise FileError(f"{words[0]}: no such file")
    elif words:
        where, text = "the command line", " ".join(words)
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
        print_table(("ply", "side", "move", "press"), [(row["ply"], row["side"], row["move"], row["seq"]) for row in rows])
