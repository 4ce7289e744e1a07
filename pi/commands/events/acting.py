"""The commands of the acts on an event, made from the table of acts: `damcam event NAME EVENT ...`."""

from argparse import ArgumentParser, BooleanOptionalAction, Namespace
from collections.abc import Callable, Mapping
from dataclasses import Field
from datetime import datetime
from inspect import cleandoc
from typing import Any, Final

from pi.commands.events.contest import print_contest, print_problem
from pi.commands.events.lists import list_in
from pi.commands.events.opening import add_changing, opened, opened_any
from pi.setup import values
from pi.setup.output import complain, print_json, print_table, wants_json
from pi.usage.errors import UsageError
from record.papers.appeals import appeal_rows
from record.telling.sentences import as_json
from record.texts import ENGLISH, say
from rules.errors import DamcamError
from tournament.events.act import Act, Done, Given, IncompleteAct, check_fresh, decide, do, fields_of, key_of_field
from tournament.events.acts import ACTS
from tournament.events.anonymous import in_language
from tournament.events.changes import RoundPaired
from tournament.events.contest import check_contest
from tournament.events.groups import group_name
from tournament.events.state import EventState
from tournament.events.texts_given import line_in
from tournament.events.told_appeals import told_appeal


def task(name: str) -> "ActCommand":
    """The command of the act of that name."""
    return ActCommand(ACTS[name])


def _show_appeals(state: EventState, args: Namespace) -> None:
    for number in state.appeals:
        _tell_appeal(state, number, args)


def _show_problems(state: EventState, args: Namespace) -> None:
    check_contest(state)
    for id in state.problems:
        print_problem(state, id, args)


def _print_round(state: EventState, made: RoundPaired) -> None:
    names = state.names
    rows = [(board, group_name(state, game.group), names[game.white], names[game.black]) for board, game in enumerate(made.games, 1)]
    free = [("", "", names[id], "free") for id in made.free]
    print_table(("Board", "Group", "White", "Black"), [*rows, *free])


def _tell_appeal(state: EventState, number: int, args: Namespace) -> None:
    """Print the appeal, with its commission and verdict where they are known."""
    if wants_json(args.json):
        print_json(_appeal_as_json(state, number))
        return
    told = told_appeal(in_language(state, ENGLISH), number)
    print(say(ENGLISH, "Appeal {number} ({event})", number=number, event=told.event))
    for label, value in appeal_rows(told, ENGLISH):
        print(f"  {label}: {value}")


def _appeal_as_json(state: EventState, number: int) -> dict[str, Any]:
    one, seated, verdict = state.appeals[number], state.commissions.get(number), state.verdicts.get(number)
    told: dict[str, Any] = {
        "appeal": number,
        "round": one.round if one.round > 0 else None,
        "play_off": -one.round if one.round < 0 else None,
        "white": one.white,
        "black": one.black,
        "board": one.board or None,
        "party": one.party,
        "against": one.against,
        "grounds": one.grounds,
        "told": one.told or None,
        "made": one.made,
        "admissible": not one.reasons,
        "reasons": list(one.reasons),
        "until": one.until or None,
        "decide_before": one.decide_before or None,
    }
    if seated:
        told |= {"sit": list(seated.sit), "stand_back": list(seated.stand_back), "chair": seated.chair, "vice": seated.vice}
    if verdict:
        votes = {vote.member: vote.vote for vote in verdict.votes}
        told |= {"votes": votes, "outcome": verdict.outcome or None, "casting": verdict.casting or None, "said": verdict.said}
    return told


VIEWS: Final[Mapping[str, Callable[[EventState, Namespace], None]]] = {"appeal": _show_appeals, "problem": _show_problems}
"""What a command shows where it is given no word besides the event."""
SHOWN: Final[Mapping[str, Callable[[Done, Namespace], None]]] = {
    **dict.fromkeys(("appeal", "commission", "verdict"), lambda done, args: _tell_appeal(done.after.state, done.change.number, args)),
    "problem": lambda done, args: print_problem(done.after.state, done.change.id, args),
    "order": lambda done, args: print_contest(done.after.state, args),
}
"""What the commands print that show more of the event than what was done."""


class ActCommand:
    """The command of an act."""

    def __init__(self, act: Act) -> None:
        self._act = act

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.description = cleandoc(self._act.fields.__doc__ or "").replace("\n", " ")
        add_changing(parser)
        for one, given in fields_of(self._act):
            if given.help:
                _add(parser, one, given)
        parser.add_argument(
            "--based-on-row",
            type=values.positive,
            metavar="ROW",
            help="the last change of the event that was seen, as damcam event log numbers it; nothing is done where it was changed since",
        )

    def run(self, args: Namespace) -> int:
        """Do it. With --based-on-row and --json a refusal and the notes are printed as sentences with their values too, which the page
        that asked translates."""
        is_asked_by_page = args.based_on_row is not None and args.json
        try:
            return self._run(args)
        except IncompleteAct as error:
            raise UsageError(error.sentence) from error
        except DamcamError as error:
            if is_asked_by_page:
                print_json({"error": as_json(error.sentence)})
            raise

    def _run(self, args: Namespace) -> int:
        act = self._act
        event = opened(args) if act.is_for_games else opened_any(args)
        words = [one.name for one, how in fields_of(act) if how.is_word]
        if act.name in VIEWS and not any(getattr(args, name) for name in words):
            VIEWS[act.name](event.state, args)
            return 0
        given = act.fields(
            **{one.name: _value(args, one) for one, how in fields_of(act) if how.help and getattr(args, one.name) is not None}
        )
        if args.based_on_row is not None:
            check_fresh(act, event, given, args.based_on_row)
        is_proposed, by, now = getattr(given, "propose", False), line_in(args.by, "--by"), datetime.now()
        done = decide(act, event, given, now) if is_proposed else do(act, event, given, by, now)
        for said in done.decided.notes if is_proposed else done.told():
            complain(said)
        if act.name in SHOWN:
            SHOWN[act.name](done, args)
        elif wants_json(args.json):
            notes = {"notes": [as_json(note) for note in done.decided.notes]} if args.based_on_row is not None and args.json else {}
            for row in act.answer(done):
                print_json({**row, **notes})
        elif act.name == "pair":
            _print_round(done.before, done.change)
        return 0


def _add(parser: ArgumentParser, one: "Field[Any]", given: Given) -> None:
    """Add the word or the option of a field."""
    key, kind = key_of_field(one).replace("_", "-"), one.type
    options: dict[str, Any] = {"help": given.help}
    if given.choices:
        options["choices"] = tuple(given.choices)
    if given.is_word:
        options["metavar"] = None if given.choices else given.metavar or key.upper()
        if kind == tuple[str, ...]:
            options["nargs"] = "+" if given.is_required else "*"
        elif not given.is_required:
            options["nargs"] = "?"
        parser.add_argument(one.name, **options, **_type_of(kind))
        return
    name = f"--{key}"
    if kind is bool:
        parser.add_argument(name, action="store_true", dest=one.name, help=given.help)
    elif kind == bool | None:
        parser.add_argument(name, action=BooleanOptionalAction, dest=one.name, help=given.help)
    elif kind == tuple[str, ...]:
        parser.add_argument(name, action="append", dest=one.name, metavar=given.metavar or "TEXT", **options)
    else:
        if not given.choices:
            options["metavar"] = given.metavar or "TEXT"
        parser.add_argument(name, dest=one.name, required=given.is_required, **options, **_type_of(kind))


def _type_of(kind: Any) -> dict[str, Any]:
    if kind is int:
        return {"type": values.positive}
    return {"type": values.non_negative} if kind == int | None else {}


def _value(args: Namespace, one: "Field[Any]") -> Any:
    value = getattr(args, one.name)
    if one.type == bytes | None:
        return list_in(value)
    return tuple(value) if one.type == tuple[str, ...] else value
