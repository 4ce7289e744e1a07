"""A second move generator, slow and simple, that shares no code with the package: fields as (row, column), pieces as letters in a dict.

`w`, `W`, `b`, `B` are men and kings. A capture is followed along every path, jump by jump; nothing is looked up and nothing is remembered.
"""

DIAGONAL = [(-1, -1), (-1, 1), (1, -1), (1, 1)]
STRAIGHT = [(0, -2), (0, 2), (-2, 0), (2, 0)]
SIZE = {"frisian": 10, "international": 10, "english": 8, "dambord": 8}


def field(square, size):
    """1 is the second field of the far row."""
    fields = [(row, col) for row in range(size) for col in range(size) if (row + col) % 2 == 1]
    return fields[square - 1]


def number(at, size):
    return 1 + [(row, col) for row in range(size) for col in range(size) if (row + col) % 2 == 1].index(at)


def on_board(at, size):
    return 0 <= at[0] < size and 0 <= at[1] < size


def jumps_of(rules, pieces, at, letter, captured):
    """The (victim, landing) of each jump by that piece, which is taken off the board first."""
    size = SIZE[rules]
    side = letter.lower()
    forward = -1 if side == "w" else 1
    for step in DIAGONAL + (STRAIGHT if rules == "frisian" else []):
        if letter.islower():
            backward = step[0] * forward <= 0
            if rules == "english" and backward:
                continue
            if rules == "dambord" and backward and not captured:
                continue
        reach = size if letter.isupper() and rules != "english" else 1
        victim = (at[0] + step[0], at[1] + step[1])
        free = 1
        while free < reach and on_board(victim, size) and victim not in pieces:
            victim = (victim[0] + step[0], victim[1] + step[1])
            free += 1
        if pieces.get(victim, side).lower() == side or victim in captured:
            continue
        landing = (victim[0] + step[0], victim[1] + step[1])
        free = 0
        while free < reach and on_board(landing, size) and landing not in pieces:
            yield victim, landing
            landing = (landing[0] + step[0], landing[1] + step[1])
            free += 1


def capture_paths(rules, pieces, side):
    """Every path of every capture, finished or not, as (squares visited, squares captured, whether it is complete)."""
    size = SIZE[rules]
    far_row = 0 if side == "w" else size - 1

    def go_on(rest, letter, visited, captured):
        crowned = rules == "english" and letter.islower() and captured and visited[-1][0] == far_row
        onward = [] if crowned else list(jumps_of(rules, rest, visited[-1], letter, captured))
        if captured:
            yield visited, captured, not onward
        for victim, landing in onward:
            yield from go_on(rest, letter, [*visited, landing], [*captured, victim])

    for at, letter in pieces.items():
        if letter.lower() == side:
            rest = {other: piece for other, piece in pieces.items() if other != at}
            for visited, captured, complete in go_on(rest, letter, [at], []):
                yield letter, [number(f, size) for f in visited], sorted(number(f, size) for f in captured), complete


def every_capture(rules, pieces, side):
    """(from, to, captured) of all captures, finished or not."""
    return {(path[0], path[-1], tuple(captured)) for _, path, captured, _ in capture_paths(rules, pieces, side)}


def every_quiet_move(rules, pieces, side):
    """(from, to, ()) of all quiet moves."""
    size = SIZE[rules]
    found = set()
    for at, letter in pieces.items():
        if letter.lower() != side:
            continue
        for down, right in DIAGONAL:
            if letter.islower() and down != (-1 if side == "w" else 1):
                continue
            to = (at[0] + down, at[1] + right)
            while on_board(to, size) and to not in pieces:
                found.add((number(at, size), number(to, size), ()))
                if letter.islower() or rules == "english":
                    break
                to = (to[0] + down, to[1] + right)
    return found


def stronger(rules, pieces, one, other):
    """Whether capturing `one` must be preferred to capturing `other`, by Art. 11 or by number."""
    if rules == "english":
        return False
    if rules != "frisian":
        return len(one) > len(other)
    kings, others_kings = (sum(pieces[field(s, 10)].isupper() for s in captured) for captured in (one, other))
    men, others_men = len(one) - kings, len(other) - others_kings
    doubled, others_doubled = men + 2 * kings, others_men + 2 * others_kings
    # A king counts as two men; at equal counts, more kings are worth less.
    return doubled > others_doubled or (doubled == others_doubled and kings < others_kings)


def legal_moves(rules, pieces, side):
    """(from, to, captured) of the legal moves, without Art. 17."""
    complete = [(letter, path, captured) for letter, path, captured, ended in capture_paths(rules, pieces, side) if ended]
    if not complete:
        return every_quiet_move(rules, pieces, side)
    captures = list({tuple(captured) for _, _, captured in complete})
    best = [c for c in captures if not any(stronger(rules, pieces, other, c) for other in captures)]
    kept = [one for one in complete if tuple(one[2]) in best]
    if rules == "frisian" and any(letter.isupper() for letter, _, _ in kept):
        kept = [one for one in kept if one[0].isupper()]
    return {(path[0], path[-1], tuple(captured)) for _, path, captured in kept}
