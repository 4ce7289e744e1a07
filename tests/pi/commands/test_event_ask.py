"""What `damcam event ask` promises to programs: a question a line in, an answer a line out, each at once and in order."""

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from hub.events.asking import ANSWERED
from tests.rules.tournament.pairs import asked

ROOT = Path(__file__).resolve().parents[3]
GROUPS = {"ask": "groups", "competition": "B", "entries": 13}
PAIR = {"ask": "pair", **asked(competition="D", rounds=5)}


@pytest.fixture
def ask(damcam):
    """Answers lines, which are objects or texts; gives the status and the answers."""

    def run(*lines, lang="en"):
        given = b"\n".join(line if isinstance(line, bytes) else json.dumps(line).encode() for line in lines)
        status, rows, complaint = damcam("event", "ask", "--json", "--lang", lang, given=given)
        assert complaint == ""
        return status, rows

    return run


def test_questions_are_answered_in_order_with_their_articles(ask):
    status, rows = ask(GROUPS, {"ask": "age", "born": "2014-09-01", "year": 2026}, PAIR)
    assert status == 0
    assert rows[0] == {"sizes": [4, 4, 5], "article": "B 2"}
    assert rows[1] == {"age": 12, "may_play": ["jeugd", "junioren"], "article": "E 4"}
    assert [row["white"] for row in rows[2]["pairs"]] == ["p1", "p6", "p3", "p8"]
    assert rows[2]["warnings"] == [
        "the HA plays by the Swiss system from 9 players on; up to 8 all meet once (D 4)",
        "the HA plays 6 rounds by the Swiss system (D 4)",
    ]


def test_a_question_that_cannot_be_is_an_answer_with_an_error_and_the_status_stays_0(ask):
    status, rows = ask({"ask": "groups", "competition": "B", "entries": "many"}, {"ask": "groops"}, {}, GROUPS)
    assert status == 0
    assert [set(row) for row in rows[:3]] == [{"error"}] * 3
    assert rows[0] == {"error": 'entries is "many"; a whole number from 0 to 10000 was expected'}
    assert all(repr(name) in rows[1]["error"] for name in ANSWERED)
    assert rows[3]["sizes"] == [4, 4, 5]


@pytest.mark.parametrize(
    "line",
    [
        b'{"ask": "groups", "competition": "A", "competition": "B", "entries": 13}',
        b'{"ask": "age", "ask": "groups", "competition": "B", "entries": 13}',
        b'{"ask": "standings", "competition": "A", "players": ["a", "b"], "games": [{"round": 1, "round": 2}]}',
    ],
)
def test_a_field_that_is_there_twice_is_an_answer_with_an_error(ask, line):
    status, rows = ask(line, GROUPS)
    assert (status, rows[1]["sizes"]) == (0, [4, 4, 5])
    assert "is there twice" in rows[0]["error"]


@pytest.mark.parametrize(
    "line",
    [
        b"[]",
        b"3",
        b"null",
        b'"ask"',
        b"NaN",
        b'{"ask": "groups", "competition": "B", "entries": 13, "more": NaN}',
        b'{"ask": "groups", "competition": "B", "entries": -Infinity}',
        b"{",
        b"ask groups",
        b'{"ask": "gr\xffoups"}',
        b"[" * 100_000,
        b'{"ask": ' * 100_000,
        b"9" * 10_000,
    ],
    ids=range(13),
)
def test_a_line_that_is_no_json_object_is_an_error_and_the_status_is_1(ask, line):
    status, rows = ask(GROUPS, line, GROUPS)
    assert status == 1
    assert [set(row) for row in rows] == [{"sizes", "article"}, {"error"}, {"sizes", "article"}]


@pytest.mark.parametrize("value", ["1e999", "9" * 4000, "1" + "0" * 300, "[" * 500 + "]" * 500, '{"a": null}', '"\\u0000"'])
def test_values_that_nobody_expects_are_sentences(ask, value):
    lines = [
        f'{{"ask": "{name}", "{field}": {value}}}'.encode() for name in ANSWERED for field in ("ask", "competition", "players", "votes")
    ]
    status, rows = ask(*lines)
    assert status == 0
    assert all(set(row) == {"error"} and len(row["error"]) < 500 for row in rows)


@pytest.mark.parametrize("lang", ["nl", "fy"])
def test_errors_and_warnings_are_told_in_the_language_asked_for(ask, lang):
    lines = ({"ask": "groups", "competition": "B", "entries": 2}, [], PAIR)
    (_, english), (_, other) = ask(*lines), ask(*lines, lang=lang)
    assert [row["error"] for row in other[:2]] != [row["error"] for row in english[:2]]
    assert all(one != same for one, same in zip(english[2]["warnings"], other[2]["warnings"], strict=True))


def test_the_language_may_stand_before_the_task(damcam):
    before = damcam("event", "--lang", "nl", "ask", "--json", given=b"[]")
    assert before == damcam("event", "ask", "--json", "--lang", "nl", given=b"[]")
    assert before != damcam("event", "ask", "--json", given=b"[]")


def test_on_a_terminal_without_json_it_says_what_it_is_for(damcam, monkeypatch):
    monkeypatch.setattr("pi.commands.event_ask.wants_json", lambda asked: asked)
    status, rows, complaint = damcam("event", "ask", given=b"{}")
    assert (status, rows) == (2, [])
    assert "JSON, for programs; --json" in complaint


def started():
    command = [sys.executable, "-P", "-m", "pi", "event", "ask", "--json"]
    return subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=os.environ | {"PYTHONPATH": str(ROOT), "LC_ALL": "C"}
    )


def test_each_line_is_answered_before_the_next_is_sent():
    with started() as process:
        assert process.stdin
        assert process.stdout
        for line, key in ((GROUPS, "sizes"), ({"ask": "x"}, "error"), (PAIR, "pairs"), ([], "error")):
            process.stdin.write(json.dumps(line) + "\n")
            process.stdin.flush()
            assert key in json.loads(process.stdout.readline())
        process.stdin.close()
        assert process.wait() == 1


def test_hundreds_of_questions_take_seconds():
    began = time.monotonic()
    with started() as process:
        out, _ = process.communicate("\n".join(json.dumps(line) for line in [GROUPS, PAIR, {"ask": "x"}] * 200))
    assert process.returncode == 0
    assert len(out.splitlines()) == 600
    assert time.monotonic() - began < 30
