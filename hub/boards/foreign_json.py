"""JSON that another program wrote: another board, the board's service, or a page."""

import json
from typing import Any


def json_in(text: bytes | str) -> Any:
    """The value of the JSON text. ValueError: it is no JSON, or it has half a surrogate pair, which no page can show; RecursionError."""
    value = json.loads(text)
    json.dumps(value, ensure_ascii=False).encode()
    return value
