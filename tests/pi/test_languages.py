"""Refusals of every command in Dutch and Frisian: no English sentence of the catalogue is left in them."""

import io
import json
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from pi.cli import main
from pi.usage.table import COMMANDS
from record.texts import FOLDER
from tests.texts.catalogues import entries, read

REFUSED: dict[str, list[list[str]]] = {
    "moves": [["moves", "--rules", "chess"], ["moves", "--nonsense"]],
    "perft": [["perft"], ["perft", "--depth", "-1"], ["perft", "--depth", "201"], ["perft", "--depth", "1", "--fen", "zz"]],
    "check": [["check", "none.pdn"], ["check", "none.pdn", "--bare-x"], ["check", "none.pdn", "--weights", "1,2"], ["check"]],
    "problem": [["problem", "--nodes", "0"], ["problem", "--beyond", "many"]],
    "judge": [["judge", "--nonsense"], ["judge", "more"]],
    "why": [["why", "zz"], ["why", "W:W31:B20", "nonsense"], ["why"]],
    "read": [["read", "none.jpg"], ["read", "none.jpg", "--corners", "1,2"], ["read", "none.jpg", "--explain", "seen.gif"]],
    "locate": [["locate", "none.jpg"], ["locate", "none.jpg", "--size", "9"], ["locate", "a.jpg", "--rules", "english", "--size", "8"]],
    "run": [["run", "--speed", "2"], ["run", "--replay", "none"], ["run", "--speed", "abc"], ["run", "--settings", "none.toml"]],
    "pages": [["pages", "more"], ["pages", "--settings", "none.toml"]],
    "copy": [["copy", "more"], ["copy", "--settings", "none.toml"]],
    "selftest": [["selftest", "--seconds", "0"], ["selftest", "--settings", "none.toml"]],
    "addresses": [["addresses", "more"], ["addresses", "--settings", "none.toml"]],
    "names": [["names"], ["names", "one"], ["names", "--date", "today"], ["names", "a", "b", "--game", "none"]],
    "rule": [["rule", "stand", "--fen", "x"], ["rule", "add-times"], ["rule", "stand", "--game", "none"]],
    "tablet": [["tablet", "A B"], ["tablet", "seven"]],
    "passwd": [["passwd"], ["passwd", "me", "--remove"], ["passwd", "--role", "boss"]],
    "go-on": [["go-on"], ["go-on", "none"], ["go-on", "none", "--by", "J. Jansen"]],
    "take-over": [["take-over"], ["take-over", "none"], ["take-over", "none.pdn"], ["take-over", "--fen", "x", "--white", "1:00:00"]],
    "forget": [["forget"], ["forget", "--older-than", "-1"], ["forget", "--person", "Nobody"]],
    "event": [
        ["event"],
        ["event", "aks"],
        ["event", "ask", "--nonsense"],
        ["event", "ask", "more"],
        ["event", "new"],
        ["event", "pair", "none"],
    ],
    "hub": [
        ["hub", "none"],
        ["hub", "--port", "0"],
        ["hub", "--board", "here"],
        ["hub", "init", "none"],
        ["hub", "enroll"],
        ["hub", "enroll", "+"],
        ["hub", "enroll", "1"],
        ["hub", "enroll", "1", "--nonsense"],
        ["hub", "revoke", "1", "2"],
        ["hub", "broker", "--hub", "none"],
        ["hub", "mirror"],
    ],
    "join": [["join", "none"], ["join"], ["join", "-"]],
    "uplink": [["uplink", "--settings", "none"], ["uplink", "more"]],
    "demo": [["demo", "--speed", "abc"], ["demo", "--session", "none"], ["demo", "--stay", "--no-stay"], ["demo", "--out", ""]],
    "replay": [["replay", "none"], ["replay"]],
    "record": [["record", "none"]],
    "verify": [["verify", "none"]],
    "dossier": [["dossier", "none"]],
    "paper": [["paper", "none", "32-28", "7"], ["paper", "none", "game.pdn"]],
    "completion": [["completion", "fish"], ["completion"]],
}
"""Words that each command refuses."""
SETTINGS: list[tuple[str, str]] = [
    ("[web]\nport = 0", "port"),
    ('[web]\nport = "x"', "whole"),
    ("[game]\nname = 1", "unknown key"),
    ("[gmae]", "unknown section"),
    ('[web]\ndelay = "3 zetten"', "delay"),
    ('[game]\nregulation = "Z"', "regulation"),
    ('[board]\nstart_fen = "zz"', "FEN"),
    ("[buttons]\nwhite = 1", "pin"),
    ("web = 1", "no section"),
    ('[board]\nstate = "/a\\u0000b"', "nul"),
    ("a = " + "[" * 3000, "deep"),
    ('[camera]\ncorners = "1,1"', "corners"),
]


@cache
def english() -> list[re.Pattern[str]]:
    """The English sentences of the catalogue: their pieces of two words and more between their placeholders."""
    sentences = (
        one for message in entries(read(FOLDER / "nl.po")) for one in (message.id if isinstance(message.id, tuple) else (message.id,))
    )
    pieces = {piece.strip(" ;:,.'\n") for sentence in sentences for piece in re.split(r"\{\w*\}|%\(?\w*\)?[srd]", sentence)}
    return [re.compile(rf"(?<!\w){re.escape(piece)}(?!\w)") for piece in pieces if len(piece.split()) > 1 and not piece.startswith("sudo")]


def told_by(words: list[str], capsys: pytest.CaptureFixture[str]) -> str:
    """What the refusal says on standard error, without argparse's usage."""
    try:
        status = main(words)
    except SystemExit as ended:
        status = int(str(ended.code))
    assert status in (1, 2)
    lines = capsys.readouterr().err.splitlines()
    return "\n".join(line for line in lines if line.startswith("damcam"))


def left_in(text: str) -> list[str]:
    return [pattern.pattern for pattern in english() if pattern.search(text)]


@pytest.fixture
def refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Callable[[list[str]], str]:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DAMCAM_BOARD_STATE", str(tmp_path / "state"))
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    for command in ("read", "locate"):
        monkeypatch.setattr(f"pi.commands.{command}.wants_json", lambda asked: asked)
    return lambda words: told_by(words, capsys)


def test_each_command_is_tried() -> None:
    assert REFUSED.keys() == COMMANDS.keys()


@pytest.mark.parametrize("words", [words for several in REFUSED.values() for words in several], ids=" ".join)
def test_a_refusal_is_in_the_language_asked_for(words: list[str], refused: Callable[[list[str]], str]) -> None:
    told = {lang: refused([*words, "--lang", lang]) for lang in ("en", "nl", "fy")}
    assert left_in(told["en"])
    assert not left_in(told["nl"])
    assert not left_in(told["fy"])
    assert len(set(told.values())) == 3


@pytest.mark.parametrize(("text", "_what"), SETTINGS, ids=[what for _, what in SETTINGS])
def test_settings_are_refused_in_the_language_asked_for(text: str, _what: str, tmp_path: Path, refused: Callable[[list[str]], str]) -> None:
    (tmp_path / "damcam.toml").write_text(text + "\n")
    told = {lang: refused(["selftest", "--settings", "damcam.toml", "--lang", lang]) for lang in ("en", "nl", "fy")}
    assert left_in(told["en"])
    assert not left_in(told["nl"])
    assert not left_in(told["fy"])


def test_an_unknown_command_is_refused_in_the_language_asked_for(refused: Callable[[list[str]], str]) -> None:
    assert "er is geen opdracht 'mvoes'; bedoelt u 'moves'?" in refused(["mvoes", "--lang", "nl"])


def test_what_moves_tells_of_a_fen_is_in_the_language_asked_for(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("pi.commands.moves.wants_json", lambda asked: asked)
    for lang, said in (("nl", "een witte schijf staat er ongekroond"), ("fy", "in wite skiif stiet der net kroand")):
        monkeypatch.setattr("sys.stdin", io.StringIO("W:W1:B20\nzz\n"))
        assert main(["moves", "--lang", lang]) == 1
        err = capsys.readouterr().err
        assert said in err
        assert not left_in(err)


PIPED: list[tuple[list[str], str]] = [
    (["moves"], "zz\nW:W99:B1\n"),
    (["problem"], "zz\n"),
    (["locate", "none.jpg"], ""),
    (["read", "none.jpg"], ""),
]
"""Commands that put a refusal into a row, with what they are given."""


@pytest.mark.parametrize("lang", ["nl", "fy"])
@pytest.mark.parametrize(("words", "given"), PIPED)
def test_the_texts_of_rows_are_in_the_language_asked_for(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], words: list[str], given: str, lang: str
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(given))
    assert main([*words, "--lang", lang]) == 1
    errors = [json.loads(line)["error"] for line in capsys.readouterr().out.splitlines()]
    assert errors
    assert not [error for error in errors if left_in(error)]


def test_words_before_the_command_are_refused_in_the_language_asked_for(
    monkeypatch: pytest.MonkeyPatch, refused: Callable[[list[str]], str]
) -> None:
    monkeypatch.setenv("LC_ALL", "nl_NL.UTF-8")
    for words in (["--nonsense", "moves"], ["--lang", "nl", "moves"]):
        said = refused(words)
        assert "er is geen optie" in said
        assert not left_in(said)


@pytest.mark.parametrize("lang", ["nl", "fy"])
def test_the_faults_of_a_game_are_in_the_language_asked_for_in_rows_too(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], lang: str
) -> None:
    (tmp_path / "game.pdn").write_text('[GameType "40"]\n\n1. 32-28 19-23 2. 37-32 *\n', encoding="utf-8")
    assert main(["check", str(tmp_path / "game.pdn"), "--json", "--lang", lang]) == 1
    (fault,) = json.loads(capsys.readouterr().out)["faults"]
    assert fault["text"]
    assert not left_in(fault["text"])
