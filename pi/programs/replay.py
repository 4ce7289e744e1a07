"""The command `replay`: reads and rules a recorded session again, and prints a row for each press."""

import tempfile
from argparse import ArgumentParser, Namespace
from contextlib import nullcontext
from functools import partial
from pathlib import Path

from msgspec.structs import replace
from rich.console import Console
from rich.progress import Progress

from pi.game.keeping import Tell, Telling
from pi.machine.named_game import refuse_several
from pi.programs.session_player import play_session, prepare, recorded_game
from pi.setup import values
from pi.setup.loading import load_settings
from pi.setup.options import add_crowns, add_json, add_language, add_mirrored, add_settings
from pi.setup.output import complain, error_console, print_json, wants_json
from pi.setup.press_line import dropped_sentence, entered_line, press_line, word_line
from pi.setup.press_row import row
from record.events.of_game import Arbitrated, ContinuedOnPaper, Event, Ruled
from record.events.of_players import MoveEntered
from record.events.of_record import Undone
from record.files import write_atomically
from record.papers.game_pdn import export_pdn
from record.session.step import State, step
from record.store.folder import FIRST_PICTURE, JOURNAL_NAME, PDN_NAME, read_folder
from record.store.journal import Journal
from record.store.session_files import dropped_from
from rules.errors import Phrase, Sentence


class ReplaySays(Phrase):
    """What is read, and how."""

    READING = "reading {name}"
    RECORD = "the record is in {path}, the journal and the drawn pictures beside it"
    AS_RECORDED = "without its first picture no board is learnt: these are the rulings as they were recorded"


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("session", type=Path, metavar="SESSION", help="a session folder")
    parser.add_argument("--out", type=values.target, metavar="DIR", help="keep game.pdn, the journal and the drawn pictures here")
    add_mirrored(parser)
    add_crowns(parser)
    add_json(parser)
    add_settings(parser)
    add_language(parser)


def run(args: Namespace) -> int:
    """Print a row for each ruling as it falls; --out keeps game.pdn, the journal and the drawn pictures."""
    refuse_several(args.session)
    folder = read_folder(args.session)
    settings = load_settings(args.settings)
    as_json = wants_json(args.json)
    with (
        nullcontext(args.out) if args.out else tempfile.TemporaryDirectory(prefix="damcam-") as out,
        Progress(console=error_console(), transient=True, disable=not error_console().is_terminal) as progress,
    ):
        prepare(Path(out))
        bar = progress.add_task(str(ReplaySays.READING.said(name=folder.path.name)), total=len(folder.presses))

        def tell(event: Event, state: State) -> None:
            show = _print_row if as_json else partial(_print_line, lang=args.lang)
            show(event, state)
            progress.update(bar, completed=len(state.rulings))

        dropped = dropped_from(folder.about.others)
        if dropped:
            complain(dropped_sentence(dropped))
        if dropped and not (folder.path / FIRST_PICTURE).exists():
            complain(ReplaySays.AS_RECORDED.said())
            _tell_recorded(folder.path / JOURNAL_NAME, Path(out), tell)
        else:
            play_session(
                folder,
                Path(out),
                recorded_game(folder, settings.game, mirrored=args.mirrored, crowns=args.crowns),
                Telling(tell, args.lang, lambda text: complain(Sentence.plain(text))),
            )
    if args.out:
        complain(ReplaySays.RECORD.said(path=str(Path(args.out) / PDN_NAME)))
    return 0


def _print_row(event: Event, state: State) -> None:
    """Print the row of a ruling, or of the move that the players entered instead; other events have none."""
    if isinstance(event, Ruled):
        print_json(row(replace(event, alerts=state.told(event.alerts))))
    elif isinstance(event, MoveEntered) and event.taken:
        print_json(row(_amendment(event, state)))


def _print_line(event: Event, state: State, lang: str) -> None:
    """Print a line for people on a ruling, an entered move or a word of the arbiter; other events have none."""
    console = Console(highlight=False, soft_wrap=True)
    match event:
        case Ruled():
            console.print(press_line(replace(event, alerts=state.told(event.alerts)), lang))
        case MoveEntered():
            console.print(entered_line(event))
        case Arbitrated() | ContinuedOnPaper() | Undone():
            console.print(word_line(event))


def _tell_recorded(journal_path: Path, out: Path, tell: Tell) -> None:
    """Tell the events of the journal again; LogError where there is none."""
    state = State()
    with Journal.reader(journal_path) as journal:
        for _, event in journal.since(0):
            state = step(state, event)
            tell(event, state)
    write_atomically(out / PDN_NAME, export_pdn(state))


def _amendment(event: MoveEntered, state: State) -> Ruled:
    """The ruling of the press for which the players entered a move."""
    ruling = next(one for one in reversed(state.rulings) if one.seq == event.seq)
    return replace(ruling, alerts=state.told(ruling.alerts))
