"""What somebody with an editor, or a bad card, does to the file of a journal. The file stays the same one."""

from pathlib import Path


def lines_of(path: Path) -> list[bytes]:
    return path.read_bytes().splitlines(keepends=True)


def row_altered(path: Path, row: int, old: bytes = b'"t_ns":', new: bytes = b'"t_ns":1') -> None:
    """In the line of that row, the first `old` becomes `new`; the checksum stays."""
    lines = lines_of(path)
    assert old in lines[row - 1]
    lines[row - 1] = lines[row - 1].replace(old, new, 1)
    path.write_bytes(b"".join(lines))


def rows_gone(path: Path, first: int, last: int | None = None) -> None:
    """The lines of these rows are gone, up to the end without `last`."""
    lines = lines_of(path)
    del lines[first - 1 : last]
    path.write_bytes(b"".join(lines))
