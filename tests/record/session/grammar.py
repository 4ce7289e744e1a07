"""Games in a few words, for tables of presses, rulings and the arbiter's words."""

import re

from record.events.of_game import Arbitrated, Pressed, Ruled, SessionOpened

S = 1_000_000_000
START = "W:W31-50:B1-20"
OPENED = SessionOpened("frisian", 10, START, "80m+60s", 4800 * S, 4800 * S)
SIDES = {"W": "white", "B": "black"}


def pressed(seq, side):
    other = "black" if side == "white" else "white"
    return Pressed(seq, seq * 10 * S, side, (4800 - seq) * S, (4800 - seq) * S, other, (f"frames/{seq:04}.jpg",))


def ruled(seq, side, verdict, move=None, **more):
    return Ruled(seq, side, verdict, move, f"{'B' if side == 'white' else 'W'}:after {seq}", 0.99, **more)


def ruling(seq, word, **more):
    more = {"fen": f"W:ruled after {seq}"} | more
    return Arbitrated(seq * 10 * S + S, seq, word, "J. Jansen", **more)


def events_of(text):
    """`W32-28 B27a/19-23 B… W+33-29 2:legal/19-23 2=27a !stand !take-back/2 !to-move/B` : presses with their rulings by `side move`
    (legal), `side+move` (corrected), `side verdict[/move]`, a press that waits, its ruling later, an amendment, and the arbiter's words; a
    letter behind a word is the side to move, a number that of plies."""
    events, sides = [OPENED], {}
    for word in text.split():
        last = len(sides)
        if word.startswith("!"):
            name, _, more = word[1:].partition("/")
            plies = int(more) if more.isdigit() else 0
            fen = f"{more if more in ('W', 'B') else 'W'}:ruled after {last}"
            result = "1-0" if name == "end" else None
            events.append(ruling(last, name, plies=plies, fen=fen, result=result, article="20.5" if result else None))
        elif late := re.fullmatch(r"(\d+)([:=])([^/]+)(?:/(.+))?", word):
            seq = int(late[1])
            events.append(ruled(seq, sides[seq], late[3], late[4], amends=late[2] == "="))
        else:
            seq, side, what = last + 1, SIDES[word[0]], word[1:]
            sides[seq] = side
            events.append(pressed(seq, side))
            if re.fullmatch(r"\d+[-x]\d+", what):
                events.append(ruled(seq, side, "legal", what))
            elif what.startswith("+"):
                events.append(ruled(seq, side, "corrected", what[1:] or None))
            elif what != "…":
                verdict, _, move = what.partition("/")
                events.append(ruled(seq, side, verdict, move or None))
    return events


def written(plies):
    return " ".join("[]" if ply.is_set_up else _written(ply) for ply in plies)


def _written(ply):
    return f"{ply.side[0].upper()}{ply.move or ''}" + (f"{{{ply.verdict}}}" if ply.irregular else "")
