"""Figures of a data sheet, read from texts; and capacities in blocks."""

from fractions import Fraction

import pytest
from lab.datasheet.sheets import EXAMPLE, sheet

from headstack.datasheet import DataSheet
from headstack.datasheet.capacity import Capacity, capacity_of
from headstack.errors import ConfigError


def test_figures_with_units() -> None:
    read = sheet(seek_full="0.016 s", rate_inner="124 MiB/s", cache="256MiB", sector=4096)
    assert read.capacity.number == 16 * 10**12
    assert read.seek_average.number == Fraction("8.5")
    assert read.seek_full is not None
    assert read.seek_full.number == 16
    assert read.rate_inner is not None
    assert read.rate_inner.number == 124 * 2**20
    assert read.cache is not None
    assert read.cache.number == 2**28
    assert read.revolution_ms == Fraction(25, 3)
    assert read.seek_track.text == "0.5 ms"


@pytest.mark.parametrize(
    ("figure", "value", "said"),
    [
        ("capacity", "16", "capacity '16' has no unit; write it as in 16TB"),
        ("capacity", "sixteen", "capacity 'sixteen' is not a number with a unit"),
        (
            "capacity",
            "16 Tb",
            "capacity '16 Tb': the unit 'Tb' does not fit; units allowed here: B",
        ),
        ("capacity", "0TB", "capacity is 0TB; it must be more than 0"),
        ("rpm", 0, "rpm is 0; it must be 600 to 30,000"),
        ("rpm", float("nan"), "rpm is nan; it must be a finite number"),
        ("seek_average", "8.5", "seek_average '8.5' has no unit; write it as in 8.5ms"),
        ("seek_average", "-8.5ms", "seek_average '-8.5ms' is not a number with a unit"),
        ("seek_average", "0.4ms", "seek_average is 0.4 ms; it must be more than --seek-track, 0.5"),
        ("seek_average", "2s", "seek_average is 2s; it must be at most 1000 ms"),
        ("seek_track", "9ms", "seek_track is 9 ms; it must be less than a revolution, 8.33333 ms"),
        ("seek_full", "8ms", "seek_full is 8 ms; it must be more than --seek-average, 8.5 ms"),
        ("rate_outer", "261MB", "rate_outer '261MB': the unit 'MB' does not fit"),
        ("rate_inner", "262MB/s", "rate_inner is 262 MB/s; it must not be more than the outer"),
        ("cache", "256", "cache '256' has no unit; write it as in 256MiB"),
        ("sector", 4, "sector is 4; it must be a whole number, 128 to 65536"),
        ("surfaces", 0, "surfaces is 0; it must be a whole number, 1 to 256"),
    ],
)
def test_figures_that_make_no_sense(figure: str, value: object, said: str) -> None:
    with pytest.raises(ConfigError) as error:
        sheet(**{figure: value})
    assert str(error.value).startswith(said)
    assert error.value.argument == figure


SECTORS_OF_512 = {
    "80GB": 156_301_488,  # IDEMA LBA1-02 and LBA1-03
    "160GB": 312_581_808,
    "500GB": 976_773_168,
    "2TB": 3_907_029_168,
    "4TB": 7_814_037_168,
    "8TB": 15_628_053_168,
    "10TB": 19_532_873_728,  # SFF-8447
    "12TB": 23_437_770_752,
    "14TB": 27_344_764_928,
    "16TB": 31_251_759_104,  # Seagate, X16 SAS product manual 100845788
}
"""Sectors of 512 bytes, as drives are sold with them."""


@pytest.mark.parametrize(("capacity", "sectors"), SECTORS_OF_512.items())
def test_blocks_of_a_capacity(capacity: str, sectors: int) -> None:
    found = capacity_of(sheet(capacity=capacity))
    if sectors < 2**32:
        assert (found.blocks, found.sector) == (sectors, 512)
        assert found.sector_mark == "assumed: the usual size"
    else:
        assert (found.blocks, found.sector) == (sectors // 8, 4096)
    large = capacity_of(sheet(capacity=capacity, sector=4096))
    assert (large.blocks, large.sector, large.sector_mark) == (sectors // 8, 4096, "given")


def test_a_capacity_in_blocks_is_exact() -> None:
    found = capacity_of(sheet(capacity="2054864 blocks"))
    assert found == Capacity(2_054_864, 512, "given", "assumed: the usual size")


def test_a_small_capacity_is_rounded_up() -> None:
    assert capacity_of(sheet(capacity="1001B")).blocks == 2


@pytest.mark.parametrize(
    ("capacity", "sector", "said"),
    [
        ("20TB", None, "is 4,882,956,288 blocks of 4096 bytes; a drive of headstack has at most "
         "4,294,967,295; --sector 8192 makes fewer"),
        ("16TB", 512, "is 31,251,759,104 blocks of 512 bytes; a drive of headstack has at most "
         "4,294,967,295; --sector 4096 makes fewer"),
        ("9000TB", None, "a drive of headstack has at most 4,294,967,295"),
    ],
)  # fmt: skip
def test_more_blocks_than_a_drive_holds(capacity: str, sector: int | None, said: str) -> None:
    with pytest.raises(ConfigError, match="capacity") as error:
        capacity_of(sheet(capacity=capacity, sector=sector))
    assert said in str(error.value)
    assert str(error.value).endswith(said.rsplit("; ", 1)[-1])


def test_the_example_is_read() -> None:
    assert DataSheet.read(**EXAMPLE) == sheet()
