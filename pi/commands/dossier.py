"""The command dossier: what the commission of appeal is to see of a dispute, as one file."""

from argparse import ArgumentParser, Namespace
from importlib.metadata import version
from pathlib import Path

from hub.texts.articles import articles
from pi.setup.output import complain
from record.papers.dossier import dossier, read_source
from record.store.files import write_atomically
from record.store.folder import JOURNAL_NAME

TELLS = """Writes one HTML file about a dispute, or about all that the arbiter was told: the pictures, the positions before and after,
the clocks, what was read and how surely, the articles, the rulings, and the moves so far. It is read and printed by itself; an appeal
must be made within 24 hours (appendix 5). The journal is read alone, also while the game goes on."""


def add_arguments(parser: ArgumentParser) -> None:
    """What the command is called with."""
    parser.add_argument("recording", type=Path, metavar="DIR", help="the folder with the journal, or the journal itself")
    parser.add_argument("--alert", metavar="N", help="of this alert alone, counted from 1 in the order told (default: all of them)")
    parser.add_argument(
        "--out", type=Path, metavar="FILE.html", help="where it goes (default: dossier.html, or dossier-N.html, in the current folder)"
    )


def write_dossier(args: Namespace) -> int:
    """Write the file, and say where; JournalError or DossierError where there is nothing to tell."""
    path: Path = args.recording / JOURNAL_NAME if args.recording.is_dir() else args.recording
    made = dossier(read_source(path, articles, version("damcam")), args.lang, args.alert)
    out = args.out or Path(f"dossier-{args.alert}.html" if args.alert else "dossier.html")
    write_atomically(out, made.html)
    complain(f"the dossier is in {out.absolute()}; to print it, or to save it as PDF, open it in a browser")
    return 0
