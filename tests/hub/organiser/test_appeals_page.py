"""The page of the appeals and the forms of a problem contest: what is entered, refused and read on them, and by whom."""

import pytest

from hub.access.accounts import Account, Accounts, Role
from hub.app import EVENTS, SignIn, create_app
from hub.boards.board import Boards
from hub.organiser import conditions_apart
from tests.hub.conftest import KEPT
from tests.hub.organiser.test_events_at_hub import Organiser

TOLD, MADE = "2026-03-07T18:30", "2026-03-08T18:00"
CLUBS, MEMBERS = ["Snits", "Ljouwert", "Drachten", "", ""], ["anna", "bate", "corrie", "", ""]


@pytest.fixture(scope="module")
def served(tmp_path_factory):
    """The application of a hub without boards, with an arbiter and an operator, and the folder of its events."""
    folder = tmp_path_factory.mktemp("hub")
    (folder / "events").mkdir()
    (folder / "state").mkdir()
    accounts = Accounts(folder / "arbiters.json")
    accounts.put(Account("Anke", Role.ARBITER, KEPT))
    accounts.put(Account("Durk", Role.OPERATOR, KEPT))
    boards = Boards.of_states([folder / "state"])
    app = create_app(boards, sign_in=SignIn(b"k" * 64, accounts.path, events=folder / "events"))
    yield app, folder / "events"
    boards.stop()
    app.extensions[EVENTS].stop()


@pytest.fixture(scope="module")
def anke(served):
    return signed_in(served)


@pytest.fixture(scope="module")
def durk(served):
    return signed_in(served, "Durk")


def signed_in(served, name="Anke", lang="en"):
    organiser = Organiser(served[0], name, lang)
    organiser.folder = served[1]
    return organiser


def act(organiser, act, key, page="/appeals", **form):
    return organiser.send(f"{key}{page}", act=act, rows=organiser.event(key).rows[-1].number, **form)


@pytest.fixture
def youth(anke, request):
    """The key of a public event of E whose first round is paired."""
    key = f"youth-{abs(hash(request.node.name))}"
    anke.make(competition="E", key=key, **{"class": "pupillen"})
    act(anke, "pair", key, "")
    assert anke.event(key).state.rounds
    return key


def game_of(anke, key):
    game = anke.event(key).state.rounds[0].games[0]
    return f"1|{game.white}|{game.black}"


def appeal(organiser, key, **changed):
    fields = {"against": "it is lost", "told": TOLD, "made": MADE, "grounds": "the flag had not fallen", "written": "yes"}
    game = game_of(organiser, key)
    return act(organiser, "appeal", key, **{"game": game, "party": game.split("|")[1], **fields, **changed})


def seat(anke, key, **changed):
    return act(anke, "commission", key, **{"number": 1, "club": CLUBS, "member": MEMBERS, "chair": "anna", "vice": "bate", **changed})


def test_an_appeal_its_commission_and_its_verdict_are_entered_and_read(anke, durk, youth):
    assert "No appeal is entered." in anke.see(f"{youth}/appeals").text
    page = appeal(anke, youth).text
    assert "<dt>Grounds</dt><dd>the flag had not fallen</dd>" in page
    assert "<dt>Could be made until</dt><dd>8 March 2026 at 18:30</dd>" in page
    page = seat(anke, youth).text
    assert "<dt>Stands back</dt><dd>corrie</dd>" in page
    page = act(anke, "verdict", youth, number=1, member=["anna", "bate"], vote=["uphold", "reject"], reason="the game goes on").text
    assert "the appeal is upheld; at equal votes the vote of anna decided" in page
    assert "Decide appeal 1" not in page
    kept = anke.event(youth)
    assert (kept.state.verdicts[1].outcome, kept.rows[-1].who.by, kept.rows[-1].who.why) == ("uphold", "Anke", "the game goes on")
    assert "the game goes on" in durk.see(f"{youth}/appeals").text


def test_an_appeal_is_for_nobody_who_is_not_signed_in(served, anke, youth):
    appeal(anke, youth)
    anyone = served[0].test_client()
    assert anyone.get(f"/organise/{youth}/appeals").status_code == 303
    public = anyone.get(f"/tournaments/{youth}")
    assert public.status_code == 200
    assert "the flag had not fallen" not in public.text


def test_an_operator_reads_and_enters_nothing(anke, durk, youth):
    assert "Enter an appeal" not in durk.see(f"{youth}/appeals").text
    assert appeal(durk, youth).status_code == 403
    assert not anke.event(youth).state.appeals


@pytest.mark.parametrize("changed", [{"made": ""}, {"party": ""}, {"told": ""}])
def test_what_is_missing_is_told_and_the_form_keeps_the_rest(anke, youth, changed):
    answer = appeal(anke, youth, **changed)
    assert answer.status_code == 400
    assert "an appeal needs who makes it and when" in answer.text
    assert 'value="the flag had not fallen"' in answer.text


def test_a_late_appeal_is_kept_with_its_reason_and_has_no_form(anke, youth):
    page = appeal(anke, youth, made="2026-03-08T18:31").text
    assert "not admissible: it was made more than 24 hours after the ruling was told" in page
    assert "Decide appeal 1" not in page


def test_what_a_commission_or_a_vote_lacks_is_told(anke, youth):
    appeal(anke, youth)
    refused = seat(anke, youth, member=["anna", "bate", "", "", ""])
    assert refused.status_code == 400
    assert "&#39;Drachten&#39; stands alone" in refused.text
    no_commission = act(anke, "verdict", youth, number=1, member=["anna"], vote=["uphold"], reason="x")
    assert "nobody sits on appeal 1 yet; enter the commission first" in no_commission.text
    assert "damcam event" not in no_commission.text
    seat(anke, youth)
    assert "expected" in act(anke, "verdict", youth, number=1, member=["anna"], vote=["maybe"], reason="x").text
    assert "no member has voted" in act(anke, "verdict", youth, number=1, member=["anna"], vote=[""], reason="x").text


def test_an_appeal_of_teams_is_on_a_board_of_the_match_or_on_all_of_it(anke):
    anke.make(competition="B", key="teams", group="I")
    act(anke, "pair", "teams", "")
    game = game_of(anke, "teams")
    page = anke.see("teams/appeals").text
    assert f'<option value="{game}">' in page
    assert f'<option value="{game}|8">Round 1, board 8 of the match: ' in page
    page = appeal(anke, "teams", game=f"{game}|2").text
    assert "<dt>Appeal on</dt><dd>board 2 of " in page
    assert "the appeal is on the whole match" not in page
    assert "the appeal is on the whole match" in appeal(anke, "teams").text
    assert [one.board for one in anke.event("teams").state.appeals.values()] == [2, 0]
    for number in ("9", "x", "0"):
        assert appeal(anke, "teams", game=f"{game}|{number}").status_code == 400


def test_a_club_evening_has_no_appeals_and_the_page_says_so(anke):
    anke.make(key="club", competition="A")
    page = anke.see("club/appeals").text
    assert "competition A knows no appeal: in a dispute the arbiter decides (A 6)" in page
    assert "/organise/club/appeals" not in anke.see("club").text


@pytest.fixture
def contest(anke, request):
    key = f"h-{abs(hash(request.node.name))}"
    anke.send("", name=key, competition="H")
    return key


def problem(anke, key, id, fen="W:WK46:B5,23"):
    return act(anke, "problem", key, "", id=id, author="Sytske", fen=fen, solution="46x5")


def test_problems_marks_and_the_jurys_order_are_entered_on_the_page(anke, durk, contest):
    page = problem(anke, contest, "p1").text
    assert "problem p1 by Sytske entered" in page
    assert "there are no kings: broken by 46" in page
    problem(anke, contest, "p2", "W:WK46:B5,28")
    act(anke, "mark", contest, "", problem="p1", juror="Ype", mark="7,5")
    refused = act(anke, "mark", contest, "", problem="p1", juror="Ype", mark="8")
    assert refused.status_code == 400
    assert "Ype gave p1 the mark 7.5; another one wants a reason" in refused.text
    assert "--reason" not in refused.text
    assert act(anke, "mark", contest, "", problem="p1", juror="Ype", mark="8", reason="typing").status_code == 200
    assert "the order leaves out p2" in act(anke, "order", contest, "", id=["p1", "p2"], place=["1", ""], reason="a vote").text
    assert act(durk, "order", contest, "", id=["p1", "p2"], place=["1", "1"], reason="a vote").status_code == 403
    page = act(anke, "order", contest, "", id=["p1", "p2"], place=["2", "1"], reason="a vote").text
    assert page.index("1. p2") < page.index("2. p1")
    kept = anke.event(contest)
    assert (kept.state.order.places, kept.state.marks, kept.rows[-1].who.why) == ((("p2",), ("p1",)), {("p1", "Ype"): "8"}, "a vote")
    assert "Enter a problem" not in page


def test_problems_of_one_place_share_it(anke, contest):
    problem(anke, contest, "p1")
    problem(anke, contest, "p2", "W:WK46:B5,28")
    act(anke, "order", contest, "", id=["p1", "p2"], place=["1", "1"], reason="a vote")
    assert anke.event(contest).state.order.places == (("p1", "p2"),)


def test_a_contest_takes_no_games_and_an_event_of_games_no_problems(anke, contest, youth):
    assert "problem contest" in act(anke, "enter", contest, "", name="Jelle").text
    assert "no problem is entered yet" in act(anke, "order", contest, "", reason="a vote").text
    refused = problem(anke, youth, "p1")
    assert refused.status_code == 400
    assert not anke.event(youth).state.problems


def test_a_search_that_takes_too_long_is_ended_and_enters_nothing(anke, contest, monkeypatch):
    monkeypatch.setattr(conditions_apart, "WITHIN_S", 0.0)
    answer = problem(anke, contest, "p1")
    assert answer.status_code == 400
    assert "took longer than 0 s and was ended; nothing was changed" in answer.text
    assert not anke.event(contest).state.problems
