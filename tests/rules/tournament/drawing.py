"""Questions `standings` drawn at random: of every competition, with ties, games by default or without a result, byes and withdrawals."""

from itertools import combinations

from hypothesis import strategies as st

from tests.rules.tournament.by_matrices import BOARDS
from tests.rules.tournament.contests import ask

SIZES = {"A": (3, 6), "B": (4, 7), "C": (8, 8), "D": (3, 6), "E": (2, 7), "F": (4, 10), "G": (3, 6)}
RESULTS = st.sampled_from(("1-0", "0-1", "draw", "draw", "draw", None))


def rounds_of(competition, size):
    if competition in "ABCDG":
        return [[tuple(pair) for pair in one["pairs"]] for one in ask("schedule", competition=competition, players=size)["rounds"]]
    once = list(combinations(range(1, size + 1), 2))
    return [[pair] for pair in once + ([pair[::-1] for pair in once] if competition == "E" else [])]


@st.composite
def played(draw, competition, number, white, black):
    if competition in BOARDS:
        own = draw(st.integers(BOARDS[competition] - 2, BOARDS[competition] + 2)) / 2
        told = draw(st.sampled_from(([own, BOARDS[competition] - own],) * 5 + (None,)))
        return {"round": number, "first": white, "second": black, "board_points": told}
    result = draw(RESULTS)
    is_default = result in ("1-0", "0-1") and draw(st.integers(0, 5)) == 0
    return {"round": number, "white": white, "black": black, "result": result} | ({"default": True} if is_default else {})


@st.composite
def questions(draw, competitions="ABCDEFG"):
    competition = draw(st.sampled_from(competitions))
    size = draw(st.integers(*SIZES[competition]))
    players = [f"p{number}" for number in range(1, size + 1)]
    games, taken = [], set()
    shown = draw(st.sampled_from((5, 8, 10)))
    for number, pairs in enumerate(rounds_of(competition, size), 1):
        for one, other in pairs:
            if competition not in "EF" or draw(st.integers(0, 9)) < shown:
                games.append(draw(played(competition, number, players[one - 1], players[other - 1])))
                taken |= {(number, one), (number, other)}
    question = {"competition": competition, "players": players, "games": draw(st.permutations(games))}
    if competition == "B":
        question["group"] = draw(st.sampled_from(("I", "II", "IV")))
    if competition == "C":
        question["class"] = draw(st.sampled_from(("KK", "HAA", "RHAA")))
    if competition == "D" and draw(st.booleans()):
        question |= {"class": "HA", "swiss": True}
    if competition == "F" or question.get("swiss"):
        free = [(number, id) for number in range(1, 4) for id in range(1, size + 1) if (number, id) not in taken]
        chosen = draw(st.lists(st.sampled_from(free), max_size=3, unique=True)) if free else []
        question["byes"] = [{"round": number, "id": players[id - 1]} for number, id in chosen]
    return question


@st.composite
def withdrawals(draw):
    """Groups of eight whose one to three players are out: some of their late games are without a result, or not in the list at all."""
    question = draw(questions("C"))
    out = draw(st.lists(st.sampled_from(question["players"]), min_size=1, max_size=3, unique=True))
    kept = []
    for game in question["games"]:
        if {game["white"], game["black"]} & set(out) and game["round"] > draw(st.integers(3, 6)):
            if draw(st.booleans()):
                kept.append({"round": game["round"], "white": game["white"], "black": game["black"], "result": None})
        else:
            kept.append(game)
    return question | {"games": kept, "withdrawn": out}


@st.composite
def absences(draw):
    """Groups of eight of whom one or two play in no round, so that their opponents are free (C 12)."""
    question = draw(questions("C"))
    away = draw(st.lists(st.sampled_from(question["players"]), min_size=1, max_size=2, unique=True))
    games, byes = [], []
    for game in question["games"]:
        there = [id for id in (game["white"], game["black"]) if id not in away]
        if len(there) == 2:
            games.append(game)
        else:
            byes += [{"round": game["round"], "id": id} for id in there]
    return question | {"games": games, "byes": byes}
