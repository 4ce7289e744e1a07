"""Makes the example file of the settings from their definition: each key with its default, below the explanation.

.venv/bin/python -P -m docs.settings_file        writes systemd/damcam.toml anew
"""

import ast
import inspect
import textwrap
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
EXAMPLE = ROOT / "systemd" / "damcam.toml"
WIDTH = 140
"""The most characters of a line."""
HEAD = """\
# The settings of damcam. A line with # and a key shows a default. To change it, remove the # and change the value.
# After a change: sudo systemctl restart damcam-board (or damcam-hub). journalctl -e -u damcam-board shows what is wrong with a value.
# The environment overrides this file: DAMCAM_WEB_PORT=8100 sets the port of [web].
# Do not put passwords in this file. Root and the services can read it.
# Made from pi/setup/settings.py by docs/settings_file.py.
"""


def explanations(kind: type[Any]) -> dict[str, str]:
    """The docstring below each field of a section's struct, on one line, by key."""
    (of_class,) = ast.parse(inspect.getsource(kind)).body
    assert isinstance(of_class, ast.ClassDef)
    texts = {}
    for field, below in zip(of_class.body, of_class.body[1:], strict=False):
        match field, below:
            case ast.AnnAssign(target=ast.Name(id=key)), ast.Expr(value=ast.Constant(value=str(text))):
                texts[key] = " ".join(text.split())
    return texts


def example() -> str:
    """The text of `systemd/damcam.toml`."""
    from pi.setup.loading import SECTIONS, toml

    lines = [HEAD]
    for section, kind in SECTIONS.items():
        lines += [f"[{section}]", *_comment(kind.__doc__ or ""), ""]
        texts = explanations(kind)
        for key, default in zip(kind.__struct_fields__, kind.__struct_defaults__, strict=True):
            lines += [*_comment(texts[key]), f"#{key} = {toml(default)}"]
        lines.append("")
    return "\n".join(lines[:-1]) + "\n"


def _comment(text: str) -> list[str]:
    return textwrap.wrap(" ".join(text.split()), WIDTH, initial_indent="# ", subsequent_indent="# ", break_on_hyphens=False)


if __name__ == "__main__":
    from damcam.folders import make_importable

    make_importable()
    EXAMPLE.write_text(example(), encoding="utf-8")
