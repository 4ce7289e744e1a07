"""Compiles catalogues from the edited form (`nl.po`) to the form that is read quickly (`nl.mo`)."""

import os
from io import BytesIO
from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po


def compiled_catalogue(source: Path) -> BytesIO:
    """The catalogue in gettext's binary form, without untranslated and `fuzzy` sentences."""
    with source.open("rb") as file:
        catalogue = read_po(file, locale=source.stem)
    packed = BytesIO()
    write_mo(packed, catalogue)
    packed.seek(0)
    return packed


def compile_all(folder: Path) -> None:
    """Compiles each `.po` file in the folder to the `.mo` file beside it. A compiled file appears whole, or not at all."""
    for source in sorted(folder.glob("*.po")):
        unfinished = source.with_suffix(f".mo.{os.getpid()}")
        unfinished.write_bytes(compiled_catalogue(source).getvalue())
        unfinished.replace(source.with_suffix(".mo"))
