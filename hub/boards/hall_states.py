"""The state folders of all boards of a hall: those on this machine, and the mirrored ones of boards that have joined."""

from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from hub.boards.board import KEY
from hub.boards.key_of_state import key_of
from record.store.mirror_mark import MARK_NAME


def mirrored_states(boards: Path) -> dict[str, Path]:
    """The mirrored state folders in that folder, by the keys of their boards; none where there is no such folder."""
    with suppress(OSError):
        found = sorted(path for path in boards.iterdir() if KEY.fullmatch(path.name) and (path / MARK_NAME).exists())
        return {path.name: path for path in found}
    return {}


def states_of_hall(own: Iterable[Path], boards: Path) -> dict[str, Path]:
    """The state folder of each board, by its key: the mirrored ones in the folder `boards`, and the `own` ones of this machine."""
    found = mirrored_states(boards)
    for state in own:
        found[key_of(state, found)] = state
    return found
