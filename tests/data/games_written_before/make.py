"""Makes the games of this folder with the program of commit 615da9f, in whose checkout it is run; README.md tells how.

It drives that commit's own service (tests/bench/live) by a clock that is turned by hand, so that the times are round. Then it notes of
each game what that commit makes of its journal.
"""

import json
import shutil
import sys
from contextlib import redirect_stdout
from dataclasses import replace
from pathlib import Path

from live.table import SECOND, Table, calm, pressed, ruled
from live.turns import Turn
from live.world import GAME

from pi.cli import main
from pi.recovery import recover
from record import arbitration, dropping, effects, event_json, events, inbox, keeping_events, player_events
from record.folder import JOURNAL_NAME
from record.inbox import Inbox
from record.journal import Journal
from rules.fen import full_fen, parse_fen
from rules.irregularity import Verdict
from rules.moves import legal_moves, play
from rules.ruleset import ruleset

BY = "J. Jansen"
OUT = Path(sys.argv[1])
FRISIAN = ruleset("frisian")
ABOUT = {"date": "2026.11.20", "white": "A. Wit", "black": "Z. Swart", "event": "Klupjûn", "site": "Frjentsjer", "round": "3", "board": "2"}
KEPT = {"began": "2026-11-20T19:30:00+01:00", "result_form": "2-0", "regulation": "C", "after_a_fault": "record", "delay": "3 moves"}


def quiet(start: str, count: int) -> list[Turn]:
    position, made = parse_fen(start, FRISIAN), []
    for _ in range(count):
        after = [play(position, move) for move in legal_moves(position)]
        side, position = str(position.side), next(one for one in after if not legal_moves(one)[0].captured)
        made.append(Turn(side, 5 * SECOND, position.contents(), Verdict.LEGAL, ()))
    return made


def say(world, *words) -> None:
    """Through the inbox, as people's words go."""
    for word in words:
        with Inbox(world.folder / JOURNAL_NAME) as box:
            number = box.put(word)
            for taken, heard in box.take():
                box.answer(taken, world.service.obey(heard, world.now_ns_))
            print(type(word).__name__, box.answered(number))


def placed(table: Table, name: str) -> Path:
    """The folder of the game that is over, or cut off, at its place; without its pictures, which are large."""
    folder = table.worlds[-1].folder
    table.close()
    shutil.copytree(folder, OUT / name, ignore=shutil.ignore_patterns("*-shm", "frames", "drawn"))
    return OUT / name


def closed(scratch: Path) -> None:
    """Six moves, an agreed draw, closed."""
    table = Table(scratch / "games")
    world = table.world(calm(6), game=replace(GAME, about=ABOUT | KEPT | {"kleur fan it boerd": "griis"}))
    world.run(ruled(world, 4))
    say(world, inbox.PlayerSays("white", "draw-offered"), inbox.PlayerSays("black", "draw-declined"))
    world.run(ruled(world, 5))
    say(world, inbox.Describe(BY, {"white": "Anke Wit", "site": ""}), inbox.SeeAlert(BY, "3-0"))
    say(world, arbitration.Decision(5, "end", BY, "agreed", result="draw"), inbox.CloseGame(BY))
    placed(table, "closed")


def ruled_on(scratch: Path) -> None:
    """All that an arbiter and players may say; the camera was blind for a press, the power gone for a while, pictures dropped."""
    start = "W:W36,38,40,47:B4,11,13,15"
    script = quiet(start, 8)
    script[3:4] = [replace(script[3], stands=script[2].stands, verdict=Verdict.NO_MOVE), script[3]]
    game = replace(GAME, start=parse_fen(start, FRISIAN), about=ABOUT | KEPT)
    table = Table(scratch / "games")
    world = table.world(script, game=game)
    say(world, inbox.Describe(BY, {"round": "4"}))
    world.run(lambda: world.service.begun)
    say(world, inbox.PlayerSays("white", "stands-right"))
    world.run(ruled(world, 1))
    say(
        world,
        inbox.StopClock(BY, "noise"),
        inbox.SetTimes(3_000 * SECOND, 3_100 * SECOND, BY, "as agreed", (1, 0)),
        inbox.StartClock(BY, "black"),
    )
    say(world, inbox.AddTimes(60 * SECOND, -60 * SECOND, BY, "late"), inbox.PlayerSays("black", "arbiter-called"))
    world.run(ruled(world, 2))
    world.light = False
    world.run(ruled(world, 3))
    before, after = script[1].stands, script[2].stands
    (origin,) = (square for square, (old, new) in enumerate(zip(before, after, strict=True), 1) if old and not new)
    (target,) = (square for square, (old, new) in enumerate(zip(before, after, strict=True), 1) if new and not old)
    say(world, inbox.EnterMove(3, origin, target, (), ""))
    world.light = True
    world.run(pressed(world, 4))
    world.close()
    world = table.world(script, game=game)
    world.run(ruled(world, 4))
    fen = world.state.rulings[2].fen
    say(world, arbitration.Decision(4, "restore", BY, "no move was made"))
    say(world, arbitration.Decision(4, "position", BY, "as it stood", fen=fen), arbitration.Decision(4, "to-move", BY, side="white"))
    say(world, arbitration.Decision(4, "to-move", BY, side="black"), inbox.StartClock(BY, "black"))
    world.run(ruled(world, 6))
    say(world, arbitration.Decision(6, "take-back", BY, "both agree", plies=1))
    say(world, arbitration.Decision(6, "paper", BY, "the tablet broke"), arbitration.Decision(6, "record", BY, "it works again"))
    say(world, inbox.PlayerSays("white", "resigned"), inbox.CloseGame(BY))
    folder = placed(table, "ruled")
    dropping.drop_pictures(folder, keeping_events.Why.ASKED, "2026-11-21T10:00:00+01:00", "A. Wit")


def on_paper(scratch: Path) -> None:
    """A fault that stands puts the game on paper (regulation C, Art. 5); what was noted there is entered."""
    start = "W:W36,38,40,47:B4,11,13,15"
    script = quiet(start, 5)

    def taken(stands):
        """The man on 15 is gone."""
        return tuple(0 if square == 15 else one for square, one in enumerate(stands, 1))

    script = [*script[:2], *(replace(turn, stands=taken(turn.stands)) for turn in script[2:])]
    table = Table(scratch / "games")
    world = table.world(script, game=replace(GAME, start=parse_fen(start, FRISIAN), about=ABOUT | KEPT | {"after_a_fault": "paper"}))
    world.run(ruled(world, 5))
    print([(one.verdict, one.move) for one in world.state.rulings], world.state.paper_from)
    moves = " ".join(one.move for one in world.state.rulings[3:] if one.move)
    fen = world.state.rulings[2].fen
    say(world, arbitration.Decision(5, "end", BY, "by the paper", result="2-0", article="20.2"))
    say(world, inbox.EnterPaper(f'/FEN "{fen}"/ {moves}', BY, "2-0"))
    say(world, inbox.CloseGame(BY))
    placed(table, "paper")


def elsewhere(scratch: Path) -> None:
    """Taken over from another recorder, of which only the moves were left, and then cut off."""
    from os import environ

    pdn = scratch / "left.pdn"
    script = calm(5)
    table = Table(scratch / "first")
    world = table.world(script, game=replace(GAME, about=ABOUT))
    world.run(ruled(world, 3))
    shutil.copyfile(world.folder / "game.pdn", pdn)
    table.close()
    (scratch / "state").mkdir()
    environ["DAMCAM_BOARD_STATE"] = str(scratch / "state")
    assert main(["take-over", str(pdn), "--white", "0:41:10", "--black", "0:38:55", "--by", BY]) == 0
    table = Table(scratch / "state" / "games")
    world = table.world([])
    world.stands = script[2].stands
    world._film(world.now_ns_ + 100 * SECOND)
    world.run(lambda: world.service.begun)
    say(world, inbox.StartClock(BY, "black"))
    world.run_for(5 * SECOND)
    world.stands = script[3].stands
    world._film(world.now_ns_ + 3 * SECOND)
    world.buttons.press(world.now_ns_, "black")
    world.run(ruled(world, 1))
    world.run_for(3 * SECOND)
    placed(table, "elsewhere")


ALERT = effects.Alert("27b-many", "27b", (1, 2), "Taken off: 1, 2.", "on claim", "a reason", "white", "W:W31:B1,2", "B:W31:B")
EXAMPLES = (
    events.SessionOpened(
        "frisian",
        10,
        "W:W31-50:B1-20",
        "80m+60s",
        4_800_000_000_000,
        4_800_000_000_000,
        ABOUT | KEPT | {"clock_rate": "2", "fan letter": "ûnbekend"},
    ),
    events.SessionOpened("english", 8, "W:W21-32:B1-12", "none", 0, 0),
    events.BoardFound(1, ((1.25, 2.5), (3.0, 2.0), (3.0, 0.0), (1.0, 0.5)), "frames/0000.jpg", "drawn/0000.jpg"),
    events.ClockStarted(2, "white", BY, "all are here", "2026-11-20T19:31:00+01:00"),
    events.Pressed(1, 3, "white", 4_800_000_000_000, 4_799_000_000_000, "black", ("frames/0001a.jpg", "frames/0001.jpg")),
    events.ClockStopped(4, 5, 6, BY, (ALERT,), "noise", "2026-11-20T19:32:00+01:00"),
    events.TimesSet(5, 6, 7, BY, "late", (1, 0), (60, -60), "2026-11-20T19:33:00+01:00"),
    events.FlagFell(6, "black", 7, 0, (ALERT,)),
    events.TurnHandedBack(7, "white", 8, 9),
    events.Alerted(8, (ALERT, ALERT)),
    events.Ruled(
        1,
        "white",
        "27b-many",
        "32-28",
        "B:W31:B",
        0.987654,
        (ALERT,),
        True,
        ((0.0, -1.25, -2.5, -3.0, -25.01),) * 2,
        "frames/0001.jpg",
        "drawn/0001.jpg",
        ("frames/0001a.jpg", "frames/0001.jpg"),
        ("frames/0001-a.jpg",),
        "W:W31:B1,2:H0:F1",
        ("drawn/0001-before.jpg", None),
        "the players",
    ),
    events.Arbitrated(9, 1, "end", BY, "B:W31:B", "resigned", 2, "1-0", "20.2", "2026-11-20T19:34:00+01:00"),
    events.ContinuedOnPaper(10, 1, BY, "2026-11-20T19:35:00+01:00"),
    events.CameraFault(11, "it is dark", "frames/0002.jpg", "black", (ALERT,)),
    events.CameraRestored(12, "frames/0003.jpg", (ALERT,)),
    events.BoardMoved(13, 0.6, 0.75, -2.5, ((1.0, 2.0), (3.0, 2.0), (3.0, 0.0), (1.0, 0.0)), "frames/0003.jpg", "frames/0004.jpg"),
    events.SessionClosed(14, "1-0", "20.2", BY, "2026-11-20T22:00:00+01:00"),
    events.PaperMoves(
        15, BY, ("32-28", '/FEN "W:W28:B1"/'), ("B:W28:B1,2", "W:W28:B1"), (2, 0), "1-0", "20.2", "2026-11-20T21:00:00+01:00"
    ),
    keeping_events.MovesBefore(0, BY, ("32-28", "19-23"), ("B:W28:B19", "W:W28:B23"), ((1, 2), None)),
    keeping_events.Described(16, BY, {"white": "Anke Wit", "site": "", "fan letter": "ek"}),
    keeping_events.AlertSeen(17, BY, "17-0"),
    keeping_events.PicturesDropped(18, "2026-11-21T10:00:00+01:00", "asked", BY, ("frames/0000.jpg",)),
    player_events.PlayerSaid(19, 1, "white", "draw-offered", 20, 21, (ALERT,)),
    player_events.MoveEntered(
        20, 1, 2, "white", "the players", 32, 23, (28,), "W:W32:B28:H0:F1", "B:W23:B:H0:F1", "legal", "32x23", 21, 22, (ALERT,), False
    ),
)


def note(folder: Path) -> None:
    """What this commit makes of the journal: `then.json` and `record.jsonl`."""
    with Journal.open(folder / JOURNAL_NAME) as journal:
        found, kept = recover(journal), journal.checkpoint()
        state = found.state
        told = {
            "events": journal.last_id,
            "checksum": journal.checksum(journal.last_id),
            "result": state.result,
            "article": state.article,
            "closed": state.closed,
            "fen": state.fen,
            "position": full_fen(found.belief.position),
            "running": state.clock.running,
            "white_ns": state.clock.white_ns,
            "black_ns": state.clock.black_ns,
            "clock_t_ns": found.clock_t_ns,
            "last_t_ns": found.last_t_ns,
            "checkpoint_row": kept.row_id,
        }
    (folder / "then.json").write_text(json.dumps(told, indent=1) + "\n")
    with (folder / "record.jsonl").open("w") as file, redirect_stdout(file):
        assert main(["record", str(folder), "--json"]) == 0


def make_all() -> None:
    """All but `cut_off`, which README.md tells how to make, and the notes of all."""
    scratch = OUT / "scratch"
    for number, make in enumerate((closed, ruled_on, on_paper, elsewhere)):
        (scratch / str(number)).mkdir(parents=True)
        make(scratch / str(number))
    shutil.rmtree(scratch)
    for folder in sorted(path for path in OUT.iterdir() if path.is_dir()):
        note(folder)
    assert {type(event).__name__ for event in EXAMPLES} == set(event_json.KINDS), "an example of each"
    (OUT / "events.jsonl").write_text("".join(json.dumps(event_json.encode(event), ensure_ascii=False) + "\n" for event in EXAMPLES))


make_all()
