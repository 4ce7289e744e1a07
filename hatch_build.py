"""What the build does besides packing: the catalogues of record/texts are compiled, so that reading them needs Python alone."""

import runpy
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CompiledCatalogues(BuildHookInterface):  # type: ignore[type-arg]
    """Makes each nl.mo from its nl.po, also for the environment of a clone."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002
        """Before the files are gathered."""
        folder = Path(self.root) / "record" / "texts"
        runpy.run_path(str(folder / "compiling.py"))["compile_all"](folder)
