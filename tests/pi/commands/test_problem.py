"""What `damcam problem` promises to programs: a JSON line for each FEN, 0 when all were read and 1 when one was bad."""

import io
import json

import pytest

from pi.cli import main


@pytest.fixture
def problem(capsys, monkeypatch):
    """Runs the command with that on standard input; gives its status, its rows and what it complained of."""

    def run(*words, given=b""):
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(given), encoding="ascii"))
        try:
            status = main(("problem", *words))
        except SystemExit as wrong:
            status = wrong.code
        out, err = capsys.readouterr()
        return status, [json.loads(line) for line in out.splitlines()] if status != 2 else [], err

    return run


def test_a_problem_is_judged_and_solved(problem):
    status, rows, complaint = problem("--rules", "frisian", given=b"W:W8,25,29,45,50:B5,11,15,36,41\n")
    assert (status, complaint, len(rows)) == (0, "", 1)
    assert rows[0]["fen"] == "W:W8,25,29,45,50:B5,11,15,36,41"
    assert [(one["article"], one["holds"], one["squares"]) for one in rows[0]["conditions"]] == [
        ("2 A", True, []),
        ("2 B.1", None, []),
        ("2 B.2", True, []),
        ("2 B.3", True, []),
        ("2 B.4", True, []),
    ]
    solution = rows[0]["solution"]
    assert (solution["verdict"], solution["side"]) == ("wins-outright", "white")
    assert solution["line"] == ["8-2", "15x35", "2x10", "5x14", "45x25", "14-19", "29x9"]
    assert solution["first_moves"] == ["8-2"]
    assert (solution["second_solution"], solution["later_alternative"], solution["undecided"]) == (False, True, [])
    assert {"ply": 2, "move": "2x14", "interchange": False} in solution["alternatives"]
    assert (solution["depth"], solution["alternatives_depth"]) == (3, 7)
    assert 0 < solution["nodes"] <= solution["budget"]
    assert solution["spent"] is False


def test_a_budget_of_one_position_proves_nothing(problem):
    status, rows, _ = problem("--nodes", "1", given=b"W:W8,25,29,45,50:B5,11,15,36,41")
    solution = rows[0]["solution"]
    assert status == 0
    assert (solution["verdict"], solution["nodes"], solution["budget"], solution["spent"]) == ("unknown", 1, 1, True)
    assert (solution["line"], solution["first_moves"], solution["second_solution"]) == ([], [], None)
    assert (solution["depth"], solution["alternatives_depth"]) == (0, None)


def test_no_second_solution_means_none_within_the_depth_that_is_told(problem):
    given = b"W:W6,7,18,41,44:B14,29,32,37,38"
    told = [problem("--beyond", beyond, given=given)[1][0]["solution"] for beyond in ("2", "4")]
    assert [(one["first_moves"], one["second_solution"], one["alternatives_depth"]) for one in told] == [
        (["7-1"], False, 6),
        (["7-1", "7-2"], True, 8),
    ]
    poor = problem("--nodes", "2000", given=given)[1][0]["solution"]
    assert (poor["verdict"], poor["second_solution"], poor["spent"]) == ("wins-outright", None, True)
    assert {"ply": 0, "move": "7-2", "interchange": False} in poor["undecided"]


def test_wins_of_material_can_be_left_out(problem):
    given = b"W:W10,50:B23,31"
    assert problem("--nodes", "3000", given=given)[1][0]["solution"]["verdict"] == "wins-material"
    assert problem("--nodes", "3000", "--ahead", "0", given=given)[1][0]["solution"]["verdict"] != "wins-material"


def test_a_bad_line_is_a_row_of_its_own_and_the_others_go_on(problem):
    status, rows, complaint = problem(given=b"W:W99:B1\n\nW:W33:B32\n")
    assert (status, complaint) == (1, "")
    assert rows[0] == {"fen": "W:W99:B1", "error": "white pieces: 99 is not on the board, whose squares are 1 to 50"}
    assert rows[1]["solution"]["line"] == ["33x31"]


def test_regulation_h_is_frisian_and_under_other_rules_that_is_said(problem):
    given = b"W:W33:B28\n"
    assert "remark" not in problem(given=given)[1][0]
    _, (row,), _ = problem("--rules", "international", given=given)
    assert row["remark"] == "regulation H is that of Frisian draughts; its conditions are judged here with the moves of international"


def test_nothing_given_nothing_answered(problem):
    assert problem() == (0, [], "")


@pytest.mark.parametrize("words", [("--nodes", "0"), ("--nodes", "many"), ("--ahead", "-1"), ("--beyond", "-1"), ("--rules", "russian")])
def test_wrong_usage_is_status_2(problem, words):
    status, _, complaint = problem(*words)
    assert status == 2
    assert complaint.startswith(f"damcam problem: {words[0]}: ")


def test_help_says_what_each_answer_means(capsys):
    with pytest.raises(SystemExit) as ended:
        main(["problem", "--help"])
    told = capsys.readouterr().out
    assert ended.value.code == 0
    for word in ("--nodes", "--beyond", "wins-material", "no-win-within-depth", "unknown", "second_solution", "interchange", "undecided"):
        assert word in told
