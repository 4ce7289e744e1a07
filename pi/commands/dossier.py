"""The command `dossier`: a dispute as one file, for the commission of appeal."""

from argparse import ArgumentParser, Namespace
from importlib.metadata import version
from pathlib import Path

from hub.texts.articles import articles
from pi.machine.named_game import journal_in
from pi.setup.output import complain
from record.papers.dossier import dossier, read_source
from record.store.files import write_atomically
from rules.errors import Phrase

DESCRIPTION = """Writes one HTML file about one alert, or about all alerts that the arbiter got: the pictures, the positions before and
after, the clocks, what was read and how surely, the articles, the rulings, and the moves so far. The file needs nothing else to be read or
printed. An appeal must be made within 24 hours (appendix 5). The journal is only read, also while the game goes on."""


class DossierSays(Phrase):
    """What became of the dossier."""

    WRITTEN = "the dossier is in {path}; to print it, or to save it as PDF, open it in a browser"


def add_arguments(parser: ArgumentParser) -> None:
    parser.description = DESCRIPTION
    parser.add_argument("recording", type=Path, metavar="DIR", help="the folder with the journal, or the journal itself")
    parser.add_argument("--alert", metavar="N", help="only this alert, counted from 1 in the order in which they came (default: all)")
    parser.add_argument(
        "--out", type=Path, metavar="FILE.html", help="the file (default: dossier.html, or dossier-N.html, in the current folder)"
    )


def run(args: Namespace) -> int:
    """Write the file and say where; JournalError or DossierError where there is no game or no such alert."""
    path = journal_in(args.recording)
    made = dossier(read_source(path, articles, version("damcam")), args.lang, args.alert)
    out = args.out or Path(f"dossier-{args.alert}.html" if args.alert else "dossier.html")
    write_atomically(out, made.html)
    complain(DossierSays.WRITTEN.said(path=str(out.absolute())), args.lang)
    return 0
