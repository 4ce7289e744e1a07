"""Questions of events as the tests ask them, and short ways to write games."""

from enum import StrEnum

import pytest

from pi.commands.questions.asking import answer
from tournament.errors import TournamentError


class Refused(StrEnum):
    """Why there is no answer."""

    ALL_LAPSE = "the games of all players lapse (C 14), so there is no final order"
    ALL_PLAYED = "{id} has played all {games} games and cannot withdraw any more (C 14)"
    CONTRADICTED = "{winner} won the play-off, but decided names {other} before him"
    DECIDED_TWICE = "decided names {ids} in two lists"
    HIMSELF = "{where} is of {id} against himself"
    LARGE_GROUP = "there are {players} players; a group of C has {most} (C 2)"
    LATE_ROUND = "{id} has a game in round {round}; this event has {rounds} rounds"
    LINE_UP = "{field} has {count} places; {boards} were expected, null where a board is empty"
    MANY_POINTS = "board_points is {value}; a match of {boards} boards has no more points than that"
    NOBODY = "winners has nobody"
    NOT_EQUALS = "decided names {ids}, who are not all of those who share a place"
    NOT_EQUAL_WINNERS = "decided names {ids}, who are not those who share the first place of all groups"
    NO_CLASS = "class is missing; the groups of eight are KK, HAA and RHAA (C 2)"
    NO_GROUP = "group is {group}; the groups of B are I, II, III and so on (B 2)"
    NO_PLAYERS = "there are no players; a final order has at least one"
    NO_PLAY_OFF = "{id} and {other} have no play-off: they do not share a place for which the regulation has one"
    NO_PLAY_OFF_OF_WINNERS = "{id} and {other} do not share the first place of all groups, and play nothing off for it"
    NO_SWISS = "swiss is true; only F and the HA of D are played by the Swiss system (D 4, F 3)"
    OFTEN = "{id} and {other} have {times} games with one another; this event has {most} for them"
    ONLY_C = "withdrawn is for C alone (C 14); in {competition} the arbiter says which games lapse and which are won"
    RESULTS = "results has {count} entries; a result or null for each of the {boards} boards was expected"
    STAYS_SHARED = "decided names {ids}, who share their place to the end ({article}); nothing is left to decide"
    TWICE_IN_ROUND = "{id} stands {times} times in round {round}; a player has one game or one bye a round"
    TWO_BOARDS = "{id} stands twice in the line-ups; a player has one board"
    UNKNOWN = "{where} names {id}, who is not among the players"
    WON_BEFORE = "the play-off of {id} and {other} was won by {winner} before its game {game}"


def names(field):
    """For `pytest.raises(..., check=names("round"))`: the error is about that field."""
    return lambda error: field in str(error)


SCORES = {"1": "1-0", "0": "0-1", "½": "draw", "-": None}


def ask(what, **question):
    return answer({"ask": what, **question})


def refused(what, **question):
    """The refusal."""
    with pytest.raises(TournamentError) as refusal:
        ask(what, **question)
    return refusal.value


def refuses(what, does, /, *args, **kwargs):
    """Check that this is refused by a TournamentError that says so: `refuses(says("..."), divide, Competition.A, 2)`."""
    with pytest.raises(TournamentError, check=what):
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
