"""The pages of the entries and of the appeals, and the forms of a problem contest: what is entered, refused and read, and by whom."""

import re
from io import BytesIO

import pytest

from tests.hub.organiser.conftest import Organiser
from tournament.events import problem_conditions


@pytest.fixture(scope="module")
def anke(quiet):
    return Organiser(quiet)


@pytest.fixture
def key(anke):
    """The key of an event of A with its entries."""
    return anke.new()


def refused(answer, *shows):
    """The page that refuses a form, with these texts and no word of a command."""
    assert answer.status_code == 400
    assert [text for text in shows if text not in answer.text] == []
    assert not re.search("--reason|damcam event", answer.text)
    return answer.text


def correct(anke, key, id="p1", **given):
    fields = {"name": "Jelle de Vries", "club": "Drachten", "class": "", "born": "2014-09-01"} | given
    return anke.act("correct", f"{key}/entries", correct=id, **fields)


def test_a_form_shows_the_entry_as_it_is_and_corrects_it(anke, key):
    assert 'name="name" maxlength="100" value="Jelle de Vries"' in anke.see(f"{key}/entries?correct=p1").text
    answer = correct(anke, key, name="Jelle de Boer", reason="skriuwflater")
    assert "entry of Jelle de Vries corrected: name Jelle de Vries → Jelle de Boer" in answer.text
    row = anke.event(key).rows[-1]
    assert (row.who.by, row.who.why, anke.state(key).entrants[0].name) == ("Anke", "skriuwflater", "Jelle de Boer")
    refused(anke.act("correct", f"{key}/entries", rows=1, correct="p1", name="Jelle"), "changed the event meanwhile")
    anke.act("undo", f"{key}/log")
    assert anke.state(key).entrants[0].name == "Jelle de Vries"


def test_the_name_and_the_date_of_the_event_are_corrected_with_a_reason(anke, key):
    named = {"name": "Jûn", "date": "2026-11-28"}
    page = refused(anke.act("correct", f"{key}/entries", **named), "a correction wants a reason", 'maxlength="100" value="Jûn"')
    assert 'id="correct"' not in page, "no entry is corrected"
    anke.act("correct", f"{key}/entries", **named, reason="typed wrongly")
    made = anke.state(key).made
    assert (made.name, made.date) == ("Jûn", "2026-11-28")


def test_what_is_refused_is_told_and_the_form_keeps_it(anke, key):
    anke.pair(key)
    why = "the class of Jelle de Vries counts in it (A 3); a correction wants a reason"
    refused(correct(anke, key, **{"class": "HA"}), why, "<option selected>HA</option>")
    refused(correct(anke, key, id="nimmen"))


def test_a_list_is_entered_whose_semicolons_are_nothing_to_tell_and_the_hour_of_the_start_is_changed(anke, key):
    listed = {"csv": (BytesIO(b"naam;klup\nFemke Dykstra;Snits\n"), "list.csv")}
    page = anke.act("enter", f"{key}/entries", **listed).text
    assert "1 entry: Femke Dykstra" in page
    assert "semicolons" not in page
    page = anke.act("start", f"{key}/entries", start="09:45").text
    assert anke.state(key).made.start == "09:45"
    assert 'name="start" type="time" value="09:45"' in page
    refused(anke.act("start", f"{key}/entries", start="09:45"))


def test_who_is_too_old_for_the_youth_or_has_no_date_of_birth_is_entered_told_and_has_a_sign_in_the_list(anke, key):
    anke.send("", competition="E", name="Jeugd", date="2026-11-21", **{"class": "pupillen"})
    for name, born in (("Jonge Jan", "2016-05-01"), ("Nimmen Nynke", ""), ("Alde Aukje", "2009-08-31")):
        told = anke.act("enter", "jeugd/entries", rows=1, name=name, born=born).text
    assert "Alde Aukje is 17 on 1 September 2026 and may not play as pupillen (E 4); the arbiter decides" in told
    assert [one.id for one in anke.state("jeugd").entrants] == ["jonge", "nimmen", "alde"]
    page = anke.see("jeugd/entries").text
    assert '<td class="name">Alde Aukje <small class="sign">17 on 1 September 2026: too old (E 4)</small></td>' in page
    assert '<td class="name">Nimmen Nynke <small class="sign">no date of birth (E 4)</small></td>' in page
    assert '<td class="name">Jonge Jan</td>' in page
    assert 'class="sign"' not in anke.see(f"{key}/entries").text


FOUR = ["Jelle", "Sytske", "", "Ype"]


def hand_in(anke, key, players=FOUR, **more):
    return anke.act("line-up", f"{key}/entries", team="p1", player=players, **more)


def test_a_list_of_players_is_taken_shown_with_its_time_and_in_the_forms_of_the_matches_and_one_that_is_refused_stays_in_the_form(anke):
    key = anke.new(competition="G", date="2026-11-21", start="10:00")
    answer = hand_in(anke, key, at="09:40")
    assert "<td>1 Jelle, 2 Sytske, 3 -, 4 Ype</td><td>2026-11-21 09:40</td>" in answer.text
    assert anke.state(key).line_ups["p1"].players == ("Jelle", "Sytske", "", "Ype")
    assert 'name="player" maxlength="100" value="Ype"' in anke.see(f"{key}/entries?team=p1").text
    anke.pair(key)
    page = anke.see(f"{key}/print/slips?round=1").text
    assert "Captain of Jelle de Vries" in page
    assert "<td>Sytske</td>" in page
    page = refused(hand_in(anke, key, FOUR[::-1]), "the order of Jelle de Vries holds for all rounds (B 6); a correction wants a reason")
    assert page.index('value="Ype"') < page.index('value="Jelle"')
    assert hand_in(anke, key, FOUR[::-1], reason="siik").status_code == 200
    assert anke.event(key).rows[-1].who.why == "siik"
    eights = anke.new(competition="B", group="I", date="2026-11-21", start="10:00")
    assert "(B 6); the arbiter decides" in hand_in(anke, eights, [*FOUR, *[""] * 4], at="09:50").text


def test_a_club_evening_has_no_lists_of_players_and_no_appeals_and_the_page_says_so(anke, key):
    assert "competition A knows no appeal: in a dispute the arbiter decides (A 6)" in anke.see(f"{key}/appeals").text
    assert f"/organise/{key}/appeals" not in anke.see(key).text
    assert "Lists of players" not in anke.see(f"{key}/entries?team=p1").text
    assert hand_in(anke, key).status_code == 400


TOLD, MADE = "2026-03-07T18:30", "2026-03-08T18:00"
CLUBS, MEMBERS = ["Snits", "Ljouwert", "Drachten", "", ""], ["anna", "bate", "corrie", "", ""]


@pytest.fixture(scope="module")
def durk(quiet):
    return Organiser(quiet, "Durk")


@pytest.fixture
def youth(anke):
    """The key of a public event of E whose first round is paired."""
    key = anke.new(competition="E", **{"class": "pupillen"})
    anke.pair(key)
    return key


def game_of(anke, key):
    game = anke.state(key).rounds[0].games[0]
    return f"1\t{game.white}\t{game.black}"


def test_a_game_to_which_neither_came_is_booked_by_one_tap_or_as_a_correction(anke, youth):
    page = anke.see(youth).text
    assert re.search('value="act=result[^"]*result=0-0"[^>]*>both are missing</button>', page)
    key = dict(zip(("round", "white", "black"), game_of(anke, youth).split("\t"), strict=True))
    assert anke.act("result", youth, **key, result="0-0").status_code == 200
    (kept,) = anke.state(youth).results.values()
    assert (kept.result, kept.default) == ("0-0", True)
    anke.act("result", youth, **key, result="1-0", reason="they came late")
    anke.act("result", youth, **key, result="0-0", reason="they did not")
    (kept,) = anke.state(youth).results.values()
    assert (kept.result, kept.default) == ("0-0", True)
    assert re.search('<b class="result">0-0</b> by default', anke.see(f"{youth}?round=1").text)


def appeal(organiser, key, **changed):
    fields = {"against": "it is lost", "told": TOLD, "made": MADE, "grounds": "the flag had not fallen", "written": "yes"}
    game = game_of(organiser, key)
    return organiser.act("appeal", f"{key}/appeals", **{"game": game, "party": game.split("\t")[1], **fields, **changed})


def seat(anke, key, **changed):
    seated = {"number": 1, "club": CLUBS, "member": MEMBERS, "chair": "anna", "vice": "bate"}
    return anke.act("commission", f"{key}/appeals", **seated | changed)


def vote(anke, key, members, votes, reason="the game goes on"):
    return anke.act("verdict", f"{key}/appeals", number=1, member=members, vote=votes, reason=reason)


def test_an_appeal_its_commission_and_its_verdict_are_entered_and_read_by_those_who_are_signed_in(quiet, anke, durk, youth):
    assert "No appeal is entered." in anke.see(f"{youth}/appeals").text
    page = appeal(anke, youth).text
    assert "<dt>Grounds</dt><dd>the flag had not fallen</dd>" in page
    assert "<dt>Could be made until</dt><dd>8 March 2026 at 18:30</dd>" in page
    assert "<dt>Stands back</dt><dd>corrie</dd>" in seat(anke, youth).text
    page = vote(anke, youth, ["anna", "bate"], ["uphold", "reject"]).text
    assert "the appeal is upheld; at equal votes the vote of anna decided" in page
    assert page.count("rule as the commission says") == 2, "once as what was done, and as long as the verdict stands"
    assert "Decide appeal 1" not in page
    kept = anke.event(youth)
    assert (kept.state.verdicts[1].outcome, kept.rows[-1].who.by, kept.rows[-1].who.why) == ("uphold", "Anke", "the game goes on")
    page = durk.see(f"{youth}/appeals").text
    assert "the game goes on" in page
    assert "Enter an appeal" not in page
    anyone = quiet.test_client()
    assert anyone.get(f"/organise/{youth}/appeals").status_code == 303
    public = anyone.get(f"/tournaments/{youth}")
    assert public.status_code == 200
    assert "the flag had not fallen" not in public.text


def test_what_an_appeal_a_commission_or_a_vote_lacks_is_told_the_form_keeps_the_rest_and_a_late_one_has_no_form_to_decide_it(anke, youth):
    for changed in ({"made": ""}, {"party": ""}, {"told": ""}):
        refused(appeal(anke, youth, **changed), 'value="the flag had not fallen"')
    assert not anke.state(youth).appeals
    appeal(anke, youth)
    refused(seat(anke, youth, member=["anna", "bate", "", "", ""]), "&#39;Drachten=&#39; is no member")
    refused(vote(anke, youth, ["anna"], ["uphold"]), "nobody sits on appeal 1 yet; enter the commission first")
    seat(anke, youth)
    for votes in (["maybe"], [""]):
        refused(vote(anke, youth, ["anna"], votes))
    assert anke.state(youth).verdicts == {}
    page = appeal(anke, youth, made="2026-03-08T18:31").text
    assert "not admissible: it was made more than 24 hours after the ruling was told" in page
    assert ("Decide appeal 1" in page, "Decide appeal 2" in page) == (True, False)


def test_an_appeal_that_was_entered_wrongly_is_corrected_until_it_is_decided(anke, youth):
    game = game_of(anke, youth)
    page = appeal(anke, youth, written="", party="black").text
    assert "not admissible: it is not in writing with its grounds" in page
    assert page.count('<input type="radio" name="written" value="yes" required>') == 2, "nothing is chosen that was not entered"
    assert '<option value="black" selected>Black</option>' in page
    assert anke.state(youth).appeals[1].party == game.split("\t")[2]
    refused(appeal(anke, youth, corrects=1, party="black"), "a correction gives its reason")
    refused(appeal(anke, youth, corrects=2, party="black", reason="x"), "there is no appeal 2")
    page = appeal(anke, youth, corrects=1, party="black", reason="the box was forgotten").text
    assert "Decide appeal 1" in page
    (kept,), row = anke.state(youth).appeals.values(), anke.event(youth).rows[-1]
    assert (kept.written, kept.reasons, row.who.why) == (True, (), "the box was forgotten")
    seat(anke, youth)
    appeal(anke, youth, corrects=1, party="black", grounds="it had not", reason="a word")
    assert anke.state(youth).commissions[1].chair == "anna"
    other = next(one for one in re.findall(r'<option value="(\d+\t[^"]+)"', anke.see(f"{youth}/appeals").text) if one != game)
    appeal(anke, youth, corrects=1, game=other, party="white", reason="another game")
    assert anke.state(youth).commissions == {}, "other people may have to stand back"
    seat(anke, youth)
    vote(anke, youth, ["anna", "bate"], ["uphold", "uphold"])
    refused(appeal(anke, youth, corrects=1, party="white", reason="late"), "appeal 1 is decided")


def test_an_appeal_of_teams_is_on_a_board_of_the_match_or_on_all_of_it(anke):
    key = anke.new(competition="B", group="I")
    anke.pair(key)
    game = game_of(anke, key)
    page = anke.see(f"{key}/appeals").text
    assert f'<option value="{game}">' in page
    assert f'<option value="{game}\t8">Round 1, board 8 of the match: ' in page
    page = appeal(anke, key, game=f"{game}\t2").text
    assert "<dt>Appeal on</dt><dd>board 2 of " in page
    assert "the appeal is on the whole match" not in page
    assert "the appeal is on the whole match" in appeal(anke, key).text
    assert [one.board for one in anke.state(key).appeals.values()] == [2, 0]
    for number in ("9", "x", "0"):
        assert appeal(anke, key, game=f"{game}\t{number}").status_code == 400


@pytest.fixture
def contest(anke):
    key = f"h-{len(list(anke.folder.iterdir()))}"
    anke.send("", name=key, competition="H")
    return key


def problem(anke, key, id, fen="W:WK46:B5,23"):
    return anke.act("problem", key, id=id, author="Sytske", fen=fen, solution="46x5")


def test_a_contest_takes_no_games_an_event_of_games_no_problems_and_a_search_that_takes_too_long_is_ended(
    system, anke, contest, youth, monkeypatch
):
    assert "problem contest" in anke.act("enter", contest, name="Jelle").text
    refused(anke.act("order", contest, reason="a vote"))
    refused(problem(anke, youth, "p1"))
    monkeypatch.setattr(problem_conditions, "WITHIN_S", 0.0)
    refused(problem(anke, contest, "p1"), "took longer than 0 s and was ended; nothing was changed")
    assert anke.state(youth).problems == anke.state(contest).problems == {}


def test_a_wrong_entry_is_removed_by_its_button_until_the_draw(anke, key):
    assert 'aria-label="Remove, Ype Bouma"' in anke.see(f"{key}/entries").text
    page = anke.act("remove", f"{key}/entries", id="p3").text
    assert "entry of Ype Bouma removed" in page
    assert [one.id for one in anke.state(key).entrants] == ["p1", "p2", "p4"]
    anke.pair(key)
    assert 'aria-label="Remove' not in anke.see(f"{key}/entries").text
    refused(anke.act("remove", f"{key}/entries", id="p4"), "round 1 is paired, and whoever leaves now withdraws; withdraw under Entries")


def test_before_the_lot_the_standings_lead_to_it_and_a_swiss_event_is_ended_on_the_page_of_its_rounds(anke):
    eight = anke.new(competition="D", **{"class": "1"})
    for number in range(5, 9):
        anke.act("enter", f"{eight}/entries", name=f"Spiler {number}", id=f"p{number}")
    page = anke.see(f"{eight}/standings").text
    assert "8 entries play in groups of 4, 4, which the lot makes first; draw the lot under Entries" in page
    assert f'<a href="/organise/{eight}/entries">To the draw</a>' in page
    assert "there is no table" not in anke.see(f"{eight}/entries").text
    blitz = anke.new(competition="F", rounds=3)
    assert 'name="rounds" inputmode="numeric" maxlength="2" required value="3"' in anke.see(f"{blitz}?open=rounds").text
    anke.pair(blitz)
    for game in anke.state(blitz).rounds[0].games:
        anke.act("result", blitz, round=1, white=game.white, black=game.black, result="1-0")
    refused(anke.act("rounds", blitz, rounds="1"), "reason is empty")
    page = anke.act("rounds", blitz, rounds="1", reason="the hall closes").text
    assert "rounds 3 → 1" in page
    assert "All rounds are played." in page


def game_in(anke, key):
    """The first game of the last round, as a form names it."""
    round_ = anke.state(key).rounds[-1]
    return {"round": round_.round, "white": round_.games[0].white, "black": round_.games[0].black}


def test_of_two_corrections_of_one_result_from_the_same_page_the_second_is_refused_and_shows_the_first(anke, key):
    anke.pair(key)
    game, (_, other) = game_in(anke, key), anke.state(key).rounds[0].games
    anke.act("result", key, **game, result="1-0")
    seen = anke.event(key).rows[-1].number
    anke.act("result", key, **game, result="0-1", reason="written down wrongly")
    names = {one.id: one.shown for one in anke.state(key).entrants}
    first = (
        f"Anke has changed the event meanwhile: round 1, {names[game['white']]} - {names[game['black']]}: 0-1; nothing of yours was done"
    )
    refused(anke.act("result", key, rows=seen, **game, result="draw", reason="they agreed"), first)
    assert anke.state(key).results[tuple(game.values())].result == "0-1"
    late = anke.act("result", key, rows=seen, round=1, white=other.white, black=other.black, result="draw")
    assert late.status_code == 200, "another result has changed, and not this one"
    anke.act("undo", f"{key}/log")
    anke.act("undo", f"{key}/log")
    again = anke.act("result", key, rows=seen, **game, result="draw", reason="they agreed")
    assert again.status_code == 200, "it stands as that page showed it"


def test_of_two_corrections_of_one_board_the_second_is_refused_and_that_of_another_board_is_entered(anke):
    key = anke.new(competition="G")
    anke.pair(key)
    game = game_in(anke, key)
    anke.act("result", key, **game, number=1, result="1-0")
    seen = anke.event(key).rows[-1].number
    anke.act("result", key, **game, number=1, result="0-1", reason="swapped")
    assert anke.act("result", key, rows=seen, **game, number=1, result="draw", reason="agreed").status_code == 400
    assert anke.act("result", key, rows=seen, **game, number=2, result="draw").status_code == 200
    assert anke.state(key).matches[tuple(game.values())].boards == ("0-1", "draw", "", "")


def test_the_colours_of_a_game_are_turned_on_the_page_of_its_round(anke, key):
    anke.pair(key)
    game = game_in(anke, key)
    assert 'value="colours"' in anke.see(f"{key}?open=game+{'%09'.join(map(str, game.values()))}").text
    refused(anke.act("colours", key, **game), "reason is empty")
    assert "the colours are the other way round" in anke.act("colours", key, **game, reason="they sat the wrong way round").text
    turned = game_in(anke, key)
    assert turned == {"round": 1, "white": game["black"], "black": game["white"]}
    anke.pair(key)
    page = anke.see(f"{key}?open=game+{'%09'.join(map(str, turned.values()))}").text
    assert ('value="result"' in page, 'value="colours"' in page) == (True, False)
