"""Picture files: whole files are read, all others are refused with a sentence that names the file."""

import os
import re
from pathlib import Path
from threading import Event, Thread
from zlib import compress, crc32

import cv2
import numpy as np
import pytest

from tests.support.says import says
from vision.image.picture import PictureError, encode_jpeg, encode_png, jpeg_is_whole, read_picture, read_shrunk
from vision.image.unpack import unpack


def scene(width: int = 400, height: int = 300) -> np.ndarray:
    rows, cols = np.mgrid[:height, :width]
    return np.dstack([cols % 256, rows % 256, (rows + cols) % 256]).astype(np.uint8)


def corner_marked() -> np.ndarray:
    """A picture with a red upper left and a green upper right corner, so that all eight orientations differ."""
    image = np.full((300, 400, 3), 90, np.uint8)
    image[:100, :100] = (0, 0, 230)
    image[:60, 340:] = (0, 230, 0)
    return image


def header(width: int, height: int) -> bytes:
    """The first chunk of a PNG of that size."""
    return width.to_bytes(4) + height.to_bytes(4)


def with_thumbnail(jpeg: bytes, thumbnail: bytes) -> bytes:
    """The JPEG with another whole JPEG in an application segment, as cameras write it."""
    return jpeg[:2] + b"\xff\xe1" + (len(thumbnail) + 2).to_bytes(2) + thumbnail + jpeg[2:]


def test_a_jpeg_and_a_png_are_read_in_colour(tmp_path: Path) -> None:
    for name in ("a.jpg", "a.png"):
        file = tmp_path / name
        cv2.imwrite(str(file), scene())
        image = read_picture(file)
        assert image.shape == (300, 400, 3)
        assert np.abs(image.astype(int) - scene()).mean() < 6


UPRIGHT = {
    1: lambda image: image,
    2: lambda image: image[:, ::-1],
    3: lambda image: image[::-1, ::-1],
    4: lambda image: image[::-1],
    5: lambda image: image.transpose(1, 0, 2),
    6: lambda image: np.rot90(image, -1),
    7: lambda image: image[::-1, ::-1].transpose(1, 0, 2),
    8: lambda image: np.rot90(image, 1),
}
"""The operation that makes a picture of each orientation upright (Exif 2.3, table of tag 0x0112)."""


@pytest.mark.parametrize(("size", "orientation"), [*(((400, 300), o) for o in range(1, 9)), ((3500, 2600), 6)])
def test_a_photograph_is_turned_upright_by_its_exif_orientation(tmp_path: Path, size: tuple[int, int], orientation: int) -> None:
    # a TIFF directory with one tag, 0x0112 (orientation)
    exif = b"Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01" + orientation.to_bytes(2) + bytes(6)
    written = cv2.resize(corner_marked(), size, interpolation=cv2.INTER_NEAREST)
    jpeg = encode_jpeg(written)
    file = tmp_path / "phone.jpg"
    file.write_bytes(jpeg[:2] + b"\xff\xe1" + (len(exif) + 2).to_bytes(2) + exif + jpeg[2:])
    image, shrunk = read_shrunk(file)
    wanted = UPRIGHT[orientation](written)[::shrunk, ::shrunk]
    assert shrunk == (1 if size[0] == 400 else 2)
    assert image.shape == wanted.shape
    assert np.abs(image.astype(int) - wanted).mean() < 3


def test_a_huge_photograph_is_shrunk_while_it_is_unpacked(tmp_path: Path) -> None:
    file = tmp_path / "huge.jpg"
    cv2.imwrite(str(file), cv2.resize(corner_marked()[..., 2], (6400, 6000)))
    image, shrunk = read_shrunk(file)
    assert (image.shape, shrunk) == ((1500, 1600, 3), 4)
    assert image[150, 150].min() > 200


def test_a_file_too_large_for_a_picture_is_not_read_whole() -> None:
    with pytest.raises(PictureError, check=says("BadFile.large-file", most=64)):
        read_picture(Path("/dev/zero"))


def test_the_end_of_a_thumbnail_is_not_the_end_of_the_picture() -> None:
    small, big = encode_jpeg(scene(64, 48)), encode_jpeg(scene())
    assert jpeg_is_whole(with_thumbnail(big, small))
    assert not jpeg_is_whole(with_thumbnail(big, small)[:-500])


FOLDER = b"a folder"


def large_progressive() -> bytes:
    return cv2.imencode(".jpg", np.zeros((6400, 6300), np.uint8), [cv2.IMWRITE_JPEG_PROGRESSIVE, 1])[1].tobytes()


def part(data: bytes, kept: float) -> bytes:
    return data[: int(len(data) * kept)]


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (None, "missing"),
        (FOLDER, "not-read"),
        (b"", "empty"),
        (b"not a picture at all", "no-picture"),
        (b"\x89PNG\r\n\x1a\n" + b"\0" * 40, "half-written"),
        (b"\x89PNG\r\n\x1a\n" + bytes(8) + header(300, 400) + bytes(20) + b"IEND\xae\x42\x60\x82", "no-picture"),
        (b"\xff\xd8\xff\xda\0\2\xff\xd9", "no-picture"),
        (b"\x89PNG\r\n\x1a\n" + bytes(8) + header(30000, 20000) + b"IEND\xae\x42\x60\x82", "too-large"),
        (large_progressive(), "too-large"),
        (encode_jpeg(scene(120, 90)), "too-small"),
        (part(encode_png(scene()), 0.5), "half-written"),
        *((part(encode_jpeg(scene()), kept), "half-written") for kept in (0.2, 0.5, 0.9, 0.999)),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_is_no_picture_is_refused_with_the_reason_and_the_name_of_the_file(tmp_path: Path, content: bytes | None, code: str) -> None:
    file = tmp_path / "0001.jpg"
    if content == FOLDER:
        file.mkdir()
    elif content is not None:
        file.write_bytes(content)
    with pytest.raises(PictureError, check=says(f"BadFile.{code}")) as refused:
        read_picture(file)
    assert refused.value.about == str(file)


def textured() -> np.ndarray:
    """A scene whose JPEG has enough data to damage."""
    noise = np.random.default_rng(3).integers(-40, 40, scene().shape)
    return np.clip(scene() + noise, 0, 255).astype(np.uint8)


def garbled(data: bytes, length: int = 2000) -> bytes:
    """The same data with other bytes in the middle, none of which begins a marker."""
    middle = len(data) // 2
    return data[:middle] + np.random.default_rng(5).integers(0, 255, length, np.uint8).tobytes() + data[middle + length :]


def with_chunk(png: bytes, kind: bytes, content: bytes) -> bytes:
    """The PNG with another chunk after its header."""
    after_header = 8 + 25
    chunk = len(content).to_bytes(4) + kind + content + crc32(kind + content).to_bytes(4)
    return png[:after_header] + chunk + png[after_header:]


JPEG, PNG = encode_jpeg(textured()), encode_png(textured())
PROGRESSIVE = cv2.imencode(".jpg", textured(), [cv2.IMWRITE_JPEG_PROGRESSIVE, 1])[1].tobytes()
END = b"\xff\xd9"


@pytest.mark.parametrize(
    ("content", "what"),
    [
        (garbled(JPEG), r"\d+ extraneous bytes before marker 0xd9"),
        (garbled(PROGRESSIVE), r"\d+ extraneous bytes before marker 0xda"),
        (JPEG[: len(JPEG) // 2] + END, "premature end of data segment"),
        (JPEG[:-2] + bytes(500) + END, r"\d+ extraneous bytes before marker 0xd9"),
        (garbled(PNG), "IDAT|filter"),
        (garbled(PNG, 1), "IDAT: CRC error"),
    ],
    ids=["garbled", "garbled progressive", "cut and ended", "data left over", "garbled PNG", "one byte of a PNG"],
)
def test_damaged_data_are_told_and_standard_error_stays_empty(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], content: bytes, what: str
) -> None:
    file = tmp_path / "0003.jpg"
    file.write_bytes(content)
    with pytest.raises(PictureError, check=says("BadFile.damaged")) as refused:
        read_picture(file)
    assert re.search(what, refused.value.sentence.values["damage"])
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize(
    "content",
    [
        JPEG[:-2] + bytes(16) + END,
        JPEG + b"a maker's notes",
        JPEG[:20] + bytes(300) + JPEG[20:],
        JPEG[:2] + b"\xff\xee\0\x0eAdobe\0\x64\0\0\0\0\x07" + JPEG[2:],
        with_chunk(PNG, b"iCCP", b"sRGB\0\0" + compress(b"no profile" * 20)),
    ],
    ids=["padded", "notes behind", "stray bytes before a header", "unknown colours", "odd profile"],
)
def test_odd_files_of_good_pictures_are_read_and_standard_error_stays_empty(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], content: bytes
) -> None:
    file = tmp_path / "0003.jpg"
    file.write_bytes(content)
    assert np.abs(read_picture(file).astype(int) - textured()).mean() < 20
    assert capfd.readouterr() == ("", "")


def test_what_others_write_to_standard_error_while_a_picture_is_unpacked_is_not_lost(capfd: pytest.CaptureFixture[str]) -> None:
    done = Event()
    written = []

    def write() -> None:
        while not done.is_set():
            written.append(f"line {len(written)}\n")
            os.write(2, written[-1].encode())

    writer = Thread(target=write)
    writer.start()
    told: list[str] = []
    while len(told) < 100 or len(written) < 10 * len(told):
        told.append(unpack(JPEG[: len(JPEG) // 2] + END, cv2.IMREAD_COLOR)[1])
    done.set()
    writer.join()
    assert set(told) == {"premature end of data segment"}
    lost = set(written) - set(capfd.readouterr().err.splitlines(keepends=True))
    assert len(lost) <= len(told), "a line that is written at the moment of a change may be cut"
