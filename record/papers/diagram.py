"""A position as a diagram for print: self-contained SVG without style sheets."""

from collections.abc import Iterable
from html import escape

from rules.board.fen import parse_fen
from rules.board.ruleset import RuleSet
from rules.board.squares import Content, board

FIELD = 10
"""The side of a field in the units of the diagram."""
EDGE = 0.6
LIGHT, DARK, LINE, NUMBER = "#fbf7ee", "#cbb592", "#3a2d22", "#5a4836"
MARK = "#c2410c"
FILLS = {"white": ("#ffffff", "#222222"), "black": ("#262220", "#ffffff")}
"""For each side the colour of a disc and of the lines on it, which differ on any printer."""
CROWN = "M-2.1 1.5h4.2l.7-3.3-1.65 1.25L0-2.4-1.15-.55-2.8-1.8z"


def diagram(fen: str, rules: RuleSet, marked: Iterable[int], says: str, *, mirrored: bool = False) -> str:
    """The board as SVG, White below, its squares numbered, the `marked` ones outlined; `says` is the text for screen readers.

    A `mirrored` board has a light corner at White's left. FenError for a text that is not a position of these rules.
    """
    contents, places = parse_fen(fen, rules).contents(), board(rules.board_size)
    outlined, side = set(marked), rules.board_size * FIELD
    parts = [f'<rect width="{side}" height="{side}" fill="{LIGHT}" stroke="{LINE}" stroke-width="{EDGE}"/>']
    for square, content in enumerate(contents, 1):
        row, col = places.seen_at(square, mirrored=mirrored)
        parts.append(f'<g transform="translate({col * FIELD} {row * FIELD})">{_field(square, content, square in outlined)}</g>')
    box = f"{-EDGE} {-EDGE} {side + 2 * EDGE} {side + 2 * EDGE}"
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" role="img" aria-label="{escape(says)}">{"".join(parts)}</svg>'


def _field(square: int, content: Content, is_marked: bool) -> str:
    drawn = f'<rect width="{FIELD}" height="{FIELD}" fill="{DARK}"/>'
    if content is not Content.EMPTY:
        drawn += _piece(content)
    number = f'<text x=".5" y="2.3" font-size="2.1" font-family="sans-serif" fill="{NUMBER}">{square}</text>'
    if not is_marked:
        return drawn + number
    return f'{drawn}{number}<rect x=".5" y=".5" width="9" height="9" fill="none" stroke="{MARK}" stroke-width="1"/>'


def _piece(content: Content) -> str:
    fill, line = FILLS[str(content.side)]
    if not content.is_king:
        return _disc(5.5, 3.6, fill, line)
    return f'{_disc(6.1, 3.6, fill, line)}{_disc(5.2, 3.6, fill, line)}<path d="{CROWN}" transform="translate(5 5.4)" fill="{line}"/>'


def _disc(y: float, radius: float, fill: str, line: str) -> str:
    """A disc with a ring in it, so that a black disc shows on any paper."""
    ring = f'<circle cx="5" cy="{y}" r="{radius - 0.9}" fill="none" stroke="{line}" stroke-width=".25" stroke-opacity=".6"/>'
    return f'<circle cx="5" cy="{y}" r="{radius}" fill="{fill}" stroke="#111" stroke-width=".4"/>{ring}'
