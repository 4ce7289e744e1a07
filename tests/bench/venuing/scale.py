"""How large the hall of a bench of the venue is, and how long its parts take."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class VenueScale:
    """Boards, those who look, and the parts of the bench."""

    boards: int
    with_own_page: int
    """So many boards serve their own page too, beside which the hub's is measured. They play faster, so that there is enough to count."""
    own_uplinks: int
    """So many boards have the process `damcam uplink` to themselves."""
    viewers: int
    desks: int
    """Arbiters who look at the desk of a board. Some ask for the list of all desks again and again."""
    pace_s: float
    """Seconds between two presses of a board."""
    fast_pace_s: float
    day_games: int
    """Games that each board has played when it meets the hub: those of a day."""
    calm_s: float
    killing_s: float
    """0: nothing is killed."""
    settled_within_s: float
    """So long after the last kill every journal and its mirror must be equal."""
    players: int
    """Processes that play the boards."""
    uplinks: int
    """Processes with the uplinks of the other boards."""


FULL = VenueScale(
    boards=100,
    with_own_page=4,
    own_uplinks=10,
    viewers=200,
    desks=10,
    pace_s=12.0,
    fast_pace_s=3.0,
    day_games=6,
    calm_s=120.0,
    killing_s=300.0,
    settled_within_s=120.0,
    players=4,
    uplinks=4,
)
QUICK = VenueScale(
    boards=20,
    with_own_page=2,
    own_uplinks=4,
    viewers=40,
    desks=4,
    pace_s=4.0,
    fast_pace_s=2.5,
    day_games=3,
    calm_s=20.0,
    killing_s=25.0,
    settled_within_s=30.0,
    players=1,
    uplinks=1,
)
LITTLE = VenueScale(
    boards=3,
    with_own_page=1,
    own_uplinks=1,
    viewers=4,
    desks=1,
    pace_s=1.0,
    fast_pace_s=0.8,
    day_games=1,
    calm_s=2.0,
    killing_s=3.0,
    settled_within_s=20.0,
    players=1,
    uplinks=1,
)
"""For the test of the bench itself."""
