"""Which boards the hub on this machine has."""

from argparse import Namespace
from contextlib import suppress
from pathlib import Path

from hub.boards.hall_states import states_of_hall
from hub.broker.hall import Hall, HallError
from pi.setup.loading import settings_here
from rules.errors import DamcamError, Phrase


class NoBoards(Phrase):
    """Why nothing can be done for all boards, and what to do."""

    NONE = "this machine has no boards: none has joined, and [hub] states names none"
    AT_THE_HUB = "do it at the hub; a board joins with the file that its page Boards makes"


class HallBoardsError(DamcamError, LookupError):
    """There are no boards here; the text says what to do."""


def hall_of(args: Namespace) -> Hall:
    """The hall that the words name with --hub, or the settings; SettingsError."""
    return Hall(getattr(args, "hub", None) or Path(settings_here(args.settings).board.state))


def hall_boards(args: Namespace) -> dict[str, Path]:
    """The state folders of the hub's boards by their keys; HallBoardsError where there is none, SettingsError."""
    hall = hall_of(args)
    found = states_of_hall(map(Path, settings_here(args.settings).hub.states.split()), hall.boards)
    if not found:
        raise HallBoardsError(NoBoards.NONE.said(NoBoards.AT_THE_HUB.said()), str(hall.folder))
    return found


def enrolled_keys(args: Namespace) -> tuple[str, ...]:
    """The keys of the boards that are enrolled at the hub on this machine, whether they have joined or not; none where no hub is set up."""
    with suppress(HallError):
        return hall_of(args).keys()
    return ()
