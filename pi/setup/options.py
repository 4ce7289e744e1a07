"""Options that several commands share. Each function imports what its option alone needs."""

import os
from argparse import ArgumentParser, _ActionsContainer
from collections.abc import Container

from rules.board.ruleset import CROWNS, NAMES


def add_rules(parser: _ActionsContainer) -> None:
    """Add --rules."""
    parser.add_argument("--rules", default="frisian", choices=NAMES, help="rule set (default: frisian)")


def add_json(parser: ArgumentParser, tells: str = "JSON lines, also on a terminal") -> None:
    """Add --json."""
    parser.add_argument("--json", action="store_true", help=tells)


def add_by(parser: ArgumentParser, who: str) -> None:
    """Add --by; `who` says whose name it is."""
    login = os.environ.get("LOGNAME") or os.environ.get("USER") or "somebody"
    parser.add_argument("--by", default=login, metavar="NAME", help=f"{who} (default: the login name)")


def add_weights(parser: ArgumentParser) -> None:
    """Add --weights, with a `rules.play.strongest.Weights` as its value."""
    from dataclasses import astuple

    from pi.setup import values
    from rules.play.strongest import DEFAULT_WEIGHTS

    default = ",".join(map(str, astuple(DEFAULT_WEIGHTS)))
    tells = f"what pieces count in the strongest position (English, section 7); ROW for each row come forward (default: {default})"
    parser.add_argument("--weights", type=values.weights, default=DEFAULT_WEIGHTS, metavar="KING,MAN,ROW", help=tells)


def add_corners(parser: ArgumentParser, more: str = "") -> None:
    """Add --corners, with the four corners in px as its value; `more` ends the help."""
    from pi.setup import values

    tells = "the four outer corners by hand, in pixels of the upright picture, in any order, off by half a square at most"
    parser.add_argument("--corners", type=values.corners, metavar="'X,Y X,Y X,Y X,Y'", help=tells + more)


def add_mirrored(parser: ArgumentParser) -> None:
    """Add --mirrored."""
    tells = "the board lies with a light corner at White's left; it is read as its mirror image, and without this it is turned (Art. 26)"
    parser.add_argument("--mirrored", action="store_true", help=tells)


def add_crowns(parser: ArgumentParser) -> None:
    """Add --crowns, with None as its value where it is not given."""
    tells = (
        "what shows that a piece is a king: its second disc, or nothing, and the moves alone tell (default: as the session or settings say)"
    )
    parser.add_argument("--crowns", choices=CROWNS, help=tells)


def add_settings(parser: ArgumentParser) -> None:
    """Add --settings, with a Path or None as its value."""
    from pathlib import Path

    from pi.setup.loading import INSTALLED

    tells = f"settings file (default: the one that DAMCAM_SETTINGS names, else {INSTALLED} where a board or hub is meant and it exists)"
    parser.add_argument("--settings", type=Path, default=os.environ.get("DAMCAM_SETTINGS") or None, metavar="FILE.toml", help=tells)


def add_language(parser: ArgumentParser) -> None:
    """Add --lang, for a command that writes alerts, papers or pages."""
    from record.texts import LANGUAGES

    tells = "language of the texts (default: the locale's, else en)"
    parser.add_argument("--lang", choices=LANGUAGES, default=_locale_language(LANGUAGES), help=tells)


def _locale_language(known: Container[str]) -> str:
    name = os.environ.get("LC_ALL") or os.environ.get("LC_MESSAGES") or os.environ.get("LANG") or ""
    return name[:2] if name[:2] in known else "en"
