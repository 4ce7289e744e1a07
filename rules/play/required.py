"""The compulsory captures (Art. 10-14), found on padded bits for speed.

As in `captures`, the search goes through states and looks at each once: the bit of the square reached and the mask of the captured pieces.
Captured pieces stay until the end and block, so the jumps from a square are the same throughout a capture.
"""

from dataclasses import dataclass
from functools import cache

from rules.board.lines import Ray, promotion_mask
from rules.board.padded import Able, Layout, able_men, forward_shifts, layout, padded_jumps, padded_rays
from rules.board.ruleset import Majority, RuleSet
from rules.board.squares import Side

# A man counts this much, and a king one less than two men, so that n kings outweigh 2n - 1 men for every n below this (Art. 11).
MAN_VALUE = 64

Capture = tuple[int, int, int]
"""The bits of the origin and the target, and the mask of the captured pieces."""
JumpTable = dict[int, tuple[int, tuple[tuple[int, int], ...]]]
"""For the bit of each square the mask of all victims, and the jumps: the bits of the victim and of the landing square."""
Steps = tuple[JumpTable, JumpTable, int]
"""For a piece that jumps to the next square: its first jumps, its later jumps, and the mask of the squares that end its capture."""


@dataclass(frozen=True, slots=True)
class ManTables:
    """How the men of one side move under a rule set."""

    able: Able
    forward: tuple[int, int, int, int]
    jumps: Steps
    """Where crowning ends the turn, the promotion row ends a man's capture."""
    promotion: int


@dataclass(frozen=True, slots=True)
class KingTables:
    """How the kings of one side move under a rule set."""

    jumps: Steps
    """The jumps of a king that moves one square."""
    capture_rays: dict[int, tuple[Ray, ...]]
    quiet_rays: dict[int, tuple[Ray, ...]]


@dataclass(frozen=True, slots=True)
class Mover:
    """The tables of one side under a rule set."""

    rules: RuleSet
    layout: Layout
    men: ManTables
    kings: KingTables

    def quiet_targets(self, king: int, empty: int) -> int:
        """The mask of the squares that a king can move to without a capture (Art. 9)."""
        found = 0
        for ray in self.kings.quiet_rays[king]:
            if self.rules.flying_kings:
                blocker = ray.nearest(ray.mask & ~empty)
                found |= ray.mask & ~(ray.beyond[blocker] | blocker) if blocker else ray.mask
            else:
                found |= ray.nearest(ray.mask) & empty
        return found


@cache
def mover(rules: RuleSet, side: Side) -> Mover:
    """The tables of that side."""
    size, straight = rules.board_size, rules.straight_captures
    promotion = layout(size).spread(promotion_mask(size, side))
    king_jumps = padded_jumps(size, straight, side, True)
    jumps = (
        padded_jumps(size, straight, side, rules.men_capture_backward),
        padded_jumps(size, straight, side, rules.men_capture_backward_later),
        promotion if rules.crowning_ends_capture else 0,
    )
    men = ManTables(able_men(rules, side), forward_shifts(size, side), jumps, promotion)
    kings = KingTables((king_jumps, king_jumps, 0), padded_rays(size, straight), padded_rays(size, False))
    return Mover(rules, layout(size), men, kings)


class _Flights(JumpTable):
    """The jumps of a flying king, computed for a square when it is reached; each is the victim, and victim and landing in one mask."""

    def __init__(self, rays: dict[int, tuple[Ray, ...]], others: int, free: int) -> None:
        super().__init__()
        self._rays, self._others, self._free = rays, others, free

    def __missing__(self, bit: int) -> tuple[int, tuple[tuple[int, int], ...]]:
        near, jumps = 0, []
        for ray in self._rays[bit]:
            victim = ray.nearest(ray.mask & ~self._free)
            if victim & self._others:
                landings = ray.open_beyond(victim, ~self._free)
                near |= victim if landings else 0
                while landings:
                    low = landings & -landings
                    jumps.append((victim, victim | low))
                    landings ^= low
        self[bit] = near, tuple(jumps)
        return self[bit]


def required(of: Mover, men: int, kings: int, their_men: int, their_kings: int) -> list[Capture]:
    """The compulsory captures: complete, of the greatest value, by a king where the rules say so (Art. 10-12)."""
    others = their_men | their_kings
    empty = of.layout.full ^ men ^ kings ^ others
    found: list[Capture] = []
    able = of.men.able(men, others, empty)
    while able:
        origin = able & -able
        able ^= origin
        _follow(found, origin, others, empty | origin, of.men.jumps)
    by_men = len(found)
    while kings:
        origin = kings & -kings
        kings ^= origin
        if of.rules.flying_kings:
            _fly(found, origin, others, empty | origin, of.kings.capture_rays)
        else:
            _follow(found, origin, others, empty | origin, of.kings.jumps)
    if len(found) < 2 or of.rules.majority is Majority.NONE:
        return found
    values = [taken.bit_count() for _, _, taken in found]
    if their_kings and of.rules.majority is Majority.VALUE:
        values = [
            MAN_VALUE * count + (MAN_VALUE - 1) * (one[2] & their_kings).bit_count() for count, one in zip(values, found, strict=True)
        ]
    most = max(values)
    if of.rules.king_goes_first and most in values[by_men:]:
        found, values = found[by_men:], values[by_men:]
    return [one for one, value in zip(found, values, strict=True) if value == most]


def _follow(found: list[Capture], origin: int, others: int, free: int, steps: Steps) -> None:
    """Add every complete capture by a man, or by a king that moves one square; `free` includes `origin`.

    A state is one mask. The square reached is in `free` and the captured pieces are not, so that the two can be told apart.
    """
    first, later, stops = steps
    waiting = [landing | victim for victim, landing in first[origin][1] if victim & others and landing & free]
    seen = set(waiting)
    while waiting:
        state = waiting.pop()
        at = state & free
        taken = state ^ at
        left = others ^ taken
        near, jumps = later[at]
        ended = True
        if near & left and not at & stops:
            for victim, landing in jumps:
                if victim & left and landing & free:
                    ended = False
                    onward = taken | victim | landing
                    if onward not in seen:
                        seen.add(onward)
                        waiting.append(onward)
        if ended:
            found.append((origin, at, taken))


def _fly(found: list[Capture], origin: int, others: int, free: int, rays: dict[int, tuple[Ray, ...]]) -> None:
    """Add every complete capture by a flying king; `free` includes `origin`.

    The states are those of `_follow`, but all with the same number of captured pieces are handled together. There can be hundreds of
    thousands in all, and each jump leads to the next number.
    """
    flights = _Flights(rays, others, free)
    states = {jump for _, jump in flights[origin][1]}
    while states:
        following: set[int] = set()
        reached = following.add
        for state in states:
            at = state & free
            taken = state ^ at
            left = others ^ taken
            near, jumps = flights[at]
            if near & left:
                for victim, jump in jumps:
                    if victim & left:
                        reached(taken | jump)
            else:
                found.append((origin, at, taken))
        states = following


def quiet(of: Mover, men: int, kings: int, others: int, banned: int) -> list[Capture]:
    """The quiet moves, as captures of nothing (Art. 7, 9); `banned` is the bit of a king that may not make any (Art. 17), or 0."""
    empty = of.layout.full ^ men ^ kings ^ others
    left_a, right_a, left_b, right_b = of.men.forward
    moves = []
    for left, right in ((left_a, right_a), (left_b, right_b)):
        targets = men << left >> right & empty
        while targets:
            target = targets & -targets
            targets ^= target
            moves.append((target << right >> left, target, 0))
    kings &= ~banned
    while kings:
        king = kings & -kings
        kings ^= king
        targets = of.quiet_targets(king, empty)
        while targets:
            target = targets & -targets
            targets ^= target
            moves.append((king, target, 0))
    return moves
