"""Questions of events as the tests ask them, and short ways to write games."""

from rules.tournament.questions import answer

SCORES = {"1": "1-0", "0": "0-1", "½": "draw", "-": None}


def ask(what, **question):
    return answer({"ask": what, **question})


def game(number, white, black, result, **more):
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


def order(answer):
    return [(row["id"], row["place"], row["by"]) for row in answer["table"]]


def scores(answer, *names):
    return {row["id"]: tuple(row[name] for name in names) for row in answer["table"]}
