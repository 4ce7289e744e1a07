"""The outcome of moves from paper, which the arbiter checks before they are entered."""

from jinja2 import Environment

from hub.desk.refusals import refused
from hub.web import fragments
from record.decisions.commands import EnterPaper
from record.decisions.paper_entry import enter, read_paper
from record.session.paper import PaperError
from record.session.state import State
from record.session.step import step
from record.telling.sentences import tell


def checked(environment: Environment, state: State, word: EnterPaper) -> str:
    """The outcome of the moves in `word`, as the part of the page that shows it; nothing is entered.

    A move is marked as seen too where a press was read to lead to the same position. Refused (409) says which move is wrong and why, or
    why moves from paper cannot be entered now.
    """
    try:
        entry = enter(state, read_paper(word.text), word.by, word.result)
    except PaperError as error:
        raise refused(error) from error
    after = step(state, entry.event)
    plies = [(ply.side, ply.move, ply.white_ns is not None) for ply in after.plies[after.paper_place :] if ply.move is not None]
    remarks = [tell(remark, word.lang) for remark in entry.remarks]
    values = {"plies": plies, "remarks": remarks, "result": after.result, "seen": sum(is_seen for _, _, is_seen in plies)}
    return "".join(fragments.render(environment, "paper_found.html", word.lang, **values))
