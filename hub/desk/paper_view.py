"""What would come of moves from paper, before they are entered: the arbiter looks at it first."""

from typing import Any

from hub.desk.refusals import refused
from record.decisions.inbox import EnterPaper
from record.decisions.paper_entry import enter, read_paper
from record.session.paper import PaperError
from record.session.state import State
from record.session.step import step


def checked(state: State, word: EnterPaper) -> dict[str, Any]:
    """`plies`, each with the press that was read to lead to the same position, null where none was; `remarks` and the `result`.

    Refused (409) says which move is wrong and why, or why no paper is entered now.
    """
    try:
        entry = enter(state, read_paper(word.text), word.by, word.result, word.lang)
    except PaperError as error:
        raise refused(error) from error
    after, _ = step(state, entry.event)
    plies = [{"side": ply.side, "move": ply.move, "seq": ply.seq if ply.white_ns is not None else None} for ply in after.plies]
    return {"plies": plies[after.paper_place :], "remarks": entry.remarks, "result": after.result}
