"""The values that a msgspec type admits, as a strategy of hypothesis. Where a field has no type they are texts."""

from typing import Any

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy
from msgspec import Raw, inspect

LEAST, MOST = -(2**63), 2**63 - 1


def admitted(kind: type[Any]) -> SearchStrategy[Any]:
    """The values of that struct within the limits of its fields."""
    return _values(inspect.type_info(kind))


def _values(kind: inspect.Type) -> SearchStrategy[Any]:
    match kind:
        case inspect.StructType():
            return st.builds(kind.cls, **{field.name: _values(field.type) for field in kind.fields})
        case inspect.UnionType():
            return st.one_of(*map(_values, kind.types))
        case inspect.VarTupleType():
            least = kind.min_length or 0
            return st.lists(_values(kind.item_type), min_size=least, max_size=max(least, min(kind.max_length or 2, 2))).map(tuple)
        case inspect.NamedTupleType():
            return st.builds(kind.cls, *(_values(field.type) for field in kind.fields))
        case inspect.TupleType():
            return st.tuples(*map(_values, kind.item_types))
        case inspect.IntType():
            return st.integers(LEAST if kind.ge is None else kind.ge, MOST if kind.le is None else kind.le)
        case inspect.FloatType():
            return st.floats(kind.ge, kind.le, allow_nan=False, allow_infinity=False)
        case inspect.StrType(pattern=str(pattern)):
            return st.from_regex(pattern)
        case inspect.StrType():
            return st.text()
        case inspect.DictType():
            return st.dictionaries(_values(kind.key_type), _values(kind.value_type), max_size=2)
        case inspect.BytesType():
            return st.binary(min_size=kind.min_length or 0, max_size=kind.max_length)
        case inspect.EnumType():
            return st.sampled_from(kind.cls)
        case inspect.LiteralType():
            return st.sampled_from(kind.values)
        case inspect.RawType():
            return st.just(Raw(b'{"a":[1]}'))
        case inspect.AnyType():
            return st.text(max_size=5)
        case inspect.BoolType():
            return st.booleans()
    assert isinstance(kind, inspect.NoneType), kind
    return st.none()
