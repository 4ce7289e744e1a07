"""The command `check`: the games of a PDN file, replayed under the rules."""

import os
import re
from argparse import ArgumentParser, Namespace
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from pi.setup.options import add_json, add_weights
from pi.setup.output import complain, print_json, print_table, wants_json
from record.files import FileError, write_atomically
from record.telling.reasons import explained, odd
from rules.board.ruleset import NAMES, RuleSet, ruleset
from rules.errors import Phrase, Sentence, sentence_of
from rules.pdn.encoding import decoded_parts, encoding_of
from rules.pdn.game import LocatedFault
from rules.pdn.pieces import pieces
from rules.pdn.read import Checked, PdnGame, check_game, read_games, rules_of
from rules.pdn.strict import in_notation
from rules.pdn.write import RESULT_FORMS, write_pdn

EPILOG = """A written game stops at its first fault; the movetext from there on is kept as text in a comment. GameType names the rules under
which the game was replayed. Where the Result tag and the movetext disagree, the movetext's result is written in both. Dates are written in
the form of PDN; one that may be several days, and a tag that damcam names would refuse, are left out."""


_WORD = re.compile(r"\([^()]*\)|(\S+)")
"""A comment, or a word of movetext."""
_MOVE = re.compile(r"\d{1,2}(?:[-xX:]\d{1,2})+[!?+#]*", re.ASCII)
_OF_MOVETEXT = re.compile(rf"{_MOVE.pattern}|\d+\.+|[-xX:]|\d{{1,2}}|[!?]+|\*", re.ASCII)
"""A word that movetext may hold, although it could not be read there: a move, a part of one, a number, a sign."""
MOST_JUDGED = 1 << 16
"""By so many characters a text is judged to be movetext or not."""
MOST_BEFORE_A_GAME = 1000
"""The most parts of a text that are like no game before the first one; no file of games begins with so many."""
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0e-\x1f]")
MAX_CONTROL, FEW_CONTROLS = 0.02, 8
"""The share of control characters from which a file is no text. Damaged texts have a few; pictures and packed files have a tenth. So many
of them make no short text another kind of file."""
PART_CHARS = 1 << 19
"""Characters or bytes of a file that are read at once."""
ROWS_OF_A_TABLE = 500
"""Games that are printed at once."""


class CheckSays(Phrase):
    """Why a file is not checked, and the table of its games."""

    WITHOUT_WRITE = "--results and --bare-x belong to --write, which is missing"
    IS_READ = "{path}: this file is read; give --write another name, because the file would not stay the same"
    CANNOT_BE_READ = "cannot be read: {why}"
    NO_GAME = "{path}: no game in it"
    NO_PDN = "this is no PDN file"
    WHAT_PDN_IS = "a text with games was expected, such as: 1. 32-28 19-23 *"
    WRITTEN = "{count} game is written to {path}", "{count} games are written to {path}"
    WITH_REASON = "{what}: {why}"
    PLACE = "line {line}, ply {ply}: {why}"
    GAME = "Game"
    PLIES = "Plies"
    RESULT = "Result"
    OK = "ok"
    FAULT = "fault"


def add_arguments(parser: ArgumentParser) -> None:
    parser.epilog = EPILOG
    parser.add_argument("game", type=Path, metavar="GAME.pdn", help="the file")
    parser.add_argument("--rules", choices=NAMES, help="rule set (default: what a game's GameType tag says, else frisian)")
    parser.add_argument("--write", type=Path, metavar="OUT.pdn", help="write the games again in strict PDN 3.0, faulty parts as comments")
    parser.add_argument("--results", choices=("1-0", "2-0"), help="the form in which --write writes results (default: each game's own)")
    parser.add_argument("--bare-x", action="store_true", help="--write writes the only capture as a bare x (Art. 22)")
    add_weights(parser)
    add_json(parser)


def run(args: Namespace) -> int:
    """Replay each game of a PDN file, and write it again where that is asked; status 1 when any has a fault."""
    path: Path = args.game
    out: Path | None = args.write
    if out is None and (args.results or args.bare_x):
        complain(CheckSays.WITHOUT_WRITE.said())
        return 2
    if out is not None and os.path.realpath(out) == os.path.realpath(path):
        complain(CheckSays.IS_READ.said(path=str(out)))
        return 1
    written: list[str] = []
    checked = _games_alone(_checked(path, args, written), path)
    found = _print_lines(checked) if wants_json(args.json) else _print_games(checked)
    if not found:
        complain(CheckSays.NO_GAME.said(path=str(path)))
    elif out is not None:
        write_atomically(out, written)
        complain(CheckSays.WRITTEN.said(count=len(written), path=str(out)))
    return 0 if found and all(found) else 1


def _checked(path: Path, args: Namespace, written: list[str]) -> Iterator[tuple[PdnGame, Checked]]:
    """Each game with its check, read one after the other; with --write its text is added to `written`."""
    form = RESULT_FORMS[args.results] if args.results else None
    for game in read_games(pieces(text_of(path))):
        rules = _rules_for(game, args.rules)
        yield game, check_game(game, rules, args.weights)
        if args.write is not None:
            between = "\n" if written else ""
            written.append(between + write_pdn(in_notation(game, rules, args.bare_x), rules, form))


def _games_alone(checked: Iterable[tuple[PdnGame, Checked]], path: Path) -> Iterator[tuple[PdnGame, Checked]]:
    """The same games; FileError where nothing in the whole file, or in the beginning of it, is like a game."""
    held: list[tuple[PdnGame, Checked]] = []
    is_pdn = False
    for pair in checked:
        held.append(pair)
        is_pdn = is_pdn or _is_like_a_game(pair[0])
        if is_pdn:
            yield from held
            held.clear()
        elif len(held) == MOST_BEFORE_A_GAME:
            break
    if held:
        raise FileError(CheckSays.NO_PDN.said(CheckSays.WHAT_PDN_IS.said()), str(path))


def _is_like_a_game(game: PdnGame) -> bool:
    """Whether it has tags, or moves that can be read, or is movetext for the most part. A text may say `6-8 hours` and is no game."""
    if game.tags or game.moves:
        return True
    words = [word for word in _WORD.findall(game.unread[:MOST_JUDGED]) if word]
    of_movetext = sum(bool(_OF_MOVETEXT.fullmatch(word)) for word in words)
    return any(map(_MOVE.fullmatch, words)) and of_movetext * 2 > len(words) if words else bool(game.written_result)


def text_of(path: Path) -> Iterator[str]:
    """The text of a file, a part at a time, decoded as by `rules.pdn.encoding.decoded`. FileError, also for no text."""
    try:
        with path.open("rb") as content:
            encoding = encoding_of(iter(lambda: content.read(PART_CHARS), b""))
        with path.open("rb") as content:
            for part in decoded_parts(iter(lambda: content.read(PART_CHARS), b""), encoding):
                if len(_CONTROL.findall(part)) > max(len(part) * MAX_CONTROL, FEW_CONTROLS):
                    raise FileError(CheckSays.NO_PDN.said(CheckSays.WHAT_PDN_IS.said()), str(path))
                yield part
    except FileError:
        raise
    except OSError as error:
        raise FileError(CheckSays.CANNOT_BE_READ.said(why=sentence_of(error)), str(path)) from error


def _rules_for(game: PdnGame, asked: str | None) -> RuleSet:
    """The rules that were asked for, else those of the game's GameType tag, else the Frisian ones."""
    return ruleset(asked) if asked else rules_of(game) or ruleset("frisian")


def _print_lines(games: Iterable[tuple[PdnGame, Checked]]) -> list[bool]:
    """Print each game as soon as it is replayed; for each, whether it has no fault.

    `ok` tells of the moves alone. `faults` has what is wrong in the tags too, and `plies` counts all moves then.
    """
    found = []
    for number, (game, checked) in enumerate(games, 1):
        print_json(_row(number, game, checked))
        found.append(not checked.has_faults)
    return found


def _print_games(games: Iterable[tuple[PdnGame, Checked]]) -> list[bool]:
    """Print a table, a long one in parts; for each game, whether it has no fault."""
    found: list[bool] = []
    rows: list[tuple[object, ...]] = []
    for number, (game, checked) in enumerate(games, 1):
        state = CheckSays.FAULT if checked.has_faults else CheckSays.OK
        faults = (CheckSays.PLACE.said(line=fault.line, ply=fault.ply, why=what) for fault, what in _faults(checked))
        remarks = "; ".join(str(remark) for remark in (*faults, *odd(checked)))
        rows.append((number, checked.plies, game.result, str(state.said()), remarks))
        found.append(not checked.has_faults)
        if len(rows) == ROWS_OF_A_TABLE:
            _print_part(rows)
    _print_part(rows)
    return found


def _print_part(rows: list[tuple[object, ...]]) -> None:
    """Print the rows below their headings, and empty the list."""
    if rows:
        heads = [str(head.said()) for head in (CheckSays.GAME, CheckSays.PLIES, CheckSays.RESULT)]
        print_table((*heads, "", ""), rows)
        rows.clear()


def _row(number: int, game: PdnGame, checked: Checked) -> dict[str, Any]:
    return {
        "game": number,
        "plies": checked.plies,
        "ok": checked.ok,
        "result": game.result,
        "faults": [{"ply": fault.ply, "line": fault.line, "text": str(what)} for fault, what in _faults(checked)],
        "remarks": [str(remark) for remark in odd(checked)],
    }


def _faults(checked: Checked) -> Iterator[tuple[LocatedFault, Sentence]]:
    """The faults, each with its sentence; that of the first one in the moves also says why its move is not legal."""
    for fault in checked.tag_faults:
        yield fault, fault.what
    for fault in checked.faults:
        if checked.reason and fault is checked.faults[0]:
            yield fault, CheckSays.WITH_REASON.said(what=fault.what, why=explained(checked.reason))
        else:
            yield fault, fault.what
