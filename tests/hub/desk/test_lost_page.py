"""In a real browser: the desk of a game whose journal has lost its end, the question, and the pages of spectators and players meanwhile."""

import re
import shutil
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from threading import Thread

import pytest

from hub.access.forms import MAX_LOG_BYTES
from hub.boards.readiness import GIVEN_NAME
from link.board_socket import BoardSocket
from link.messages import Accepted, Refused
from link.status import Damaged, LogSeen, Status
from pi.machine.given_log import logs_beyond, read_given
from record.store.folder import GAMES, JOURNAL_NAME
from record.store.salvage import continue_game, lost_in
from rules.errors import Sentence
from tests.hub.arbiters import admit, enter, sees
from tests.hub.conftest import Game
from tests.support.journals import rows_gone
from tests.support.waiting import wait_until


@pytest.fixture
def folder(tmp_path):
    """The folder of a game of four moves, of whose journal the last two are gone. The whole journal lies elsewhere."""
    folder = tmp_path / "state" / GAMES / "0001"
    folder.mkdir(parents=True)
    game = Game(folder).open(white="Jelle", black="Sytske")
    for side, start, end in (("white", 32, 28), ("black", 19, 23), ("white", 37, 32), ("black", 20, 24)):
        game.move(side, start, end)
    game.journal.close()
    shutil.copy(folder / JOURNAL_NAME, tmp_path / "damcam-1-0001.jsonl")
    rows_gone(folder / JOURNAL_NAME, 8)
    return folder


class Waiting:
    """A service that waits for the arbiter, and obeys one word. It knows that the hub has ten rows."""

    def __init__(self, folder) -> None:
        self.folder, self.state = folder, folder.parents[1]
        self.logs: tuple[LogSeen, ...] = ()
        self.given_is_no_more = False

    @contextmanager
    def speaks(self) -> Iterator[BoardSocket]:
        with closing(BoardSocket(self.state)) as self.spoken:
            self.spoken.start()
            self.tell()
            yield self.spoken

    def tell(self) -> None:
        damaged = Damaged("0001", 7, self.logs, 10, self.given_is_no_more)
        self.spoken.put(Status(t_ns=time.monotonic_ns(), damaged=damaged))

    def look(self) -> bool:
        self.logs = logs_beyond([self.state / GIVEN_NAME], lost_in(self.folder))
        self.tell()
        return bool(self.logs)

    def obey(self, spoken: BoardSocket) -> None:
        brought = wait_until(lambda: next(spoken.take(), None))
        word = brought.command.body
        given = read_given(self.state / GIVEN_NAME).rows if word.source else ()
        continue_game(self.folder, word.by, "2026-11-25T14:03:00+01:00", word.row, given)
        brought.answer(Accepted())


@pytest.fixture
def waiting(folder):
    return Waiting(folder)


@pytest.fixture
def server(serve, folder):
    return serve(folder, "--of", str(folder.parents[1]), *admit(folder))


def confirmed(page, waiting: Waiting, spoken: BoardSocket) -> None:
    service = Thread(target=waiting.obey, args=(spoken,))
    service.start()
    with page.expect_response(re.compile("/desk/1/recover$")) as answer:
        page.locator("#confirm-now").click()
    assert answer.value.ok
    service.join()


def test_the_arbiter_confirms_when_asked_back_and_a_spectator_sees_no_half_game_until_then(page, server, folder, waiting):
    viewer = page.context.new_page()
    viewer.goto(server.url)
    sees(viewer, {"#status": "This game cannot be shown now: the arbiter has to look at the recorder", "#rows tr": 0})
    page.bring_to_front()
    enter(page, server.url, "desk/1")
    goes_on = page.get_by_text("Go on with what is there …")
    lost = re.compile("journal.jsonl-tail"), re.compile("1 alert open The journal of this game has lost something.")
    waits = re.compile("Nothing of this game goes on until you have confirmed")
    sees(page, {"#lost": lost[0], "#lost-means": waits, "#bar": lost[1], "#go-there[href='#lost']": True, "title": "(1) Arbiter's desk"})
    for size in ({"width": 1366, "height": 768}, page.viewport_size):
        page.set_viewport_size(size)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "nothing is cut off at the side"
    sound = page.get_by_label("the sound beginning of the journal: up to row 7, press 2")
    sound.press("Enter")
    sees(page, {"#confirm-now": False})
    goes_on.click()
    sees(page, {"#confirm-now": True})
    goes_on.click()
    sees(page, {"#confirm-now": False})
    goes_on.click()
    with waiting.speaks() as spoken:
        confirmed(page, waiting, spoken)
    sees(page, {"#lost": False, "#bar": False, "#standing": "White to move", "#rulings li": re.compile("14:03, by Anke")})
    sees(viewer, {"#status": "Live", "#rows tr": 1})


def test_the_arbiter_sees_what_another_log_has_and_goes_on_with_it(page, server, folder, waiting):
    with waiting.speaks() as spoken:
        enter(page, server.url, "desk/1")
        sees(page, {"#give-hub": "The hub has this game up to row 10.", "#lost-logs li": 1, "#confirm-part": True})
        page.locator("#given-log").set_input_files(folder.parents[2] / "damcam-1-0001.jsonl")
        sees(page, {"#give-says": re.compile("The recorder reads the file")})
        wait_until(waiting.look)
        sees(page, {"#lost-logs li": 2})
        page.get_by_label("the file that was given: up to row 11, press 4").check()
        page.get_by_text("Go on with what is there …").click()
        confirmed(page, waiting, spoken)
    sees(page, {"#lost": False, "#standing": "White to move"})
    assert lost_in(folder) is None


def test_a_file_that_does_not_help_is_told_and_so_is_what_another_arbiter_did_before(page, server, folder, waiting, tmp_path):
    page.lost = "409"
    with (tmp_path / "large.jsonl").open("wb") as file:
        file.truncate(MAX_LOG_BYTES + 1)
    with waiting.speaks() as spoken:
        enter(page, server.url, "desk/1")
        page.locator("#given-log").set_input_files(tmp_path / "large.jsonl")
        sees(page, {"#feedback": re.compile("This file is larger than any log of a game, and was not sent")})
        assert not (waiting.state / GIVEN_NAME).exists()
        waiting.given_is_no_more = True
        waiting.tell()
        page.reload()
        sees(page, {"#give-says": re.compile("The file that was given has no more of this game")})
        page.get_by_text("Go on with what is there …").click()

        def refuse() -> None:
            wait_until(lambda: next(spoken.take(), None)).answer(Refused(Sentence.plain("the journal has lost nothing")))

        service = Thread(target=refuse)
        service.start()
        page.locator("#confirm-now").click()
        sees(page, {"#feedback": re.compile("Not done: the journal has lost nothing")})
        service.join()
