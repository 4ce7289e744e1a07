"""Says a word to a board's service through its socket, which needs no disk."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hub.boards.board_socket import ASK_WORD, WITHDRAW, NobodyThere, connected, receive, send
from record.decisions.inbox import OBEYED, Became
from record.decisions.words import AnyWord, FindBoard, encoded
from record.store.folder import GAMES
from record.telling.sentences import sentence_in
from rules.errors import Phrase, Sentence

WITHDRAWS_WITHIN_S = 2.0


class ObeyedSays(Phrase):
    """What is said of a word that was obeyed."""

    NOT_ON_DISK = "it is done, but not on disk yet, and the pages show it once it is: {why}"


@dataclass(frozen=True, slots=True)
class HeldWord:
    """A word that was obeyed, and whose event the disk has not taken yet: what to say of it, and the row of the journal that it will be."""

    note: Sentence
    row: int


@dataclass(frozen=True, slots=True)
class WordOutcome:
    """What became of a word: `became` is None where the service did not say; `withdrawn` where nobody took it up in time."""

    became: Became | None = None
    held: HeldWord | None = None
    withdrawn: bool = False


def say_to_board(
    journal: Path, word: AnyWord | FindBoard, taken_within_s: float, done_within_s: float, upon: int | None = None
) -> WordOutcome:
    """Say the word to the service that records the game of that journal.

    NobodyThere when nothing was said, because no service listens or it has too much to do: then it may be said in another way. Once the
    word was sent it is never said again.
    """
    folder = journal.absolute().parent
    if folder.parent.name != GAMES:
        raise NobodyThere
    kind, text = encoded(word)
    with connected(folder.parent.parent, taken_within_s) as connection:
        try:
            send(connection, {"ask": ASK_WORD, "game": folder.name, "kind": kind, "json": text, "upon": upon})
        except OSError as error:
            raise NobodyThere from error
        try:
            answer = receive(connection)
        except TimeoutError:
            connection.settimeout(WITHDRAWS_WITHIN_S)
            send(connection, {"ask": WITHDRAW})
            answer = receive(connection)
        if answer and answer.get("busy"):
            raise NobodyThere
        connection.settimeout(done_within_s)
        while answer and "became" not in answer:
            if answer.get("withdrawn"):
                return WordOutcome(withdrawn=True)
            answer = receive(connection)
    return _said(answer or {})


def _said(answer: dict[str, Any]) -> WordOutcome:
    became = answer.get("became")
    if became != OBEYED:
        return WordOutcome(sentence_in(became) if became else None)
    row, why = answer.get("held_row"), answer.get("why")
    return WordOutcome(OBEYED, HeldWord(ObeyedSays.NOT_ON_DISK.said(why=sentence_in(why)), int(row)) if row and why else None)
