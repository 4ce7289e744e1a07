"""The dossier of a dispute: what stands in it, in each language, and that it needs nothing else."""

import re
import shutil
from datetime import UTC, datetime, timedelta, timezone
from html import unescape
from pathlib import Path

import pytest
from msgspec import structs

from record.events.about import About
from record.events.of_game import (
    Alert,
    Alerted,
    Arbitrated,
    ClockStarted,
    PaperMoves,
    Pressed,
    Ruled,
    SessionClosed,
    SessionOpened,
    TimesSet,
)
from record.events.of_record import Described, PicturesDropped, TimeKnown, Undone
from record.log.errors import LogError
from record.papers.diagram import diagram
from record.papers.dossier import DossierError, Source, dossier, read_source
from record.papers.rows import duration, ruling_rows
from record.papers.time_of_day import kept, read
from record.store.journal import Journal
from record.telling.sureness import percentage
from rules.board.ruleset import ruleset
from tests.support.says import says

S = 1_000_000_000
FRAMES = Path(__file__).resolve().parents[2] / "data" / "sessions" / "first_light" / "frames"
ABOUT = {"white": "Jelle <b>de</b> Vries", "black": "Sytske", "event": "Frysk Kampioenskip", "began": "2026-11-21T13:30:00+01:00"}
BEFORE, AFTER = "W:W29,50:B23,1", "B:W18,50:B23,1"
FEW = Alert("27b-few", "27b", (23,), "Captured, and left standing: square 23.", "on claim", None, "white", BEFORE, AFTER)
EMPTY, WHITE, BLACK, HIDDEN = (0.0, -20, -20, -20, -20), (-20, 0.0, 0.0, -20, -20), (-20, -20, -20, 0.0, -0.6), (0.0,) * 5
LOG_P = tuple({18: WHITE, 23: BLACK, 50: HIDDEN}.get(square, EMPTY) for square in range(1, 51))


def words(html: str) -> str:
    """The text of a page, without its style sheet."""
    return " ".join(unescape(re.sub(r"<style>.*?</style>|<[^>]*>", " ", html, flags=re.S)).split())


def articles(rules_name, named):
    return [(named, "b. Een speler neemt na de slag te veel of te weinig stukken van het bord.")] if named == "27b" else []


@pytest.fixture
def game(tmp_path):
    """A game with two alerts of press 1 and one of the flag, and three rulings; two pictures are there."""
    (tmp_path / "drawn").mkdir()
    shutil.copy(FRAMES / "0007.jpg", tmp_path / "drawn" / "0001-before.jpg")
    shutil.copy(FRAMES / "0008.jpg", tmp_path / "drawn" / "0001-after.jpg")
    off = Alert("off-centre", "25", (50,), "A piece stands badly off the centre of its square: 50.")
    straight = ("drawn/0001-before.jpg", "drawn/0001-after.jpg")
    with Journal.create(tmp_path / "journal.jsonl") as journal:
        for event in (
            SessionOpened("frisian", 10, BEFORE, "80m+60s", 4800 * S, 4800 * S, About.of(ABOUT)),
            ClockStarted(0, "white"),
            Pressed(1, 90 * S, "white", 4770 * S, 4800 * S, "black", ("frames/0001.jpg",)),
            Ruled(1, "white", "27b-few", "29x18", AFTER, 0.99794, (FEW, off), False, LOG_P, start=BEFORE, straight=straight),
            Alerted(100 * S, (Alert("disk", None, (), "The disk is nearly full.", "at once"),)),
            Arbitrated(120 * S, 1, "restore", "Anke de Boer", BEFORE, "Black claimed it", at="2026-11-21T14:40:05+01:00"),
            TimesSet(130 * S, 4700 * S, 4800 * S, "Anke de Boer", at="2026-11-21T14:41:05+01:00?"),
            TimesSet(140 * S, 4760 * S, 4770 * S, "Anke de Boer", "bumped", added_ns=(60 * S, -30 * S)),
        ):
            journal.append(event, 0)
    return tmp_path


@pytest.fixture
def source(game) -> Source:
    return read_source(game / "journal.jsonl", articles, "1.2")


def made(game: Path) -> str:
    return words(dossier(read_source(game / "journal.jsonl", articles, ""), "en").html)


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("nl", ["Geslagen, en blijven staan: veld 23.", "1:19:30 · Zwart 1:20:00", "99,79 %", "stand hersteld", "niet te zien"]),
        ("fy", ["Slein, en stean bleaun: fjild 23.", "1:19:30 · Swart 1:20:00", "99,79 %", "stân wersteld", "net te sjen"]),
        ("en", ["Captured, and left standing: square 23.", "1:19:30 · Black 1:20:00", "99.79 %", "position restored", "not to be seen"]),
    ],
)
def test_it_tells_in_each_language_what_was_told_read_and_ruled(source, lang, said):
    page = words(dossier(source, lang, "1").html)
    everywhere = ["Jelle <b>de</b> Vries", "Frysk Kampioenskip", BEFORE, AFTER, "29x18", "Anke de Boer", "Black claimed it", "27b"]
    everywhere += ["te veel of te weinig stukken", "binnen 24 uur wordt gedaan nadat", "1:18:20 / 1:20:00", "0:01:00 / -0:00:30"]
    everywhere += ["13:31", "13:32"]
    for one in [*said, *everywhere]:
        assert one in page, one
    assert "{" not in page.replace("{27b", "")


def test_moments_are_counted_from_the_first_clock_and_not_from_the_waiting_before_it(tmp_path):
    """The board waits ten minutes for its pieces, and its clock is set while the game goes on."""
    noted = "2025-03-01T00:12:00+01:00?"
    with Journal.create(tmp_path / "journal.jsonl") as journal:
        for event in (
            SessionOpened("frisian", 10, BEFORE, "80m+60s", 4800 * S, 4800 * S, About.of({**ABOUT, "began_unsure": "yes"})),
            TimesSet(570 * S, 4800 * S, 4800 * S, "Anke de Boer", "as agreed", at=noted),
            ClockStarted(600 * S, "white"),
            Pressed(1, 602 * S, "white", 4798 * S, 4800 * S, "black"),
            Ruled(1, "white", "27b-few", "29x18", AFTER, 0.99794, (FEW,), False, LOG_P, start=BEFORE),
            Arbitrated(720 * S, 1, "restore", "Anke de Boer", BEFORE, "Black claimed it", at=noted),
        ):
            journal.append(event, 0)
        page = made(tmp_path)
        assert "0:00:02 after the beginning" in page
        assert "about" not in page, "its time of day is not known"
        assert page.count("2025-03-01 00:12 (not sure") == 2
        known = About.of({"began": "2026-11-21T13:30:00+01:00", "began_unsure": "", "date": "2026.11.21"})
        journal.append(Described(780 * S, "", known), 0)
        journal.append(TimeKnown(780 * S, "2026-11-21T13:43:00+01:00"), 0)
    page = made(tmp_path)
    assert "0:00:02 after the beginning, about 13:40" in page
    assert "2026-11-21 13:39; 0:00:30 before the beginning" in page
    assert "2026-11-21 13:42; 0:02:00 after the beginning" in page
    assert "2025" not in page


def test_when_something_was_ruled_is_told_by_the_time_of_day_that_was_noted_and_how_sure_that_is(source):
    rows = re.findall(r"<tr><td>([^<]*)</td><td>[^<]*</td><td>[^<]*</td><td>Anke de Boer</td>", dossier(source, "en").html)
    assert rows == [
        "2026-11-21 14:40; 0:02:00 after the beginning",
        "2026-11-21 14:41 (not sure: the device&#39;s time of day may not have been set); 0:02:10 after the beginning",
        "0:02:20 after the beginning, about 13:32",
    ]


def test_why_a_game_was_ended_is_told_in_the_readers_language_by_its_cause_and_in_the_words_of_the_arbiter(source):
    ended = Arbitrated(120 * S, 1, "end", "Anke", BEFORE, result="1-0", article="20.5", cause="time")
    typed = structs.replace(ended, reason="1:20:03")
    bare = structs.replace(typed, article=None, cause=None)
    told = [ruling_rows(source.told.state, [one], lang)[0]["reason"] for one in (ended, typed, bare) for lang in ("en", "nl")]
    by_time = "Black has exceeded the time.", "Zwart heeft de toegezegde tijd overschreden."
    assert told == [*by_time, *(f"{cause} 1:20:03" for cause in by_time), "1:20:03", "1:20:03"]


def test_each_square_is_told_by_itself_with_its_height_where_that_was_seen(source):
    rows = re.findall(r"<tr><td>(\d+)</td><td>(.*?)</td><td>(.*?)</td><td>(.*?)</td><td>(.*?)</td></tr>", dossier(source, "en", "1").html)
    assert rows == [
        ("18", "empty", "white piece", "99.99 %", "not to be seen"),
        ("23", "black man", "black piece", "99.99 %", "man 64.57 %"),
        ("29", "white man", "empty", "99.99 %", ""),
    ]


def test_it_needs_nothing_but_itself(source):
    whole = dossier(source, "nl")
    tags = re.findall(r"<(\w+)((?:\s+[\w-]+(?:=\"[^\"]*\")?)*)\s*/?>", whole.html)
    assert {tag for tag, _ in tags} & {"script", "link", "iframe", "object", "form", "a"} == set()
    attributes = [dict(re.findall(r'([\w-]+)="([^"]*)"', text)) for _, text in tags]
    images = [found for found in attributes if "src" in found]
    assert len(images) == 4, "the pair, with both alerts of the press"
    assert all(found["src"].startswith("data:image/jpeg;base64,") and len(found["src"]) > 20_000 and found["alt"] for found in images)
    assert not [name for found in attributes for name in found if name == "style" or name.startswith("on")]
    assert [unescape(found["content"]) for found in attributes if found.get("http-equiv")] == [whole.policy]


def test_all_that_was_told_or_one_alert_by_number_or_by_its_name_at_the_desk(source):
    assert [dossier(source, "en", wanted).html.count("<h2>Alert") for wanted in (None, "2", "4-1")] == [3, 1, 1]
    assert dossier(source, "en", "2") == dossier(source, "en", "4-1")
    with pytest.raises(DossierError, check=says("DossierFault.no-such-alert", wanted="9")):
        dossier(source, "en", "9")


def test_pictures_that_went_are_said_to_be_gone(game, source):
    (game / "drawn" / "0001-before.jpg").unlink()
    assert dossier(source, "en", "1").html.count("<img") == 1
    with Journal.open(game / "journal.jsonl") as journal:
        journal.append(SessionClosed(150 * S), 0)
        journal.append(PicturesDropped(150 * S, "", "asked"), 0)
    gone = dossier(read_source(game / "journal.jsonl", articles, ""), "en", "1").html
    assert "<img" not in gone
    assert "The pictures of this alert are not there (any more)." in gone


@pytest.mark.parametrize(
    ("event", "told"),
    [
        (Ruled(1, "white", "legal", "29x18", "B:W18,50:B1", 0.9999, amends=True), ["Amended: this is no longer held."] * 2),
        (Undone(150 * S, "Anke de Boer", "add-times", 140 * S, "a slip"), ["0:01:00 / -0:00:30", "undone: time added Anke de Boer a slip"]),
    ],
)
def test_what_is_held_no_longer_stays_and_that_is_told_beside_it(game, event, told):
    with Journal.open(game / "journal.jsonl") as journal:
        journal.append(event, 0)
    text = made(game)
    assert [text.count(one) for one in told] == [told.count(one) for one in told]


def test_what_is_told_by_an_amendment_is_shown_with_all_pictures_of_its_press(tmp_path):
    (tmp_path / "frames").mkdir()
    names = ("frames/0001-before-1.jpg", "frames/0001a.jpg", "frames/0001.jpg")
    for name in names:
        shutil.copy(FRAMES / "0008.jpg", tmp_path / name)
    with Journal.create(tmp_path / "journal.jsonl") as journal:
        journal.append(SessionOpened("frisian", 10, BEFORE, "80m+60s", 4800 * S, 4800 * S, About.of(ABOUT)), 0)
        journal.append(Pressed(1, 90 * S, "white", 4770 * S, 4800 * S, "black"), 0)
        journal.append(Ruled(1, "white", "unsure", None, AFTER, 0.5, pictures=names[1:], before=names[:1]), 0)
        journal.append(Ruled(1, "white", "27b-few", "29x18", AFTER, 0.99794, (FEW,), amends=True), 0)
    shown = dossier(read_source(tmp_path / "journal.jsonl", articles, ""), "en", "1").html
    assert [name for name in names if name in shown] == list(names)


def test_moves_entered_from_paper_are_told_with_the_position_they_lead_to_whatever_the_camera_sees(game):
    after = "B:W18,50:B1"
    with Journal.open(game / "journal.jsonl") as journal:
        journal.append(Arbitrated(150 * S, 1, "paper", "Anke de Boer", BEFORE), 0)
        journal.append(Pressed(2, 160 * S, "white", 4770 * S, 4800 * S, "black"), 0)
        journal.append(Ruled(2, "white", "legal", "50-45", "B:W29,45:B23,1", 0.99), 0)
        assert f"Position after these moves: {BEFORE}" in made(game)
        journal.append(PaperMoves(160 * S, "Sjoerd", ("29x18",), (after,), (0,), "1-0", "19"), 0)
        journal.append(SessionClosed(170 * S, "1-0", "19", "Wytske"), 0)
    text = made(game)
    assert f"Position after these moves: {after}" in text
    assert "Position on the board" not in text
    assert "moves from paper entered, plies: 1; result: White wins (Article 19) Sjoerd" in text
    assert "game closed; result: White wins (Article 19) Wytske" in text


def test_of_a_press_that_was_not_read_no_guess_is_shown_as_the_position_on_the_board(game):
    with Journal.open(game / "journal.jsonl") as journal:
        guess = "B:W30,36:BK4,18"
        for event in (Pressed(2, 200 * S, "white", 4770 * S, 4770 * S, "black"), Ruled(2, "white", "unsure", None, guess, 0.5)):
            journal.append(event, 200 * S)
    text = made(game)
    assert "Last known position: not read since press 2" in text
    assert ("Position on the board" in text, guess in text, f"B{BEFORE[1:]}" in text) == (False, False, True)


def test_in_a_game_on_paper_a_guess_before_the_paper_is_not_shown_as_the_position_after_the_moves(game):
    with Journal.open(game / "journal.jsonl") as journal:
        guess, quiet = "W:W18,50:BK4", "B:W18,45:BK4"
        for seq, side, running, verdict, fen in ((2, "black", "white", "unsure", guess), (3, "white", "black", "27c-missed", quiet)):
            journal.append(Pressed(seq, (150 + seq) * S, side, 4770 * S, 4770 * S, running), 0)
            journal.append(Ruled(seq, side, verdict, None, fen, 0.5), 0)
        journal.append(Arbitrated(160 * S, 3, "paper", "Anke de Boer", quiet), 0)
    text = made(game)
    assert f"Last known position: not read since press 2: {BEFORE}" in text
    assert ("Position after these moves" in text, guess in text) == (False, False)


def test_without_a_game_there_is_none(tmp_path):
    with pytest.raises(LogError, check=says("there is no log at {path}")):
        read_source(tmp_path / "journal.jsonl", articles, "")
    Journal.create(tmp_path / "journal.jsonl").close()
    with pytest.raises(DossierError, check=says("DossierFault.no-game")):
        read_source(tmp_path / "journal.jsonl", articles, "")


def test_a_diagram_has_every_piece_and_outlines_what_is_meant():
    drawn = diagram("W:WK46,31:B20,K1", ruleset("frisian"), (31, 36), 'a "b" & c')
    assert drawn.count("<text") == 50
    assert (drawn.count('stroke-width=".4"'), drawn.count("<path")) == (6, 2), "a disc for a man, two for a king"
    assert drawn.count('stroke="#c2410c"') == 2
    assert 'aria-label="a &quot;b&quot; &amp; c"' in drawn
    mirrored = diagram("W:WK46,31:B20,K1", ruleset("frisian"), (31, 36), "", mirrored=True)
    places = [re.search(r'translate\((\d+) 90\)">(?:(?!<g).)*>46<', svg).group(1) for svg in (drawn, mirrored)]
    assert places == ["0", "90"], "White's left lower corner is dark, or light on a board that lies mirrored"


def test_nothing_is_wholly_sure():
    assert [str(percentage(probability)) for probability in (1.0, 0.5, 0.0)] == ["99.99 %", "50.00 %", "< 0.01 %"]
    assert [duration(ns) for ns in (0, 3661 * S, -90 * S)] == ["0:00:00", "1:01:01", "-0:01:30"]


AT = datetime(2026, 11, 21, 18, 43, 5, 999, timezone(timedelta(hours=1)))


@pytest.mark.parametrize("is_set", [True, False])
def test_it_is_read_as_it_was_kept_to_the_second(is_set):
    assert read(kept(AT, is_set=is_set)) == (AT.replace(microsecond=0), is_set)


def test_it_is_local_with_its_distance_from_utc_and_a_mark_where_the_clock_was_perhaps_not_set():
    assert kept(AT, is_set=True) == "2026-11-21T18:43:05+01:00"
    assert kept(AT.astimezone(UTC), is_set=False) == "2026-11-21T17:43:05+00:00?"


@pytest.mark.parametrize("nothing", ["", "?", "half past six"])
def test_where_none_was_kept_there_is_none(nothing):
    assert read(nothing) is None
