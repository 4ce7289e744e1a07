"""The captures that must be made (Art. 10-14), found on padded bits; for positions by the thousand.

As in `captures`, a capture is found as the states that it passes through, each looked at once: the bit of the square reached and the mask
of the pieces captured. Captured pieces stay until the end and block, so what a jump meets is the same all through a capture.
"""

from dataclasses import dataclass
from functools import cache

from rules.board.lines import Ray, promotion_mask
from rules.board.padded import Able, Layout, able_men, forward_shifts, layout, padded_jumps, padded_rays
from rules.board.ruleset import Majority, RuleSet
from rules.board.squares import Side

# A man counts this much and a king one less than two men, so that n kings stay above 2n - 1 men for every n below this (Art. 11).
MAN_VALUE = 64

Capture = tuple[int, int, int]
"""The bits of the origin and the target, and the mask of the captured pieces."""
Jumps = dict[int, tuple[int, tuple[tuple[int, int], ...]]]
"""For each square the mask of what can be jumped over, and the jumps: the bits of the victim and of the landing."""


@dataclass(frozen=True, slots=True)
class Mover:
    """What one side's pieces can do under a rule set."""

    rules: RuleSet
    layout: Layout
    able: Able
    forward: tuple[int, int, int, int]
    first_jumps: Jumps
    later_jumps: Jumps
    king_jumps: Jumps
    capture_rays: dict[int, tuple[Ray, ...]]
    quiet_rays: dict[int, tuple[Ray, ...]]
    promotion: int
    stops: int
    """Where a man's capture ends although it could go on: the promotion row where crowning ends the turn."""

    def quiet_targets(self, king: int, empty: int) -> int:
        """The squares that a king can go to without capturing, as a mask (Art. 9)."""
        found = 0
        for ray in self.quiet_rays[king]:
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
    return Mover(
        rules,
        layout(size),
        able_men(rules, side),
        forward_shifts(size, side),
        padded_jumps(size, straight, side, rules.men_capture_backward),
        padded_jumps(size, straight, side, rules.men_capture_backward_later),
        padded_jumps(size, straight, side, True),
        padded_rays(size, straight),
        padded_rays(size, False),
        promotion,
        promotion if rules.crowning_ends_capture else 0,
    )


class _Flights(Jumps):
    """The jumps of a flying king, worked out for the squares that it comes to; each is the victim, and victim and landing in one mask."""

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
    """The captures that must be made: complete, of the greatest value, by a king where the rules say so (Art. 10-12)."""
    others = their_men | their_kings
    empty = of.layout.full ^ men ^ kings ^ others
    found: list[Capture] = []
    able = of.able(men, others, empty)
    while able:
        origin = able & -able
        able ^= origin
        _follow(found, origin, others, empty | origin, of.first_jumps, of.later_jumps, of.stops)
    by_men = len(found)
    while kings:
        origin = kings & -kings
        kings ^= origin
        if of.rules.flying_kings:
            _fly(found, origin, others, empty | origin, of.capture_rays)
        else:
            _follow(found, origin, others, empty | origin, of.king_jumps, of.king_jumps, 0)
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


def _follow(found: list[Capture], origin: int, others: int, free: int, first: Jumps, later: Jumps, stops: int) -> None:
    """Adds every complete capture by a man, or a king that moves one square; the square `origin` counts as free.

    A state is one mask: the square reached is free and the captured pieces are not, so they tell each other apart.
    """
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
    """Adds every complete capture by a flying king.

    As in `_follow`, but with all states of as many captured pieces at a time: there can be hundreds of thousands in all, and no capture
    of so many pieces leads to another of as many.
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
