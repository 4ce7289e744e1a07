"""One event of each competition through its pages: from the form that makes it to its final standings."""

import pytest

from tests.hub.organiser.conftest import Organiser
from tests.support.waiting import wait_until
from tournament.events.play_offs import play_offs_now
from tournament.events.state import SeatKey

MADE = {
    "A": {"competition": "A"},
    "B": {"competition": "B", "group": "I"},
    "C": {"competition": "C", "class": "KK"},
    "D": {"competition": "D", "class": "1"},
    "E": {"competition": "E", "class": "junioren"},
    "F": {"competition": "F", "rounds": "2"},
    "G": {"competition": "G"},
}
ENTRIES = {"A": 8, "B": 4, "C": 8, "D": 9, "E": 6, "F": 6, "G": 3}


class Evening:
    """An organiser with one event, which is run by forms alone."""

    def __init__(self, organiser: Organiser, competition: str) -> None:
        self.anke, self.competition = organiser, competition
        self.key = f"event-{competition.lower()}"

    @property
    def state(self):
        return self.anke.state(self.key)

    def act(self, act, page="", **form):
        answer = self.anke.act(act, f"{self.key}{page}", **form)
        assert answer.status_code == 200, answer.text
        return answer.text

    def make(self):
        answer = self.anke.send("", name=self.key, date="2026-11-21", start="10:00", public="names", **MADE[self.competition])
        assert answer.status_code == 200, answer.text
        for number in range(1, ENTRIES[self.competition] + 1):
            self.act("enter", "/entries", name=f"Spiler {number}", id=f"p{number}", born="2010-05-01")
        self.act("enter", "/entries", name="Ferkeard")
        self.act("remove", "/entries", id="ferkeard")
        self.act("correct", "/entries", correct="p1", name="Jelle de Vries")
        if 'value="draw"' in self.anke.see(f"{self.key}/entries").text:
            self.act("draw", "/entries", seed="7")

    def pair(self):
        number = len(self.state.rounds) + 1
        told = self.act("pair")
        ended = wait_until(lambda: "pairing-runs" not in (page := self.anke.see(self.key).text) and page)
        assert len(self.state.rounds) == number, told + ended

    def is_to_be_paired(self):
        return 'value="act=pair"' in self.anke.see(self.key).text

    def enter_results(self):
        """The lower number wins, of teams by all boards but one."""
        for round_, game in self.state.missing():
            first = int(game.white[1:]) < int(game.black[1:])
            boards = {"B": ("7-1", "1-7"), "G": ("3-1", "1-3")}.get(self.state.made.competition, ("1-0", "0-1"))
            self.act("result", round=round_, white=game.white, black=game.black, result=boards[not first])

    def play_off(self):
        """Whoever is named first wins, until nothing is left to play off."""
        while keys := play_offs_now(self.state):
            self._play(keys[0])

    def _play(self, key: SeatKey):
        result = "2.5-1.5" if self.state.made.competition == "G" else "4.5-3.5" if self.state.is_of_teams else "1-0"
        self.act("play-off", "/standings", white=key[1], black=key[2], result=result)


@pytest.mark.parametrize("competition", MADE)
def test_from_the_form_that_makes_it_to_the_final_standings(system, quiet, competition):
    evening = Evening(Organiser(quiet), competition)
    evening.make()
    while evening.is_to_be_paired():
        evening.pair()
        evening.enter_results()
    evening.play_off()
    page = evening.anke.see(f"{evening.key}/standings").text
    assert "Final standings" in page
    assert "Jelle de Vries" in page
    log = evening.anke.see(f"{evening.key}/log").text
    assert "entry of Ferkeard removed" in log or "entry of ferkeard removed" in log
    public = quiet.test_client().get(f"/tournaments/{evening.key}")
    assert (public.status_code, "Jelle de Vries" in public.text) == (200, True)
