"""The outcome of moves from paper, which the arbiter checks before they are entered."""

from typing import Any

from hub.desk.refusals import refused
from record.decisions.commands import EnterPaper
from record.decisions.paper_entry import enter, read_paper
from record.session.paper import PaperError
from record.session.state import State
from record.session.step import step
from record.telling.sentences import tell


def checked(state: State, word: EnterPaper) -> dict[str, Any]:
    """The outcome of the moves in `word`: {"plies", "remarks", "result"}; nothing is entered.

    Each ply is {"side", "move", "seq"}: `seq` is the press that was read to lead to the same position, or null. Refused (409) says which
    move is wrong and why, or why moves from paper cannot be entered now.
    """
    try:
        entry = enter(state, read_paper(word.text), word.by, word.result)
    except PaperError as error:
        raise refused(error) from error
    after = step(state, entry.event)
    plies = [{"side": ply.side, "move": ply.move, "seq": ply.seq if ply.white_ns is not None else None} for ply in after.plies]
    return {"plies": plies[after.paper_place :], "remarks": [tell(remark, word.lang) for remark in entry.remarks], "result": after.result}
