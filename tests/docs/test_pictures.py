"""The scripts that take the pictures run in minutes; that they still fit the program is tried here in a second."""

import subprocess
import sys
from pathlib import Path

from docs.pictures import PLAYED, TIME_CONTROL, board_of
from docs.set_up_boards import PARTS, SET_UP, status_of
from hub.boards.readiness import ready_view
from link.status import WAITING
from record.session.state import State
from record.store.journal import Journal, fold
from tests.docs.commands import ROOT
from tests.support.waiting import WITHIN_S


def test_the_scripts_find_what_they_import(system: None) -> None:
    program = "import sys; sys.path.insert(0, sys.argv[1]); import film, pictures"
    subprocess.run([sys.executable, "-P", "-c", program, str(ROOT / "docs")], check=True, timeout=WITHIN_S)


def test_the_boards_of_the_wall_have_the_moves_that_are_shown(tmp_path: Path) -> None:
    for number, (plies, white, black) in enumerate(PLAYED, 1):
        state = board_of(tmp_path, number, plies, white, black)
        with Journal.reader(state / "games" / "0001" / "journal.jsonl") as journal:
            game = fold(journal)
        assert game.opening
        assert (len(game.rulings), game.opening.about.tags.white, game.opening.about.tags.black) == (plies, white, black)


def test_the_boards_before_the_round_are_shown_as_their_services_would_tell() -> None:
    for about, checks in SET_UP:
        told = ready_view(status_of(about, checks, TIME_CONTROL), State(), {})
        levels = {check.name: check.level for check in told["checks"]}
        assert (told["phase"], told["about"], tuple(levels)) == (WAITING, about, PARTS)
        assert {name: level for name, level in levels.items() if level != "ok"} == {check.name: check.level for check in checks}
