"""Records: their files, and files that are no records."""

import asyncio
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from headstack import ConfigError, Drive, RunError, files
from headstack_serve import record, replaying
from headstack_serve.pace import FreeClock
from headstack_serve.unit import Order, Unit

DRIVES = [Drive("hp_c2247"), Drive("hp_97560", "sptf")]


def read_of(lbn: int) -> Order:
    return Order(cdb=bytes([0x28, 0, *lbn.to_bytes(4, "big"), 0, 0, 1, 0]), room=512)


async def _serve(recorder: record.Recorder) -> None:
    """Reads three blocks of each drive."""
    for number, drive in enumerate(DRIVES):
        with drive.open(contents=False) as session:
            unit = Unit(session, FreeClock(), [recorder.of_unit(number)])
            for lbn in (0, 500_000, 1000):
                unit.submit(read_of(lbn))
            unit.settle()


def test_a_record_of_two_drives(tmp_path: Path) -> None:
    """The file has its name only when it is complete. The replay has the same ends."""
    file = tmp_path / "served.parquet"
    with record.recording(file, DRIVES) as recorder:
        asyncio.run(_serve(recorder))
        assert not file.exists()
    found = record.read(file)
    assert [unit.drive.config.name for unit in found] == ["hp_c2247", "hp_97560"]
    assert [[row["number"] for row in unit.rows] for unit in found] == [[0, 1, 2]] * 2
    assert replaying.replay(file) == [replaying.Replayed(3, [])] * 2


def test_a_difference_is_found(tmp_path: Path) -> None:
    """A replay compares times and statuses."""
    file = tmp_path / "served.parquet"
    with record.recording(file, DRIVES) as recorder:
        asyncio.run(_serve(recorder))
    table = pq.read_table(file)
    rows = table.to_pylist()
    (late,) = (row for row in rows if (row["unit"], row["number"]) == (1, 0))
    (bad,) = (row for row in rows if (row["unit"], row["number"]) == (1, 2))
    late["finish_ps"] += 1
    bad["status"] = 2
    pq.write_table(pa.Table.from_pylist(rows, table.schema), file)
    assert [unit.different for unit in replaying.replay(file)] == [[], [0, 2]]


def test_a_service_that_fails_leaves_no_file(tmp_path: Path) -> None:
    with pytest.raises(RunError), record.recording(tmp_path / "a.parquet", DRIVES):
        raise RunError("the port is in use")
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_appeared_meanwhile(tmp_path: Path) -> None:
    """A record overwrites a file only with permission."""
    file = tmp_path / "a.parquet"
    name = files.target(file, force=False, endings=("parquet",))
    assert name is not None
    with (
        pytest.raises(ConfigError, match="there is a file already"),
        record.recording(name, DRIVES),
    ):
        file.write_text("mine")
    assert file.read_text() == "mine"


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (None, "cannot read .*served.parquet"),
        (b"text", "cannot read .*served.parquet"),
        (pa.table({"unit": [1]}), "it has other columns"),
        (record._SCHEMA.empty_table(), "no record of `headstack serve --record`"),
    ],
)
def test_a_file_that_is_no_record(
    tmp_path: Path, content: pa.Table | bytes | None, message: str
) -> None:
    file = tmp_path / "served.parquet"
    if isinstance(content, bytes):
        file.write_bytes(content)
    elif content is not None:
        pq.write_table(content, file)
    with pytest.raises(ConfigError, match=message):
        replaying.replay(file)
