"""The files nl.po, fy.po and so on: read, written, brought up to date with the source, and what is wrong with them."""

import re
import string
from collections import defaultdict
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

from babel import Locale
from babel.messages import Catalog, Message
from babel.messages.pofile import read_po, write_po

from record.texts import FOLDER
from tests.texts.extracting import PLACEHOLDER, extracted

WIDTH = 0
"""Lines are not broken: an entry stays one line, whoever edits it."""
VOLATILE = tuple(
    f'"{head}:'
    for head in (
        "POT-Creation-Date",
        "PO-Revision-Date",
        "Last-Translator",
        "Language-Team",
        "Generated-By",
        "Report-Msgid-Bugs-To",
        "Project-Id-Version",
    )
)
"""Lines of the head that say nothing, or change with each run."""
NO_WORD = re.compile(r"[\W_]+")


def files(folder: Path = FOLDER) -> list[Path]:
    """Of each language that has one."""
    return sorted(folder.glob("*.po"))


def read(path: Path) -> Catalog:
    """The catalogue in that file."""
    with path.open("rb") as file:
        return read_po(file, locale=path.stem)


def written(catalogue: Catalog) -> bytes:
    """As it stands in its file: by the first file that says each, without line numbers, which change too often."""
    catalogue.header_comment = f"# The sentences of damcam in {catalogue.locale.english_name}. How to edit them: docs/developer/texts.md"
    packed = BytesIO()
    write_po(packed, catalogue, width=WIDTH, include_lineno=False, ignore_obsolete=True, include_previous=False)
    lines = packed.getvalue().decode().splitlines(keepends=True)
    return "".join(line for line in lines if not line.startswith(VOLATILE)).encode()


def brought_up_to_date(catalogue: Catalog, source: Catalog) -> Catalog:
    """With what the source says now: what is new without a translation, what it says no more left out. Nothing is guessed."""
    catalogue.update(source, no_fuzzy_matching=True)
    catalogue.obsolete.clear()
    return catalogue


def update(folder: Path = FOLDER) -> Iterator[str]:
    """Bring the files up to date; tells each file with the sentences that want a translation."""
    source = extracted()
    for path in files(folder):
        catalogue = brought_up_to_date(read(path), source)
        path.write_bytes(written(catalogue))
        missing = [name(message) for message in entries(catalogue) if not all(forms(message))]
        yield f"{path.name}: {len(missing) or 'nothing'} to translate" + "".join(f"\n  {one}" for one in missing)


def add(lang: str, folder: Path = FOLDER) -> Path:
    """A new catalogue, with the plural rule of that language and nothing translated; FileExistsError, and errors of Babel."""
    path = folder / f"{lang}.po"
    if path.exists():
        raise FileExistsError(f"{path} is there already")
    catalogue = brought_up_to_date(Catalog(locale=Locale.parse(lang), fuzzy=False), extracted())
    path.write_bytes(written(catalogue))
    return path


def entries(catalogue: Catalog) -> list[Message]:
    """All but the head."""
    return [message for message in catalogue if message.id]


def forms(message: Message) -> tuple[str, ...]:
    """The translation, or its forms."""
    return tuple(message.string) if isinstance(message.string, (tuple, list)) else (message.string,)


def name(message: Message) -> str:
    """The English sentence, behind its context."""
    sentence = message.id[0] if isinstance(message.id, tuple) else message.id
    return f"{message.context}: {sentence}" if message.context else sentence


def faults(folder: Path = FOLDER) -> list[str]:
    """What is wrong with the catalogues, a sentence each; empty where nothing is."""
    source = extracted()
    found = [f"two sentences say the same: {same}" for same in alike(source)]
    catalogues = {path.stem: read(path) for path in files(folder)}
    for lang, catalogue in catalogues.items():
        found += [f"{lang}: {fault}" for fault in _faults_of(catalogue, source)]
    return found + [f"translated alike everywhere, without a context: {same}" for same in translated_alike(list(catalogues.values()))]


def _faults_of(catalogue: Catalog, source: Catalog) -> Iterator[str]:
    known, said = ({(one.context, one.id): one for one in entries(each)} for each in (catalogue, source))
    yield from (f"not in the catalogue, run ./damcam texts update: {name(said[key])}" for key in said.keys() - known.keys())
    yield from (f"said nowhere, run ./damcam texts update: {name(known[key])}" for key in known.keys() - said.keys())
    yield from (f"obsolete: {name(message)}" for message in catalogue.obsolete.values())
    for message in entries(catalogue):
        if message.fuzzy:
            yield f"fuzzy: {name(message)}"
        if not all(forms(message)):
            yield f"not translated: {name(message)}"
        elif isinstance(message.id, tuple) and len(forms(message)) != catalogue.num_plurals:
            yield f"{catalogue.num_plurals} plural forms were expected: {name(message)}"
        elif any(placeholders(form) != wanted(message) for form in forms(message)):
            yield f"other placeholders: {name(message)}"


def placeholders(sentence: str) -> set[str]:
    """Their names; ValueError for a sentence that cannot be filled in."""
    return {field for _, field, _, _ in string.Formatter().parse(sentence) if field is not None}


def wanted(message: Message) -> set[str]:
    """The placeholders of the English sentence."""
    return placeholders(message.id[1] if isinstance(message.id, tuple) else message.id)


def alike(source: Catalog) -> list[str]:
    """Sentences that differ in case, punctuation or the names of their placeholders alone."""
    known = defaultdict(list)
    for message in entries(source):
        for sentence in message.id if isinstance(message.id, tuple) else (message.id,):
            known[message.context, _bare(sentence)].append(name(message) if sentence in name(message) else sentence)
    return [" / ".join(same) for same in known.values() if len(same) > 1]


def translated_alike(catalogues: list[Catalog]) -> list[str]:
    """Sentences that have the same translation in every language: one of them would do."""
    known = defaultdict(list)
    for message in entries(catalogues[0]):
        others = [catalogue.get(message.id, message.context) for catalogue in catalogues]
        known[tuple(_bare(forms(other)[0]) if other else "" for other in others)].append(message)
    same = [found for found in known.values() if len({message.context for message in found}) < len(found)]
    return [" / ".join(map(name, found)) for found in same]


def _bare(sentence: str) -> str:
    return NO_WORD.sub(" ", PLACEHOLDER.sub(" 0 ", sentence)).strip().casefold()
