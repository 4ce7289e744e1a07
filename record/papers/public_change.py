"""Whether the public sees a difference between two states of a game (Art. 24).

A journal has rows of which the public learns nothing: rulings on an irregular press, amendments, alerts and that somebody has seen them,
calls of players, faults of the camera. Pages and streams may not even tell that such a row came.
"""

from msgspec.structs import replace

from record.events.about import About
from record.papers.game_pdn import broadcast_pdn, export_pdn
from record.papers.public_view import public_view, standing
from record.session.state import State


def is_same_to_public(old: State, new: State) -> bool:
    """Whether the public view, and the PDN for the public, are the same for both states. Both are of one game, `new` is the later one.

    It is cheap for nearly all rows of a journal: views and PDN are written and compared only where as many plies as before, or what is
    known of the game, have changed.
    """
    if old.opening is None or new.opening is None:
        return old.opening is new.opening
    if _apart(old) != _apart(new):
        return False
    if old.paper_place == new.paper_place and old.plies == new.plies and _opening(old) == _opening(new):
        return True
    return _texts(old) == _texts(new)


def _apart(state: State) -> tuple[object, ...]:
    """What the public sees as it is, so that it sees each difference."""
    return len(state.plies), state.article, standing(state)


def _opening(state: State) -> tuple[object, ...]:
    """The opening without the settings and the keys of `about` that the public does not see."""
    opened = state.opened
    tags, settings = opened.about.tags, opened.about.settings
    return replace(opened, about=About(tags)), settings.clock_rate


def _texts(state: State) -> tuple[object, ...]:
    return public_view(state), export_pdn(state, remarks=False), broadcast_pdn(state)
