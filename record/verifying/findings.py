"""What is wrong with a journal or its pictures, each as a sentence with a kind that stays the same, and what is only worth a note."""

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from rules.errors import Phrase, Sentence

MOST = 50
"""The most findings of one kind in one file that are listed one by one; the others are counted."""


class Differs(Phrase):
    """What differs. The name of a member is the kind of the difference, which programs may rely on."""

    JOURNAL_MISSING = "{file} is missing, and {other}, which belongs to it, is there"
    JOURNAL_UNREADABLE = "the journal {file} cannot be read: {why}"
    JOURNAL_DAMAGED = "{file} cannot be trusted from row {row} on: {why}"
    ROW_NOT_UNDERSTOOD = "row {row} of {file} does not fit the rows before it: {why}"
    CLOCK_DAMAGED = "{file} is damaged: a reading of the running clock does not fit its checksum, and is not used"
    BELIEF_DAMAGED = "{file} is damaged: the referee's belief does not fit its checksum, and is not used"
    TAIL_MISSING = "{file} is missing: nothing outside the journal tells how it ends"
    TAIL_DAMAGED = "{file}, which tells how the journal ends, is damaged"
    PRESS_AHEAD = "{file} knows of press {press}; what can be trusted of the journal ends with the ruling of press {last}"
    RULINGS_AHEAD = "{file} has {theirs} rulings; what can be trusted of the journal has {ours}"
    MOVES_AHEAD = "{file} has {theirs} moves; what can be trusted of the journal has {ours}"
    PICTURE_MISSING = "{file} is missing, which row {row} of the journal says was kept"
    PICTURE_DAMAGED = "{file}, which row {row} of the journal names, is damaged: {why}"
    PICTURES_MISSING = "the folder {file} is missing, and the journal names pictures in it"
    MORE = "{file} has {count} more difference of the kind {kind}", "{file} has {count} more differences of the kind {kind}"


class VerifyNote(Phrase):
    """What is no difference, and worth a note. The name of a member is the kind of the note."""

    ROW_UNNAMED = "row {row}, the last of {file}, was written when the service was cut off: {tail} does not name it"
    COPY_ENDS_EARLY = "{file} ends at row {row}, and {tail}, which was copied with it, names row {last}: the rows between are missing here"
    HALF_A_ROW = "the end of {file} is half of a row, whose writing was cut off, and of which nobody was told"
    JOURNAL_ALONE = "the files and pictures of a session are not here: the journal is of a replay or a second copy, or was taken over alone"
    PRESS_UNTOLD = "{file} shows press {press}, which the journal does not know, and of which nobody was told"
    STILL_THERE = "{file} is still there, although the journal says that it was deleted; the service deletes it"
    PERHAPS_NOT_KEPT = "{file}, which row {row} of the journal names, is missing; the disk had no room for pictures in this game"
    IN_MEMORY = (
        "{count} row after the last one in {file} was in memory alone when it was written last; nobody was told of it",
        "{count} rows after the last one in {file} were in memory alone when it was written last; nobody was told of them",
    )
    NOT_BEGUN = "no game has begun here"


@dataclass(frozen=True, slots=True)
class Finding:
    """One difference or note: the file that it is about, by its name in the game's folder, and its journal row and press if it has them."""

    file: str
    said: Sentence
    row: int | None = None
    press: int | None = None

    @property
    def kind(self) -> str:
        """The kind, such as `journal-damaged`, which stays the same in later versions."""
        return self.said.code.rpartition(".")[2]

    @property
    def key(self) -> tuple[str, str, int | None, int | None]:
        """What makes it the same finding when the files are read again."""
        return self.kind, self.file, self.row, self.press


@dataclass(slots=True)
class Findings:
    """Collects what is found in one game."""

    differences: list[Finding] = field(default_factory=list)
    notes: list[Finding] = field(default_factory=list)
    _counted: Counter[tuple[str, str]] = field(default_factory=Counter)

    def differs(self, phrase: Differs, file: str, **values: Any) -> None:
        """Add a difference in that file; the values `row` and `press` are kept beside the sentence too."""
        self._add(self.differences, phrase, file, values)

    def note(self, phrase: VerifyNote, file: str, **values: Any) -> None:
        """Add a note on that file, as `differs` does a difference."""
        self._add(self.notes, phrase, file, values)

    def _add(self, to: list[Finding], phrase: Phrase, file: str, values: dict[str, Any]) -> None:
        known = {name: value for name, value in values.items() if value is not None}
        found = Finding(file, phrase.said(file=file, **known), values.get("row"), values.get("press"))
        self._counted[found.kind, file] += 1
        if self._counted[found.kind, file] <= MOST:
            to.append(found)

    def told_whole(self) -> tuple[Finding, ...]:
        """The differences, and for each kind and file with more than `MOST` how many are left out."""
        kinds = {(found.kind, found.file) for found in self.differences}
        left = [(kind, file, self._counted[kind, file] - MOST) for kind, file in sorted(kinds) if self._counted[kind, file] > MOST]
        return (*self.differences, *(Finding(file, Differs.MORE.said(file=file, kind=kind, count=more)) for kind, file, more in left))
