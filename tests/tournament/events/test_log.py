"""Events in their files by the acts alone, from the texts of forms: what the log tells of each, and who was too late."""

from datetime import datetime

import pytest

from tests.support.says import says
from tests.tournament.events.conftest import refuses
from tournament.events.act import WHOLE, check_fresh, do, from_texts
from tournament.events.acts import ACTS
from tournament.events.changes import EventMade, Who
from tournament.events.event_file import KeptEvent, make_event, read_event
from tournament.events.making import checked
from tournament.events.play_offs import play_offs_now
from tournament.events.telling import change_said
from tournament.events.told_appeals import told_appeal

NOW = datetime(2026, 11, 21, 9, 45)


class Evening:
    """An event in a file, at which Anke does the acts."""

    def __init__(self, path, competition: str, **made: object) -> None:
        make_event(path, checked(EventMade(competition, date="2026-11-21", **made)), Who("Anke"))
        self.event = read_event(path)

    def act(self, act: str, /, **texts: str | tuple[str, ...]) -> KeptEvent:
        """Do the act with these texts of a form."""
        form = {key: [value] if isinstance(value, str) else value for key, value in texts.items()}
        given = from_texts(ACTS[act], form, {key: value for key, value in texts.items() if key == "csv"})
        self.event = do(ACTS[act], self.event, given, "Anke", NOW).after
        return self.event

    def log(self) -> list[str]:
        names = {one.id: one.shown for one in self.event.state.entrants}
        return [str(change_said(row.change, names, self.event.rows)) for row in self.event.rows]


@pytest.fixture
def youth(tmp_path) -> Evening:
    """Juniors of three clubs, with their first round."""
    evening = Evening(tmp_path / "youth", "E", in_class="jeugd", name="Jeugd")
    for id, name, club in (
        ("anna", "Anna Bos", "Drachten"),
        ("bate", "Bate Vos", "Snits"),
        ("cor", "Cor Dam", "Grou"),
        ("durk", "Durk", ""),
    ):
        evening.act("enter", ids=(id,), name=name, club=club)
    evening.act("pair")
    return evening


def test_the_log_tells_the_corrections_and_an_appeal_with_its_verdict(youth):
    """The first rows are the making, four entries and the round."""
    game = {"round": "1", "white": "anna", "black": "bate"}
    youth.act("correct", correct="durk", name="Durk Prins", club="Harns", born="2014-09-01", reason="typed wrongly")
    youth.act("time-control", control="30m+5s", reason="a short evening")
    youth.act("time-control", control="", reason="")
    youth.act("publish", public="names", at_once="yes")
    youth.act("publish", public="initials")
    youth.act("publish", public="nobody")
    youth.act("result", **game, result="1-0")
    youth.act("result", **game, result="*", reason="another game")
    youth.act("result", **game, result="0-1", default="yes")
    made = {"against": "lost", "grounds": "the bridge was open", "made": "2026-11-21T11:00", "written": "yes"}
    for corrects in ("", "1"):
        youth.act("appeal", **game, party="white", told="2026-11-21T10:00", **made, corrects=corrects, reason="a better text")
    youth.act("commission", number="1", member=("Drachten=Eva", "Harns=Feike", "Grou=Geart"), chair="Feike", vice="Geart")
    youth.act("verdict", number="1", vote=("Feike=uphold", "Geart=uphold"), reason="play it again")
    youth.act("undo")
    youth.act("verdict", number="1", vote=("Feike=reject", "Geart=reject"), reason="it stands")
    youth.act("withdraw", id="cor", games="won", reason="ill")
    youth.act("return", id="cor", reason="better")
    youth.act("withdraw", id="cor", games="lapse", reason="ill")
    assert youth.log()[6:] == [
        "entry of Durk Prins corrected: name Durk → Durk Prins; club - → Harns; born - → 2014-09-01",
        "time control 60m → 30m+5s",
        "time control 30m+5s → that of the regulation",
        "shown to everybody with names; results of the boards count at once",
        "shown to everybody with initials; results of the boards wait for the arbiter",
        "shown to nobody who is not signed in; results of the boards wait for the arbiter",
        "round 1, Anna Bos - Bate Vos: 1-0",
        "round 1, Anna Bos - Bate Vos: the result is taken away",
        "round 1, Anna Bos - Bate Vos: 0-1 by default",
        "appeal 1 of Anna Bos, round 1, Anna Bos - Bate Vos: the bridge was open",
        "appeal 1 of Anna Bos, round 1, Anna Bos - Bate Vos: the bridge was open",
        "on appeal 1 sit Feike, Geart; standing back: Eva",
        "appeal 1 is upheld",
        "change 19 taken back: appeal 1 is upheld",
        "appeal 1 is rejected",
        "Cor Dam withdrew; his other games are won by the opponents",
        "Cor Dam takes part again",
        "Cor Dam withdrew; his games do not count",
    ]
    assert [row.who.why for row in youth.event.rows[6:8]] == ["typed wrongly", "a short evening"]
    told = told_appeal(youth.event.state, 1)
    assert (told.party, told.on, told.commission.outcome, told.commission.said) == ("Anna Bos", None, "reject", "it stands")


def test_the_log_of_teams_tells_their_lists_and_a_play_off_by_boards(tmp_path):
    teams = Evening(tmp_path / "teams", "G", name="Fjouwer")
    for id in "abc":
        teams.act("enter", ids=(id,), name=id.upper())
    teams.act("start", start="10:00", reason="")
    teams.act("line-up", team="a", player=("Anna", "Bate", "Cor", "-"), at="09:30")
    for number in ("1", "2", "3"):
        (game,) = teams.act("pair").state.rounds[-1].games
        points = {"a": "2-2", "b": "3-1", "c": "1-3"}[game.white]
        teams.act("result", round=number, white=game.white, black=game.black, result=points)
    ((_, first, second),) = play_offs_now(teams.event.state)
    teams.act("play-off", white=first, black=second, result="", boards="1-0,-,-,-")
    teams.act("result", round="play-off-1", white=first, black=second, number="2", result="draw")
    assert teams.log()[4:] == [
        "start - → 10:00",
        "list of A, handed in at 2026-11-21 09:30: 1 Anna, 2 Bate, 3 Cor, 4 -",
        "round 1 paired: B - C; free: A",
        "round 1, B - C: 3-1",
        "round 2 paired: C - A; free: B",
        "round 2, C - A: 1-3",
        "round 3 paired: A - B; free: C",
        "round 3, A - B: 2-2",
        "play-off B - A, by boards: 1: 1-0",
        "play-off B - A, by boards: 1: 1-0; 2: ½-½",
    ]


def test_the_log_of_a_contest_tells_its_problems_marks_and_the_order(tmp_path):
    contest = Evening(tmp_path / "contest", "H", name="Problemen")
    contest.act("problem", id="p1", fen="W:W28,32:B23", author="Jelle", nodes="50")
    contest.act("mark", problem="p1", juror="Auke", mark="8,5")
    contest.act("order", ids=("p1",), reason="by vote")
    assert contest.log() == [
        "event Problemen of competition H made",
        "problem p1 by Jelle entered",
        "Auke gives p1 the mark 8.5",
        "the jury's order: p1",
    ]


def test_whoever_was_shown_the_event_before_somebody_else_changed_it_is_told_what_and_does_nothing(youth):
    """Some acts rest on all of the event, a result on that of its game alone, and an entry on nothing."""
    shown = len(youth.event.rows)

    def fresh(act: str, **texts: str) -> None:
        check_fresh(ACTS[act], youth.event, from_texts(ACTS[act], {key: [text] for key, text in texts.items()}, {}), shown)

    first, other = ({"round": "1", "white": white, "black": black, "result": "1-0"} for white, black in (("anna", "bate"), ("cor", "durk")))
    leaves = {"id": "cor", "games": "lapse", "reason": "ill"}
    assert ACTS["withdraw"].rests_on is WHOLE
    fresh("withdraw", **leaves)
    fresh("pair")
    youth.act("result", **first)
    changed = says("Meanwhile.changed", by="Anke", what="ChangeSays.result")
    for rests, texts in (("withdraw", leaves), ("pair", {})):
        refuses(changed, fresh, rests, **texts)
    refuses(changed, fresh, "result", **first)
    fresh("result", **other)
    fresh("enter", ids="x", name="X")
    shown += 1
    fresh("withdraw", **leaves)
    shown = 0
    refuses(changed, fresh, "result", **other)
    shown = len(youth.event.rows)
    youth.act("appeal", **{key: first[key] for key in ("round", "white", "black")}, party="anna", made="2026-11-21T12:00")
    fresh("pair")


def test_what_somebody_decides_while_another_changes_the_event_is_decided_anew(tmp_path, youth):
    def later(seen: KeptEvent, act: str, **texts: str) -> KeptEvent:
        """Do the act on the event as it was seen before the others changed it."""
        return do(ACTS[act], seen, from_texts(ACTS[act], {key: [text] for key, text in texts.items()}, {}), "Ype", NOW).after

    for white, black in (("anna", "bate"), ("cor", "durk")):
        youth.act("result", round="1", white=white, black=black, result="1-0")
    seen = youth.event
    youth.act("appeal", round="1", white="anna", black="bate", party="anna", made="2026-11-21T12:00")
    assert [len(one.rounds) for one in (youth.event.state, later(seen, "pair").state)] == [1, 2], "a pairing does not rest on an appeal"
    for act, texts in (("pair", {}), ("withdraw", {"id": "cor", "games": "lapse", "reason": "ill"})):
        refuses(says("Meanwhile.changed", by="Ype", what="ChangeSays.paired"), later, seen, act, **texts)
    club = Evening(tmp_path / "club", "F", rounds=3)
    seen = club.act("enter", id="a", name="Anna")
    club.act("enter", id="b", name="Bate")
    refuses(says("EntryFault.entered", id="b"), later, seen, "enter", id="b", name="Bate")
    assert len(later(seen, "enter", id="c", name="Cor").rows) == 4


def test_a_text_that_is_no_number_and_a_reason_that_is_none_are_refused(youth):
    refuses(says("GivenTextFault.no-number"), youth.act, "rounds", rounds="many", reason="x")
    refuses(says("GivenTextFault.empty", what="reason"), youth.act, "withdraw", id="cor", games="lapse", reason=" ")
