"""The date and the beginning of a game are those of its first clock or move, and right as soon as the time of day is known."""

from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta, timezone

import pytest

from pi.game.beginning import ClosedGame, ClosedGames, settings_at
from pi.game.keeping import KeptGame, Telling, Writing
from record.events.about import About, KeptSettings, PublicTags
from record.events.of_game import Arbitrated, ClockStarted, Event, Pressed, SessionClosed, SessionOpened
from record.events.of_record import Described
from record.papers.game_pdn import export_pdn
from record.papers.rows import since_beginning
from record.papers.time_of_day import at_moment, kept, when_ruled
from record.session.running import RunningGame
from record.store.folder import read_folder
from record.store.in_short import in_short
from record.store.journal import Journal, fold
from tests.support.live.table import SMALL, quiet, ruled

S, MINUTE_S = 1_000_000_000, 60
START = "W:W31,32,33:B18,19,20"
NOON = datetime.fromisoformat("2026-11-28T12:00:00+01:00")
OLD = datetime.fromisoformat("2025-03-01T00:17:00+01:00")
"""What a Pi without a clock of its own believes when it starts."""


@dataclass
class Board:
    """A game at a board whose time of day the test sets: `at` is true, `off` is by how much the machine believes it to be otherwise."""

    journal: Journal
    at: datetime = NOON
    off: timedelta = timedelta()
    is_set: bool = True
    t_ns: int = 0
    """The game's own time."""
    keeper: KeptGame = field(init=False)

    def __post_init__(self) -> None:
        self.serve()

    def serve(self) -> None:
        """Start the service, which goes on with what is in the journal."""
        writing = Writing(self.journal, time_of_day=lambda: self.noted)
        self.keeper = KeptGame(writing, Telling(lambda _event, _state: None))
        if self.journal.last_id:
            self.keeper.resume(RunningGame(fold(self.journal)), self.t_ns, {})

    @property
    def noted(self) -> str:
        return kept(self.at + self.off, is_set=self.is_set)

    def open(self, control: str = "80m+60s", **tags: str) -> None:
        about = About(PublicTags(**tags), settings_at(self.noted))
        self.keep(SessionOpened("frisian", 10, START, control, 4800 * S, 4800 * S, about))

    def keep(self, event: Event) -> None:
        self.keeper.keep(event, self.t_ns)

    def start(self) -> None:
        self.keep(ClockStarted(self.t_ns, "white"))

    def rule(self) -> None:
        self.keep(Arbitrated(self.t_ns, 0, "to-move", "Bouma", START))

    def pass_time(self, seconds: float) -> None:
        """Let time pass, in which the service looks again and again."""
        self.at += timedelta(seconds=seconds)
        self.t_ns += round(seconds * S)
        self.keeper.tell_time(self.t_ns, in_real_time=True)

    def cut_power(self, seconds: float) -> None:
        self.at += timedelta(seconds=seconds)
        self.serve()

    @property
    def date(self) -> str:
        """The date in the PDN and in the archive, which agree."""
        listed, state = in_short(self.journal.path), fold(self.journal)
        assert listed
        assert (listed.tags.date or "????.??.??") in export_pdn(state)
        return listed.tags.date or ""

    @property
    def began(self) -> tuple[datetime, bool] | None:
        """The time of day of the first clock or move as the journal has it, and whether it is sure; None before it."""
        state = fold(self.journal)
        settings = state.opened.about.settings
        if state.began_ns is None or not settings.began:
            return None
        return datetime.fromisoformat(settings.began) + timedelta(microseconds=state.began_ns // 1000), not settings.began_unsure


@pytest.fixture
def board(tmp_path):
    with Journal.create(tmp_path / "journal.jsonl") as journal:
        yield Board(journal)


def test_a_board_that_waits_for_a_week_gives_the_game_the_day_of_its_first_clock(board):
    board.open()
    board.pass_time(10)
    assert (board.date, board.began) == ("", None)
    board.pass_time(7 * 24 * 3600)
    board.start()
    board.pass_time(30 * MINUTE_S)
    week_later = NOON + timedelta(days=7, seconds=10)
    assert (board.date, board.began) == ("2026.12.05", (week_later, True))
    state = fold(board.journal)
    assert at_moment(state, board.t_ns) == week_later + timedelta(minutes=30)
    assert sum(isinstance(event, Described) for _, event in board.journal.since(0)) == 1, "it is told once"


def test_without_a_clock_the_first_move_is_the_beginning(board):
    board.open("none")
    board.start()
    board.pass_time(24 * 3600)
    assert (board.date, board.began) == ("", None)
    board.keep(Pressed(1, board.t_ns, "white", 0, 0, "black"))
    assert (board.date, board.began) == ("2026.11.29", (NOON + timedelta(days=1), True))


def test_a_game_that_ends_before_a_clock_ran_has_the_day_of_its_end(board):
    board.open()
    board.pass_time(3 * 24 * 3600)
    board.keep(SessionClosed(board.t_ns, "*"))
    assert board.date == "2026.12.01"


def test_a_date_that_somebody_gave_stays(board):
    board.open(date="2026.11.21")
    board.start()
    assert (board.date, board.began) == ("2026.11.21", (NOON, True))


def test_a_date_that_somebody_corrects_stays_when_the_time_is_known(board):
    board.off, board.is_set = OLD - NOON, False
    board.open()
    board.start()
    board.keep(Described(board.t_ns, "Bouma", About(PublicTags(date="2026.11.27"))))
    board.off, board.is_set = timedelta(), True
    board.pass_time(5)
    assert (board.date, board.began) == ("2026.11.27", (NOON, True))


def test_an_old_date_at_the_start_of_the_machine_is_put_right_once_the_time_is_known_also_beside_the_rulings_before(board):
    board.off, board.is_set = OLD - NOON, False
    board.open()
    board.pass_time(600)
    board.start()
    board.pass_time(602)
    board.rule()
    assert board.began == (OLD + timedelta(seconds=600), False)
    state = fold(board.journal)
    assert when_ruled(state, state.words[0].t_ns, state.words[0].at) == (OLD + timedelta(seconds=1202), False)
    board.pass_time(60)
    board.off, board.is_set = timedelta(), True
    board.pass_time(MINUTE_S)
    assert (board.date, board.began) == ("2026.11.28", (NOON + timedelta(seconds=600), True))
    state = fold(board.journal)
    assert when_ruled(state, state.words[0].t_ns, state.words[0].at) == (NOON + timedelta(seconds=1202), True)


def test_a_step_of_the_time_server_moves_the_beginning_and_a_slow_clock_does_not(board):
    board.off = timedelta(hours=-1)
    board.open()
    board.start()
    board.pass_time(5)
    board.off = timedelta()
    board.pass_time(5)
    assert board.began == (NOON, True)
    rows = board.journal.last_id
    for number in range(8):
        board.off = timedelta(seconds=3 * number)
        board.pass_time(5)
    assert board.journal.last_id == rows


def test_a_board_that_waits_while_summer_time_ends_counts_the_hours_of_the_day_on_which_the_game_begins(board):
    board.at = datetime.fromisoformat("2026-10-24T12:00:00+02:00")
    board.open()
    board.pass_time(7 * 24 * 3600)
    board.at = board.at.astimezone(timezone(timedelta(hours=1)))
    board.pass_time(600)
    assert [event.t_ns for _, event in board.journal.since(1)] == [board.t_ns], "it is told once"
    board.start()
    board.pass_time(60)
    at = at_moment(fold(board.journal), board.t_ns)
    assert at
    assert (f"{at:%H:%M}", board.date) == (f"{board.at:%H:%M}", "2026.10.31") == ("11:11", "2026.10.31")


def test_a_time_that_is_set_by_hand_where_no_server_answers_puts_date_and_beginning_right_also_back_and_forth(board):
    board.off, board.is_set = OLD - NOON, False
    board.open()
    board.start()
    board.pass_time(60)
    assert board.date == "2025.03.01"
    for off, date in ((timedelta(hours=5), "2026.11.28"), (timedelta(days=-1), "2026.11.27"), (timedelta(), "2026.11.28")):
        board.off = off
        board.pass_time(60)
        assert (board.date, board.began) == (date, (NOON + off, False)), "the kernel does not say that it is set"
    board.off = OLD - NOON
    board.cut_power(300)
    board.pass_time(60)
    assert (board.date, board.began) == ("2026.11.28", (NOON, False)), "how long the service was gone nobody knows"


@pytest.mark.parametrize("is_set", [True, False])
def test_a_board_that_is_switched_off_while_it_waits_gives_the_day_on_which_the_game_begins(board, is_set):
    board.is_set = is_set
    board.open()
    for _ in range(3):
        board.pass_time(600)
        board.cut_power(24 * 3600)
    board.start()
    board.pass_time(60)
    assert board.date == "2026.12.01"
    if is_set:
        assert board.began == (NOON + timedelta(days=3, seconds=1800), True)


def test_after_a_power_cut_the_beginning_stays_as_it_was_known(board):
    board.open()
    board.start()
    board.pass_time(60)
    board.cut_power(12 * 3600)
    board.pass_time(5)
    assert board.began == (NOON, True)


def test_after_a_power_cut_before_the_time_was_known_the_beginning_is_not_sure_and_its_old_date_goes(board):
    board.off, board.is_set = OLD - NOON, False
    board.open()
    board.start()
    board.pass_time(60)
    board.rule()
    board.cut_power(300)
    board.pass_time(20)
    board.rule()
    board.off, board.is_set = timedelta(), True
    board.pass_time(5)
    rows = board.journal.last_id
    board.pass_time(600)
    assert board.journal.last_id == rows
    assert board.date == "2026.11.28"
    assert board.began == (NOON + timedelta(seconds=300), False), "the service was gone for a while"
    state = fold(board.journal)
    assert at_moment(state, board.t_ns) is None
    before, after = (when_ruled(state, word.t_ns, word.at) for word in state.words)
    assert before == (OLD + timedelta(seconds=60), False), "for how long the service was gone after it nobody knows"
    assert after == (NOON + timedelta(seconds=380), True)


def test_the_date_of_a_game_that_closed_before_the_time_was_known_is_put_right_during_the_next_one(board):
    """A service that is started again cannot tell it: nobody knows for how long it was gone."""
    board.off, board.is_set = OLD - NOON, False
    board.open()
    board.pass_time(600)
    board.start()
    board.pass_time(60)
    board.keep(SessionClosed(board.t_ns, "1-0"))
    assert board.date == "2025.03.01"
    closed, base_ns = ClosedGames(), 50 * S
    closed.add(ClosedGame(board.journal.path.parent, base_ns, board.keeper.is_whole), fold(board.journal))
    jobs = []
    board.at += timedelta(hours=14)  # the next game, past midnight
    now_ns = base_ns + board.t_ns + 14 * 3600 * S
    closed.put_right(board.noted, now_ns, lambda _name, job: jobs.append(job))
    assert jobs == [], "the time is still not known"
    board.off, board.is_set = timedelta(), True
    for _ in range(3):
        closed.put_right(board.noted, now_ns, lambda _name, job: jobs.append(job))
    assert len(jobs) == 1
    board.journal.close()
    jobs[0]()
    with Journal.reader(board.journal.path) as board.journal:
        assert (board.date, board.began) == ("2026.11.28", (NOON + timedelta(seconds=600), True))
        assert '[Date "2026.11.28"]' in (board.journal.path.parent / "game.pdn").read_text()
        sure = ClosedGames()
        sure.add(ClosedGame(board.journal.path.parent, base_ns, True), fold(board.journal))
    sure.put_right(board.noted, now_ns, lambda _name, job: pytest.fail("it has its date"))


def test_a_date_that_could_not_be_written_is_tried_again(board):
    board.off, board.is_set = OLD - NOON, False
    board.open()
    board.start()
    board.keep(SessionClosed(board.t_ns, "1-0"))
    closed, folder = ClosedGames(), board.journal.path.parent
    closed.add(ClosedGame(folder / "away", 0, True), fold(board.journal))
    board.off, board.is_set = timedelta(), True
    tried = []
    for now_ns in (S, 2 * S, 62 * S):
        closed.put_right(board.noted, now_ns, lambda _name, job, at=now_ns: (tried.append(at), job()))
    assert tried == [S, 62 * S]


def test_a_session_that_is_played_again_keeps_what_it_has(board):
    recorded = About(PublicTags(date="2026.10.02"), KeptSettings(began="2026-10-02T19:30:00+02:00", clock_rate="1"))
    board.keep(SessionOpened("frisian", 10, START, "80m", 1, 1, recorded))
    board.start()
    board.pass_time(60)
    assert (board.date, board.began) == ("2026.10.02", (datetime.fromisoformat("2026-10-02T19:30:00+02:00"), True))


def test_the_service_tells_it_by_itself_and_the_files_of_the_game_have_it(table, monkeypatch):
    """The board waits for its pieces for a while, and the time server answers in the middle of the game."""
    is_set = False

    def noted():
        at = NOON + timedelta(microseconds=(table.worlds[-1].now_ns() if table.worlds else S) // 1000)
        return kept(at if is_set else at + (OLD - NOON), is_set=is_set)

    monkeypatch.setattr("pi.game.live_game.noted", noted)
    world = table.world(quiet(4), game=replace(SMALL, about=About(settings=settings_at(noted()))))
    world.now_ns_ += 600 * S
    world.run(ruled(world, 2))
    assert (read_folder(world.folder).about.tags.date or "")[:4] == "2025"
    is_set = True
    world.play()
    assert '[Date "2026.11.28"]' in export_pdn(world.state)
    assert read_folder(world.folder).about.tags.date == "2026.11.28"
    press_ns = world.state.presses[0].t_ns
    pressed_at = at_moment(world.state, press_ns)
    assert pressed_at
    assert abs(pressed_at - (NOON + timedelta(microseconds=(press_ns + world.service.base_ns) // 1000))) < timedelta(seconds=2)
    text = since_beginning(world.state, world.state.presses[0].t_ns, "en")
    assert text.startswith("0:00:"), "not ten minutes"
