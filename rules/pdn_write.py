"""Games written as PDN 3.0, so that `pdn.read_games` and other programs read back what was meant."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from rules.board import Side
from rules.fen import write_fen
from rules.pdn import FRYSK_GAME_TYPE, PdnGame, start_of
from rules.position import NO_KING_MOVES, Position

COLUMNS = 80
"""As the PDN standard asks of an exported file."""

_RESULTS = {"1-0": "1-0", "0-1": "0-1", "draw": "1/2-1/2"}


@dataclass(frozen=True, slots=True)
class WrittenPly:
    """A turn as it goes into a file: the move, its numeric glyphs and comments; `text` is None where no move can be written."""

    side: Side
    text: str | None
    glyphs: tuple[int, ...] = ()
    comments: tuple[str, ...] = ()


def write_game(tags: Mapping[str, str], plies: Iterable[WrittenPly], result: str, numbered: Side = Side.WHITE) -> str:
    """One game: the tags in their order, an empty line, the movetext in lines of 80 columns, and the result.

    `numbered` is the side whose turns bear the numbers, the one that begins under the rules. `result` is `1-0`, `0-1` or `draw`; for a
    void game (Art. 26) and any other there stands `*`. Blanks within a tag or a comment become single ones, and `}` in a comment `)`.
    """
    header = "".join(f'[{name} "{_quoted(value)}"]\n' for name, value in tags.items())
    movetext = "\n".join(_lines(" ".join((*_movetext(plies, numbered), written_result(result)))))
    return f"{header}\n{movetext}\n" if header else f"{movetext}\n"


def written_result(result: str) -> str:
    """A result as PDN has it: `1-0`, `0-1`, `1/2-1/2`, else `*`."""
    return _RESULTS.get(result, "*")


def start_tags(start: Position) -> dict[str, str]:
    """The tags that tell the rules and, where it is not their own, the position that a game begins from."""
    for game_type in (str(start.rules.game_type), FRYSK_GAME_TYPE):
        if start == start_of(PdnGame(line=1, tags={"GameType": game_type}), start.rules):
            return {"GameType": game_type}
    counts = (start.white_king_moves, start.black_king_moves) != (NO_KING_MOVES, NO_KING_MOVES)
    return {"GameType": str(start.rules.game_type), "SetUp": "1", "FEN": write_fen(start, counts=counts)}


def _movetext(plies: Iterable[WrittenPly], numbered: Side) -> Iterator[str]:
    number, due = 1, numbered
    for ply in plies:
        if ply.side is numbered:
            number += due is not numbered  # two turns of one side on end: the other's between them is skipped
            yield f"{number}."
        elif due is numbered:
            yield f"{number}..."
        if ply.text is not None:
            yield ply.text
        yield from (f"${glyph}" for glyph in ply.glyphs)
        yield from (f"{{{comment}}}" for comment in map(_plain, ply.comments) if comment)
        number += ply.side is not numbered
        due = ply.side.other


def _lines(text: str) -> Iterator[str]:
    """No line begins with `[` or `%`, which would be a tag or a line to pass over."""
    line = ""
    for words in re.split(r" (?![\[%])", text):
        if line and len(line) + 1 + len(words) > COLUMNS:
            yield line
            line = words
        else:
            line = f"{line} {words}" if line else words
    yield line


def _quoted(value: str) -> str:
    return " ".join(value.split()).replace("\\", "\\\\").replace('"', '\\"')


def _plain(comment: str) -> str:
    return " ".join(comment.replace("}", ")").split())
