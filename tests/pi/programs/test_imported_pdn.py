"""A game continued from PDN: its rules, start, time control, clock times and tags are those of the file, and what is wrong is refused."""

import pytest

from clock.control import SECOND_NS, parse_control
from pi.cli import main
from pi.game.board_game import GameSetup
from pi.programs.imported_log import ImportRefused
from pi.programs.imported_pdn import Given, PdnImport, PdnRefused, imported
from pi.setup.values import time_text
from record.events.about import About, PublicTags
from record.events.of_game import ClockStarted, SessionOpened, TimesSet
from record.events.of_record import MovesBefore
from record.papers.game_pdn import export_pdn
from record.session.step import from_events
from record.store.folder import JOURNAL_NAME
from record.store.journal import Journal
from rules.board.position import Position
from rules.board.ruleset import ruleset
from rules.errors import Sentence
from rules.pdn.read import read_games
from tests.support.commands import refusal
from tests.support.says import says

REPORT = """[Event "Sneldammen Drachten"]
[Date "2026.11.27"]
[Round "4"]
[White "Jelle de Vries"]
[Black "Sytske Hoekstra"]
[Result "*"]
[Board "7"]
[GameType "40"]
[TimeControl "600"]

1. 32-28 {[%clock w0:09:50 B0:10:00]} 19-23 {[%clock W0:09:50 b0:09:45]}
2. 28x19 {[%clock w0:09:41 B0:09:45]} 14x23 {[%clock W0:09:41 b0:09:37]} *
"""
"""A ten-minute game, as in the report of a game that went on as 80 minutes and 60 seconds."""
TIMED = "1. 32-28 {[%clk 0:09:50]} 19-23 {[%clk 0:09:45.3]} 2. 28x19 {[%clk 00:09:41]} 14x23 {[%clk 0:09:37]} *"
NO_TIMES = Sentence("", "give what both clocks are to show: --white 0:41:10 --black 0:38:55")


def setup(control: str = "10m", rules: str = "frisian", **tags: str) -> GameSetup:
    return GameSetup(Position.start(ruleset(rules)), parse_control(control), About(PublicTags(**tags)))


def continued(text: str, given: Given | None = None, settings: GameSetup | None = None) -> PdnImport:
    (game,) = read_games(text)
    return imported(game, given or Given("J. Jansen"), settings or setup())


def times(game: PdnImport) -> tuple[str, str]:
    clocks = game.events[-1]
    assert isinstance(clocks, TimesSet)
    return time_text(clocks.white_ns), time_text(clocks.black_ns)


def test_a_ten_minute_game_stays_one(tmp_path, monkeypatch, capfd):
    (tmp_path / "GAME.PDN").write_text(REPORT)
    monkeypatch.setenv("DAMCAM_BOARD_STATE", str(tmp_path / "new"))
    refused = refusal("import", tmp_path / "GAME.PDN")
    assert isinstance(refused, ImportRefused)
    assert "time control 10m in the file, 80m+60s in the settings; to take what the file says, give --as-in-file" in str(refused)
    assert main(["import", str(tmp_path / "GAME.PDN"), "--as-in-file"]) == 0
    told = "4 moves on the record, White to move; Jelle de Vries - Sytske Hoekstra, Sneldammen Drachten, round 4, board 7; time control 10m"
    assert f"{told}; White 0:09:41, Black 0:09:37; it goes on" in capfd.readouterr().err
    with Journal.reader(tmp_path / "new/games/0001" / JOURNAL_NAME) as journal:
        state = from_events([event for _, event in journal.since(0)])
    assert (str(state.clock.control), state.clock.white_ns, state.clock.black_ns) == ("10m", 581 * SECOND_NS, 577 * SECOND_NS)
    assert (state.clock.white_moves, state.clock.black_moves, state.clock.running) == (2, 2, None)
    assert state.opened.about.tags == PublicTags("Jelle de Vries", "Sytske Hoekstra", "Sneldammen Drachten", None, "2026.11.27", "4", "7")


@pytest.mark.parametrize(
    ("written", "control"),
    [
        ("600", "10m"),
        ("4800+60", "80m+60s"),
        ("1500+30", "25m+30s"),
        ("40/7200:20/3600:1800", "120m/40,60m/20,30m"),
        ("5400", "90m"),
        ("80m + 60s", "80m+60s"),
        ("5m d3s", "5m d3s"),
        (" 900 ", "15m"),
    ],
)
def test_the_time_control_of_the_file_is_the_games(written, control):
    game = continued(f'[TimeControl "{written}"]\n\n{TIMED}', settings=setup("2h"))
    assert (game.opened.time_control, game.remarks) == (control, ())
    assert game.opened.white_ns == parse_control(control).first_ns


@pytest.mark.parametrize("written", ["?", "-", "", None])
def test_where_the_file_says_none_it_is_that_of_the_settings_and_said(written):
    tag = "" if written is None else f'[TimeControl "{written}"]\n\n'
    game = continued(tag + TIMED)
    assert game.opened.time_control == "10m"
    assert str(game.remarks[0]).startswith("the file does not say the time control; it is 10m, as in the settings")
    with pytest.raises(PdnRefused, match="clock times and no time control, and the settings say none"):
        continued(tag + TIMED, settings=setup("none"))


@pytest.mark.parametrize("written", ["G/10", "10 min", "*180", "600+5:300", "0", "999999"])
def test_a_time_control_that_is_not_understood_is_asked_for(written):
    text = f'[TimeControl "{written}"]\n\n{TIMED}'
    with pytest.raises(PdnRefused, match="which is not understood; give it, as in --time-control"):
        continued(text)
    game = continued(text, Given("J. Jansen", control=parse_control("10m")))
    assert (game.opened.time_control, game.remarks, times(game)) == ("10m", (), ("0:09:41", "0:09:37"))


def test_increments_ahead_of_their_moves_are_kept_where_the_settings_give_them_so():
    """The tag of PDN does not tell them apart."""
    text = f'[TimeControl "600+5"]\n\n{TIMED}'
    assert continued(text, settings=setup("10m+5s ahead")).opened.time_control == "10m+5s ahead"
    assert continued(text, settings=setup("80m+60s")).opened.time_control == "10m+5s"


def test_a_time_control_that_is_given_is_no_difference_to_the_settings(tmp_path, monkeypatch):
    (tmp_path / "game.pdn").write_text(REPORT)
    monkeypatch.setenv("DAMCAM_BOARD_STATE", str(tmp_path / "new"))
    assert main(["import", str(tmp_path / "game.pdn"), "--time-control", "15m"]) == 0
    with Journal.reader(tmp_path / "new/games/0001" / JOURNAL_NAME) as journal:
        _, opened = next(journal.since(0))
    assert isinstance(opened, SessionOpened)
    assert opened.time_control == "15m"


@pytest.mark.parametrize(
    ("moves", "shown"),
    [
        (TIMED, ("0:09:41", "0:09:37")),
        (REPORT.split("\n\n")[1], ("0:09:41", "0:09:37")),
        ("1. 32-28 {[%clk 0:09:50]} *", ("0:09:50", "0:10:00")),
        ("1. 32-28 {[%clk 0:09:50] well [%clk 0:09:49]} 19-23 {a word, [%CLK 0:09:45]} *", ("0:09:49", "0:09:45")),
        ("1. 32-28 {[%clock w0:09:50]} 19-23 {[%clock b0:09:45]} *", ("0:09:50", "0:09:45")),
        ("1. 32-28 {[%clk 0:09:50]} (1. 33-28 {[%clk 0:01:00]} 19-23 {[%clk 0:01:00]}) 19-23 {[%clk 0:09:45]} *", ("0:09:50", "0:09:45")),
        ('1. 32-28 {[%clk 0:09:50]} 19-23 {[%clk 0:09:45]} /FEN "B:W31,32:B1,2"/ *', ("0:09:50", "0:09:45")),
    ],
)
def test_both_clocks_show_the_last_times_of_the_main_line(moves, shown):
    game = continued(f'[TimeControl "600"]\n\n{moves}')
    assert (times(game), game.doubts) == (shown, ())


def test_clock_times_after_each_move_are_on_record():
    before = continued(f'[TimeControl "600"]\n\n{TIMED}').events[1]
    assert isinstance(before, MovesBefore)
    assert [clocks and (clocks[0] // SECOND_NS, clocks[1] // SECOND_NS) for clocks in before.clocks] == [
        (590, 600),
        (590, 585),
        (581, 585),
        (581, 577),
    ]


NOW = "the file does not say what both clocks show now; after ply {ply} they showed {white} for White and {black} for Black"
NEVER = "the file does not say what both clocks show"


@pytest.mark.parametrize(
    ("moves", "code", "values"),
    [
        ("1. 32-28 19-23 *", NEVER, {}),
        ("1. 32-28 {[%emt 0:00:10]} 19-23 {[%emt 0:00:15]} *", NEVER, {}),
        ("1. 32-28 {[%clk 0:09:50]} 19-23 {[%clk 0:09:45]} 2. 28x19 *", NOW, {"ply": 2, "white": "0:09:50", "black": "0:09:45"}),
        ("1. 32-28 {[%clk 0:09:50]} 19-23 *", NOW, {"ply": 1, "white": "0:09:50", "black": "0:10:00"}),
        ("1. 32-28 {[%clk 0:09:50]} 19-23 {[%clk 0:61:00]} *", NOW, {"ply": 1}),
        (
            "1. 32-28 {[%clk 0:09:50]} 19-23 {[%clk 0:00:00]} *",
            "the clocks are to show {white} for White and {black} for Black, and a game goes on with more than zero",
            {"white": "0:09:50", "black": "0:00:00"},
        ),
    ],
)
def test_clock_times_that_lack_are_asked_for_with_what_is_known(moves, code, values):
    text = f'[TimeControl "600"]\n\n{moves}'
    with pytest.raises(PdnRefused, check=says(code, **values)) as refused:
        continued(text)
    assert refused.value.sentence.remedy == NO_TIMES
    given = continued(text, Given("J. Jansen", times_ns=(60 * SECOND_NS, 50 * SECOND_NS)))
    assert times(given) == ("0:01:00", "0:00:50")


def test_a_clock_time_that_is_not_understood_is_named_with_its_line():
    text = '[TimeControl "600"]\n\n1. 32-28 {[%clk 9:50]} 19-23\n{[%clk 0:61:00]} *'
    game = continued(text, Given("J. Jansen", times_ns=(SECOND_NS, SECOND_NS)))
    expected = "is not understood; one such as [%clk 0:09:50] was expected"
    assert [str(remark) for remark in game.remarks] == [
        f"line 3: the clock time [%clk 9:50] {expected}",
        f"line 3: the clock time [%clk 0:61:00] {expected}",
    ]


def test_clocks_that_the_time_control_cannot_have_given_are_asked_about(tmp_path, monkeypatch):
    """A time control in minutes, where PDN has seconds."""
    text = f'[TimeControl "10"]\n\n{TIMED}'
    shown = ("White's clock shows 0:09:41, and 10s gives no more than 0:00:10 by then", "Black's clock shows 0:09:37, and")
    doubts = continued(text).doubts
    assert [str(doubt).startswith(start) for doubt, start in zip(doubts, shown, strict=True)] == [True, True]
    assert continued(f'[TimeControl "575+3"]\n\n{TIMED}').doubts == ()
    (tmp_path / "game.pdn").write_text(text)
    monkeypatch.setenv("DAMCAM_BOARD_STATE", str(tmp_path / "new"))
    monkeypatch.setenv("DAMCAM_GAME_TIME_CONTROL", "10s")
    refused = refusal("import", tmp_path / "game.pdn")
    assert isinstance(refused, ImportRefused)
    assert str(refused).endswith("; to take this from the file, give --as-in-file")
    assert main(["import", str(tmp_path / "game.pdn"), "--time-control", "10m"]) == 0


@pytest.mark.parametrize("rules", ["international", "english", "dambord"])
def test_the_rules_are_those_of_the_file_if_somebody_agrees(tmp_path, monkeypatch, capfd, rules):
    theirs = ruleset(rules)
    (tmp_path / "game.pdn").write_text(f'[GameType "{theirs.game_type}"]\n[TimeControl "4800+60"]\n\n*')
    monkeypatch.setenv("DAMCAM_BOARD_STATE", str(tmp_path / "new"))
    words = (str(tmp_path / "game.pdn"), "--white", "1:00:00", "--black", "1:00:00")
    assert f"rules {rules} in the file, frisian in the settings" in str(refusal("import", *words))
    assert main(["import", *words, "--as-in-file"]) == 0
    with Journal.reader(tmp_path / "new/games/0001" / JOURNAL_NAME) as journal:
        state = from_events([event for _, event in journal.since(0)])
    assert (state.opened.rules, state.opened.board_size) == (rules, theirs.board_size)


def test_the_board_of_the_settings_is_said_where_it_is_another(tmp_path, monkeypatch):
    (tmp_path / "game.pdn").write_text(REPORT)
    monkeypatch.setenv("DAMCAM_BOARD_STATE", str(tmp_path / "new"))
    monkeypatch.setenv("DAMCAM_GAME_TIME_CONTROL", "10m")
    monkeypatch.setenv("DAMCAM_GAME_BOARD", "3")
    differ = "the file and the settings of this board differ: board 7 in the file, 3 in the settings"
    assert str(refusal("import", tmp_path / "game.pdn")) == f"{differ}; to take what the file says, give --as-in-file"
    (tmp_path / "game.pdn").write_text(REPORT.replace('[Board "7"]', '[Board "?"]'))
    assert main(["import", str(tmp_path / "game.pdn")]) == 0


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("1. 31-27 18-23 2. 47-42 *", "line 1, ply 3: "),
        ("1. 31-27 18-23 2. 36-31 1-0", "the game is over, its result is 1-0"),
        ('[Result "0-2"]\n\n1. 31-27 18-23 *', "the game is over, its result is 0-1"),
        ('[Result "1-1"]\n\n1. 31-27 18-23', "the game is over, its result is draw"),
        ('[GameType "25"]\n\n1. 31-27 *', "line 1: the GameType '25' is none of the games that are played here"),
        ("1. 31-27 (1. 32-28 18-23 *", "line 1, ply 1: a variation is not closed"),
        ("1. 31-27 somewhere 18-23 *", "line 1, ply 1: 'somewhere' is not understood"),
    ],
)
def test_what_cannot_be_continued_is_refused(text, why):
    with pytest.raises(PdnRefused) as refused:
        continued(text, Given("J. Jansen", times_ns=(SECOND_NS, SECOND_NS)))
    assert str(refused.value).startswith(why)


def test_a_file_of_no_game_or_several_is_refused(tmp_path, monkeypatch):
    monkeypatch.setenv("DAMCAM_BOARD_STATE", str(tmp_path / "new"))
    for text, count in (("", 0), (REPORT * 2, 2)):
        (tmp_path / "game.pdn").write_text(text)
        assert says("{count} game is in it, and one was expected", count=count)(refusal("import", tmp_path / "game.pdn"))


def test_an_illegal_move_that_stood_is_continued_from_the_position_after_it():
    moves = '1. 31-27 {[%clk 0:09:50]} 18-23 {[%clk 0:09:45]} 2. 47-42 {[%clk 0:09:41]} /FEN "B:W27,31,42:B1,2,3"/ *'
    game = continued(f'[TimeControl "600"]\n\n{moves}')
    before = game.events[1]
    assert isinstance(before, MovesBefore)
    assert (len(before.moves), before.fens[-1], times(game)) == (3, "B:W27,31,42:B1,2,3", ("0:09:41", "0:09:45"))


def test_the_start_is_that_of_the_file_and_counts_of_moves_before_it_raise_no_doubt():
    moves = "1. 31-27 {[%clk 0:59:50]} 1-6 {[%clk 0:59:45]} *"
    game = continued(f'[FEN "W:W31,32:B1,2"]\n[TimeControl "600+60"]\n\n{moves}')
    assert game.opened.start_fen.startswith("W:W31,32:B1,2")
    assert (times(game), game.doubts) == (("0:59:50", "0:59:45"), ())
    assert continued('[GameType "97"]\n[TimeControl "600"]\n\n1. 46-41 {[%clk 0:09:50]} *').opened.start_fen.startswith("W:W46")


def test_without_a_clock_the_side_to_move_has_the_turn():
    game = continued("1. 31-27 *", Given("J. Jansen", control=parse_control("none")))
    assert (game.opened.time_control, game.events[-1]) == ("none", ClockStarted(0, "black"))
    with pytest.raises(PdnRefused, match="played without a clock"):
        continued("1. 31-27 *", Given("J. Jansen", times_ns=(SECOND_NS, SECOND_NS)), setup("none"))


def test_what_damcam_writes_of_a_continued_game_continues_it_again():
    """Moves, clocks, time control and tags come back."""
    once = continued(REPORT)
    again = continued(export_pdn(from_events(once.events)))
    assert again.events == once.events
    assert again.remarks == ()
