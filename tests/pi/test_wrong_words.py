"""Wrong uses of the command line: each is answered by one sentence that says what is wrong, and by its exit status."""

import io
from collections.abc import Callable
from pathlib import Path

import pytest

from pi.cli import main
from record.store.folder import JOURNAL_NAME
from record.store.journal import Journal

HINT = "--help explains it"
Used = Callable[..., tuple[int, list[str]]]

WRONG_WORDS: list[tuple[str, str]] = [
    ("", "damcam: a command is missing; damcam --help lists them"),
    ("chek", "damcam: there is no command 'chek'; did you mean 'check'?"),
    ("rn", "damcam: there is no command 'rn'; did you mean 'run'?"),
    ("take_over", "damcam: there is no command 'take_over'; did you mean 'take-over'?"),
    ("xyzzy", "damcam: there is no command 'xyzzy'; damcam --help lists them"),
    ("--rules english moves", "damcam: there is no option --rules; options stand behind the command: damcam COMMAND --rules"),
    ("-x", "damcam: there is no option -x; options stand behind the command: damcam COMMAND -x"),
    ("check", "damcam check: missing here: GAME.pdn"),
    ("check a b c", "damcam check: 2 words too many: b c"),
    ("check a.pdn b.pdn", "damcam check: 1 word too many: b.pdn"),
    ("check a.pdn --jsn", "damcam check: there is no option --jsn; did you mean --json?"),
    ("check a.pdn --qqqqqq", "damcam check: there is no option --qqqqqq"),
    ("check a.pdn --rules", "damcam check: --rules: a value must follow"),
    ("check a.pdn --r=x", "damcam check: --r=x may be any of --rules, --results"),
    ("check a.pdn --rules frisan", "damcam check: --rules: 'frisan' is not one of frisian, international, english, dambord, "),
    ("check a.pdn --json=yes", "damcam check: --json: this takes no value, and 'yes' was given"),
    ("check a.pdn --lang de", "damcam check: --lang: 'de' is not one of "),
    ("moves --rules chess", "damcam moves: --rules: 'chess' is not one of "),
    ("perft", "damcam perft: missing here: --depth"),
    ("perft --depth x", "damcam perft: --depth: 'x' is not a whole number"),
    ("check a.pdn --lang=--", "damcam check: --lang: '--' is not one of "),
    ("perft --depth=--", "damcam perft: --depth: '--' is not a whole number"),
    ("event result cup --reason x 1 a b draw --qqqqqq", "damcam event: there is no option --qqqqqq"),
    ("perft --depth=", "damcam perft: --depth: '' is not a whole number"),
    ("demo --speed fast", "damcam demo: --speed: fast is not a speed; a number of 0.01 or more was expected"),
    ("demo --speed 0", "damcam demo: --speed: 0 is not a speed; a number of 0.01 or more was expected"),
    ("demo --port 99999", "damcam demo: --port: 99999 is not a port; a number from 1 to 65535 was expected"),
    ("demo --stay --no-stay", "damcam demo: --no-stay: this does not go together with --stay"),
    ("run --no-web --no-stay", "damcam run: --no-stay: this does not go together with --no-web"),
    ("run --bogus", "damcam run: there is no option --bogus"),
    ("rule", "damcam rule: missing here: WORD"),
    ("rule clos", "damcam rule: WORD: 'clos' is not one of start-clock, stop-clock, "),
    (
        "event result g 1 a b --boards -,-,draw",
        "damcam event result: --boards: a value must follow; where the list begins with a board that is not played yet, write . for it, "
        "such as --boards .,-,draw",
    ),
    ("rule end --result", "damcam rule: --result: a value must follow"),
    ("rule take-back --plies x", "damcam rule: --plies: 'x' is not a whole number"),
    ("rule set-times --white x --black 1:00", "damcam rule: --white: 'x' is not a time such as 1:20:00"),
    ("rule set-times --moves 3", "damcam rule: --moves: '3' is not two whole numbers; write White's moves and Black's as in 12,11"),
    ("tablet --host", "damcam tablet: --host: a value must follow"),
    ("addresses here", "damcam addresses: 1 word too many: here"),
    ("passwd Anke --role king", "damcam passwd: --role: 'king' is not one of arbiter, operator"),
    ("passwd Anke --remove --list", "damcam passwd: --list: this does not go together with --remove"),
    ("forget --older-than x", "damcam forget: --older-than: x is not a number of days from 0 to 36500"),
    ("locate", "damcam locate: missing here: IMAGE"),
    ("locate a.jpg --corners 1,2", "damcam locate: --corners: '1,2' is not four corners; write them as 'X,Y X,Y X,Y X,Y', in pixels"),
    ("locate a.jpg --size ten", "damcam locate: --size: "),
    ("hub --port 0", "damcam hub: --port: 0 is not a port; a number from 1 to 65535 was expected"),
    ("why", "damcam why: missing here: FEN"),
    ("why W:W31:B1 --weights 1,2", "damcam why: --weights: '1,2' is not three whole numbers; write them as KING,MAN,ROW"),
    ("completion fish", "damcam completion: shell: 'fish' is not one of bash, zsh"),
    ("selftest --seconds 0", "damcam selftest: --seconds: '0' is not a whole number above 0"),
    ("take-over a.pdn --white 1", "damcam take-over: --white: '1' is not a time such as 1:20:00"),
]
"""Words that no command takes, with the beginning of the answer: exit status 2."""

WRONG_USE: list[tuple[str, int, str]] = [
    ("check nowhere.pdn", 1, "damcam: nowhere.pdn: cannot be read: No such file or directory"),
    ("check empty", 1, "damcam: empty: cannot be read: Is a directory"),
    ("check letter.txt", 1, "damcam: letter.txt: this is no PDN file; a text with games was expected, such as: 1. 32-28 19-23 *"),
    ("check picture.jpg", 1, "damcam: picture.jpg: this is no PDN file; "),
    ("check page.html", 1, "damcam: page.html: this is no PDN file; "),
    ("check wide.txt", 1, "damcam: wide.txt: this is no PDN file; "),
    ("check nothing.pdn", 1, "damcam: nothing.pdn: no game in it"),
    ("check letter.txt --write out.pdn", 1, "damcam: letter.txt: this is no PDN file; "),
    ("check letter.txt --bare-x", 2, "damcam: --results and --bare-x belong to --write"),
    ("perft --depth 1 --fen zz", 1, "damcam: the side to move is unknown: the FEN begins with 'zz'"),
    (
        "record state",
        1,
        "damcam: state: this is a folder of games, and one of them was expected: state/games/0001 (Anke - Bauke); state/games/0002",
    ),
    (
        "record state/games",
        1,
        "damcam: state/games: this is a folder of games, and one of them was expected: state/games/0001 (Anke - Bauke); ",
    ),
    ("dossier state", 1, "damcam: state: this is a folder of games"),
    ("paper state 32-28", 1, "damcam: state: this is a folder of games"),
    ("replay state", 1, "damcam: state: this is a folder of games"),
    ("run --replay state", 1, "damcam: state: this is a folder of games"),
    ("demo --session state", 1, "damcam: state: this is a folder of games"),
    ("take-over state", 1, "damcam: state: this is a folder of games"),
    ("forget state", 1, "damcam: state: this is a folder of games"),
    ("names A B --game state", 1, "damcam: state: this is a folder of games"),
    ("rule close --game state/games", 1, "damcam: state/games: this is a folder of games"),
    ("record empty", 1, "damcam: there is no journal at empty/journal.sqlite yet"),
    ("record letter.txt", 1, "damcam: letter.txt cannot be opened as a journal"),
    ("replay nowhere", 1, "damcam: nowhere: no such folder; a session folder with session.json was expected"),
    ("run --speed 2", 2, "damcam: --speed, --out and --no-stay belong to --replay SESSION"),
    ("run --no-stay", 2, "damcam: --speed, --out and --no-stay belong to --replay SESSION"),
    ("names A", 2, "damcam: 1 name; both players were expected"),
    ("names", 2, "damcam: nothing is set; give both names, or --event"),
    ("rule end", 2, "damcam: end needs --result 1-0"),
    ("rule stand --fen x", 2, "damcam: stand does not take --fen"),
    ("tablet 2", 1, "damcam: there is no board '2' here: its key is 1"),
    ("passwd", 2, "damcam: whose password? damcam passwd NAME, or --list"),
    ("forget", 2, "damcam: name games, or --person NAME, or --older-than DAYS"),
    ("hub nowhere", 1, "damcam: nowhere: there is no such folder"),
    ("hub --board here", 1, "damcam: 'here' is not the address of a board"),
    ("take-over", 2, "damcam: name what is left of the game"),
    ("pages --settings nowhere.toml", 1, "damcam: nowhere.toml: the settings file is missing"),
]
"""Words that a command takes, and what they name it cannot use: the status, and the beginning of the answer."""


@pytest.fixture
def used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Used:
    """Runs a command line in a folder with files that are none of ours: the status, and the lines on standard error."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LC_ALL", "C")
    monkeypatch.setenv("DAMCAM_BOARD_STATE", str(tmp_path / "own"))
    (tmp_path / "letter.txt").write_text("Dear Anke,\n\nthe games of Saturday are in the other file; 3 of them.\n")
    (tmp_path / "page.html").write_text("<!doctype html>\n<html><body><p>No games (yet).</p></body></html>\n")
    (tmp_path / "picture.jpg").write_bytes(b"\xff\xd8\xff\xe0\x00\x10JFIF 1-0 32-28")
    (tmp_path / "wide.txt").write_text("1. 32-28 *", encoding="utf-16")
    (tmp_path / "nothing.pdn").touch()
    (tmp_path / "empty").mkdir()
    for number in (1, 2):
        game = tmp_path / "state" / "games" / f"{number:04}"
        game.mkdir(parents=True)
        Journal.create(game / JOURNAL_NAME).close()
    (tmp_path / "state/games/0001/session.json").write_text('{"white": "Anke", "black": "Bauke"}')

    def run(words: list[str]) -> tuple[int, list[str]]:
        monkeypatch.setattr("sys.stdin", io.StringIO(""))
        try:
            status = main(words)
        except SystemExit as ended:
            status = int(str(ended.code))
        told = capsys.readouterr()
        assert told.out == ""
        return status, told.err.splitlines()

    return run


def test_only_what_must_be_there_is_missing(used: Used) -> None:
    """Before Python 3.13.1 argparse also named words of which there may be none."""
    assert [used(words.split())[1][0] for words in ("paper", "event result")] == [
        "damcam paper: missing here: DIR",
        "damcam event result: missing here: EVENT",
    ]


def test_enough_were_tried() -> None:
    assert len(WRONG_WORDS) + len(WRONG_USE) >= 45


@pytest.mark.parametrize(("words", "says"), WRONG_WORDS, ids=[words for words, _ in WRONG_WORDS])
def test_words_that_no_command_takes(words: str, says: str, used: Used) -> None:
    status, (sentence, *hint) = used(words.split())
    assert (status, sentence.startswith(says)) == (2, True), sentence
    assert hint in ([], [f"{sentence.partition(':')[0]} {HINT}"])


@pytest.mark.parametrize(("words", "status", "says"), WRONG_USE, ids=[words for words, _, _ in WRONG_USE])
def test_what_a_command_cannot_use(words: str, status: int, says: str, used: Used) -> None:
    told, (sentence,) = used(words.split())
    assert (told, sentence.startswith(says)) == (status, True), sentence


@pytest.mark.parametrize("lang", ["nl", "fy"])
@pytest.mark.parametrize("words", [words for words, _ in WRONG_WORDS if "--lang" not in words])
def test_no_sentence_of_argparse_is_left_in_any_language(words: str, lang: str, used: Used) -> None:
    english = used(words.split())
    status, lines = used([*words.split(), "--lang", lang] if words and not words.startswith("-") else words.split())
    assert status == english[0]
    if words and not words.startswith("-"):
        assert lines != english[1]
    assert not any(word in line for line in (*english[1], *lines) for word in ("argument", "invalid", "expected one", "usage:", "error:"))
