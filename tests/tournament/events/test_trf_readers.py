"""Our TRF as other programs read it: py4swiss reads each cell of TRF16, and gacrux pairs and orders again from the file alone."""

import random

import pytest
from gacrux.pairingdutch import pairing_dutch
from gacrux.tiebreak import tiebreak
from gacrux.trf2json import trf2json

from tests.support.says import says
from tests.tournament.events.conftest import InMemory, refuses
from tournament.events.changes import EnteredResult, Entrant, EntrantCorrected, EntrantWithdrawn, EventMade, LineUpGiven, ResultsEntered
from tournament.events.crosstable import crosstables
from tournament.events.entering import entered
from tournament.events.making import checked
from tournament.events.match_boards import EMPTY, PLAYED
from tournament.events.match_entering import boards_of, match_entered, together
from tournament.events.pairing import paired
from tournament.events.state import EventState, after
from tournament.events.tables import rounds_of_tables
from tournament.events.telling import game_said
from tournament.events.trf import TrfVersion, trf_files
from tournament.events.wishes import Wishes
from tournament.events.withdrawing import withdrawn

ROUNDS = 6


def begun(*entrants):
    state = EventState(checked(EventMade("F", rounds=ROUNDS, name="Sneldammen", date="2026-11-21")))
    return after(state, entered(state, entrants))


def unrated(players):
    return [Entrant(f"p{number}", f"Spiler {number}") for number in range(1, players + 1)]


def with_results(state, chance, defaults=0.0):
    """The last round with a result for each game."""
    told = []
    for game in state.rounds[-1].games:
        is_default = chance.random() < defaults
        result = chance.choice(("1-0", "0-1") if is_default else ("1-0", "0-1", "draw"))
        told.append(EnteredResult(len(state.rounds), game.white, game.black, result, default=is_default))
    return after(state, ResultsEntered(tuple(told)))


def played(state, chance, *, most_absent=2, defaults=0.1):
    """The next round, with a few who stay away, and its results."""
    away = tuple(chance.sample([one.id for one in state.entrants if one.id not in state.out], chance.randint(0, most_absent)))
    return with_results(after(state, paired(state, Wishes(absent=away))[0]), chance, defaults)


def trf_of(state, version=TrfVersion.TRF16):
    ((_, text),) = trf_files(state, version)
    return text


RESULTS = {"1-0": "1", "0-1": "0", "draw": "="}


@pytest.mark.parametrize("seed", range(2))
def test_trf16_is_read_back_with_byes_absentees_defaults_and_late_entries(tmp_path, seed):
    trf = pytest.importorskip("py4swiss.trf", reason="py4swiss has wheels for x86-64 alone")
    chance, path = random.Random(seed), tmp_path / "event.trf"
    state = begun(*unrated(chance.randint(9, 14)))
    for number in range(1, ROUNDS + 1):
        state = played(state, chance)
        if number == 2:
            state = after(state, entered(state, [Entrant("late", "Te Let")]))
        if number == 4:
            state = after(state, withdrawn(state, "late", ""))
        path.write_text(trf_of(state), encoding="utf-8")
        found = trf.TrfParser.parse(path, strict=True)
        (table,) = crosstables(state)
        assert [one.starting_number for one in found.player_sections] == [row.number for row in table.rows]
        for one, row in zip(found.player_sections, table.rows, strict=True):
            assert (one.name, one.points_times_ten) == (row.name, 10 * row.standing.points)
            assert len(one.results) == number
            by_round = {cell.round: cell for cell in row.cells}
            for at, told in enumerate(one.results, 1):
                cell = by_round.get(at)
                opponent = cell.opponent if cell else None
                assert told.id == (table.numbers[opponent] if opponent else 0)
                sign = "Z" if cell is None else "U" if opponent is None else RESULTS[cell.result]
                assert str(told.result.value).strip() == ({"1": "+", "0": "-"}[sign] if cell and opponent and cell.default else sign)
        assert found.x_section.number_of_rounds == ROUNDS
        assert found.x_section.zeroed_ids == ({table.numbers["late"]} if 4 <= number < ROUNDS else set())


def tournament_of(text):
    """The file in gacrux's form, which refuses one whose points are not those of its results."""
    reader = trf2json()
    reader.parse_file(text, 0)
    assert reader.get_status() == 0, reader.chessjson["status"]
    return reader.get_tournament(1)


def read_by_gacrux(state, version):
    """The event of the file in gacrux's form, and the ratings of its players by their numbers."""
    tournament = tournament_of(trf_of(state, version))
    return tournament, {one["cid"]: (one["rating"] or {"rating": 0})["rating"] for one in tournament["competitors"]}


@pytest.mark.parametrize("version", TrfVersion)
@pytest.mark.parametrize("seed", range(4))
def test_c_04_2_a_checker_of_the_trf_finds_all_rounds_right_and_the_numbers_by_rating_late_entries_too(seed, version):
    chance = random.Random(seed)
    entrants = [Entrant(f"p{at}", f"Spiler {chance.random()}", rating=chance.randint(900, 930)) for at in range(chance.randint(9, 20))]
    state = begun(*entrants)
    for number in range(1, ROUNDS + 1):
        state = played(state, chance)
        late = [Entrant(f"l{number}", f"Te Let {number}", rating=chance.randint(900, 930))]
        state = after(state, entered(state, late))
        if number == 3:
            state = after(state, EntrantCorrected(entrants[0], Entrant("p0", "Aaltsje", rating=entrants[0].rating)))
    tournament, ratings = read_by_gacrux(state, version)
    in_time = [ratings[number] for number in sorted(ratings)][: -(ROUNDS - 3)]
    assert in_time == sorted(in_time, reverse=True)
    assert list(ratings)[-3:] == [len(ratings) - 2, len(ratings) - 1, len(ratings)]
    (table,) = crosstables(state)
    assert [*table.numbers][-3:] == ["l4", "l5", "l6"]
    numbers = table.numbers
    for number, round_ in enumerate(state.rounds, 1):
        brackets = pairing_dutch(tournament, number, {"experimental": [], "verbose": 0}).compute_pairing(False)
        found = {(pair["w"], pair["b"]) for bracket in brackets for pair in bracket["pairs"]}
        own = {(numbers[game.white], numbers[game.black]) for game in round_.games} | {(numbers[id], 0) for id in round_.free}
        assert found == own, number


ASKED = {"tiebreak": ["PTS", "SB", "DE"], "is_rr": None, "check": False, "verbose": 0}


@pytest.mark.parametrize("seed", range(6))
def test_a_program_that_knows_the_tie_breaks_of_fide_orders_a_table_by_its_trf26_as_we_do(seed):
    chance = random.Random(seed)
    event = InMemory("D", *(f"p{number}" for number in range(1, 9)), in_class="HA")
    for _ in range(7):
        event.pair()
        event.fill(lambda _: chance.choice(("1-0", "0-1", "draw")))
        if len(event.state.rounds) == 4:
            event.withdraw("p8", "won")
    tournament = tournament_of(trf_of(event.state, TrfVersion.TRF26))
    assert tournament["rankOrder"] == ASKED["tiebreak"]
    found = {one["cid"]: one for one in tiebreak(tournament, -1, ASKED).compute_tiebreaks(tournament, ASKED)["competitors"]}
    (table,) = crosstables(event.state)
    for row in table.rows:
        points, sb, _ = found[row.number]["tiebreakScore"]
        assert (points, 2 * sb, found[row.number]["rank"]) == (row.standing.points, row.standing.sb, row.standing.places[0])


def test_gacrux_reads_from_trf26_who_is_absent_next_and_that_lapsed_games_give_no_points():
    state = after(played(begun(*unrated(9)), random.Random(1), most_absent=0), EntrantWithdrawn("p2", ""))
    games = tournament_of(trf_of(state, TrfVersion.TRF26))["gameList"]
    (table,) = crosstables(state)
    next_round = [one["white"]["cid"] for one in games if one["round"] == 2]
    assert next_round == [table.numbers["p2"]]
    lapsed = InMemory("D", "a", "b", "c", "d", in_class="HA")
    lapsed.pair()
    lapsed.fill(lambda _: "1-0")
    game = next(game for game in lapsed.state.rounds[0].games if "a" in game.pair)
    lapsed.withdraw("a", "lapse")
    read = tournament_of(trf_of(lapsed.state, TrfVersion.TRF26))["gameList"]
    white = crosstables(lapsed.state)[0].numbers[game.white]
    assert [one["white"]["points"] for one in read if one["white"]["cid"] == white] == [0]


def teams_read(event):
    """The match points and the board points of each team that gacrux finds in TRF26, the names of the teams and how many games it has."""
    reader = trf2json()
    reader.parse_file(trf_of(event.state, TrfVersion.TRF26), 0)
    assert reader.get_status() == 0, reader.chessjson["status"]
    tournament = reader.get_tournament(1)
    matches, boards, *_ = reader.team_score_totals(tournament, "310")
    names = [team["teamName"] for team in reader.chessjson["event"]["teams"]]
    return {cid: (float(matches[cid]), float(boards[cid])) for cid in matches}, names, tournament


def team_points(event):
    (table,) = crosstables(event.state)
    return {row.number: (row.standing.points, row.standing.board_points) if row.standing else (0, 0) for row in table.rows}


def by_boards(event, chance):
    """The next round of teams, entered by boards: some are empty by the lists, others lost because somebody did not come."""
    for game in event.pair().games:
        number, kept = len(event.state.rounds), boards_of(event.state, len(event.state.rounds), game.white, game.black)
        boards = [lost or chance.choice((*PLAYED, *PLAYED, *EMPTY)) for lost in kept]
        event.put(together([match_entered(event.state, (str(number), game.white, game.black), boards, corrects=False)]))


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(("competition", "made", "size"), [("B", {"group": "II"}, 8), ("G", {}, 4)])
def test_gacrux_finds_in_trf26_the_match_points_and_board_points_of_teams(competition, made, size, seed):
    chance = random.Random(seed)
    event = InMemory(competition, *(f"team{number}" for number in range(4 + seed % 2)), **made)
    for id in chance.sample([*event.state.by_id], 3):
        players = [f"{id} player {board}" for board in range(size)]
        players[chance.randrange(size)] = ""
        event.put(LineUpGiven(id, tuple(players), "2026-11-21T09:40"))
    for _ in range(len(rounds_of_tables(event.state))):
        by_boards(event, chance)
        found, names, tournament = teams_read(event)
        assert (found, names[-len(found) :]) == (team_points(event), [*event.state.by_id])
    assert (tournament["teamSize"], tournament["teamSequence"]) == (size, "WB" * (size // 2))


def test_gacrux_finds_matches_of_teams_that_were_booked_and_none_of_a_team_whose_matches_lapse():
    for games in ("won", "lapse"):
        event = InMemory("G", "a", "b", "c", "d")
        by_boards(event, random.Random(1))
        event.withdraw("d", games)
        for game in (game for game in event.pair().games if "d" not in game.pair):
            boards = ("1-0", "draw", "draw", "0-1")
            event.put(together([match_entered(event.state, ("2", game.white, game.black), boards, corrects=False)]))
        found, _, _ = teams_read(event)
        assert found == team_points(event)


def test_trf_is_not_written_of_matches_that_were_entered_without_their_boards():
    event = InMemory("G", "a", "b", "c", "d")
    game = event.pair().games[0]
    event.result(1, game.white, game.black, "3-1")
    refuses(says("TeamTrfFault.no-boards", games=(game_said(1, game.white, game.black),)), trf_of, event.state, TrfVersion.TRF26)
    event.result(1, game.white, game.black, "4-0", default=True, corrects=True)
    assert f"330 +- 001 {1:03} {4:03}" in trf_of(event.state, TrfVersion.TRF26)
    refuses(says("TrfFault.teams"), trf_of, event.state, TrfVersion.TRF16)
