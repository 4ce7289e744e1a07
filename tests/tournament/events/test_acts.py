"""The table of acts: each has a command and a form, and what the newer ones do to an event."""

import json
import re
from datetime import datetime
from pathlib import Path

import pytest

from pi.usage.parsers import parser_of
from pi.usage.table import COMMANDS
from tests.support.says import parts, says
from tests.tournament.events.conftest import KK, InMemory, refuses
from tests.tournament.events.level import four_equal, two_equal
from tournament.errors import TournamentError
from tournament.events.act import Done, Event, IncompleteAct, fields_of, key_of_field
from tournament.events.acts import ACTS
from tournament.events.changes import Entrant, EntrantRemoved, RoundsChanged
from tournament.events.correcting import event_corrected, removed
from tournament.events.drawing import drawn
from tournament.events.ending import is_over, rounds_in_all, rounds_remarks
from tournament.events.log_rows import row_said
from tournament.events.pairing import paired
from tournament.events.play_offs import play_offs_now
from tournament.events.played import swiss_event
from tournament.events.result_acts import colours_turned
from tournament.events.rounds import rounds_changed
from tournament.events.standing import all_standings, standings_of
from tournament.events.swiss_round import by_swiss
from tournament.events.telling import change_said
from tournament.events.wishes import Wishes
from tournament.games import Game, Result

TEMPLATES = Path(__file__).parents[3] / "hub" / "templates"
PAGES = "".join(path.read_text(encoding="utf-8") for path in TEMPLATES.glob("organise_*.html"))


def does(event: InMemory, name: str, /, **given: object):
    """Decide on the act of that name and make its change; what is told with it."""
    return done(event, name, **given).decided.notes


def done(event: InMemory, name: str, /, **given: object) -> Done:
    """Do the act of that name as `do` does it, without a file."""
    act, before = ACTS[name], event.state
    fields = act.fields(**given)
    decided = act.decide(Event(before, event.rows, datetime(2026, 11, 21, 9, 45)), fields)
    event.put(decided.change)
    return Done(fields, decided, before, event)


def answered(event: InMemory, name: str, /, **given: object) -> list[dict]:
    """Do the act; the rows that its command prints, as JSON has them."""
    return json.loads(json.dumps(list(ACTS[name].answer(done(event, name, **given)))))


def remedies(refusal: TournamentError) -> list[str]:
    return [one.code for one in parts(refusal.sentence) if one.code.startswith("Remedy.")]


@pytest.mark.parametrize("act", ACTS.values(), ids=list(ACTS))
def test_each_act_has_a_command_with_all_its_fields_and_a_form(act):
    parser = parser_of(COMMANDS["event"].tasks[act.name])
    known = {action.dest for action in parser._actions}
    assert {one.name for one, given in fields_of(act) if given.help} <= known
    assert {"event", "by", "json", "based_on_row"} <= known
    assert parser.description
    sent = {*re.findall(r'tables\.hidden\("([\w-]+)"\)', PAGES), *re.findall(r'began\("([\w-]+)"', PAGES)}
    made = {*re.findall(r"forms\.card\(acts\.(\w+)", PAGES), *re.findall(r'forms\.card\(acts\["([\w-]+)"\]', PAGES)}
    assert act.name in sent | made
    for one, given in fields_of(act):
        assert given.help or given.label, "nobody could give it"
        assert not given.label or key_of_field(one), given.label


def test_a_wrong_entry_is_removed_before_the_draw_and_with_it_the_table_that_nine_do_not_have():
    nine = InMemory("C", *KK, "p9", in_class="KK")
    with pytest.raises(TournamentError) as refusal:
        paired(nine.state, Wishes())
    assert remedies(refusal.value) == ["Remedy.remove"]
    assert list(does(nine, "remove", id="p9")) == []
    assert (nine.rows[-1].change, nine.state.by_id.keys()) == (EntrantRemoved("p9"), {*KK})
    nine.pair()
    with pytest.raises(TournamentError) as refusal:
        removed(nine.state, "p8")
    assert (str(refusal.value).startswith("round 1 is paired"), remedies(refusal.value)) == (True, ["Remedy.withdraw"])
    with pytest.raises(TournamentError) as refusal:
        paired(InMemory("C", *KK[:7], in_class="KK").state, Wishes())
    assert remedies(refusal.value) == [], "too few have entered"


def test_who_was_removed_can_enter_again_and_his_list_goes_with_his_entry():
    teams = InMemory("G", "a", "b", "c")
    does(teams, "line-up", team="a", players=("Anna", "Bate", "Cor", "-"))
    does(teams, "remove", id="a", reason="twice")
    assert teams.state.line_ups == {}
    does(teams, "enter", ids=("a",))
    assert [one.id for one in teams.state.entrants] == ["b", "c", "a"]
    drawn_already = InMemory("A", *"abcdefgh")
    drawn_already.put(drawn(drawn_already.state, 1))
    refuses(says("the lot is drawn, and whoever leaves now withdraws"), removed, drawn_already.state, "a")
    refuses(says("CorrectionFault.unknown", id="'x'"), removed, drawn_already.state, "x")


def test_the_name_and_the_date_of_an_event_are_corrected_with_a_reason_also_while_it_is_played():
    youth = InMemory("E", in_class="pupillen", name="Jeugd", date="2026-11-21")
    youth.enter(*(Entrant(id, born="2015-03-01") for id in "abc"))
    youth.pair()
    state = youth.state
    refuses(says("the name and the date of the event are corrected"), event_corrected, state, "Jeugd 2026", None, has_reason=False)
    same = "the event has this name and this date already, and nothing would change"
    refuses(says(same), event_corrected, state, "Jeugd", "2026-11-21", has_reason=True)
    refuses(says("GivenTextFault.empty", what="name"), event_corrected, state, "", None, has_reason=True)
    for wrong in ({}, {"club": "Snits"}, {"id": "a", "date": "2026-11-22"}):
        with pytest.raises(IncompleteAct):
            does(youth, "correct", reason="x", **wrong)
    assert list(does(youth, "correct", name="Jeugd 2027", reason="another year")) == []
    assert len(does(youth, "correct", date="2027-11-20", reason="another year")) == 3, "each is 12 then, and too old (E 4)"
    assert str(change_said(youth.rows[-1].change)) == "event corrected: date 2026-11-21 → 2027-11-20"
    assert (youth.state.made.name, youth.state.rounds) == ("Jeugd 2027", state.rounds)
    assert [one.name for one in youth.state.former] == ["Jeugd", "Jeugd 2027"]


def test_one_enters_with_all_that_is_known_of_him_and_several_by_ids_or_a_list():
    event = InMemory("A")
    does(event, "enter", name="Jelle de Vries", club="Snits", born="1-9-2014", rating="1100")
    (one,) = event.state.entrants
    assert (one.id, one.club, one.born, one.rating) == ("jelle", "Snits", "2014-09-01", 1100)
    for wrong in ({"ids": ("a", "b"), "club": "Snits"}, {"ids": ("a",), "csv": b"id\nb\n"}, {}):
        with pytest.raises(IncompleteAct):
            does(event, "enter", **wrong)
    does(event, "enter", csv=b"id\nb\n")
    does(event, "enter", ids=("x",), name="Ype")
    assert [one.id for one in event.state.entrants] == ["jelle", "b", "x"]


def blitz(*ids: str, rounds: int) -> InMemory:
    return InMemory("F", *ids, rounds=rounds)


TOO_MANY = "the event has {rounds} rounds, and its {players} players, who meet once at most, can play {most}"


def test_the_arbiter_is_told_that_the_rounds_are_more_than_the_players_allow_until_their_number_is_changed():
    event = blitz(rounds=5)
    (note,) = does(event, "enter", csv=b"id\na\nb\nc\nd\n")
    assert note.values["most"] == 3
    (note,) = does(event, "draw", seed=1)
    assert (note.english, note.values) == (TOO_MANY, {"players": 4, "most": 3, "rounds": 5})
    (note,) = does(event, "rounds", rounds=4, reason="x")
    assert note.values["rounds"] == 4
    for _round in range(2):
        (note,) = does(event, "pair")
        assert note.english == TOO_MANY
        event.fill()
    does(event, "rounds", rounds=3, reason="x")
    assert rounds_remarks(event.state) == list(does(event, "pair")) == []
    five = blitz(*"abcde", rounds=5)
    assert list(does(five, "draw", seed=1)) == [], "one is free in each round"


def test_those_who_stay_have_met_some_of_those_who_left_and_then_fewer_rounds_are_too_many():
    event = blitz(*"abcdef", rounds=4)
    event.pair("a-b", "c-d", "e-f")
    event.fill()
    event.withdraw("e")
    event.withdraw("f")
    assert rounds_remarks(event.state)[0].values == {"players": 4, "most": 3, "rounds": 4}
    event.comes_back("e")
    assert rounds_remarks(event.state) == [], "of five each is free once"


PLAYED_OFF_FIRST = "all rounds are played; the standings are final once what is still open is played off or decided"


def test_the_arbiter_ends_a_swiss_event_after_a_complete_round_with_a_reason_r28():
    event = blitz(*"abcd", rounds=7)
    event.pair()
    refuses(says("the event ends after a complete round, and these games have no result yet: {games}"), rounds_changed, event.state, 1)
    event.fill(lambda game: "1-0")
    for rounds, why in (
        (7, says("the event has {rounds} rounds already, and nothing would change", rounds=7)),
        (100, says("MakingFault.too-many-rounds", rounds=100)),
    ):
        refuses(why, rounds_changed, event.state, rounds)
    (note,) = does(event, "rounds", rounds=1, reason="the hall closes")
    assert (note.english, is_over(event.state)) == (PLAYED_OFF_FIRST, True), "two of the four share the first place"
    assert all_standings(event.state).groups[0].is_over
    assert str(change_said(event.rows[-1].change)) == "rounds 7 → 1"
    refuses(says("PairingFault.all-paired", count=1), event.pair)
    event.undo()
    assert not is_over(event.state)
    event.pair()
    refuses(says("{paired} rounds are paired, and {rounds} are fewer", paired=2, rounds=1), rounds_changed, event.state, 1)
    table = InMemory("C", *KK, in_class="KK").state
    refuses(
        says("the table of the regulation says how many rounds there are; the arbiter sets those of the Swiss system"),
        rounds_changed,
        table,
        3,
    )


def test_the_ha_by_swiss_has_six_rounds_at_most_and_may_end_earlier():
    ha = InMemory("D", *"abcdefghi", in_class="HA")
    refuses(says("MakingFault.rounds-are-set", rounds=7), rounds_changed, ha.state, 7)
    ha.put(rounds_changed(ha.state, 4))
    assert (ha.rows[-1].change, swiss_event(ha.state, Wishes(), []).rounds) == (RoundsChanged(6, 4), 4)


def test_more_rounds_are_not_added_under_a_play_off():
    event = blitz(*"abcd", rounds=1)
    event.pair()
    event.fill(lambda game: "1-0")
    white, black = standings_of(event.state).open[0].ids
    does(event, "play-off", white=white, black=black, result="1-0")
    refuses(says("RestingFault.rests", what="StillToPlay.not-paired"), rounds_changed, event.state, 2)


def test_an_event_of_which_one_is_left_is_over_and_one_that_cannot_be_paired_says_how_it_goes_on():
    event = blitz(*"abcd", rounds=5)
    event.pair()
    event.fill()
    for id in "abc":
        event.withdraw(id)
    assert is_over(event.state)
    refuses(says("PairingFault.all-paired", count=1), event.pair)
    two = blitz("a", "b", rounds=3)
    two.pair()
    two.fill()
    with pytest.raises(TournamentError) as refusal:
        by_swiss(two.state, Wishes())
    assert str(refusal.value).startswith("round 2 has no pairing left")
    assert "; the arbiter pairs it by hand, or lets the event end with the round before it; " in str(refusal.value)
    assert remedies(refusal.value) == ["Remedy.pair-or-end"]
    does(two, "pair", force=("a-b",), by_hand=True, anyway=True)
    assert len(two.state.rounds) == 2


def test_before_the_lot_every_page_says_that_the_lot_comes_first():
    eight = InMemory("D", *KK, in_class="1").state
    for asks in (all_standings, standings_of, rounds_in_all, lambda state: paired(state, Wishes())):
        with pytest.raises(TournamentError, check=says("PairingFault.draw-first", entries=8)) as refusal:
            asks(eight)
        assert remedies(refusal.value) == ["Remedy.draw"]


def test_a_round_by_hand_that_breaks_rules_names_them_and_is_made_all_the_same_by_consent():
    event = blitz(*"abcd", rounds=3)
    does(event, "pair", force=("a-b", "c-d"), by_hand=True)
    event.fill()
    again = {"force": ("a\tb", "d\tc"), "by_hand": True}
    with pytest.raises(TournamentError, check=says("PairingFault.breaks", count=2)):
        does(event, "pair", **again)
    notes = does(event, "pair", **again, anyway=True)
    assert [note.code for note in notes] == ["HandPairFault.met"] * 2
    met = "{} met in round 1 already; opponents meet once at most (appendix 3)"
    breaks = f"this round breaks 2 rules: {met.format('Anna and b')}; {met.format('d and c')}"
    assert str(row_said(event.rows, event.rows[-1], {"a": "Anna"})) == f"round 2 paired: Anna - b, d - c; by hand; {breaks}"
    event.fill()
    event.pair("c-a")
    assert str(row_said(event.rows, event.rows[-1])) == "round 3 paired: c - a, b - d; by hand: c - a"
    refuses(says("HandPairFault.not-swiss"), does, InMemory("A", "a", "b", "c"), "pair", by_hand=True)


def test_a_game_to_which_neither_came_is_booked_without_a_word_and_gives_no_resistance_as_a_win_by_default_does():
    event = blitz(*"abcd", rounds=2)
    event.pair("a-b", "c-d")
    does(event, "result", round="1", white="a", black="b", result="0-0")
    does(event, "result", round="1", white="c", black="d", result="1-0", default=True)
    assert event.state.results[1, "a", "b"].default
    event.pair("a-c", "b-d")
    event.fill(lambda game: "1-0")
    figures = {row.id: (row.points, row.resistance) for row in standings_of(event.state).table}
    assert figures == {"a": (1, 1), "b": (1, 0), "c": (1, 1), "d": (0, 2)}, "c and d are opponents in round 1, a and b are not"


def test_colours_that_were_played_the_other_way_round_are_corrected_until_the_next_round_is_paired():
    event = blitz(*"abcd", rounds=3)
    event.pair("a-b", "c-d")
    event.result(1, "a", "b", "1-0")
    event.result(1, "c", "d", "draw")
    does(event, "colours", round="1", white="a", black="b", reason="they sat the wrong way round")
    assert str(change_said(event.rows[-1].change)) == "round 1: b had White against a, the colours are the other way round"
    (turned, _) = event.state.rounds[0].games
    assert (turned.white, turned.black, event.state.results[1, "b", "a"].result) == ("b", "a", "0-1"), "a has won all the same"
    assert swiss_event(event.state, Wishes(), []).games[0] == Game(1, "b", "a", Result.BLACK_WINS)
    does(event, "colours", round="1", white="c", black="d", reason="these too")
    assert event.state.results[1, "d", "c"].result == "draw"
    event.undo()
    event.pair()
    late = "round {last} is paired since, by the colours as they stand: those of round {round} are not turned any more"
    refuses(says(late, last=2, round=1), colours_turned, event.state, ("1", "c", "d"))
    walkover = InMemory("F", "a", "b", rounds=1)
    walkover.pair()
    walkover.result(1, "a", "b", "1-0", default=True)
    nobody = "nobody played this game, which is booked by default: it has no colours to correct"
    refuses(says(nobody), colours_turned, walkover.state, ("1", "a", "b"))
    teams = InMemory("G", "a", "b", "c", "d")
    game = teams.pair().games[0]
    refuses(
        says("a match of teams has both colours on its boards: they are not turned"),
        colours_turned,
        teams.state,
        ("1", game.white, game.black),
    )


def test_colours_are_not_turned_under_an_appeal_and_not_twice_by_the_pairing():
    youth = InMemory("E", *"abcdef", in_class="pupillen")
    game = youth.pair().games[0]
    named = {"round": "1", "white": game.white, "black": game.black}
    does(youth, "appeal", **named, party=game.white, made="2026-11-21T12:00")
    refuses(
        says("an appeal is on this game, which names who had White: the colours are not turned any more"),
        colours_turned,
        youth.state,
        named.values(),
    )
    youth.undo()
    does(youth, "colours", **named, reason="x")
    with pytest.raises(TournamentError, check=says("ResultFault.colours", white=game.black, black=game.white)) as refusal:
        colours_turned(youth.state, list(named.values()))
    assert remedies(refusal.value) == ["Remedy.colours"]


def test_what_the_commands_answer_is_json_and_says_what_was_done():
    event = InMemory("A")
    assert answered(event, "enter", ids=("a", "b", "c", "d")) == [{"entered": ["a", "b", "c", "d"], "entries": 4}]
    assert answered(event, "enter", ids=("e",)) == [{"entered": ["e"], "entries": 5}]
    assert answered(event, "remove", id="e", reason="twice") == [{"removed": "e", "entries": 4, "reason": "twice"}]
    told = {"corrected": "a", "name": "Anna", "club": None, "class": None, "born": None, "rating": None, "reason": None}
    assert answered(event, "correct", id="a", name="Anna") == [told]
    told = {"corrected": None, "name": "Jûn", "date": "2026-11-21", "reason": "x"}
    assert answered(event, "correct", name="Jûn", date="21-11-2026", reason="x") == [told]
    assert answered(event, "start", start="9.30") == [{"start": "09:30"}]
    assert answered(event, "publish", public="names") == [{"public": "names", "at_once": False}]
    assert answered(event, "time-control", control="30m + 5s") == [{"time_control": "30m+5s", "article": None}]
    assert answered(event, "draw", seed=7)[0]["seed"] == 7
    (round_,) = answered(event, "pair")
    assert (round_["round"], len(round_["pairs"]), round_["warnings"]) == (1, 2, [])
    white, black = round_["pairs"][0]["white"], round_["pairs"][0]["black"]
    named = {"round": "1", "white": white, "black": black}
    result = {"round": 1, "white": white, "black": black, "result": "1-0", "default": False}
    assert answered(event, "result", **named, result="1-0") == [result]
    turned = {"round": 1, "white": black, "black": white, "reason": "x"}
    assert answered(event, "colours", **named, reason="x") == [turned]
    assert answered(event, "undo") == [
        {"undone": len(event.rows) - 1, "kind": "ColoursTurned", "what": str(change_said(event.rows[-2].change))}
    ]
    assert answered(event, "withdraw", id=white, games="won", reason="ill") == [{"withdrawn": white, "games": "won", "reason": "ill"}]
    assert answered(event, "return", id=white, reason="better") == [{"returned": white, "reason": "better"}]
    two = blitz("a", "b", rounds=3)
    assert answered(two, "rounds", rounds=2, reason="x") == [{"rounds": 2, "over": False, "final": False, "reason": "x"}]
    two.pair()
    two.fill(lambda game: "1-0")
    (note,) = does(two, "rounds", rounds=1, reason="x")
    assert note.english == "the event is over, and its standings are final"
    two.undo()
    assert answered(two, "rounds", rounds=1, reason="x") == [{"rounds": 1, "over": True, "final": True, "reason": "x"}]


def test_what_the_commands_of_teams_of_equals_and_of_juries_answer():
    teams = two_equal()
    first, second = play_offs_now(teams.state)[0][1:]
    (told,) = answered(teams, "play-off", white=first, black=second, boards="1-0,draw,-,.")
    assert (told["number"], told["first"], told["board_points"], told["result"]) == (1, first, [1.5, 0.5], None)
    (told,) = answered(teams, "result", round="-1", white=first, black=second, board="3", result="1-0")
    assert told["boards"] == ["1-0", "draw", "1-0", None]
    late = InMemory("G", "a", "b", "c", "d")
    assert answered(late, "line-up", team="a", players=("Anna", "Bate", "-", "Cor"), at="9:30")[0]["players"] == [
        "Anna",
        "Bate",
        None,
        "Cor",
    ]
    game = late.pair().games[0]
    (told,) = answered(late, "result", round="1", white=game.white, black=game.black, boards="1-0,draw,-,-")
    assert (told["first"], told["result"]) == (game.white, None)
    (told,) = answered(late, "result", round="1", white=game.white, black=game.black, board="4", result="0-1", reason="x")
    assert told["boards"][3] == "0-1"
    tie = four_equal()
    assert answered(tie, "decide", ids=("p3", "p1"), reason="by lot") == [{"decided": ["p3", "p1"], "reason": "by lot"}]
    tie.undo()
    assert answered(tie, "play-off", white="p3", black="p1", result="1-0") == [{"white": "p3", "black": "p1", "result": "1-0"}]
    contest = InMemory("H")
    does(contest, "problem", id="p1", fen="W:W28,32:B23", author="Jelle", nodes=100)
    assert answered(contest, "mark", problem="p1", juror="Auke", mark="8,5") == [
        {"problem": "p1", "juror": "Auke", "mark": 8.5, "sum": 8.5}
    ]
    does(contest, "order", ids=("p1",), reason="a vote")
    assert contest.state.order is not None


@pytest.mark.parametrize(
    ("act", "given"),
    [
        ("result", {"round": "1", "white": "a"}),
        ("result", {"csv": b"1,a,b,1-0", "round": "1"}),
        ("result", {"csv": b"1,a,b,1-0", "default": True}),
        ("result", {"boards": "1-0"}),
        ("result", {"round": "1", "white": "a", "black": "b", "boards": "1-0", "default": True}),
        ("play-off", {"white": "a", "black": "b"}),
        ("appeal", {"round": "1"}),
        ("appeal", {"round": "1", "white": "a", "black": "b", "party": "a"}),
        ("commission", {"number": 1, "member": ("Drachten",), "chair": "a", "vice": "b"}),
        ("verdict", {"number": 1, "vote": ("anna=maybe",), "reason": "x"}),
    ],
)
def test_what_is_not_complete_is_so_in_whatever_event(act, given):
    with pytest.raises(IncompleteAct):
        does(InMemory("A", "a", "b", "c"), act, **given)
