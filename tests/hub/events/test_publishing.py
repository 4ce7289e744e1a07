"""How an event is published, what is printed of it, and a round that the arbiter pairs by hand."""

import re

import pytest

from hub.events.appeal_changes import AppealMade, CommissionMember, CommissionSeated, VerdictGiven
from hub.events.changes import BoardsGiven, Entrant, EventSettled, GameAtBoard, OrderDecided, PlayOffPlayed
from hub.events.csv_files import csv_files
from hub.events.faults import TournamentError
from hub.events.hand_pairing import by_hand, colour_broken
from hub.events.play_off_changes import PlayOffAtBoard, PlayOffsGiven
from hub.events.play_off_entering import play_off_played
from hub.events.play_offs import games_now, play_offs_now
from hub.events.printing import PLAY_OFFS, PRINTS, print_html, prints_of
from hub.events.published import giving_remarks, initials_of, publishing_remarks, settled, shown_names, with_initials
from hub.events.standing import reason_of, standings_of
from hub.events.telling import change_said
from hub.events.trf import trf_files
from hub.tournament.public_event import public_state
from record.texts import LANGUAGES
from tests.hub.events.conftest import InMemory
from tests.hub.events.level import PLAYERS, by_lot, four_equal, match_of_two, two_equal


@pytest.mark.parametrize(
    ("name", "initials"),
    [("Jelle de Vries", "J.d.V."), ("Hans van 't Hof", "H.v.t.H."), ("Ûlbe", "Û."), ("Bouma (jr)", "B.j."), ("12", ""), ("", "")],
)
def test_initials_of_a_name(name, initials):
    assert initials_of(name) == initials


def test_two_with_the_same_initials_are_told_apart():
    event = InMemory("A")
    event.enter(Entrant("a", "Jan Bakker", born="2014-09-01"), Entrant("b", "Johan Boersma"), Entrant("c", "Piet Smit"), Entrant("durk"))
    assert shown_names(event.state) == {"a": "Jan Bakker", "b": "Johan Boersma", "c": "Piet Smit", "durk": "durk"}
    event.put(EventSettled("initials"))
    assert shown_names(event.state) == {"a": "J.B. (1)", "b": "J.B. (2)", "c": "P.S.", "durk": "d."}
    assert {one.born for one in with_initials(event.state).entrants} == {""}


def test_teams_keep_their_names():
    event = InMemory("G", "drachten", "snits", "ljouwert")
    event.put(EventSettled("initials"))
    assert shown_names(event.state)["snits"] == "snits"


def test_no_other_way_to_publish():
    assert settled(EventSettled("names", time_control="30m"), "nobody") == EventSettled("", time_control="30m")
    with pytest.raises(TournamentError, match="no way to publish"):
        settled(EventSettled(), "everybody")


@pytest.mark.parametrize("before", ["names", "initials"])
def test_who_hides_an_event_is_told_what_its_boards_still_show(kk, before):
    kk.put(EventSettled(before))
    assert publishing_remarks(kk.state, EventSettled()) == []
    kk.pair()
    kk.put(BoardsGiven(1, (GameAtBoard("p5", "p1", "7"),)))
    (told,) = publishing_remarks(kk.state, EventSettled())
    assert str(told).startswith(
        "1 game was given its board with its names: the wall, the broadcast and the pages of the board go on to show them"
    )
    assert giving_remarks(kk.state) == []
    kk.put(EventSettled())
    assert publishing_remarks(kk.state, EventSettled(time_control="30m")) == []
    assert str(giving_remarks(kk.state)[0]).startswith("the event is shown to nobody, but a board shows the names")


def test_a_change_is_told_with_names_or_ids(kk):
    kk.pair()
    kk.withdraw("p3")
    names = {f"p{number}": f"Player {number}" for number in range(1, 9)}
    assert str(change_said(kk.rows[-1].change)) == "p3 withdrew"
    assert str(change_said(kk.rows[-1].change, names)) == "Player 3 withdrew"
    assert "Player 5 - Player 1" in str(change_said(kk.rows[-2].change, names))


def test_an_equal_place_before_the_last_game_names_no_article(kk):
    told = standings_of(kk.state)
    assert {str(reason_of(row, told, {})) for row in told["table"]} == {"not decided yet"}
    assert set(told["articles"].values()) == {"C 15"}, "programs are told the article all the same"


def test_many_equals_are_counted(kk):
    told = {**standings_of(kk.state), "over": True}
    assert str(reason_of(told["table"][0], told, {})) == "equal with 7 others, C 15"


@pytest.mark.parametrize("what", [what for what in PRINTS if what != PLAY_OFFS])
@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_is_printed_has_the_names(what, lang):
    event = InMemory("A")
    event.enter(*(Entrant(f"p{number}", f"<Jan> Jansen {number}") for number in range(1, 5)))
    event.pair()
    page = print_html(event.state, what, None, lang)
    assert page.startswith("<!doctype html>")
    assert f'<html lang="{lang}">' in page
    assert all(f"&lt;Jan&gt; Jansen {number}" in page for number in range(1, 5))
    assert "Jansen" not in print_html(with_initials(event.state), what, None, lang)


def slips_in(page: str) -> list[tuple[str, list[tuple[str, str]]]]:
    """The slips of what is printed: their headings, and what stands before each name."""
    parts = page.split("<section")[1:]
    return [(re.search("<h2>(.*?)</h2>", part)[1], re.findall("<dt>(.*?)</dt><dd>(.*?)</dd>", part)) for part in parts]


@pytest.mark.parametrize(
    ("lang", "words"), [("en", ("Play-off game 1", "Board", "White", "Black")), ("fy", ("Beslissingspartij 1", "Boerd", "Wyt", "Swart"))]
)
def test_a_play_off_has_its_slip(lang, words):
    level, (title, board, on_white, on_black) = four_equal(), words
    ((_, white, black),) = play_offs_now(level.state)
    assert prints_of(level.state) == list(PRINTS)
    page = print_html(level.state, PLAY_OFFS, None, lang)
    assert slips_in(page) == [(f"{board} ……", [(on_white, white), (on_black, black)])]
    assert f"· {title}" in page
    level.put(PlayOffsGiven(1, (PlayOffAtBoard(white, black, "7"),)))
    assert slips_in(print_html(level.state, PLAY_OFFS, None, lang))[0][0] == f"{board} 7"
    level.put(PlayOffPlayed(white, black, "1-0"))
    assert PLAY_OFFS not in prints_of(level.state)
    with pytest.raises(TournamentError, match="no play-off is to be played now"):
        print_html(level.state, PLAY_OFFS, None, lang)


def test_a_play_off_whose_colours_are_by_lot_leaves_them_open():
    event = by_lot()
    ((_title, players),) = slips_in(print_html(event.state, PLAY_OFFS, None, "en"))
    assert [colour for colour, _ in players] == ["Colour ……"] * 2
    (_, white, black) = play_offs_now(event.state)[1]
    event.put(PlayOffsGiven(1, (PlayOffAtBoard(white, black, "2"),)))
    assert slips_in(print_html(event.state, PLAY_OFFS, None, "en")) == [("Board 2", [("White", white), ("Black", black)])]


def test_of_a_match_of_two_by_lot_the_first_game_has_its_slip():
    event = match_of_two()
    (keys,) = games_now(event.state)
    assert len(slips_in(print_html(event.state, PLAY_OFFS, None, "en"))) == 1, "it tells the colours of the other"
    _, white, black = keys[1]
    event.put(PlayOffsGiven(1, (PlayOffAtBoard(white, black, "3"),)))
    assert play_offs_now(event.state) == [keys[1]]
    assert slips_in(print_html(event.state, PLAY_OFFS, None, "en")) == [("Board 3", [("White", white), ("Black", black)])]
    event.put(play_off_played(event.state, white, black, "draw"))
    assert slips_in(print_html(event.state, PLAY_OFFS, None, "en")) == [("Board ……", [("White", black), ("Black", white)])]


def test_a_play_off_of_teams_has_the_form_of_its_match():
    level = two_equal(with_lists=True)
    page = print_html(level.state, PLAY_OFFS, None, "en")
    (_, first, second) = play_offs_now(level.state)[0]
    assert f"<h1>{first} \u2013 {second}</h1>" in page
    played = re.findall(r'<td class="number">(\d)</td>\s*<td>(.*?)</td><td class="number">(.*?)</td>\s*<td>(.*?)</td>', page)
    lists = zip(PLAYERS[first], PLAYERS[second], strict=True)
    colours = "White", "Black"
    assert played == [(str(at + 1), one or "nobody", colours[at % 2], other) for at, (one, other) in enumerate(lists)]


def test_only_a_final_order_is_called_so():
    event = InMemory("A", "a", "b", "c")
    titles = []
    for _ in range(3):
        event.pair()
        titles.append(print_html(event.state, "standings", None, "en").split("<p>")[1].split("</p>")[0])
        for round_, game in event.state.missing():
            event.result(round_, game.white, game.black, "draw")
        titles.append(print_html(event.state, "standings", None, "en").split("<p>")[1].split("</p>")[0])
    event.put(OrderDecided(("a", "b", "c")))
    titles.append(print_html(event.state, "standings", None, "en").split("<p>")[1].split("</p>")[0])
    assert titles == [*("as it stands: 1 game has no result", "Standings") * 3, "Final standings"]


def test_nothing_else_is_printed(kk):
    with pytest.raises(TournamentError, match="is not printed; pairings, cards, slips, play-offs, crosstable, standings are"):
        print_html(kk.state, "poster", None, "en")


def test_files_of_the_rounds_before_know_nothing_of_a_decision():
    event = InMemory("A", "a", "b", "c")
    for _ in range(3):
        event.pair()
    for round_, game in event.state.missing():
        event.result(round_, game.white, game.black, "draw")
    event.put(OrderDecided(("a", "b", "c")))
    files = dict(csv_files(event.state))
    assert "1,a,a" in files["standings-round-3.csv"]
    assert "1 to 3,a,a" not in files["standings-round-3.csv"]
    assert "open" in files["standings-round-1.csv"]


@pytest.fixture
def swiss():
    """Three rounds of seven, of which one is played: p1, p2 and p3 won, and p7 was free."""
    event = InMemory("F", *(f"p{number}" for number in range(1, 8)), rounds=4)
    event.pair("p1-p4", "p2-p5", "p3-p6")
    for white, black in (("p1", "p4"), ("p2", "p5"), ("p3", "p6")):
        event.result(1, white, black, "1-0")
    return event


FAIR = [("p2", "p1"), ("p7", "p3"), ("p4", "p5")]


def test_a_round_by_hand_that_breaks_no_rule(swiss):
    round_, broken = by_hand(swiss.state, FAIR, "p6", ())
    assert broken == []
    assert [(game.white, game.black, game.by_hand) for game in round_.games] == [(*pair, True) for pair in FAIR]
    swiss.put(round_)
    assert "### round 2: 2 - 1 was paired by hand" in dict(trf_files(swiss.state))["event.trf"]


def test_each_rule_that_a_round_by_hand_breaks_is_told(swiss):
    _, broken = by_hand(swiss.state, [("p1", "p4"), ("p2", "p3"), ("p5", "p6")], "p7", ())
    assert [str(one) for one in broken] == [
        "p1 and p4 met in round 1 already; opponents meet once at most (appendix 3)",
        "p7 was free in round 1 already, and is free once at most",
    ]


def test_colours_and_scores_of_a_round_by_hand(swiss):
    for pairs, free in ((FAIR, "p6"), ([("p1", "p7"), ("p2", "p3"), ("p6", "p4")], "p5")):
        round_, _ = by_hand(swiss.state, pairs, free, ())
        swiss.put(round_)
        for game in round_.games:
            swiss.result(round_.round, game.white, game.black, "1-0")
    _, broken = by_hand(swiss.state, [("p2", "p5"), ("p1", "p6"), ("p7", "p4")], "p3", ())
    assert [str(one) for one in broken] == [
        "p2 and p5 met in round 1 already; opponents meet once at most (appendix 3)",
        "p2 has 3 and p5 has 1: these scores are not nearly equal (appendix 3)",
        "p2 would have White more than twice in a row",
        "p5 would have Black more than twice in a row",
    ]


def test_one_colour_much_more_often_than_the_other():
    colours = {"more": [1, 1, -1, 1], "less": [1, -1, -1, 1]}
    assert [str(one) for id, before in colours.items() for one in colour_broken(id, before, 1)] == [
        "more would have White three times more often than Black"
    ]


@pytest.mark.parametrize(
    ("pairs", "free", "absent", "why"),
    [
        ([("p1", "p2"), ("p3", "p4")], "p5", (), "p6 is neither paired nor free nor absent"),
        ([("p1", "p2"), ("p1", "p4"), ("p5", "p6")], "p7", (), "p1 is there twice"),
        ([("p1", "p1"), ("p3", "p4"), ("p5", "p6")], "p7", (), "cannot play against the same player"),
        ([("p1", "x"), ("p3", "p4"), ("p5", "p6")], "p7", (), "nobody here has the id"),
    ],
)
def test_no_round(swiss, pairs, free, absent, why):
    with pytest.raises(TournamentError, match=why):
        by_hand(swiss.state, pairs, free, absent)


def test_no_round_by_hand_before_the_last_is_complete_or_of_a_table(swiss, kk):
    swiss.pair()
    with pytest.raises(TournamentError, match="without a result"):
        by_hand(swiss.state, FAIR, "p6", ())
    with pytest.raises(TournamentError, match="table"):
        by_hand(kk.state, [], "", ())


def test_an_appeal_is_not_in_what_the_public_may_see(kk):
    kk.put(AppealMade(1, 1, "p5", "p1", "p5", grounds="touched", written=True))
    kk.put(CommissionSeated(1, (CommissionMember("Grou", "Hiske"),), "Hiske", "Hiske", ("Hiske",)))
    kk.put(VerdictGiven(1, (), "reject"))
    seen = public_state(kk.state, {})
    assert (seen.appeals, seen.commissions, seen.verdicts) == ({}, {}, {})
    assert (len(kk.state.appeals), len(kk.state.commissions), len(kk.state.verdicts)) == (1, 1, 1)
