"""The command `dossier`: a dispute as one file, for the commission of appeal; or the result slip of a closed game."""

from argparse import ArgumentParser, Namespace
from importlib.metadata import version
from pathlib import Path

from hub.texts.articles import articles
from hub.tournament.folder import EventFolder
from hub.tournament.game_appeals import appeals_on
from pi.machine.named_game import journal_in
from pi.setup.loading import settings_here
from pi.setup.options import add_language, add_settings
from pi.setup.output import complain
from pi.usage.errors import UsageError
from record.files import write_atomically
from record.papers.dossier import dossier, read_source
from record.papers.slip import read_closed, slip
from rules.errors import Phrase

DESCRIPTION = """Writes one HTML file about one alert, or about all alerts that the arbiter got: the pictures, the positions before and
after, the clocks, what was read and how surely, the articles, the rulings, and the moves so far. The file needs nothing else to be read or
printed. An appeal must be made within 24 hours (appendix 5); those on the game in the events of this machine are told. The journal is
only read, also while the game goes on. With --slip it writes the result slip of a closed game instead, for both players and
the arbiter to sign."""


class DossierSays(Phrase):
    """What became of the dossier."""

    SLIP_WRITTEN = "the result slip is in {path}; to print it, on A4 or A5, open it in a browser"
    SLIP_OF_ALL = "--slip and --alert do not go together: a result slip is of the whole game"
    WRITTEN = "the dossier is in {path}; to print it, or to save it as PDF, open it in a browser"


def add_arguments(parser: ArgumentParser) -> None:
    parser.description = DESCRIPTION
    parser.add_argument("recording", type=Path, metavar="DIR", help="the folder with the journal, or the journal itself")
    parser.add_argument("--alert", metavar="N", help="only this alert, counted from 1 in the order in which they came (default: all)")
    parser.add_argument("--slip", action="store_true", help="the result slip of a closed game, one page to sign")
    parser.add_argument(
        "--out", type=Path, metavar="FILE.html", help="the file (default: dossier.html, dossier-N.html or slip.html, in the current folder)"
    )
    add_settings(parser)
    add_language(parser)


def run(args: Namespace) -> int:
    """Write the file and say where; LogError, DossierError or SlipError where there is no game, no such alert, or no closed game."""
    path = journal_in(args.recording)
    if args.slip:
        return _write_slip(path, args)
    source = read_source(path, articles, version("damcam"))
    appeals = appeals_on(EventFolder(settings_here(args.settings).board.events), source.told.state.opened.about.tags)
    made = dossier(source, args.lang, args.alert, appeals)
    out = args.out or Path(f"dossier-{args.alert}.html" if args.alert else "dossier.html")
    write_atomically(out, made.html)
    complain(DossierSays.WRITTEN.said(path=str(out.absolute())))
    return 0


def _write_slip(journal: Path, args: Namespace) -> int:
    if args.alert:
        raise UsageError(DossierSays.SLIP_OF_ALL.said())
    made = slip(read_closed(journal, version("damcam")), args.lang)
    out = args.out or Path("slip.html")
    write_atomically(out, made.html)
    complain(DossierSays.SLIP_WRITTEN.said(path=str(out.absolute())))
    return 0
