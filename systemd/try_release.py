"""Checks that a new release works on this machine. The release's own python runs it before the installed version is stopped.

The exit status is 0, or 1 with a sentence on standard error for each thing that is wrong.
"""

import sys
from importlib import import_module
from importlib.metadata import PackageNotFoundError, requires, version
from pathlib import Path

from packaging.requirements import Requirement

SETTINGS = Path("/etc/damcam/damcam.toml")
COMPILED = ("cv2", "gevent", "greenlet", "numpy", "zeroconf")
"""Packages with code for one type of processor, which may fail to load on this one."""


def faults() -> list[str]:
    """A sentence for each problem that would keep the services from starting; empty without one."""
    found = []
    for name in COMPILED:
        try:
            import_module(name)
        except ImportError as error:
            found.append(f"the package {name} does not work on this machine: {error}")
    lacks = [str(wanted) for wanted in map(Requirement, requires("damcam") or []) if not _is_met(wanted)]
    if lacks:
        found.append(f"requirements.lock does not hold {', '.join(lacks)}; take it and damcam from the same version")
    if SETTINGS.exists() and not found:
        import_module("damcam.folders").make_importable()
        settings = import_module("pi.setup.loading")
        try:
            settings.load_settings(SETTINGS)
        except settings.SettingsError as error:
            found.append(f"{error}; correct the file first, the new version reads it so")
    return found


def _is_met(wanted: Requirement) -> bool:
    if wanted.marker is not None and not wanted.marker.evaluate({"extra": ""}):
        return True
    try:
        return wanted.specifier.contains(version(wanted.name))
    except PackageNotFoundError:
        return False


if __name__ == "__main__":
    sentences = faults()
    for sentence in sentences:
        print(f"damcam: {sentence}", file=sys.stderr)
    sys.exit(bool(sentences))
