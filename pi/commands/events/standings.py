"""The task `event standings`: the order, and why each has his place."""

from argparse import ArgumentParser, Namespace
from collections.abc import Mapping

from pi.commands.events.contest import print_contest
from pi.commands.events.opening import add_event, opened_any, place_said
from pi.commands.questions.answers import event_standings_answer
from pi.setup.output import complain, print_json, print_table, wants_json
from record.texts import ENGLISH
from rules.errors import Phrase
from tournament.events.anonymous import in_language
from tournament.events.crosstable import figures_of
from tournament.events.ending import is_over, rounds_remarks
from tournament.events.standing import GroupStandings, PlaceSays, all_standings, marked, notes_of, notes_of_groups, reason_of
from tournament.events.state import EventState


class StandingsHeads(Phrase):
    """The headings of the standings."""

    OF_GROUP = "Group {name}"
    PLACE = "Place"
    NAME = "Name"
    POINTS = "Points"
    SB = "SB"
    BOARD_POINTS = "Board points"
    RESISTANCE = "Resistance"
    WHY = "Why"


def add_arguments(parser: ArgumentParser) -> None:
    parser.description = """Shows the standings as the regulation orders them, as if the event were over, and why each has his
place. --json prints the answer of damcam event ask standings, with "over": whether the last game is in. Of an event of several groups it
prints {"groups": [{"group": NAME, ...that answer}, ...], "article": ...}, and in competition A "first_of_groups", the answer of
first-of-groups (A 5), once each group has a winner. Of a problem contest (H) it shows the jury's order, or says that there is none
yet."""
    add_event(parser)


def run(args: Namespace) -> int:
    """Show the standings."""
    state = opened_any(args).state
    if state.is_contest:
        print_contest(state, args)
        return 0
    for remark in rounds_remarks(state):
        complain(remark)
    if wants_json(args.json):
        print_json(event_standings_answer(all_standings(state)))
        return 0
    print_all(state)
    return 0


def print_all(state: EventState) -> None:
    """Print the standings of all groups, with what is still open."""
    found, names = all_standings(state), in_language(state, ENGLISH).names
    for one in found.groups:
        if one.name:
            print(str(StandingsHeads.OF_GROUP.said(name=one.name)))
        _print_standings(one, names)
        for note in notes_of(one, names):
            print(str(note))
        print()
    for note in notes_of_groups(found, names) if is_over(state) else ():
        print(str(note))
    if missing := state.missing():
        print(str(PlaceSays.AS_IT_STANDS.said(count=len(missing))))


def _print_standings(group: GroupStandings, names: Mapping[str, str]) -> None:
    says = StandingsHeads
    heads = [str(one.said()) for one in (says.PLACE, says.NAME, *(says[key.upper()] for key in figures_of(group.table[0])), says.WHY)]
    shown = {id: marked(name, ENGLISH) if id in group.withdrawn else name for id, name in names.items()}
    rows = [(place_said(row.places), shown[row.id], *figures_of(row).values(), str(reason_of(row, group, names))) for row in group.table]
    print_table(heads, rows)
