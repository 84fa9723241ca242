"""Sizes: what is read, and what is refused with which words."""

import pytest

from headstack import ConfigError, units


@pytest.mark.parametrize(
    ("text", "size"),
    [
        ("8KiB", 8192),
        ("8 KiB", 8192),
        ("512B", 512),
        ("0.5KiB", 512),
        ("1MiB", 1_048_576),
        ("4kB", 4000),
        ("2GB", 2_000_000_000),
        (4096, 4096),
    ],
)
def test_sizes_in_bytes(text: str | int, size: int) -> None:
    assert units.parse_size(text) == size


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("8192", "no unit; write 8192B"),
        ("8KB", "unit 'KB' is not known .known: KiB of 1024"),
        ("8kib", "unit 'kib' is not known"),
        ("8 parsec", "unit 'parsec' is not known"),
        ("", "not a number with a unit"),
        ("KiB", "not a number with a unit"),
        ("-8KiB", "not a number with a unit"),
        ("nanKiB", "not a number with a unit"),
        ("1e3B", "not a number with a unit"),
        ("0KiB", "1 or more"),
        ("0.3B", "whole number of bytes"),
        (0, "size is 0"),
        (-512, "size is -512"),
        (True, "size is True"),
        (8192.0, "whole number"),
    ],
)
def test_bad_sizes(text: str | int, message: str) -> None:
    with pytest.raises(ConfigError, match=message.replace("(", r"\(")):
        units.parse_size(text)


def test_a_size_is_whole_blocks() -> None:
    assert units.blocks_of(8192, 512) == 16
    with pytest.raises(ConfigError, match=r"1000B is not a whole number of blocks of 512B.* 512B"):
        units.blocks_of(1000, 512)
    with pytest.raises(ConfigError, match="nearest is 512B"):
        units.blocks_of(100, 512)
