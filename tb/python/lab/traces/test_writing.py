"""Traces written again: what is read from the new file, and what a format cannot hold."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from headstack import ConfigError, RunError, files, traces
from headstack.traces import formats

Make = Callable[..., Path]
Read = Callable[..., list[Any]]

US = 10**6
CSV = (
    "arrival_s,device,start_byte,bytes,write,response_s\n"
    '0.001,"8,0",512,1024,1,0.000000000007\n'
    "1.000000000002,sdb,0,512,0,\n"
    '1.5,"8,0",1024,4096,0,1\n'
)
WRITTEN = {
    "spc": "0,1,1024,W,0.001000\n1,0,512,R,1.000000000002\n0,2,4096,R,1.500000\n",
    "disksim": "1.000000 0 1 2 0\n1000.000000002 1 0 1 1\n1500.000000 0 2 8 1\n",
    "fio": (
        "fio version 3 iolog\n0 8,0 add\n0 8,0 open\n0 sdb add\n0 sdb open\n"
        "1000 8,0 write 512 1024\n1000000 sdb read 0 512\n1500000 8,0 read 1024 4096\n"
    ),
    "csv": (
        "arrival_s,device,start_byte,bytes,write,response_s\n"
        '0.001000,"8,0",512,1024,1,0.000000000007\n'
        "1.000000000002,sdb,0,512,0,\n"
        '1.500000,"8,0",1024,4096,0,1.000000\n'
    ),
}


@pytest.mark.parametrize("to", WRITTEN)
def test_what_is_written(to: str, make: Make, tmp_path: Path) -> None:
    out = tmp_path / "out"
    found = traces.convert(traces.open(make(CSV)), out, to)
    assert out.read_text() == WRITTEN[to]
    numbered = {"8,0": "0", "sdb": "1"}
    assert found.devices == (
        numbered if to in ("spc", "disksim") else {name: name for name in numbered}
    )
    assert ("response times" in found.loses) == (to != "csv")


def test_devices_with_numbers_keep_them(make: Make, read: Read, tmp_path: Path) -> None:
    path = make("0,0,512,w,0.5\n7,8,1024,r,1\n")
    traces.convert(traces.open(path), tmp_path / "out", "disksim")
    assert [one.device for one in read(tmp_path / "out")] == ["0", "7"]


def test_parquet_says_its_units(make: Make, read: Read, tmp_path: Path) -> None:
    import pyarrow.parquet as pq

    path = make(CSV)
    traces.convert(traces.open(path), tmp_path / "out", "parquet")
    schema = pq.read_schema(tmp_path / "out")
    assert schema.field("arrival_ps").metadata == {b"unit": b"ps"}
    assert [one[:5] for one in read(tmp_path / "out")] == [one[:5] for one in read(path)]
    assert [one.response_ps for one in read(tmp_path / "out")] == [7, -1, 10**12]


@pytest.mark.parametrize(
    ("line", "to", "message"),
    [
        ("0,a,100,512,0", "spc", "line 2: start_byte is 100, which is not a multiple of 512; spc"),
        (
            "0,a,512,100,0",
            "disksim",
            "line 2: bytes is 100, which is not a multiple of 512; disksim",
        ),
        ("0,a b,512,512,0", "fio", "device 'a b' has a space in its name; fio cannot hold that"),
        ("0,a,512,512,0", "msr", "the format msr are read only; those written are spc, disksim, f"),
        ("0,a,512,512,0", "mrs", "format 'mrs' is not known; did you mean 'msr'"),
        ('0,a"b,512,512,0', "csv", "has a quote in its name; csv cannot hold that"),
    ],
)
def test_what_a_format_cannot_hold(
    line: str, to: str, message: str, make: Make, tmp_path: Path
) -> None:
    path = make(f"arrival_s,device,start_byte,bytes,write\n{line}\n")
    if '"' in line:  # a quote in the midst of a field is none of ours to write
        path = tmp_path / "quoted.parquet"
        write_parquet(path, line.split(",")[1])
    with pytest.raises(ConfigError, match=message):
        traces.convert(traces.open(path), tmp_path / "out", to)
    assert not (tmp_path / "out").exists()


def write_parquet(path: Path, device: str) -> None:
    """A trace of one request of a device."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    columns = {"arrival_ps": [0], "start_byte": [0], "bytes": [512], "write": [False]}
    pq.write_table(pa.table({**columns, "device": [device]}), path)


def test_arrivals_before_the_first_are_moved(make: Make, read: Read, tmp_path: Path) -> None:
    path = make("300,hm,0,Read,0,512,7\n100,hm,0,Read,512,512,7\n")
    found = traces.convert(traces.open(path), tmp_path / "out", "csv")
    assert found.shifted_ps == 200 * 100_000
    assert [one.arrival_ps for one in read(tmp_path / "out")] == [20_000_000, 0]


def test_no_file_is_overwritten(make: Make, tmp_path: Path) -> None:
    (tmp_path / "out").write_text("mine")
    with pytest.raises(ConfigError, match="there is a file already"):
        traces.convert(traces.open(make(CSV)), files.New(str(tmp_path / "out")), "csv")
    assert (tmp_path / "out").read_text() == "mine"


def test_a_full_disk(make: Make) -> None:
    for to in ("spc", "parquet"):
        with pytest.raises(RunError, match="cannot write /dev/full: No space left"):
            traces.convert(traces.open(make(CSV)), "/dev/full", to)


REQUESTS = st.lists(
    st.tuples(
        st.integers(0, 10**17),
        st.sampled_from(["sda", "8,0", "hm.0", "7"]),
        st.integers(0, 2**40),
        st.integers(1, 2**20),
        st.booleans(),
        st.one_of(st.just(-1), st.integers(0, 10**15)),
    ),
    min_size=1,
    max_size=30,
)


class Given(traces.Format):
    """A format whose requests are given in Python."""

    name = "given"
    title = "given"

    def __init__(self, rows: list[Any]) -> None:
        self.rows = rows

    def fits(self, head: bytes) -> bool:
        return True

    def read(self, file: BinaryIO, reading: traces.Reading) -> Iterator[traces.Batch]:
        for start in range(0, len(self.rows), 7):
            columns = list(zip(*self.rows[start : start + 7], strict=True))
            numbers = [np.array(columns[place], np.int64) for place in (0, 2, 3, 5)]
            yield traces.Batch(
                arrival_ps=numbers[0],
                device=np.array([reading.place(name) for name in columns[1]], np.uint16),
                start_byte=numbers[1],
                bytes=numbers[2],
                write=np.array(columns[4], np.bool_),
                line=np.arange(start + 1, start + 1 + len(columns[0])),
                response_ps=numbers[3],
                names=reading.names,
            )


@given(rows=REQUESTS, to=st.sampled_from(["spc", "disksim", "fio", "csv", "parquet"]))
@settings(max_examples=150, deadline=None)
def test_what_is_written_is_read(
    rows: list[Any], to: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """To the resolution of each format: blocks of 512, and fio's microseconds."""
    folder = tmp_path_factory.mktemp("trip")
    (folder / "in").write_text("x")
    whole_starts, whole_sizes = to in ("spc", "disksim"), to == "disksim"
    rows = [
        (
            arrival,
            device,
            start // 512 * 512 if whole_starts else start,
            size * 512 if whole_sizes else size,
            *others,
        )
        for arrival, device, start, size, *others in rows
    ]
    found = traces.convert(traces.Trace(str(folder / "in"), Given(rows)), folder / "out", to)
    batches = list(traces.open(folder / "out", format=to).batches())
    assert formats.found_in((folder / "out").read_bytes()[:65536], "out").name == to
    again = [
        (arrival, batch.names[place], *rest)
        for batch in batches
        for arrival, place, *rest in zip(
            batch.arrival_ps.tolist(), batch.device.tolist(), batch.start_byte.tolist(),
            batch.bytes.tolist(), batch.write.tolist(),
            [-1] * len(batch) if batch.response_ps is None else batch.response_ps.tolist(),
            strict=True,
        )
    ]  # fmt: skip
    keeps = to in ("csv", "parquet")
    assert again == [
        (
            arrival // US * US if to == "fio" else arrival,
            found.devices[device],
            start,
            size,
            write,
            response if keeps else -1,
        )
        for arrival, device, start, size, write, response in rows
    ]
