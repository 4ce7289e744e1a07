"""What is known of seasons: the events in files and the lists that an organiser names, put together."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from rules.errors import Phrase, Sentence, sentence_of
from tournament.errors import TournamentError
from tournament.events.event_file import event_files, read_event
from tournament.events.season.of_events import SeasonChoices, orders_of
from tournament.events.season.of_lists import classes_in, seasons_in
from tournament.events.season.orders import OrderInSeason
from tournament.events.season.proposal import without_listed


class GatheringFault(Phrase):
    """Why the files of a season are not read."""

    NO_FOLDER = "no event is named, and there is no folder of events {path}"
    NOT_READ = "{path} cannot be read: {why}"


@dataclass(frozen=True, slots=True)
class Gathered:
    """The orders of all seasons, the classes at the beginning that a list told, and what is remarked."""

    orders: tuple[OrderInSeason, ...]
    classes: dict[str, str]
    told: tuple[Sentence, ...]


def events_in(folder: Path) -> list[Path]:
    """The files of events in the folder, by name; other files there are passed over. TournamentError: it cannot be read."""
    try:
        return [path for path in event_files(folder) if path.suffix != ".new"]
    except FileNotFoundError as error:
        raise TournamentError(GatheringFault.NO_FOLDER.said(path=str(folder))) from error
    except OSError as error:
        raise TournamentError(GatheringFault.NOT_READ.said(path=str(folder), why=sentence_of(error))) from error


def gathered(
    events: Iterable[Path], lists: Sequence[tuple[str, bytes]], classes: tuple[str, bytes] | None, choices: SeasonChoices
) -> Gathered:
    """What the files say; each list is its name and its content. TournamentError names the file and the line that is wrong."""
    told: list[Sentence] = []
    listed: list[OrderInSeason] = []
    for name, content in lists:
        try:
            orders, read = seasons_in(content, Path(name).name)
        except TournamentError as error:
            raise TournamentError(error.sentence, name) from error
        told += read.told
        listed += orders
    of_events = [order for path in events for order in orders_of(read_event(path), choices)]
    of_winners = {(one.year, one.kind, one.group) for one in of_events if not one.is_of_groups}
    of_events = [one for one in of_events if not one.is_of_groups or (one.year, one.kind, one.group) not in of_winners]
    kept, left_out = without_listed(of_events, listed)
    levels: dict[str, str] = {}
    if classes:
        try:
            levels, read = classes_in(classes[1])
        except TournamentError as error:
            raise TournamentError(error.sentence, classes[0]) from error
        told += read.told
    return Gathered(tuple(kept), levels, (*told, *left_out))
