"""Files as they come: packed, damaged, empty, of no known format; devices; formats of one's own."""

import gzip
import hashlib
import tracemalloc
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
import pyarrow as pa
import pytest

from headstack import ConfigError, traces
from headstack.traces import formats

Make = Callable[..., Path]
Read = Callable[..., list[Any]]

SPC = "0,0,512,w,0.5\n1,8,1024,r,1\n0,16,4096,r,2\n"


def test_packed(make: Make, read: Read) -> None:
    plain = read(make(SPC))
    packed = gzip.compress(SPC.encode())
    assert read(make(packed)) == plain
    assert len(read(make(packed + packed))) == 6
    assert read(make(pa.compress(SPC.encode(), codec="zstd", asbytes=True))) == plain


def test_the_digest_is_of_the_file_as_it_is(make: Make) -> None:
    path = make(gzip.compress(SPC.encode(), mtime=0))
    assert traces.open(path).scan().sha256 == hashlib.sha256(path.read_bytes()).hexdigest()


@pytest.mark.parametrize("codec", ["gzip", "zstd"])
def test_packed_and_cut_off(codec: str, make: Make, read: Read) -> None:
    text = "".join(f"{i % 7},{i * 7919 % 10007},512,w,{i}.{i % 977:03}\n" for i in range(50_000))
    packed = pa.compress(text.encode(), codec=codec, asbytes=True)
    with pytest.raises(ConfigError, match=r"some.trace: Truncated compressed.*is the file whole"):
        read(make(packed[:-9]))
    with pytest.raises(ConfigError, match=r"some.trace"):
        read(make(packed[:2000] + b"\0\0\0\0" + packed[2004:]))


@pytest.mark.parametrize("content", ["", "\n", " \n\n", gzip.compress(b"", mtime=0)])
def test_empty(content: str | bytes, make: Make, read: Read) -> None:
    with pytest.raises(ConfigError, match=r"some.trace: the file is empty"):
        read(make(content))


@pytest.mark.parametrize("content", ["hello\n", b"\x7fELF\0\0", "1 2 3\n", b"\xff" * 99, "1,2\n"])
def test_no_known_format(content: str | bytes, make: Make, read: Read) -> None:
    with pytest.raises(ConfigError, match=r"format is not known; it begins with b'.* known are"):
        read(make(content))
    with pytest.raises(ConfigError, match=r"spc \(SPC \(UMass repository\)\); disksim \("):
        read(make(content))


def test_binary_read_as_text(make: Make, read: Read) -> None:
    with pytest.raises(ConfigError, match=r":1: ASU is '\\x7fELF\\x00'"):
        read(make(b"\x7fELF\0,1,512,w,1\n"), format="spc")


def test_files_that_are_none(tmp_path: Path, read: Read) -> None:
    with pytest.raises(ConfigError, match=r"absent: No such file"):
        read(tmp_path / "absent")
    with pytest.raises(ConfigError, match=r"it is no plain file"):
        read(tmp_path)


@pytest.mark.parametrize(
    "content",
    [
        "fio version 3 iolog\n",
        "fio version 3 iolog\n1 /dev/sda add\n",
        "arrival_s,start_byte,bytes,write\n",
    ],
)
def test_headers_alone(content: str, make: Make, read: Read) -> None:
    with pytest.raises(ConfigError, match=r"some.trace: no request in it"):
        read(make(content))


def test_the_format_by_its_name(make: Make, read: Read) -> None:
    assert len(read(make(SPC), format="spc")) == 3
    with pytest.raises(ConfigError, match=":1: 1 columns instead of 5"):
        read(make(SPC), format="disksim")
    with pytest.raises(ConfigError, match="format 'spx' is not known; did you mean 'spc'"):
        read(make(SPC), format="spx")


def test_one_device(make: Make, read: Read) -> None:
    assert [one.line for one in read(make(SPC), device="1")] == [2]
    scan = traces.open(make(SPC), device="0").scan()
    assert scan.devices == {"0": 2}
    assert (scan.requests, scan.lowest_byte, scan.highest_byte) == (2, 0, 12_288)
    with pytest.raises(ConfigError, match=r"no request for device 2; it has 0, 1$"):
        read(make(SPC), device="2")


def test_scan(make: Make) -> None:
    scan = traces.open(make(SPC)).scan()
    assert (scan.requests, scan.reads, scan.other, scan.bad) == (3, 2, 0, 0)
    assert scan.devices == {"0": 2, "1": 1}
    assert (scan.first_ps, scan.last_ps) == (5 * 10**11, 2 * 10**12)
    assert (scan.lowest_byte, scan.highest_byte, scan.most_bytes) == (0, 12_288, 4096)
    assert (scan.rising, scan.responses) == (True, False)
    assert not traces.open(make(SPC + SPC)).scan().rising


def test_batches_can_be_had_again(make: Make) -> None:
    trace = traces.open(make(SPC))
    assert [len(batch) for batch in trace.batches()] == [3]
    assert [len(batch) for batch in trace.batches()] == [3]


class Mine(traces.Format):
    """A format of one's own: lines of a start and a length in KiB, read, one a millisecond."""

    name = "mine"
    title = "lines of KiB"

    def fits(self, head: bytes) -> bool:
        return head.startswith(b"kib\n")

    def read(self, file: BinaryIO, reading: traces.Reading) -> Iterator[traces.Batch]:
        table = np.loadtxt(file, np.int64, skiprows=1, ndmin=2) * 1024
        count = len(table)
        yield traces.Batch(
            arrival_ps=np.arange(count) * 10**9,
            device=reading.one_device("only", count),
            start_byte=table[:, 0],
            bytes=table[:, 1],
            write=np.zeros(count, np.bool_),
            line=np.arange(count) + 2,
            response_ps=None,
            names=reading.names,
        )


@pytest.fixture
def mine(monkeypatch: pytest.MonkeyPatch) -> None:
    """Mine is registered, for a test."""
    monkeypatch.setattr(formats, "_registered", dict(formats._registered))
    traces.register(Mine())


@pytest.mark.usefixtures("mine")
def test_a_format_of_ones_own(make: Make, read: Read) -> None:
    assert read(make("kib\n0 4\n8 1\n")) == [
        (0, "only", 0, 4096, False, 2, None),
        (10**9, "only", 8192, 1024, False, 3, None),
    ]
    with pytest.raises(ConfigError, match="there is a format 'mine' already"):
        traces.register(Mine())
    with pytest.raises(ConfigError, match=r"not a headstack.traces.Format"):
        traces.register(Mine)  # type: ignore[arg-type]


def test_a_file_that_fits_two(make: Make, read: Read, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(formats, "_registered", dict(formats._registered))
    greedy = Mine()
    monkeypatch.setattr(greedy, "fits", lambda _: True)
    traces.register(greedy)
    with pytest.raises(ConfigError, match="it could be spc and mine; give its format"):
        read(make(SPC))


def test_a_constant_amount_of_memory(tmp_path: Path) -> None:
    """Two million lines, 40 MB: what is held at once is far less."""
    path = tmp_path / "long.spc"
    piece = "".join(f"{i % 9},{i * 8},512,r,{i // 1000}.{i % 1000:03}\n" for i in range(100_000))
    with path.open("w") as file:
        for _ in range(20):
            file.write(piece)
    tracemalloc.start()
    try:
        scan = traces.open(path).scan()
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert scan.requests == 2_000_000
    assert most < 40e6
