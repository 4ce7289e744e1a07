"""The task `event draw`: the lot for numbers and groups."""

import secrets
from argparse import ArgumentParser, Namespace

from hub.events.drawing import drawn
from hub.events.groups import groups_of
from pi.commands.events.opening import add_changing, change, opened
from pi.setup import values
from pi.setup.output import print_json, wants_json

SEEDS = 10**6


def add_arguments(parser: ArgumentParser) -> None:
    parser.description = """Draws the lot for numbers and groups (A 3, D 4) and tells its seed. With the same seed and ids it can be
repeated before witnesses, also by another program: the ids stand in the order of the SHA-256 of SEED:ID, and the first group takes the
first ones. In competition G the groups are formed by strength, which is the order of the numbers (G 3). B and C draw no lot."""
    add_changing(parser)
    parser.add_argument("--seed", type=values.non_negative, metavar="N", help="the seed (default: one by chance)")


def run(args: Namespace) -> int:
    """Draw the lot."""
    event = opened(args)
    made = drawn(event.state, secrets.randbelow(SEEDS) if args.seed is None else args.seed)
    after = change(event, made, args)
    if wants_json(args.json):
        groups = [{"group": number, "ids": list(ids)} for number, ids in enumerate(groups_of(after.state), 1)]
        print_json({"seed": made.seed, "groups": groups})
    return 0
