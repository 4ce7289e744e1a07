"""What changes of events are made of. Their types are checked when a row of a file is read, and a field that this version does not know."""

import msgspec


class ChangePart(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The base of what stands within a change. `msgspec.structs.replace` makes another one of it."""


class ChangeKind(ChangePart, frozen=True, tag_field="kind", tag=True):
    """The base of changes. The name of the class is the `kind` of its JSON."""
