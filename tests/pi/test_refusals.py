"""Wrong uses of the command line: each is answered on standard error by an English sentence that names what is wrong, and the status."""

import io
from collections.abc import Callable
from pathlib import Path

import pytest

from pi.cli import main
from pi.usage.table import COMMANDS
from record.store.folder import JOURNAL_NAME
from record.store.journal import Journal

WRONG_WORDS: list[tuple[str, str]] = [
    ("", "COMMAND"),
    ("--rules english moves", "--rules behind the command"),
    ("chek", "'chek' 'check'"),
    ("check", "GAME.pdn"),
    ("check a b c", "b c"),
    ("check a.pdn --jsn", "--jsn"),
    ("check a.pdn --rules", "--rules"),
    ("check a.pdn --rul english", "--rul"),
    ("check a.pdn --rules frisan", "--rules 'frisan' 'frisian'"),
    ("check a.pdn --json=yes", "--json 'yes'"),
    ("judge --lang de", "--lang 'de'"),
    ("check --lang nl a.pdn", "--lang English"),
    ("event log a --lang=nl", "--lang English"),
    ("hub --board http://a", "--board"),
    ("check a.pdn --weights 1,2", "--weights '1,2' KING,MAN,ROW"),
    ("check a.pdn --weights 100,100,1", "--weights 100,100,1"),
    ("perft", "--depth"),
    ("perft --depth=", "--depth ''"),
    ("perft --depth -1", "--depth '-1'"),
    (f"perft --depth {'9' * 5000}", "--depth '9999"),
    ("problem --nodes 0", "--nodes '0'"),
    ("judge more", "more"),
    ("locate a.jpg --corners 1,1_2,2_3,3_4,4", "--corners '1,1_2,2_3,3_4,4'"),
    ("locate a.jpg --size ten", "--size"),
    ("locate a.jpg --size 9", "--size 9 8 10"),
    ("locate a.jpg --rules english --size 8", "--rules --size"),
    ("locate a.jpg --out=", "--out"),
    ("demo --speed fast", "--speed fast 0.01"),
    ("demo --port 99999", "--port 99999 65535"),
    ("demo --stay --no-stay", "--stay --no-stay"),
    ("demo --hall 9", "--hall 9"),
    ("demo --hall --mirrored", "--hall --mirrored"),
    ("run --no-web --no-stay", "--no-web --no-stay"),
    ("rule clos", "WORD 'clos' 'start-clock' 'stand'"),
    ("rule set-times --white x --black 1:00", "--white 'x' 1:20:00"),
    ("rule set-times --white 24:00:00 --black 1:00", "--white 24:00:00 24"),
    ("rule set-times --moves 3", "--moves '3' 12,11"),
    ("event", "TASK"),
    ("event aks", "TASK 'aks' 'ask'"),
    ("event -- new", "task first"),
    ("event --by A new", "task first --by"),
    ("event result g 1 a b --boards -,-,draw", "--boards"),
    ("passwd Anke --remove --list", "--list --remove"),
    ("forget --older-than x", "--older-than x 36500"),
    ("forget --older-than 36501", "--older-than 36501"),
    ("selftest --seconds 0", "--seconds '0'"),
]
"""Words that no command takes, and words that the answer contains: exit status 2. `_` stands for a blank within a word of `--corners`."""

A_FOLDER_OF_GAMES = "state state/games/0001 (Anke - Bauke) state/games/0002"
WRONG_USE: list[tuple[str, int, str]] = [
    ("check nowhere.pdn", 1, "nowhere.pdn"),
    ("check empty", 1, "empty"),
    ("check letter.txt --write out.pdn", 1, "letter.txt 1. 32-28 19-23 *"),
    ("check letter.txt --bare-x", 2, "--results --bare-x --write"),
    ("perft --depth 1 --fen zz", 1, "'zz'"),
    ("perft --depth 201", 1, "201 200"),
    *((f"{words} state", 1, A_FOLDER_OF_GAMES) for words in ("record", "dossier", "replay", "forget", "run --replay", "demo --session")),
    *((words, 1, A_FOLDER_OF_GAMES) for words in ("import state", "paper state 32-28", "names A B --game state")),
    *((words, 1, A_FOLDER_OF_GAMES) for words in ("rule close --game state/games", "record state/games")),
    ("record empty", 1, f"empty/{JOURNAL_NAME}"),
    ("verify none", 2, "none"),
    ("replay nowhere", 1, "nowhere session.json"),
    ("run --speed 2", 2, "--speed --out --no-stay --replay"),
    ("run --no-stay", 2, "--no-stay --replay"),
    ("names A", 2, "1"),
    ("paper none 32-28 7", 1, "none"),
    ("tablet 2", 1, "'2' 1"),
    ("passwd", 2, "damcam passwd --list"),
    ("passwd me --remove", 1, "'me'"),
    ("forget", 2, "--person --older-than"),
    ("import", 2, ""),
    ("import --fen x --white 1:00:00", 2, "--black"),
    ("event pair none", 1, "none"),
    ("hub nowhere", 1, "nowhere"),
    ("hub broker --hub none", 1, "none"),
    ("hub mirror", 1, "damcam hub"),
    ("join none", 1, "none"),
    ("join -", 1, ""),
    ("locate none.jpg", 1, "none.jpg"),
    ("read none.jpg --explain seen.gif", 1, "seen.gif .jpg"),
    *((f"{words} --settings none.toml", 1, "none.toml") for words in ("run", "pages", "copy", "selftest", "uplink")),
]
"""Words that a command takes although what they name cannot be used: the status, and words that the answer contains."""

SETTINGS: list[tuple[str, str]] = [
    ("[web]\nport = 0", "port"),
    ('[web]\nport = "x"', "port"),
    ("[gmae]", "'gmae'"),
    ('[web]\ndelay = "3 zetten"', "delay"),
    ('[board]\nstart_fen = "zz"', "start_fen"),
    ("web = 1", "web"),
    ("a = " + "[" * 3000, ""),
    ('[camera]\ncorners = "1,1"', "corners"),
]

Used = Callable[[list[str]], tuple[int, str]]


@pytest.fixture
def used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Used:
    """Runs a command line in a folder with files that are none of ours: the status, and what is on standard error."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LC_ALL", "nl_NL.UTF-8")
    monkeypatch.setenv("DAMCAM_BOARD_STATE", str(tmp_path / "own"))
    (tmp_path / "letter.txt").write_text("Dear Anke,\n\nthe games of Saturday are in the other file; 3 of them.\n")
    (tmp_path / "empty").mkdir()
    for number in (1, 2):
        game = tmp_path / "state" / "games" / f"{number:04}"
        game.mkdir(parents=True)
        Journal.create(game / JOURNAL_NAME).close()
    (tmp_path / "state/games/0001/session.json").write_text('{"white": "Anke", "black": "Bauke"}')
    for command in ("read", "locate"):
        monkeypatch.setattr(f"pi.commands.{command}.wants_json", lambda asked: asked)

    def run(words: list[str]) -> tuple[int, str]:
        monkeypatch.setattr("sys.stdin", io.StringIO(""))
        try:
            status = main(words)
        except SystemExit as ended:
            status = int(str(ended.code))
        told = capsys.readouterr()
        assert told.out == ""
        return status, told.err

    return run


def refused(used: Used, words: list[str], status: int, named: str) -> None:
    """The words are refused with that status by a sentence that names those words, in English whatever the locale is."""
    ended, said = used(words)
    assert (ended, said.startswith("damcam: "), [word for word in named.split() if word not in said]) == (status, True, []), said


def test_each_command_is_tried() -> None:
    tried = {words.split()[0] for words, *_ in (*WRONG_WORDS, *WRONG_USE) if words}
    assert COMMANDS.keys() - tried == {"moves"}, "which refuses a line of its input alone"


@pytest.mark.parametrize(("words", "named"), WRONG_WORDS, ids=[words[:60] for words, _ in WRONG_WORDS])
def test_words_that_no_command_takes(words: str, named: str, used: Used) -> None:
    status, said = used(words.split())
    (says,) = (line for line in said.splitlines() if line.startswith("damcam"))
    unquoted = says.replace("'", "")  # Python 3.13.1 and later name choices without quotation marks
    assert (status, [word for word in named.replace("'", "").split() if word not in unquoted]) == (2, []), said


@pytest.mark.parametrize(("words", "status", "named"), WRONG_USE, ids=[words for words, _, _ in WRONG_USE])
def test_what_a_command_cannot_use(words: str, status: int, named: str, used: Used) -> None:
    refused(used, words.split(), status, named)


@pytest.mark.parametrize(("text", "named"), SETTINGS, ids=[text[:30] for text, _ in SETTINGS])
def test_settings_that_cannot_be_used(text: str, named: str, tmp_path: Path, used: Used) -> None:
    (tmp_path / "damcam.toml").write_text(text + "\n")
    refused(used, ["selftest", "--settings", "damcam.toml"], 1, f"damcam.toml {named}")
