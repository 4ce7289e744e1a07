"""The parts of the reference that are made from the code: every command from its argparse parser, every setting from its definition.

Two directives, without content: `damcam-commands` and `damcam-settings`.
"""

import argparse
from collections.abc import Iterator
from pathlib import Path

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

ROOT = Path(__file__).resolve().parents[2]
WIDTH = 92
"""Characters after which argparse breaks the lines of a usage."""


def command_parsers() -> dict[str, argparse.ArgumentParser]:
    """The parser of each command and each task by its words, in the order of `damcam --help`, a command's tasks behind it."""
    from pi.usage.parsers import parser_of
    from pi.usage.table import COMMANDS

    return {one.name: parser_of(one) for command in COMMANDS.values() for one in (command, *command.tasks.values())}


def settings() -> Iterator[tuple[str, list[tuple[str, str, str, str]]]]:
    """Each section's name with its keys: name, default as TOML, variable of the environment, explanation."""
    from docs.settings_file import explanations
    from pi.setup.loading import SECTIONS, toml

    for section, kind in SECTIONS.items():
        texts, defaults = explanations(kind), zip(kind.__struct_fields__, kind.__struct_defaults__, strict=True)
        yield section, [(key, toml(default), f"DAMCAM_{section}_{key}".upper(), texts[key]) for key, default in defaults]


class Commands(SphinxDirective):
    """A section for each command: usage, what it does, arguments and options."""

    def run(self) -> list[nodes.Node]:
        for watched in sorted((ROOT / "pi").rglob("*.py")):
            self.env.note_dependency(str(watched))
        sections: dict[str, nodes.section] = {}
        for name, parser in command_parsers().items():
            command, _, task = name.partition(" ")
            sections[name] = self._section(name, parser)
            if task:
                sections[command] += sections[name]
        return [section for name, section in sections.items() if " " not in name]

    def _section(self, name: str, parser: argparse.ArgumentParser) -> nodes.section:
        section = nodes.section(ids=[f"damcam-{name.replace(' ', '-')}"], names=[f"damcam {name}"])
        section += nodes.title("", "", nodes.literal("", f"damcam {name}"))
        section += paragraphs(parser.description)
        section += nodes.literal_block("", usage(parser), language="text")
        shown = (action for action in parser._actions if action.help is not argparse.SUPPRESS and action.dest != "help")
        rows = [argument_row(parser, action) for action in shown]
        section += table(("argument", "meaning"), rows)
        section += paragraphs(parser.epilog)
        return section


class SettingsTables(SphinxDirective):
    """A section for each part of the settings file, with a table of its keys."""

    def run(self) -> list[nodes.Node]:
        for watched in sorted((ROOT / "pi" / "setup").glob("*.py")):
            self.env.note_dependency(str(watched))
        return [self._section(name, rows) for name, rows in settings()]

    def _section(self, name: str, rows: list[tuple[str, str, str, str]]) -> nodes.section:
        section = nodes.section(ids=[f"settings-{name}"], names=[f"settings {name}"])
        section += nodes.title("", "", nodes.literal("", f"[{name}]"))
        told = [((nodes.literal("", key), nodes.literal("", default)), [nodes.Text(tells)]) for key, default, _, tells in rows]
        section += table(("key", "default", "meaning"), [(*names, tells) for names, tells in told])
        return section


def usage(parser: argparse.ArgumentParser) -> str:
    """How the command is called, without the word that argparse puts before it."""
    formatter = argparse.HelpFormatter(parser.prog, width=WIDTH)
    formatter.add_usage(parser.usage, parser._actions, parser._mutually_exclusive_groups)
    return formatter.format_help().removeprefix("usage: ").rstrip()


def argument_row(parser: argparse.ArgumentParser, action: argparse.Action) -> tuple[nodes.Node, list[nodes.Node]]:
    formatter = argparse.HelpFormatter(parser.prog)
    tells = formatter._expand_help(action) if action.help else ""
    return nodes.literal("", formatter._format_action_invocation(action)), [nodes.Text(tells)]


def paragraphs(text: str | None) -> list[nodes.paragraph]:
    return [nodes.paragraph("", " ".join(part.split())) for part in (text or "").split("\n\n") if part.strip()]


def table(head: tuple[str, ...], rows: list[tuple[object, ...]]) -> nodes.table:
    """A table of cells, each a node or a list of nodes."""
    group = nodes.tgroup(cols=len(head))
    group += [nodes.colspec(colwidth=1) for _ in head]
    group += nodes.thead("", table_row([nodes.Text(name) for name in head]))
    group += nodes.tbody("", *[table_row(row) for row in rows])
    return nodes.table("", group)


def table_row(cells: tuple[object, ...] | list[nodes.Text]) -> nodes.row:
    row = nodes.row()
    for cell in cells:
        row += nodes.entry("", nodes.paragraph("", "", *(cell if isinstance(cell, list) else [cell])))
    return row


def setup(app: Sphinx) -> dict[str, bool]:
    app.add_directive("damcam-commands", Commands)
    app.add_directive("damcam-settings", SettingsTables)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
