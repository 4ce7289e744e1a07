"""The task `event season`: promotion, relegation and points ranking from the events of seasons, and their confirmation."""

import os
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from pi.commands.events.lists import list_in
from pi.commands.events.opening import named
from pi.commands.questions.answers import eights_answer, ranking_answer, teams_answer
from pi.setup import values
from pi.setup.loading import settings_here
from pi.setup.options import add_by, add_json, add_settings
from pi.setup.output import complain, print_json, print_table, wants_json
from rules.errors import Phrase
from tournament.events.same_names import distinct_names
from tournament.events.season.confirmed import confirm
from tournament.events.season.gathering import Gathered, events_in, gathered
from tournament.events.season.of_events import SeasonChoices
from tournament.events.season.orders import persons_of
from tournament.events.season.proposal import SeasonAsked, SeasonProposal, proposal
from tournament.events.season.telling import SeasonSays, groups_told, notes_of_season
from tournament.events.texts_given import line_in

LAST_OF_PROMOTION = 4
"""The place of the HA up to which players fill up the RHAA without anybody absent; each who is absent moves it on (C 9)."""


class SeasonHeads(Phrase):
    """The headings of the ranking and of the groups of the next season."""

    NEXT = "{group}, next season"
    RANKING = "Points ranking, season {year}"
    NUMBER = "Number"
    NAME = "Name"
    CLASS = "Class"
    WP = "WP"
    KP = "KP"
    SP = "SP"
    TP = "TP"
    LAST_FOUR = "Last four"


def add_arguments(parser: ArgumentParser) -> None:
    parser.description = """Proposes what follows from a season: promotion and relegation of the groups of eight (C 8, C 9, D 7) and of the
club championships (B 3), and the points ranking with its promotions (appendix 4). It reads event files, by default all in the folder
events of [board] state, and lists of older seasons. What a lot, a play-off or the arbiter still has to decide is told as open. --confirm
keeps the proposal in a file, by which damcam event new --from-season numbers the players of the next season. A list is CSV with the
columns year, kind, group, place, id, and if wanted event, name, class. kind is club, swiss, championship, teams or none."""
    parser.add_argument("events", nargs="*", metavar="EVENT", help="files of events (default: all in the folder events of [board] state)")
    parser.add_argument(
        "--csv", action="append", default=[], metavar="FILE", help="orders of seasons; may be given again; - reads standard input"
    )
    parser.add_argument("--lists-only", action="store_true", help="read no event file")
    parser.add_argument("--classes", metavar="FILE", help="a CSV of id and class: the classes before the oldest season")
    parser.add_argument("--year", type=values.positive, metavar="YYYY", help="the year in which the season began (default: the newest one)")
    parser.add_argument(
        "--absent", action="append", default=[], metavar="ID", help="who does not take part next time, or declines; may be given again"
    )
    parser.add_argument("--upper", default="", metavar="ID,ID", help="of two merged classes of teams, those of the upper one (B 3)")
    parser.add_argument(
        "--order", action="append", default=[], metavar="ID,ID", help="the order of some whose place no text parts; may be given again"
    )
    parser.add_argument("--f-counts", action="store_true", help="Swiss events of competition F count for the ranking")
    parser.add_argument("--confirm", type=values.target, metavar="FILE", help="keep the proposal there, confirmed")
    add_by(parser, "who confirms it")
    add_json(parser)
    add_settings(parser)


def run(args: Namespace) -> int:
    """Show the proposal, and keep it where it is confirmed."""
    decided = tuple(_ids(text) for text in args.order)
    known = _gathered(args, SeasonChoices(decided, args.f_counts, LAST_OF_PROMOTION + len(args.absent)))
    year = args.year or max((one.year for one in known.orders), default=0)
    absent = tuple(dict.fromkeys(args.absent))
    found = proposal(SeasonAsked(year, known.orders, absent, _ids(args.upper), known.classes))
    for note in known.told:
        complain(note)
    persons = persons_of(known.orders)
    if wants_json(args.json):
        print_json(_as_json(found))
    else:
        _print(found, distinct_names(persons.values()))
    if args.confirm is not None:
        by = line_in(args.by, "--by")
        confirm(args.confirm, found, persons, by, decided)
        complain(SeasonSays.CONFIRMED.said(year=str(found.year), by=by, path=str(args.confirm)))
    return 0


def _ids(text: str) -> tuple[str, ...]:
    return tuple(id.strip() for id in text.split(",") if id.strip())


def _gathered(args: Namespace, choices: SeasonChoices) -> Gathered:
    folder = settings_here(args.settings).board.events
    events: Sequence[Path] = [named(name, folder) for name in args.events]
    if not events and not args.lists_only and (os.path.isdir(folder) or not args.csv):
        events = events_in(folder)
    lists = [(name, list_in(name)) for name in args.csv]
    classes = (args.classes, list_in(args.classes)) if args.classes is not None else None
    return gathered(events, lists, classes, choices)


def _as_json(found: SeasonProposal) -> dict[str, Any]:
    left = [str(one) for one in found.open]
    return {
        "season": found.year,
        "eights": eights_answer(found.eights) if found.eights else None,
        "teams": teams_answer(found.teams) if found.teams else None,
        "ranking": ranking_answer(found.ranking) if found.ranking else None,
        "open": left,
    }


def _print(found: SeasonProposal, names: dict[str, str]) -> None:
    says = SeasonHeads
    for group, ids in groups_told(found):
        print(str(says.NEXT.said(group=group)))
        heads = [str(one.said()) for one in (says.NUMBER, says.NAME)]
        print_table(heads, [(number, names.get(id, id)) for number, id in enumerate(ids, 1)])
        print()
    if found.ranking:
        print(str(says.RANKING.said(year=str(found.year))))
        heads = [str(one.said()) for one in (says.NAME, says.CLASS, says.WP, says.KP, says.SP, says.TP, says.LAST_FOUR)]
        rows = sorted(found.ranking.seasons[-1].rows, key=lambda row: (-row.sp, -row.tp, row.id))
        print_table(heads, [(names.get(row.id, row.id), row.player_class, row.wp, row.kp, row.sp, row.tp, row.last_four) for row in rows])
        print()
    for note in notes_of_season(found, names):
        print(str(note))
