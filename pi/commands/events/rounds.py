"""What the task `pair` prints at a terminal."""

from hub.events.act import Done
from hub.events.changes import RoundPaired
from hub.events.groups import group_name
from pi.setup.output import print_table


def print_round(done: Done) -> None:
    """Print the round as a table."""
    state, made = done.before, done.change
    assert isinstance(made, RoundPaired)
    known = state.by_id
    rows = [
        (board, group_name(state, game.group), known[game.white].shown, known[game.black].shown) for board, game in enumerate(made.games, 1)
    ]
    free = [("", "", known[id].shown, "free") for id in made.free]
    print_table(("Board", "Group", "White", "Black"), [*rows, *free])
