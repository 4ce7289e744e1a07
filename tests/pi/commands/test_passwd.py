"""The command passwd: asked for twice at a terminal, kept for the service alone, told without the passwords."""

import io
import json
import sys

import pytest

from hub.access.passwords import matches
from pi.cli import main


@pytest.fixture
def passwd(tmp_path, monkeypatch):
    monkeypatch.setenv("DAMCAM_BOARD_STATE", str(tmp_path))

    def run(*words, typed="", terminal=False):
        given = io.StringIO(typed)
        given.isatty = lambda: terminal
        monkeypatch.setattr(sys, "stdin", given)
        lines = iter(typed.splitlines())
        monkeypatch.setattr("getpass.getpass", lambda _: next(lines))
        return main(["passwd", *words])

    return run


def kept(tmp_path):
    return {row["name"]: row for row in json.loads((tmp_path / "arbiters.json").read_text())["arbiters"]}


def test_it_is_set_changed_listed_and_taken_out(passwd, tmp_path, capsys):
    assert passwd("Anke", typed="oer it fjild\noer it fjild\n", terminal=True) == 0
    assert matches(kept(tmp_path)["Anke"]["password"], "oer it fjild")
    assert passwd("Durk", "--role", "operator", typed="from a pipe\n") == 0
    assert passwd("durk", typed="a new one\n") == 0
    assert kept(tmp_path)["durk"]["role"] == "operator"
    assert passwd("--list") == 0
    told = capsys.readouterr()
    assert told.out == "arbiter   Anke\noperator  durk\n"
    assert told.err.splitlines() == [
        "damcam: Anke may sign in to the desk now: arbiter",
        "damcam: Durk may sign in to the desk now: operator",
        "damcam: durk has the new password: operator; whoever was signed in under that name is signed out",
    ]
    assert passwd("Anke", "--remove") == 0
    assert capsys.readouterr().err == "damcam: Anke may sign in no more, and is signed out\n"
    assert list(kept(tmp_path)) == ["durk"]


@pytest.mark.parametrize(
    ("words", "typed", "says"),
    [
        (["Anke"], "oer it fjild\noer it fjiid\n", "the two passwords differ"),
        (["Anke"], "short\nshort\n", "8 to 256 characters, and this one 5"),
        (["Anke", "--remove"], "", "nobody signs in as 'Anke'"),
        (["x" * 65], "oer it fjild\noer it fjild\n", "no name"),
    ],
)
def test_what_cannot_be_gets_a_sentence_and_changes_nothing(passwd, tmp_path, capsys, words, typed, says):
    assert passwd(*words, typed=typed, terminal=True) == 1
    assert says in capsys.readouterr().err
    assert not (tmp_path / "arbiters.json").exists()


def test_who_is_meant_must_be_said(passwd, capsys):
    assert passwd() == 2
    assert "whose password" in capsys.readouterr().err


def test_a_folder_that_is_not_there_is_said_to_be_missing(passwd, tmp_path, capsys, monkeypatch):
    monkeypatch.setenv("DAMCAM_BOARD_STATE", str(tmp_path / "later"))
    assert passwd("Anke", typed="oer it fjild\n") == 1
    told = capsys.readouterr().err
    assert f"{tmp_path / 'later'} is not there" in told
    assert "start damcam run once" in told


def test_the_password_is_no_argument(passwd, capsys):
    with pytest.raises(SystemExit) as ended:
        passwd("Anke", "oer it fjild")
    assert ended.value.code == 2
