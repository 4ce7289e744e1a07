"""Questions of events as the tests ask them, and short ways to write games."""

import pytest

from tournament.fields import QuestionError
from tournament.questions import answer

SCORES = {"1": "1-0", "0": "0-1", "½": "draw", "-": None}


def ask(what, **question):
    return answer({"ask": what, **question})


def refused(what, **question):
    """The refusal."""
    with pytest.raises(QuestionError) as refusal:
        ask(what, **question)
    return refusal.value


def refuses(what, does, /, *args, **kwargs):
    """Check that this is refused by a QuestionError that says so: `refuses(says("ContestFault.no-table"), schedule, "A", "", 2)`."""
    with pytest.raises(QuestionError, check=what):
        does(*args, **kwargs)


def asked(what, **question):
    """The answer without its article."""
    found = ask(what, **question)
    assert isinstance(found.pop("article"), str)
    return found


def game(number, white, black, result="draw", **more):
    return {"round": number, "white": white, "black": black, "result": result, **more}


def games(text, prefix="p"):
    """Games of lines such as `1: 5-1 1, 6-2 ½`: round, numbers and White's score, `-` for none, `*` after it for one by default."""
    found = []
    for line in text.strip().splitlines():
        number, played = line.split(":")
        for one in played.split(","):
            pair, score = one.split()
            white, black = pair.split("-")
            more = {"default": True} if score.endswith("*") else {}
            found.append(game(int(number), prefix + white, prefix + black, SCORES[score.rstrip("*")], **more))
    return found


def standings(competition, players, played, **more):
    """The answer of `standings`; `players` are their ids or how many they are."""
    ids = [f"p{number}" for number in range(1, players + 1)] if isinstance(players, int) else players
    return ask("standings", competition=competition, players=ids, games=games(played) if isinstance(played, str) else played, **more)


T = ["t1", "t2", "t3", "t4"]


def matches(boards, *played):
    """Matches of teams t1, t2 ...: (round, first, second, board points of the first)."""
    return [
        {"round": number, "first": f"t{one}", "second": f"t{other}", "board_points": [own, boards - own]}
        for number, one, other, own in played
    ]


def placed(answer):
    """The table in a line, such as `p6 1-2 open, p8 1-2 open, p5 3 mutual`."""
    spans = [("-".join(map(str, dict.fromkeys(row["place"]))), row) for row in answer["table"]]
    return ", ".join(f"{row['id']} {span} {row['by']}" for span, row in spans)


def figures(answer, *names):
    """Figures of the table in a line, in its order: `p6 4.5 27.5, p8 4.5 28.5`."""
    return ", ".join(" ".join([row["id"], *(f"{row[name]:g}" for name in names)]) for row in answer["table"])
