"""Make many applications of hub in one process at less cost: what is alike in all of them is made once.

A program makes one application; the tests make hundreds, each of which would compile a hundred routes and its templates, and compress the
static files.
"""

from functools import cache

import pytest
from flask import Flask
from flask.templating import Environment
from jinja2 import BytecodeCache
from jinja2.bccache import Bucket
from werkzeug.routing import Rule

from hub.web import assets


class _Templates(BytecodeCache):
    """The compiled templates, in memory."""

    def __init__(self) -> None:
        self.kept: dict[str, bytes] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        if bucket.key in self.kept:
            bucket.bytecode_from_string(self.kept[bucket.key])

    def dump_bytecode(self, bucket: Bucket) -> None:
        self.kept[bucket.key] = bucket.bytecode_to_string()


def share_what_is_alike(patch: pytest.MonkeyPatch) -> None:
    """Until `patch` is undone, all applications share compiled templates, compiled routes and static files."""
    make_environment, templates = Flask.create_jinja_environment, _Templates()

    def environment(app: Flask) -> Environment:
        environment = make_environment(app)
        environment.bytecode_cache = templates
        return environment

    patch.setattr(Flask, "create_jinja_environment", environment)
    patch.setattr(assets, "load", cache(assets.load))
    compile_builder, made = Rule._compile_builder, {}

    def compiled(rule, append_unknown=True):
        converters = tuple((name, type(converter).__qualname__) for name, converter in rule._converters.items())
        key = (append_unknown, rule.rule, tuple(rule._trace), repr(rule.defaults), converters)
        if key not in made:
            made[key] = compile_builder(rule, append_unknown)
        return made[key]

    patch.setattr(Rule, "_compile_builder", compiled)
