"""What the tests of the public pages share."""

from contextlib import suppress

import pytest

from hub.app import BOARDS, GAMES, create_app
from hub.boards.board import Boards
from hub.public.before import Before
from rules.errors import DamcamError


def look(app):
    """Read what the boards have written, as the server does by itself. A journal that cannot be read is passed over."""
    for board in app.extensions[BOARDS].values():
        board.turn()
        with suppress(DamcamError):
            board.feed.look()
    app.extensions[GAMES].look()


def ask(app, path, **more):
    """The answer at that address once all is read."""
    look(app)
    return app.test_client().get(path, buffered=True, **more)


def before(app, lang="en", *, to_arbiter=False):
    """What the page before the round tells: {"boards", "hall"}."""
    return Before(app.extensions[BOARDS]).view(lang, to_arbiter=to_arbiter)


@pytest.fixture
def serving():
    """Makes the application over boards, whose feeds end with the test."""
    made = []

    def serve(boards, **more):
        made.append(boards)
        return create_app(boards, follow=False, **more)

    yield serve
    for boards in made:
        for board in boards.values():
            board.follower.close()


@pytest.fixture
def app(serving, game):
    """The application over the one board of the game."""
    return serving(Boards.lone(game.folder / "journal.jsonl", shows_pictures=False, state=game.folder))


@pytest.fixture
def hall(tmp_path, new_game):
    """A function that begins the game of that number at one of two boards, `east` and `west`."""
    for name in ("east", "west"):
        (tmp_path / name / "games").mkdir(parents=True)
    return lambda state, number, **about: new_game(tmp_path / state / "games" / f"{number:04}").open(**about)


@pytest.fixture
def hall_app(serving, tmp_path):
    """Makes the application over both boards."""
    return lambda **more: serving(Boards.of_states([tmp_path / "east", tmp_path / "west"], **more))
