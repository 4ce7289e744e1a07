"""The referee's belief, kept beside the events, so that a game resumes at once without ruling all its presses again.

A checkpoint is a convenience and no evidence. Where it is missing, damaged or of another version, the same belief follows from the events
of the journal in more time.
"""

import hashlib
import io
import pickle
import sys
from importlib.metadata import version
from typing import Any, NamedTuple

from rules.board.ruleset import RuleSet, ruleset
from rules.errors import DamcamError, Phrase, sentence_of
from rules.referee.belief import Belief

_MADE_BY = f"{version('damcam')} {sys.version_info[:2]}".encode()
_DIGEST = hashlib.sha256().digest_size


class CheckpointFault(Phrase):
    """Why a checkpoint is of no use."""

    DAMAGED = "the belief is damaged, or of another version"
    NOT_READ = "the belief cannot be read: {why}"
    NO_BELIEF = "the belief is of the type {type}"
    FOREIGN = "{name} is no part of a belief"


class CheckpointError(DamcamError, ValueError):
    """The bytes are not a belief that this version can use."""


class Checkpoint(NamedTuple):
    """A belief as bytes, and the number of the last journal row that it includes."""

    row_id: int
    data: bytes


class _Pickler(pickle.Pickler):
    def persistent_id(self, obj: Any) -> str | None:
        return obj.name if isinstance(obj, RuleSet) else None


class _Unpickler(pickle.Unpickler):
    """Unpickles only the types of a belief: top-level names of `rules`, and rule sets by name."""

    def persistent_load(self, pid: Any) -> RuleSet:
        return ruleset(str(pid))

    def find_class(self, module: str, name: str) -> Any:
        if module.startswith("rules.") and "." not in name:
            return super().find_class(module, name)
        raise CheckpointError(CheckpointFault.FOREIGN.said(name=f"{module}.{name}"))


def freeze(belief: Belief) -> bytes:
    """The belief as bytes; `thaw` is its inverse within one version of the program."""
    written = io.BytesIO()
    _Pickler(written, pickle.HIGHEST_PROTOCOL).dump(belief)
    return _digest(written.getvalue()) + written.getvalue()


def thaw(data: bytes) -> Belief:
    """The belief from its bytes; CheckpointError when they are damaged, or were written by another version."""
    digest, content = data[:_DIGEST], data[_DIGEST:]
    if digest != _digest(content):
        raise CheckpointError(CheckpointFault.DAMAGED.said())
    try:
        belief = _Unpickler(io.BytesIO(content)).load()
    except Exception as error:  # unpickling raises whatever a constructor raises
        raise CheckpointError(CheckpointFault.NOT_READ.said(why=sentence_of(error))) from error
    if not isinstance(belief, Belief):
        raise CheckpointError(CheckpointFault.NO_BELIEF.said(type=type(belief).__name__))
    return belief


def _digest(content: bytes) -> bytes:
    return hashlib.sha256(_MADE_BY + content).digest()
