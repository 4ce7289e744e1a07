"""Appeals to the commission (appendix 5): what is kept of them."""

import json
from datetime import date

import pytest
from msgspec import structs

from record.papers.appeals import appeal_rows
from tests.support.says import says
from tests.tournament.events.conftest import JELLE, KK, InMemory, refuses
from tests.tournament.events.level import by_lot
from tournament.events.appeals import appeal_entered, commission_remarks, commission_seated, next_step, verdict_given, verdict_remarks
from tournament.events.as_json import decoded, encoded
from tournament.events.changes import AppealMade, BoardsGiven, ChangeRow, CommissionMember, Entrant, GameAtBoard, LineUpGiven, MemberVote
from tournament.events.play_off_acts import play_off_played
from tournament.events.play_offs import play_offs_now
from tournament.events.told_appeals import told_appeal

TOLD, IN_TIME = "2026-03-07T18:30:00", "2026-03-08T18:30:00"
TIMES = {"told": TOLD, "made": IN_TIME, "next_match_day": "2026-03-14"}
GIVEN = AppealMade(0, 0, "", "", "p5", against="the game is lost", grounds="the flag had not fallen", written=True, **TIMES)
CLUBS = ("Drachten", "Frjentsjer", "Ljouwert", "Snits")
MEMBERS = tuple(CommissionMember(club, member) for club, member in zip(CLUBS, ("anna", "bate", "corrie", "doede"), strict=True))
CHAIRS = ("anna", "bate")

NO_TIME = "{field} is {value}; a time such as 2026-03-07T18:30:00 was expected"


def kk(**clubs: str) -> InMemory:
    """An event whose first round is paired; p5, who plays p1, is of Drachten, and p1 of no club."""
    event = InMemory("C", in_class="KK", name="FK")
    clubs = {"p5": "drachten"} | clubs
    event.enter(*(Entrant(id, f"Spiler {id}", clubs.get(id, "")) for id in KK))
    event.pair()
    return event


def appealed(event: InMemory, given: AppealMade = GIVEN) -> AppealMade:
    return event.put(appeal_entered(event.state, ("1", "p5", "p1"), given))


def seated(event: InMemory, members=MEMBERS):
    return event.put(commission_seated(event.state, 1, members, CHAIRS))


def voted(event: InMemory, **votes: str):
    return event.put(verdict_given(event.state, 1, [MemberVote(*one) for one in votes.items()], "the game goes on"))


def test_an_appeal_is_kept_with_what_the_regulations_say_of_it_and_one_that_an_older_damcam_kept_is_read():
    made = appealed(kk())
    assert (made.reasons, made.until, made.decide_before) == ((), IN_TIME, "2026-03-14")
    row = ChangeRow(3, 1, JELLE, made)
    older = json.loads(encoded(row))
    del older["change"]["board"]
    assert decoded(3, encoded(row)) == decoded(3, json.dumps(older).encode()) == row


@pytest.mark.parametrize(
    ("changed", "reason"),
    [
        ({"made": "2026-03-08T18:30:01"}, "too late"),
        ({"written": False}, "form"),
        ({"grounds": ""}, "form"),
        ({"party": "p2"}, "no party"),
        ({"against": "", "told": ""}, "no ruling"),
    ],
)
def test_one_that_is_not_admissible_is_kept_with_the_reasons_and_no_commission_decides_it(changed, reason):
    event = kk()
    assert appealed(event, structs.replace(GIVEN, **changed)).reasons == (reason,)
    assert any(value.startswith("not admissible: ") for _, value in appeal_rows(told_appeal(event.state, 1), "en"))
    refuses(says("AppealRefusal.not-admissible"), seated, event)


@pytest.mark.parametrize(
    ("game", "changed", "what"),
    [
        (("2", "p5", "p1"), {}, says("ResultFault.not-paired", round=2)),
        (("1", "p5", "p2"), {}, says("ResultFault.not-in-round", white="p5", black="p2", round=1)),
        (("1", "p5", "p1"), {"party": "p9"}, says("AppealRefusal.unknown-party", id="'p9'")),
        (
            ("1", "p5", "p1"),
            {"told": "yesterday"},
            says(NO_TIME, field="told", value='"yesterday"'),
        ),
        (("1", "p5", "p1"), {"board": 1}, says("MatchFault.no-teams", competition="C")),
    ],
)
def test_what_cannot_be_is_refused_and_each_appeal_where_the_regulation_gives_none_with_the_article(game, changed, what):
    refuses(what, appeal_entered, kk().state, game, structs.replace(GIVEN, **changed))
    event = InMemory("G", "p1", "p2", "p3", "p4")
    event.pair()
    refuses(says("AppealRefusal.none-here", competition="G", article="G 7"), appeal_entered, event.state, ("1", "p1", "p4"), GIVEN)


def test_who_belongs_to_the_dispute_stands_back_a_tie_is_decided_by_the_vice_chair_and_what_is_missing_is_told():
    event = kk()
    refuses(says("AppealRefusal.no-appeal", number=1), voted, event)
    appealed(event)
    refuses(says("AppealRefusal.no-commission", number=1), voted, event, bate="uphold")
    refuses(says("AppealRefusal.no-members"), seated, event, ())
    sits = seated(event)
    refuses(says("AppealRefusal.no-votes"), voted, event)
    assert (sits.sit, sits.stand_back) == (("bate", "corrie", "doede"), ("anna",)), "Drachten is the club of p5, however it is written"
    refuses(says("AppealRefusal.stands-back", member="anna"), voted, event, anna="uphold")
    refuses(says("votes has {id}, who is a member for no club", id="eve"), voted, event, eve="uphold")
    twice = [MemberVote("bate", "uphold"), MemberVote("bate", "reject")]
    refuses(says("AppealRefusal.twice", member="bate"), verdict_given, event.state, 1, twice, "the game goes on")
    verdict = voted(event, bate="uphold", corrie="reject")
    assert (verdict.outcome, verdict.casting, next_step(verdict).code) == ("uphold", "bate", "AppealRemark.upheld")
    for again in (lambda: voted(event, bate="reject"), lambda: seated(event)):
        refuses(says("AppealRefusal.decided", number=1), again)
    event.undo()
    assert event.state.verdicts == {}


def test_a_player_who_is_a_member_stands_back_by_name_and_where_both_chairs_do_equal_votes_have_no_outcome():
    event = kk()
    appealed(event)
    others = (*MEMBERS[1:], CommissionMember("De Jouwer", "spiler  P1"), CommissionMember("Grou", "anna"))
    assert seated(event, others).stand_back == ("spiler  P1",), "spaces, capitals and signs for an accent make no other name"
    event = kk(p1="Frjentsjer")
    appealed(event)
    seated(event)
    assert (voted(event, corrie="uphold", doede="reject").outcome, event.state.verdicts[1].casting) == ("", "")
    assert ("Verdict", "no outcome: the votes are equal") in appeal_rows(told_appeal(event.state, 1), "en")


EIGHT = {team: tuple(f"{team}{number}" for number in range(1, 9)) for team in ("Drachten", "Snits")}


def teams(board: int, *, with_lists: bool = True) -> InMemory:
    """A match of eights of a of Drachten, who appeals, and b of Snits, with the appeal on that board, 0 for the match."""
    event = InMemory("B", group="I", name="Klups")
    event.enter(*(Entrant(team.lower(), team) for team in ("Drachten", "Harns", "Grou", "Snits")))
    for team in EIGHT if with_lists else ():
        event.put(LineUpGiven(team.lower(), EIGHT[team], "2026-03-07T09:40"))
    event.pair()
    game = next(game for game in event.state.rounds[0].games if "drachten" in game.pair)
    event.put(appeal_entered(event.state, ("1", game.white, game.black), structs.replace(GIVEN, party="drachten", board=board)))
    return event


def test_players_at_the_board_of_the_appeal_stand_back_and_those_of_other_boards_do_not():
    members = (*MEMBERS[:2], CommissionMember("De Jouwer", "Snits3"), CommissionMember("Balk", "snits4"))
    assert seated(teams(3), members).stand_back == ("anna", "Snits3")
    assert seated(teams(0), members).stand_back == ("anna", "Snits3", "snits4")
    for board in (9, -1):
        refuses(says("MatchFault.no-board", boards=8), teams, board)


def level(competition: str) -> tuple[InMemory, str, str]:
    """Two players of F, or two teams of B, who are equal, and the play-off of them that is to be played now, its colours by lot in F."""
    event = by_lot() if competition == "F" else InMemory("B", "a", "b", "c", "d", group="I", name="Klups")
    if competition == "B":
        for _ in range(3):
            event.pair()
        event.fill(lambda game: "4-4" if game.pair == {*"ab"} else "5-3" if game.white < game.black else "3-5")
    return event, *play_offs_now(event.state)[0][1:]


def appeal_on_play_off(event: InMemory, white: str, black: str, round_: str = "play-off 1", **more) -> AppealMade:
    return event.put(appeal_entered(event.state, (round_, white, black), structs.replace(GIVEN, party=white, **more)))


def test_an_appeal_on_a_play_off_that_nobody_plays_or_whose_colours_are_not_known_is_refused():
    """By lot the other one may have White: then another game would be meant."""
    event, one, other = level("F")
    for round_ in ("play-off-0", "play-off", "-0"):
        refuses(says("ResultFault.no-round"), appeal_on_play_off, event, one, other, round_)
    for white, black in ((one, other), (other, one)):
        refuses(says("AppealRefusal.no-play-off", number=1), appeal_on_play_off, event, white, black)
    event.put(BoardsGiven(-1, (GameAtBoard(other, one, "1"),)))
    assert appeal_on_play_off(event, other, one).round == -1
    event.put(play_off_played(event.state, other, one, "1-0"))
    assert appeal_on_play_off(event, other, one).round == -1, "it was played"
    refuses(says("AppealRefusal.no-play-off", number=1), appeal_on_play_off, event, one, other)
    refuses(says("AppealRefusal.no-play-off", number=2), appeal_on_play_off, event, other, one, "play-off 2")


def test_who_decides_an_appeal_on_a_play_off_that_is_not_to_be_played_any_more_is_told():
    event, first, second = level("B")
    appeal_on_play_off(event, first, second)
    assert commission_remarks(event.state, 1) == ()
    round_, game = next((one.round, game) for one in event.state.rounds for game in one.games if game.pair == {first, second})
    event.result(round_, game.white, game.black, "5-3", corrects=True)
    assert [one.code for one in commission_remarks(event.state, 1)] == ["AppealRemark.no-longer"]
    assert [one.code for one in verdict_remarks(event.state, 1, date(2026, 3, 8))] == ["AppealRemark.no-longer"]
