"""Two boards, the application over them with a folder of events, and who works on its pages."""

from contextlib import contextmanager
from dataclasses import replace

import pytest

from hub.app import create_app, end_streams
from hub.boards.board import Boards
from hub.feeds.delay import NONE
from tests.hub.simulated_boards import SimulatedBoard
from tests.support.signing import admitting, client_of
from tests.support.waiting import wait_until
from tests.tournament.events.conftest import JELLE, InMemory
from tournament.events.changes import Entrant
from tournament.events.event_file import append, read_event
from tournament.events.pairing import paired
from tournament.events.published import settled
from tournament.events.wishes import Wishes

NAMES = ("Jelle de Vries", "Sytske Hoekstra", "Ype Bouma", "Auke Zijlstra")


@pytest.fixture
def boards(system, tmp_path):
    made = [SimulatedBoard(tmp_path, number) for number in ("1", "2")]
    for board in made:
        board.start()
    yield made
    for board in made:
        board.stop()


@contextmanager
def hub_of(folder, states, delay=NONE):
    """The application over these boards, with an arbiter and an operator, and the events in that folder."""
    (folder / "events").mkdir(exist_ok=True)
    served = Boards.of_states(states, delay=delay)
    app = create_app(served, sign_in=replace(admitting(folder), events=folder / "events"))
    app.config["EVENTS"] = folder / "events"
    try:
        yield app
    finally:
        end_streams(app)


@pytest.fixture
def app(request, boards, tmp_path):
    """The application over two boards, whose public has the delay that the test names."""
    with hub_of(tmp_path, [board.state for board in boards], getattr(request, "param", NONE)) as app:
        yield app


@pytest.fixture(scope="module")
def quiet(tmp_path_factory):
    """The application of a hub without boards."""
    folder = tmp_path_factory.mktemp("hub")
    (folder / "state").mkdir()
    with hub_of(folder, [folder / "state"]) as app:
        yield app


class Organiser:
    """Somebody who is signed in, at the pages of events."""

    def __init__(self, app, name="Anke", lang="en"):
        self.folder, self.client = app.config["EVENTS"], client_of(app, name)
        self.client.environ_base.update(HTTP_ACCEPT="text/html", HTTP_ACCEPT_LANGUAGE=lang)
        self.token = self.client.environ_base.pop("HTTP_X_TOKEN")

    def see(self, path):
        return self.client.get(f"/organise/{path}".rstrip("/"))

    def send(self, path, **form):
        """Send a form, and see the page after it."""
        return self.client.post(f"/organise/{path}".rstrip("/"), data={"token": self.token, **form}, follow_redirects=True)

    def act(self, act, path="club", rows=None, **form):
        """Send the form of an act from a page that shows the event as it is."""
        return self.send(path, act=act, rows=self.event(path.split("/")[0]).rows[-1].number if rows is None else rows, **form)

    def event(self, key="club"):
        return read_event(self.folder / key)

    def state(self, key="club"):
        return self.event(key).state

    def make(self, public="names", competition="A", key="club", **made):
        """Make the event and its entries as the pages do, without the pages."""
        made["in_class"] = made.pop("class", "")
        event = InMemory(competition, name=key.title(), **made)
        event.enter(*(Entrant(f"p{number}", name, "Drachten", born="2014-09-01") for number, name in enumerate(NAMES, 1)))
        self.keep(event, key, public)

    def new(self, **made):
        """Make an event as `make` does, under a key that no other has; the key."""
        key = f"event-{len(list(self.folder.iterdir()))}"
        self.make(key=key, **made)
        return key

    def keep(self, event, key="club", public="names"):
        """Keep an event in memory as a file, published so."""
        event.put(settled(event.state.settled, public))
        event.write(self.folder / key)

    def pair(self, key="club"):
        """Pair the next round, without the pages; its games."""
        event = self.event(key)
        append(event, paired(event.state, Wishes())[0], JELLE)
        return self.state(key).rounds[-1].games

    def give(self, key="club", **boards):
        """Give the games of round 1 boards, by the ids of White."""
        games = self.state(key).rounds[0].games
        wanted = [(game.white, game.black, boards.get(game.white, "")) for game in games]
        white, black, board = map(list, zip(*wanted, strict=True))
        return self.act("boards", key, round=1, white=white, black=black, board=board)


@pytest.fixture
def anke(system, app):
    """The arbiter, with the event `club` of which round 1 is paired."""
    organiser = Organiser(app)
    organiser.make()
    organiser.pair()
    return organiser


def shows(see, text):
    """The page once it shows that text."""
    return wait_until(lambda: text in (page := see()) and page, lambda: text)


def public(app, path="club"):
    return app.test_client().get(f"/tournaments/{path}")
