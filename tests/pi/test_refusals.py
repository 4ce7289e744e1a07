"""Wrong uses of the command line: each is answered on standard error by a sentence that names what is wrong, in three languages, and by
the exit status. No English sentence of the catalogue is left in the others, and no sentence of argparse in any.
"""

import io
import json
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from pi.cli import main
from pi.usage.table import COMMANDS
from record.store.folder import JOURNAL_NAME
from record.store.journal import Journal
from record.texts import FOLDER
from tests.texts.catalogues import entries, read

LANGUAGES = ("en", "nl", "fy")
OF_ARGPARSE = ("argument", "invalid", "expected one", "usage:", "error:")

WRONG_WORDS: list[tuple[str, str]] = [
    ("", "damcam --help"),
    ("--rules english moves", "--rules"),
    ("--vresion", "--vresion"),
    ("chek", "'chek' 'check'"),
    ("xyzzy", "'xyzzy' damcam --help"),
    ("check", "GAME.pdn"),
    ("check a b c", "2 b c"),
    ("check a.pdn --jsn", "--jsn --json?"),
    ("check a.pdn --qqqqqq", "--qqqqqq"),
    ("check a.pdn --rules", "--rules"),
    ("check a.pdn --r=x", "--r=x --rules, --results"),
    ("check a.pdn --rules frisan", "--rules 'frisan' frisian, international, english, dambord"),
    ("check a.pdn --json=yes", "--json 'yes'"),
    ("check a.pdn --lang de", "--lang 'de'"),
    ("check a.pdn --lang=--", "--lang '--'"),
    ("check a.pdn --weights 1,2", "--weights '1,2'"),
    ("check a.pdn --weights 100,100,1", "--weights 100,100,1"),
    ("perft", "--depth"),
    ("perft --depth=", "--depth ''"),
    ("perft --depth -1", "--depth '-1'"),
    (f"perft --depth {'9' * 5000}", "--depth '9999"),
    ("problem --nodes 0", "--nodes '0'"),
    ("judge more", "more"),
    ("locate a.jpg --corners 1,1_2,2_3,3_4,4", "--corners '1,1_2,2_3,3_4,4'"),
    ("locate a.jpg --size ten", "--size"),
    ("locate a.jpg --size 9", "--size 9 8, 10"),
    ("locate a.jpg --rules english --size 8", "--rules --size"),
    ("locate a.jpg --out=", "--out"),
    ("demo --speed fast", "--speed fast 0.01"),
    ("demo --port 99999", "--port 99999 65535"),
    ("demo --stay --no-stay", "--stay --no-stay"),
    ("run --no-web --no-stay", "--no-web --no-stay"),
    ("rule clos", "WORD 'clos' start-clock, stop-clock, find-board stand"),
    ("rule set-times --white x --black 1:00", "--white 'x' 1:20:00"),
    ("rule set-times --white 24:00:00 --black 1:00", "--white 24:00:00 24"),
    ("rule set-times --moves 3", "--moves '3' 12,11"),
    ("event", "TASK"),
    ("event aks", "'aks' ask?"),
    ("event result g 1 a b --boards -,-,draw", "--boards .,-,draw"),
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
    *((words, 1, A_FOLDER_OF_GAMES) for words in ("take-over state", "paper state 32-28", "names A B --game state")),
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
    ("go-on none --by J.Jansen", 1, "none"),
    ("take-over", 2, ""),
    ("take-over --fen x --white 1:00:00", 2, "--black"),
    ("event pair none", 1, "none"),
    ("hub nowhere", 1, "nowhere"),
    ("hub enroll +", 1, "'+'"),
    ("hub enroll 1", 1, "damcam hub init"),
    ("hub broker --hub none", 1, "none"),
    ("hub init none", 1, "none"),
    ("hub mirror", 1, "damcam hub init"),
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

PIPED: list[tuple[list[str], str]] = [
    (["moves"], "zz\nW:W99:B1\n"),
    (["problem"], "zz\n"),
    (["locate", "none.jpg"], ""),
    (["read", "none.jpg"], ""),
]
"""Commands that put a refusal into a row, with what they are given."""

Used = Callable[[list[str]], tuple[int, str]]


@cache
def english() -> list[str]:
    """The English sentences of the catalogue: their pieces of two words and more between placeholders, but those that a translation has."""
    messages = list(entries(read(FOLDER / "nl.po")))
    sentences = (one for message in messages for one in (message.id if isinstance(message.id, tuple) else (message.id,)))
    pieces = {piece.strip(" ;:,.'\n") for sentence in sentences for piece in re.split(r"\{\w*\}|%\(?\w*\)?[srd]", sentence)}
    others = "\n".join(str(message.string) for lang in ("nl", "fy") for message in entries(read(FOLDER / f"{lang}.po")))
    return [piece for piece in pieces if len(piece.split()) > 1 and not piece.startswith("sudo") and piece not in others]


def left_in(text: str) -> list[str]:
    return [piece for piece in english() if piece in text and re.search(rf"(?<!\w){re.escape(piece)}(?!\w)", text)]


@pytest.fixture
def used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Used:
    """Runs a command line in a folder with files that are none of ours: the status, and what is on standard error."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LC_ALL", "C")
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


def in_each_language(used: Used, words: list[str], status: int, named: str) -> None:
    """The words are refused with that status, in three languages, and each answer names those words."""
    said = {}
    asks = bool(words) and not words[0].startswith("-") and not any(word.startswith("--lang") for word in words)
    for lang in LANGUAGES:
        ended, said[lang] = used([*words, "--lang", lang] if asks else words)
        assert (ended, said[lang].startswith("damcam")) == (status, True), said[lang]
        assert [word for word in named.split() if word not in said[lang]] == [], said[lang]
        assert [word for word in OF_ARGPARSE if word in said[lang]] == []
    if asks:
        assert len(set(said.values())) == 3
        assert left_in(said["nl"]) == left_in(said["fy"]) == []


def test_each_command_is_tried() -> None:
    tried = {words.split()[0] for words, *_ in (*WRONG_WORDS, *WRONG_USE) if words}
    assert COMMANDS.keys() - tried == {"moves"}, "which PIPED tries"


@pytest.mark.parametrize(("words", "named"), WRONG_WORDS, ids=[words[:60] for words, _ in WRONG_WORDS])
def test_words_that_no_command_takes(words: str, named: str, used: Used) -> None:
    in_each_language(used, words.split(), 2, named)


@pytest.mark.parametrize(("words", "status", "named"), WRONG_USE, ids=[words for words, _, _ in WRONG_USE])
def test_what_a_command_cannot_use(words: str, status: int, named: str, used: Used) -> None:
    in_each_language(used, words.split(), status, named)


@pytest.mark.parametrize(("text", "named"), SETTINGS, ids=[text[:30] for text, _ in SETTINGS])
def test_settings_that_cannot_be_used(text: str, named: str, tmp_path: Path, used: Used) -> None:
    (tmp_path / "damcam.toml").write_text(text + "\n")
    in_each_language(used, ["selftest", "--settings", "damcam.toml"], 1, f"damcam.toml {named}")


def test_only_what_must_be_there_is_missing(used: Used) -> None:
    """Before Python 3.13.1 argparse also named words of which there may be none."""
    for words, missing in (("paper", "DIR"), ("event result", "EVENT")):
        assert used(words.split())[1].splitlines()[0].endswith(f": {missing}")


def test_words_before_the_command_are_refused_in_the_language_of_the_locale(monkeypatch: pytest.MonkeyPatch, used: Used) -> None:
    assert left_in(used(["--nonsense", "moves"])[1]), "English is noticed"
    monkeypatch.setenv("LC_ALL", "nl_NL.UTF-8")
    for words in (["--nonsense", "moves"], ["--lang", "nl", "moves"]):
        status, said = used(words)
        assert (status, words[0] in said, left_in(said)) == (2, True, [])


@pytest.mark.parametrize("lang", ["nl", "fy"])
def test_rows_what_is_told_of_a_fen_and_the_faults_of_a_game_are_in_the_language_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], lang: str
) -> None:
    def rows(words: list[str], given: str = "") -> list[dict[str, Any]]:
        monkeypatch.setattr("sys.stdin", io.StringIO(given))
        assert main([*words, "--lang", lang]) == 1
        return [json.loads(line) for line in capsys.readouterr().out.splitlines()]

    errors = [row["error"] for words, given in PIPED for row in rows(words, given)]
    (tmp_path / "game.pdn").write_text('[GameType "40"]\n\n1. 32-28 19-23 2. 37-32 *\n', encoding="utf-8")
    errors += [fault["text"] for fault in rows(["check", str(tmp_path / "game.pdn")])[0]["faults"]]
    assert len(errors) == 6
    monkeypatch.setattr("pi.commands.moves.wants_json", lambda asked: asked)
    monkeypatch.setattr("sys.stdin", io.StringIO("W:W1:B20\nzz\n"))
    assert main(["moves", "--lang", lang]) == 1
    errors.append(capsys.readouterr().err)
    assert not [error for error in errors if not error or left_in(error)]
