"""Writes an event as files: its games by round as PDN, dossiers, standings, and an index.

Only games that are over are written: of a game that is still played the public may know what the pages show, with their delay.
"""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path

from hub.board_faults import MISSHAPEN
from hub.boards.game_address import event_in_address
from hub.boards.round_games import in_address
from hub.events.csv_files import csv_files
from hub.events.event_file import read_event
from hub.texts.articles import articles
from hub.tournament.game_appeals import appeals_on
from hub.venue.export_index import DOSSIERS, INDEX, ExportedEvent, ExportedGame, index_page
from hub.venue.hall_results import HallResult, hall_results
from hub.venue.new_folder import new_folder
from record.papers.dossier import dossier, read_source
from record.papers.game_pdn import export_pdn
from record.store.folder import GAMES, JOURNAL_NAME
from rules.errors import DamcamError, Phrase, Sentence, sentence_of

MAX_PART, DIGITS = 60, 8
"""The bytes of each of three parts of a file's name, of which it may have 255, and how many of them tell a long one from another."""


class ExportFault(Phrase):
    """Why nothing is exported."""

    NO_GAMES = "no game has begun at any board"
    NO_EVENT = "there is no game of the event {event}; there are {events}"


class ExportError(DamcamError, LookupError):
    """There is nothing to export."""


@dataclass(frozen=True, slots=True)
class ExportSource:
    """From what is exported: the state folders of the boards by their keys, the files of events, and the version of damcam."""

    states: Mapping[str, Path]
    events: Path
    version: str


@dataclass(slots=True)
class ExportedAll:
    """What was exported, and what was left out."""

    events: list[ExportedEvent] = field(default_factory=list)

    @property
    def games(self) -> int:
        return sum(len(one.games) for one in self.events)

    @property
    def left_out(self) -> list[tuple[HallResult, Sentence]]:
        return [out for one in self.events for out in one.left_out]


def export(source: ExportSource, target: Path, event: str | None, lang: str) -> ExportedAll:
    """Write all events, or that one, into the folder `target`; ExportError where there is none, NewFolderError."""
    found = hall_results(source.states)
    wanted = [one for one in found if event is None or in_address(one.tags.event or "") == in_address(event)]
    if not wanted:
        names = tuple(sorted({one.tags.event or one.tags.date or "-" for one in found}))
        raise ExportError(ExportFault.NO_EVENT.said(event=event, events=names) if found and event else ExportFault.NO_GAMES.said())
    made = ExportedAll()
    with new_folder(target) as folder:
        for name in dict.fromkeys(event_in_address(one.tags) for one in wanted):
            games = [one for one in wanted if event_in_address(one.tags) == name]
            made.events.append(_write_event(source, folder, name, games, lang))
        (folder / INDEX).write_text(index_page(made.events, lang), encoding="utf-8")
    return made


def _write_event(source: ExportSource, folder: Path, name: str, found: Iterable[HallResult], lang: str) -> ExportedEvent:
    made, named = ExportedEvent(name), in_file_name(name)
    rounds: dict[str, list[str]] = {}
    for one in found:
        if one.missing and not one.is_over:
            made.left_out.append((one, one.missing))
            continue
        try:
            told = read_source(source.states[one.key] / GAMES / one.game / JOURNAL_NAME, articles, source.version)
            appeals = appeals_on(source.events, told.told.state.opened.about.tags)
            text = export_pdn(told.told.state, remarks=False)
            paper = dossier(told, lang, appeals=appeals).html if told.told.disputes or appeals.told else ""
        except (DamcamError, *MISSHAPEN) as error:
            made.left_out.append((one, sentence_of(error)))
            continue
        round_ = in_file_name(in_address(one.tags.round or ""))
        rounds.setdefault(round_, []).append(text)
        written = f"{DOSSIERS}/{named}-{round_}-{in_file_name(in_address(one.board))}-{one.game}.html" if paper else ""
        if paper:
            (folder / DOSSIERS).mkdir(exist_ok=True)
            (folder / written).write_text(paper, encoding="utf-8")
        made.games.append(ExportedGame(one, f"{named}/round-{round_}.pdn", written))
    (folder / named).mkdir()
    for round_, texts in rounds.items():
        (folder / named / f"round-{round_}.pdn").write_text("\n".join(texts), encoding="utf-8")
    for table, text in _standings(source.events, name):
        (folder / named / table).write_text(text, encoding="utf-8")
        made.tables.append(f"{named}/{table}")
    return made


def in_file_name(name: str) -> str:
    """A part of a file's name: the name as addresses write it, cut off where it is long, and told from others that begin so."""
    if len(text := name.encode()) <= MAX_PART:
        return name
    return f"{text[: MAX_PART - DIGITS - 1].decode(errors='ignore')}-{sha256(text).hexdigest()[:DIGITS]}"


def _standings(events: Path, name: str) -> Iterator[tuple[str, str]]:
    """Results and standings of the event of that name, where its file is in the folder of the events."""
    with suppress(OSError):
        for path in sorted(events.iterdir()):
            with suppress(DamcamError):
                state = read_event(path).state
                if in_address(state.made.name) == name and not state.is_contest:
                    yield from csv_files(state)
                    return
