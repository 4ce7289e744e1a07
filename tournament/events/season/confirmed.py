"""A season that a person confirmed: a JSON file that is written once, and numbers the players of the next season."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec
from msgspec import structs

from record.files import write_atomically
from record.store.json_text import json_in
from rules.errors import DamcamError, Phrase, sentence_of
from tournament.competitions import PlayerClass
from tournament.errors import TournamentError
from tournament.events.changes import Entrant, EventMade
from tournament.events.season.proposal import SeasonProposal, numeral
from tournament.promotion import GroupsOfEight, TeamGroups
from tournament.ranking import PointsRanking

MARK, VERSION = "damcam season", 1


class ConfirmingFault(Phrase):
    """Why a season is not confirmed, or its file numbers nobody."""

    OPEN = "the proposal cannot be confirmed while something is open: {what}"
    NOTHING = "the season has nothing that could be confirmed: no promotion and no ranking"
    THERE_ALREADY = "{path} is there already; a confirmed season is not written over"
    NOT_READ = "{path} cannot be read: {why}"
    NO_SEASON = "{path} is no season that damcam event season confirmed"
    ALTERED = "{path} was altered since {by} confirmed it; take a copy from before"
    OTHER_VERSION = "{path} is of version {version}, and this damcam reads version {ours}; use a newer damcam"
    NUMBERS_NOBODY = "a season numbers competition C, the groups of B and the HA of D, not competition {competition} {level}"
    NOT_IN_IT = "{path} has no numbers for {what}"
    ANOTHER_SEASON = "the date {date} is not in season {year}, which {path} numbers"


class SeasonFile(msgspec.Struct, frozen=True, kw_only=True):
    """What the file says. The names of the fields are its format."""

    mark: str = MARK
    version: int = VERSION
    season: int
    """The year in which it began."""
    by: str
    at: str
    """When it was confirmed."""
    eights: GroupsOfEight | None
    teams: TeamGroups | None
    ranking: PointsRanking | None
    decided: tuple[tuple[str, ...], ...]
    persons: tuple[Entrant, ...]
    """Those whom it numbers, as far as anything is known of them."""


@dataclass(frozen=True, slots=True)
class ConfirmedSeason:
    """A confirmed season, and the path of its file."""

    path: Path
    told: SeasonFile

    @property
    def year(self) -> int:
        return self.told.season


def confirm(path: Path, found: SeasonProposal, persons: Mapping[str, Entrant], by: str, decided: tuple[tuple[str, ...], ...]) -> None:
    """Write what was confirmed; TournamentError where something is open, or the file is there."""
    if found.open:
        raise TournamentError(ConfirmingFault.OPEN.said(what=found.open))
    if not (found.eights or found.teams or found.ranking):
        raise TournamentError(ConfirmingFault.NOTHING.said())
    if path.exists():
        raise TournamentError(ConfirmingFault.THERE_ALREADY.said(path=str(path)))
    season = SeasonFile(
        season=found.year,
        by=by,
        at=datetime.now().astimezone().isoformat(timespec="seconds"),
        eights=found.eights,
        teams=found.teams,
        ranking=found.ranking,
        decided=decided,
        persons=tuple(persons[id] for id in sorted(_named(found)) if id in persons),
    )
    told = msgspec.to_builtins(season)
    write_atomically(path, json.dumps({**told, "sha256": _digest(told)}, ensure_ascii=False, indent=1) + "\n")


def _digest(told: Mapping[str, Any]) -> str:
    return sha256(json.dumps(told, ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


def _named(found: SeasonProposal) -> Iterator[str]:
    if found.eights:
        yield from (id for group in (*found.eights.groups.values(), found.eights.to_ha) for id in group)
    if found.teams:
        yield from (id for group in found.teams.groups for id in group)


def confirmed_in(path: Path) -> ConfirmedSeason:
    """The season of that file; TournamentError where it is none, or altered, or of another version."""
    try:
        told = json_in(path.read_bytes())
    except (OSError, DamcamError) as error:
        raise TournamentError(ConfirmingFault.NOT_READ.said(path=str(path), why=sentence_of(error))) from error
    if not isinstance(told, dict) or told.get("mark") != MARK:
        raise TournamentError(ConfirmingFault.NO_SEASON.said(path=str(path)))
    if told.get("version") != VERSION:
        version = str(told.get("version"))
        raise TournamentError(ConfirmingFault.OTHER_VERSION.said(path=str(path), version=version, ours=VERSION))
    if told.pop("sha256", "") != _digest(told):
        raise TournamentError(ConfirmingFault.ALTERED.said(path=str(path), by=str(told.get("by", ""))))
    try:
        return ConfirmedSeason(path, msgspec.convert(told, SeasonFile))
    except msgspec.ValidationError as error:
        raise TournamentError(ConfirmingFault.NOT_READ.said(path=str(path), why=sentence_of(error))) from error


def numbered(season: ConfirmedSeason, made: EventMade) -> tuple[Entrant, ...]:
    """Who plays in the event that is made, with the numbers; TournamentError where the season does not number it."""
    persons = {one.id: one for one in season.told.persons}
    ids = enumerate(_numbers(season, made), 1)
    return tuple(structs.replace(persons.get(id, Entrant(id)), in_class="", number=number) for number, id in ids)


def _numbers(season: ConfirmedSeason, made: EventMade) -> tuple[str, ...]:
    eights, teams = season.told.eights, season.told.teams
    ids: tuple[str, ...] | None = None
    if made.competition == "C":
        ids = eights.groups[PlayerClass(made.in_class)] if eights else None
    elif made.competition == "D" and made.in_class == PlayerClass.HA:
        ids = eights.to_ha if eights else None
    elif made.competition == "B":
        ids = {numeral(number): group for number, group in enumerate(teams.groups, 1)}.get(made.group) if teams else None
    else:
        level: str = made.in_class or made.group
        raise TournamentError(ConfirmingFault.NUMBERS_NOBODY.said(competition=made.competition, level=level))
    if not ids:
        raise TournamentError(ConfirmingFault.NOT_IN_IT.said(path=str(season.path), what=made.in_class or made.group))
    return ids


def check_next(season: ConfirmedSeason, made: EventMade, in_season: int) -> None:
    """TournamentError where the event is not of the season after the confirmed one."""
    if made.date and in_season <= season.year:
        raise TournamentError(ConfirmingFault.ANOTHER_SEASON.said(date=made.date, year=str(season.year + 1), path=str(season.path)))
