"""Picture files: whole ones are read, all others get a sentence that names the file."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.picture import PictureError, encode_jpeg, jpeg_is_whole, read_picture


def scene(width: int = 400, height: int = 300) -> np.ndarray:
    rows, cols = np.mgrid[:height, :width]
    return np.dstack([cols % 256, rows % 256, (rows + cols) % 256]).astype(np.uint8)


def with_thumbnail(jpeg: bytes, thumbnail: bytes) -> bytes:
    """The JPEG with another whole JPEG inside an application segment, as cameras write it."""
    return jpeg[:2] + b"\xff\xe1" + (len(thumbnail) + 2).to_bytes(2) + thumbnail + jpeg[2:]


def test_a_jpeg_and_a_png_are_read_in_colour(tmp_path: Path) -> None:
    for name in ("a.jpg", "a.png"):
        file = tmp_path / name
        cv2.imwrite(str(file), scene())
        image = read_picture(file)
        assert image.shape == (300, 400, 3)
        assert np.abs(image.astype(int) - scene()).mean() < 6


def test_a_photograph_is_turned_upright_by_its_exif_orientation(tmp_path: Path) -> None:
    # A TIFF directory with the one tag 0x0112 (orientation) = 6: turn a quarter to the right.
    exif = b"Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\0\0\0\0"
    jpeg = encode_jpeg(scene())
    file = tmp_path / "phone.jpg"
    file.write_bytes(jpeg[:2] + b"\xff\xe1" + (len(exif) + 2).to_bytes(2) + exif + jpeg[2:])
    assert read_picture(file).shape == (400, 300, 3)


@pytest.mark.parametrize("kept", [0.2, 0.5, 0.9, 0.999])
def test_a_half_written_jpeg_is_told(tmp_path: Path, kept: float) -> None:
    jpeg = encode_jpeg(scene())
    file = tmp_path / "0003.jpg"
    file.write_bytes(jpeg[: int(len(jpeg) * kept)])
    with pytest.raises(PictureError, match=r"0003\.jpg: the picture is half-written"):
        read_picture(file)


def test_the_end_of_a_thumbnail_is_not_the_end_of_the_picture() -> None:
    small, big = encode_jpeg(scene(64, 48)), encode_jpeg(scene())
    assert jpeg_is_whole(with_thumbnail(big, small))
    assert not jpeg_is_whole(with_thumbnail(big, small)[:-500])


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (None, "the picture is missing"),
        (b"", r"the picture is empty \(0 bytes\)"),
        (b"not a picture at all", "not a picture that can be read"),
        (b"\x89PNG\r\n\x1a\n" + b"\0" * 40, "not a picture that can be read"),
        (encode_jpeg(scene(120, 90)), "120 x 90 pixels is too small"),
    ],
)
def test_what_is_no_picture_gets_a_sentence(tmp_path: Path, content: bytes | None, sentence: str) -> None:
    file = tmp_path / "0001.jpg"
    if content is not None:
        file.write_bytes(content)
    with pytest.raises(PictureError, match=f"0001.jpg: .*{sentence}"):
        read_picture(file)


def test_a_folder_is_no_picture(tmp_path: Path) -> None:
    with pytest.raises(PictureError, match="cannot be read: Is a directory"):
        read_picture(tmp_path)
