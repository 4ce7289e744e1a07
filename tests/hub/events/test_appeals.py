"""Appeals to the commission (appendix 5): what is kept of them, and in which dossier they are told."""

import json
from dataclasses import replace
from datetime import date

import pytest

from hub.events.appeal_changes import AppealMade, CommissionMember, MemberVote
from hub.events.appeals import (
    appeal_entered,
    appeal_remarks,
    commission_remarks,
    commission_seated,
    verdict_given,
    verdict_remarks,
)
from hub.events.as_json import decoded, encoded
from hub.events.changes import Entrant, LineUpGiven, Who
from hub.events.event_file import make_event
from hub.events.faults import TournamentError
from hub.events.play_off_changes import PlayOffAtBoard, PlayOffsGiven
from hub.events.play_off_entering import play_off_played
from hub.events.play_offs import play_offs_now
from hub.events.seats import seats_of
from hub.events.telling import change_said
from hub.events.told_appeals import told_appeal
from hub.tournament.game_appeals import appeals_on
from record.events.about import PublicTags
from record.papers.appeals import appeal_rows, unread_lines
from tests.hub.events.conftest import KK, InMemory
from tests.hub.events.level import by_lot

TOLD, IN_TIME = "2026-03-07T18:30:00", "2026-03-08T18:30:00"
GIVEN = AppealMade(
    number=0,
    round=0,
    white="",
    black="",
    party="p5",
    against="the game is lost",
    grounds="the flag had not fallen",
    told=TOLD,
    made=IN_TIME,
    written=True,
    next_match_day="2026-03-14",
)
CLUBS = ("Drachten", "Frjentsjer", "Ljouwert", "Snits")
MEMBERS = tuple(CommissionMember(club, member) for club, member in zip(CLUBS, ("anna", "bate", "corrie", "doede"), strict=True))
CHAIRS = ("anna", "bate")


def kk(competition: str = "C", in_class: str = "KK") -> InMemory:
    """An event whose first round is paired; p5, who plays p1, is of Drachten, and p1 of no club."""
    event = InMemory(competition, in_class=in_class, name="FK")
    event.enter(*(Entrant(id, f"Spiler {id}", "drachten" if id == "p5" else "") for id in KK))
    event.pair()
    return event


def appealed(event: InMemory, given: AppealMade = GIVEN) -> AppealMade:
    return event.put(appeal_entered(event.state, ("1", "p5", "p1"), given))


def seated(event: InMemory, members=MEMBERS):
    return event.put(commission_seated(event.state, 1, members, CHAIRS))


def voted(event: InMemory, **votes: str):
    return event.put(verdict_given(event.state, 1, [MemberVote(*one) for one in votes.items()], "the game goes on"))


def test_an_appeal_is_kept_with_what_the_regulations_say_of_it():
    made = appealed(kk())
    assert (made.reasons, made.until, made.decide_before) == ((), IN_TIME, "2026-03-14")
    assert decoded(*encoded(made, Who("Jelle"))) == (made, Who("Jelle"))


@pytest.mark.parametrize(
    ("changed", "reasons"),
    [
        ({"made": "2026-03-08T18:30:01"}, ("too late",)),
        ({"made": "2026-03-07T18:29:59"}, ("too early",)),
        ({"written": False}, ("form",)),
        ({"grounds": ""}, ("form",)),
        ({"party": "p2"}, ("no party",)),
        ({"against": "", "told": ""}, ("no ruling",)),
    ],
)
def test_one_that_is_not_admissible_is_kept_with_the_reasons_and_no_commission_decides_it(changed, reasons):
    event = kk()
    assert appealed(event, replace(GIVEN, **changed)).reasons == reasons
    assert any(value.startswith("not admissible: ") for _, value in appeal_rows(told_appeal(event.state, 1), "en"))
    with pytest.raises(TournamentError, match="is not admissible, so that no commission decides it"):
        seated(event)


@pytest.mark.parametrize(("competition", "article"), [("A", "A 6"), ("G", "G 7")])
def test_where_the_regulation_gives_no_appeal_it_is_refused_with_the_article(competition, article):
    event = InMemory(competition, "p1", "p2", "p3", "p4")
    event.pair()
    with pytest.raises(TournamentError, match=rf"competition {competition} knows no appeal: .* \({article}\)"):
        appeal_entered(event.state, ("1", "p1", "p4"), GIVEN)


@pytest.mark.parametrize(
    ("game", "given", "says"),
    [
        (("2", "p5", "p1"), GIVEN, "round 2 is not paired"),
        (("1", "p5", "p2"), GIVEN, "p5 and p2 do not play in round 1"),
        (("1", "p5", "p1"), replace(GIVEN, party="p9"), "nobody here has the id 'p9'"),
        (("1", "p5", "p1"), replace(GIVEN, told="yesterday"), 'told is "yesterday"; a time such as'),
    ],
)
def test_what_cannot_be_is_refused(game, given, says):
    with pytest.raises(TournamentError, match=says):
        appeal_entered(kk().state, game, given)


def test_who_belongs_to_the_dispute_stands_back_and_a_tie_is_decided_by_the_vice_chair():
    event = kk()
    appealed(event)
    sits = seated(event)
    assert (sits.sit, sits.stand_back) == (("bate", "corrie", "doede"), ("anna",)), "Drachten is the club of p5, however it is written"
    with pytest.raises(TournamentError, match="anna stands back and does not vote"):
        voted(event, anna="uphold")
    with pytest.raises(TournamentError, match="eve"):
        voted(event, eve="uphold")
    verdict = voted(event, bate="uphold", corrie="reject")
    assert (verdict.outcome, verdict.casting) == ("uphold", "bate")
    assert [str(change_said(row.change)) for row in event.rows[-2:]] == [
        "on appeal 1 sit bate, corrie, doede; standing back: anna",
        "appeal 1 is upheld",
    ]
    for again in (lambda: voted(event, bate="reject"), lambda: seated(event)):
        with pytest.raises(TournamentError, match="appeal 1 is decided, and its verdict is final"):
            again()
    event.undo()
    assert event.state.verdicts == {}


def test_a_player_who_is_a_member_stands_back_by_name():
    event = kk()
    appealed(event)
    others = (*MEMBERS[1:], CommissionMember("De Jouwer", "spiler  P1"), CommissionMember("Grou", "anna"))
    assert seated(event, others).stand_back == ("spiler  P1",), "spaces, capitals and signs for an accent make no other name"


def test_where_chair_and_vice_chair_stand_back_equal_votes_have_no_outcome():
    event = InMemory("C", in_class="KK", name="FK")
    event.enter(*(Entrant(id, "", {"p5": "Drachten", "p1": "Frjentsjer"}.get(id, "")) for id in KK))
    event.pair()
    appealed(event)
    seated(event)
    assert (voted(event, corrie="uphold", doede="reject").outcome, event.state.verdicts[1].casting) == ("", "")
    assert ("Verdict", "no outcome: the votes are equal") in appeal_rows(told_appeal(event.state, 1), "en")


def test_what_is_missing_is_told():
    event = kk()
    for number in (1, 2):
        with pytest.raises(TournamentError, match=f"there is no appeal {number}"):
            verdict_given(event.state, number, [], "")
    appealed(event)
    with pytest.raises(TournamentError, match="nobody sits on appeal 1 yet"):
        voted(event, bate="uphold")
    with pytest.raises(TournamentError, match="has no members"):
        seated(event, ())
    seated(event)
    with pytest.raises(TournamentError, match="no member has voted"):
        voted(event)


def test_the_dossier_of_the_game_and_of_no_other_has_the_appeal(tmp_path):
    event = kk()
    appealed(event)
    seated(event)
    voted(event, bate="reject", corrie="reject", doede="uphold")
    kept = event.rows
    make_event(tmp_path / "fk", kept[0].change, Who("Jelle"), [row.change for row in kept[1:]])
    tags = PublicTags(white="Spiler p5", black="Spiler p1", event="FK", round="1")
    (told,) = appeals_on(tmp_path, tags).told
    rows = dict(appeal_rows(told, "nl"))
    assert rows["Beroep aangetekend door"] == "Spiler p5"
    assert rows["Kon gedaan worden tot"] == "8 maart 2026 om 18:30"
    assert dict(appeal_rows(told, "fy"))["Te besluten"] == "foar de wedstriiddei 14 maart 2026"
    assert rows["Uitspraak"] == "het beroep is afgewezen"
    assert rows["Trekt zich terug"] == "anna (voorzitter)"
    for other in (replace(tags, round="2"), replace(tags, event="HK"), replace(tags, white="Spiler p6")):
        assert appeals_on(tmp_path, other).told == ()
    assert appeals_on(None, tags).told == appeals_on(tmp_path / "none", tags).told == ()


EIGHT = {team: tuple(f"{team}{number}" for number in range(1, 9)) for team in ("Drachten", "Snits")}


def teams(board: int, *, with_lists: bool = True) -> InMemory:
    """A match of eights of a of Drachten, who appeals, and b of Snits, with the appeal on that board, 0 for the match."""
    event = InMemory("B", group="I", name="Klups")
    event.enter(*(Entrant(team.lower(), team) for team in ("Drachten", "Harns", "Grou", "Snits")))
    for team in EIGHT if with_lists else ():
        event.put(LineUpGiven(team.lower(), EIGHT[team], "2026-03-07T09:40"))
    event.pair()
    round_, game = next((1, game) for game in event.state.rounds[0].games if "drachten" in game.pair)
    given = replace(GIVEN, party="drachten", board=board)
    event.put(appeal_entered(event.state, (str(round_), game.white, game.black), given))
    return event


def tags_of(event: InMemory, board: int) -> PublicTags:
    """What the board has whose game is that board of the match."""
    one = event.state.appeals[1]
    white, black = seats_of(event.state, (1, one.white, one.black, board), {one.id: one.shown for one in event.state.entrants})
    return PublicTags(white=white, black=black, event="Klups", round="1")


@pytest.mark.parametrize("with_lists", [True, False])
def test_the_dossier_of_the_board_of_a_match_has_the_appeal_and_its_outcome(tmp_path, with_lists):
    event = teams(3, with_lists=with_lists)
    assert appeal_remarks(event.state, event.state.appeals[1]) == ()
    seated(event)
    voted(event, bate="uphold", corrie="uphold")
    make_event(tmp_path / "klups", event.rows[0].change, Who("Jelle"), [row.change for row in event.rows[1:]])
    (told,) = appeals_on(tmp_path, tags_of(event, 3)).told
    rows, tags = dict(appeal_rows(told, "en")), tags_of(event, 3)
    assert rows["Verdict"] == "the appeal is upheld"
    assert rows["Appeal on"].startswith("board 3 of ")
    assert rows["Appeal on"].endswith(f": {tags.white} - {tags.black}")
    for number in (1, 2, 4, 5, 6, 7, 8):
        assert appeals_on(tmp_path, tags_of(event, number)).told == ()
    assert str(change_said(event.state.appeals[1])).startswith("appeal 1 of drachten, round 1, board 3 of ")


def test_an_appeal_on_a_whole_match_is_in_the_dossiers_of_all_its_games(tmp_path):
    event = teams(0)
    assert [one.code for one in appeal_remarks(event.state, event.state.appeals[1])] == ["AppealRemark.whole-match"]
    make_event(tmp_path / "klups", event.rows[0].change, Who("Jelle"), [row.change for row in event.rows[1:]])
    for number in range(1, 9):
        (told,) = appeals_on(tmp_path, tags_of(event, number)).told
        assert dict(appeal_rows(told, "en"))["Appeal on"].startswith("the match ")
    assert appeals_on(tmp_path, replace(tags_of(event, 1), round="2")).told == ()


def test_players_at_the_board_of_the_appeal_stand_back_and_those_of_other_boards_do_not():
    one, event = CommissionMember("De Jouwer", "Snits3"), teams(3)
    other = CommissionMember("Balk", "snits4")
    assert seated(event, (*MEMBERS[:2], one, other)).stand_back == ("anna", "Snits3")
    event = teams(0)
    assert seated(event, (*MEMBERS[:2], one, other)).stand_back == ("anna", "Snits3", "snits4")


def level(competition: str) -> InMemory:
    """Two players of F, or two teams of B, who are equal, and the play-off of them that is to be played now, its colours by lot in F."""
    if competition == "F":
        return by_lot()
    event = InMemory("B", "a", "b", "c", "d", group="I", name="Klups")
    for _ in range(3):
        event.pair()
    for round_, game in event.state.missing():
        first = {"a": 2, "b": 2, "c": 1, "d": 0}[game.white] - {"a": 2, "b": 2, "c": 1, "d": 0}[game.black]
        event.result(round_, game.white, game.black, "4-4" if not first else "5-3" if first > 0 else "3-5")
    return event


@pytest.mark.parametrize(
    ("competition", "board", "on", "logged"),
    [
        ("F", 0, "play-off game 1 of {pair}", "play-off 1 of {pair}: "),
        ("B", 0, "play-off match 1 of {pair}", "play-off 1 of {pair}: "),
        ("B", 2, "board 2 of play-off match 1 of {pair}: {black} 2 - {white} 2", "board 2 of play-off match 1 of {pair}: "),
    ],
)
def test_an_appeal_on_a_play_off_is_in_its_dossier_and_in_no_other(tmp_path, competition, board, on, logged):
    event = level(competition)
    key = _, white, black = play_offs_now(event.state)[0]
    if competition == "F":
        event.put(PlayOffsGiven(1, (PlayOffAtBoard(white, black, "1"),)))
    event.put(appeal_entered(event.state, ("play-off-1", white, black), replace(GIVEN, party=white, board=board)))
    made = event.state.appeals[1]
    assert (made.round, made.white, made.black, made.reasons) == (-1, white, black, ())
    assert decoded(*encoded(made, Who("Jelle")))[0] == made
    assert str(change_said(made)) == f"appeal 1 of {white}, " + logged.format(pair=f"{white} - {black}") + GIVEN.grounds
    make_event(tmp_path / "one", event.rows[0].change, Who("Jelle"), [row.change for row in event.rows[1:]])
    seat = (*key, board or 1) if competition == "B" else key
    name, other = seats_of(event.state, seat, {id: id for id in event.state.by_id})
    tags = PublicTags(white=name, black=other, event=event.state.made.name or competition, round="play-off 1")
    (told,) = appeals_on(tmp_path, tags).told
    assert dict(appeal_rows(told, "en"))["Appeal on"] == on.format(pair=f"{white} - {black}", white=white, black=black)
    for round_ in ("play-off 2", "1"):
        assert appeals_on(tmp_path, replace(tags, round=round_)).told == ()


@pytest.mark.parametrize("round_", ["play-off 2", "play-off-0", "play-off", "-1", "Play-off 1"])
def test_an_appeal_on_a_play_off_that_nobody_plays_is_refused(round_):
    event = level("F")
    _, white, black = play_offs_now(event.state)[0]
    with pytest.raises(TournamentError, match=r"have no play-off 2 with these colours|is no round"):
        appeal_entered(event.state, (round_, white, black), replace(GIVEN, party=white))


def test_an_appeal_on_a_play_off_waits_for_its_colours():
    """By lot the other one may have White: then another game would be meant."""
    event = level("F")
    for _, white, black in play_offs_now(event.state):
        with pytest.raises(TournamentError, match="have no play-off 1 with these colours"):
            appeal_entered(event.state, ("play-off 1", white, black), replace(GIVEN, party=white))
    event.put(PlayOffsGiven(1, (PlayOffAtBoard(black, white, "1"),)))
    assert appeal_entered(event.state, ("play-off 1", black, white), replace(GIVEN, party=white)).round == -1


def test_who_decides_an_appeal_on_a_play_off_that_is_not_to_be_played_any_more_is_told():
    event = level("B")
    _, first, second = play_offs_now(event.state)[0]
    event.put(appeal_entered(event.state, ("play-off 1", first, second), replace(GIVEN, party=first)))
    assert commission_remarks(event.state, 1) == ()
    (game,) = (one for one in event.state.rounds for one in one.games if one.pair == {first, second})
    round_ = next(one.round for one in event.state.rounds if game in one.games)
    event.result(round_, game.white, game.black, "5-3", corrects=True)
    assert [one.code for one in commission_remarks(event.state, 1)] == ["AppealRemark.no-longer"]
    assert [one.code for one in verdict_remarks(event.state, 1, date(2026, 3, 8))] == ["AppealRemark.no-longer"]


def test_an_appeal_on_a_play_off_that_was_played_is_entered():
    event = level("F")
    _, white, black = play_offs_now(event.state)[0]
    event.put(play_off_played(event.state, white, black, "1-0"))
    assert appeal_entered(event.state, ("play-off 1", white, black), replace(GIVEN, party=black)).round == -1
    with pytest.raises(TournamentError, match="have no play-off 1 with these colours"):
        appeal_entered(event.state, ("play-off 1", black, white), replace(GIVEN, party=black))


@pytest.mark.parametrize("board", [9, -1])
def test_a_board_that_the_match_has_not_is_refused(board):
    with pytest.raises(TournamentError, match="is no board of the match; they are numbered from 1 to 8"):
        teams(board)
    with pytest.raises(TournamentError, match="competition C is played by single players"):
        appealed(kk(), replace(GIVEN, board=1))


def test_an_appeal_that_an_older_damcam_kept_is_read():
    kind, text = encoded(appealed(kk()), Who("Jelle"))
    older = {key: value for key, value in json.loads(text).items() if key != "board"}
    assert decoded(kind, json.dumps(older))[0] == appealed(kk())


def test_an_event_file_that_cannot_be_read_is_named(tmp_path):
    event = kk()
    make_event(tmp_path / "fk", event.rows[0].change, Who("Jelle"))
    content = (tmp_path / "fk").read_bytes()
    (tmp_path / "fk").write_bytes(content.replace(b"EventMade", b"EventMode"))
    found = appeals_on(tmp_path, PublicTags())
    assert unread_lines(found, "en") == ["The event file fk could not be read. Appeals in it are not shown here."]
