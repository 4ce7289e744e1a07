"""Every package that is pinned has exactly one version for each Python that a fresh machine brings.

On another processor the tests do without py4swiss and what it needs (pyproject.toml); everything else is the same there.
"""

from collections import Counter
from pathlib import Path

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).resolve().parents[2]
PYTHONS = {"Debian 12": "3.11.2", "Debian 13": "3.13.5"}


@pytest.mark.parametrize("version", PYTHONS.values(), ids=PYTHONS)
@pytest.mark.parametrize("lock", ["requirements.lock", "requirements-test.lock"])
def test_each_package_is_pinned_once(lock: str, version: str) -> None:
    surroundings = {
        "python_full_version": version,
        "python_version": ".".join(version.split(".")[:2]),
        "platform_machine": "x86_64",
        "sys_platform": "linux",
        "platform_system": "Linux",
        "platform_python_implementation": "CPython",
        "os_name": "posix",
    }
    lines = (ROOT / lock).read_text(encoding="utf-8").splitlines()
    pinned = [Requirement(line.removesuffix("\\")) for line in lines if line[:1].isalnum()]
    windows_alone = {requirement.name for requirement in pinned if "win32" in str(requirement.marker)}
    installed = Counter(requirement.name for requirement in pinned if not requirement.marker or requirement.marker.evaluate(surroundings))
    assert len(pinned) > 20
    assert {name: installed[name] for name in {requirement.name for requirement in pinned} - windows_alone if installed[name] != 1} == {}
