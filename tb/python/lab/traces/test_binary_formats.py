"""Binary formats: records made by hand, and each way in which they can be damaged."""

import struct
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import headstack
from headstack import ConfigError, traces, workload

Make = Callable[..., Path]
Read = Callable[..., list[Any]]

MAGIC = 0x65617407
QUEUE, GETRQ, COMPLETE = 1, 4, 8
READ, WRITE, FLUSH, SYNC = 1 << 16, 1 << 17, 1 << 18, 1 << 19
PACKET, NOTIFY, DISCARD, CGROUP = 1 << 25, 1 << 26, 1 << 29, 1 << 8
SDA, SDB = 8 << 20, (8 << 20) + 16


def record(
    time: int, sector: int, size: int, action: int, device: int = SDA, behind: bytes = b"",
    order: str = "<", magic: int = MAGIC,
) -> bytes:  # fmt: skip
    """A record of blktrace."""
    head = struct.pack(
        f"{order}IIQQIIIIIHH",
        *(magic, 0, time, sector, size, action, 697, device, 3, 0, len(behind)),
    )
    return head + behind


def blktrace(order: str = "<") -> bytes:
    """Reads and writes with everything that may be between them; the first is at 10 s."""
    made = (
        (10_000_000_000, 0, 0, NOTIFY, 0, b"fio\0"),
        (10_000_001_000, 100, 4096, QUEUE | READ),
        (10_000_001_500, 100, 4096, GETRQ | READ, SDA, struct.pack(f"{order}I", MAGIC)),
        (10_000_002_000, 100, 512, QUEUE | WRITE | SYNC | CGROUP, SDB, b"12345678"),
        (10_000_002_500, 0, 0, QUEUE | WRITE | FLUSH),
        (10_000_002_600, 0, 4096, QUEUE | WRITE | DISCARD),
        (10_000_002_700, 0, 36, QUEUE | READ | PACKET),
        (10_000_002_800, 1, 0, 1 | NOTIFY),
        (10_000_003_000, 108, 4096, QUEUE | READ),
        (10_000_009_000, 100, 8192, COMPLETE | READ),
        (10_000_010_000, 100, 512, COMPLETE | WRITE),
        (10_000_020_000, 100, 512, COMPLETE | WRITE, SDB),
    )
    return b"".join(record(*one, order=order) for one in made)


BLKTRACE = [
    (1_000_000, "8,0", 51_200, 4096, False, 2, 8_000_000),
    (2_000_000, "8,16", 51_200, 512, True, 4, 18_000_000),
    (3_000_000, "8,0", 55_296, 4096, False, 9, 6_000_000),
]


@pytest.mark.parametrize("order", ["<", ">"])
def test_blktrace(order: str, make: Make, read: Read) -> None:
    path = make(blktrace(order))
    assert read(path) == BLKTRACE
    scan = traces.open(path).scan()
    assert (scan.format, scan.requests, scan.other, scan.responses) == ("blktrace", 3, 3, True)


@pytest.mark.parametrize("size", [48, 52, 60, 100, 131])
def test_blktrace_in_parts(
    size: int, make: Make, read: Read, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("headstack.traces.formats.blktrace._AT_ONCE", size)
    assert read(make(blktrace())) == BLKTRACE


def test_a_completion_within_so_many_requests_is_found(
    make: Make, read: Read, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("headstack.traces.formats.blktrace._AT_ONCE", 96)
    monkeypatch.setattr("headstack.traces.pairing.WINDOW", 2)
    late = [record(i, i, 512, READ | QUEUE) for i in range(4)]
    late += [record(9, i, 512, READ | COMPLETE) for i in range(4)]
    assert [one[-1] for one in read(make(b"".join(late)))] == [-1, -1, 7000, 6000]
    made = [
        record(1000 * i, i // 2, 512, READ | (COMPLETE if i % 2 else QUEUE)) for i in range(2, 40)
    ]
    assert [one[-1] for one in read(make(b"".join(made)))] == [1_000_000] * 19
    assert [one[-1] for one in read(make(b"".join([made[0], *made[2:]])))][:3] == [-1, 10**6, 10**6]


def test_two_of_the_same_place(make: Make, read: Read) -> None:
    """A completion is the one of the last request before it; none has two."""
    made = (
        *((0, QUEUE), (10, QUEUE), (30, COMPLETE), (50, COMPLETE), (60, QUEUE), (61, COMPLETE)),
    )
    path = make(b"".join(record(time, 7, 512, READ | what) for time, what in made))
    assert [one[-1] for one in read(path)] == [-1, 20_000, 1000]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (blktrace()[:-1], "record 12 is cut short after 47 bytes; is the file whole"),
        (blktrace()[:50], "record 1 is cut short after 50 bytes"),
        (blktrace()[:20], "record 1 is cut short after 20 bytes"),
        (blktrace() + b"x" * 50, "record 13 .*"),
        (
            blktrace()[:52] + b"x" * 60 + blktrace()[52:],
            "record 2 does not begin with 07 74 61 65, as the first",
        ),
        (record(0, 0, 512, QUEUE | READ, magic=0x65617405), "version 5; only 7 and 8 are read"),
        (record(0, 2**62, 512, QUEUE | READ), "record 1 has the time 0 ns and the sector 4611686"),
        (
            record(0, 0, 512, QUEUE | READ) + record(2**60, 0, 512, QUEUE | READ),
            "record 2 has the time 1152921504606846976 ns",
        ),
        (record(0, 0, 0, QUEUE | READ), r"no request in it \(blktrace\); 1 records are of other"),
    ],
)
def test_damaged_blktrace(content: bytes, message: str, make: Make, read: Read) -> None:
    with pytest.raises(ConfigError, match=message):
        read(make(content))


HEADER = b"$$TR_IOREC-1.3 (test)\nsectorsize = 256,\nsectorsize  = 256\n\x0c"


def srt(second: int, microsecond: int, sector: int, size: int, flags: int, disk: int = 0) -> bytes:
    """A record of SRT: answered after 700 us."""
    return struct.pack(
        ">14I",
        *(56, 0, second, microsecond, 5, 700, size, sector, disk << 8, 0, 0, flags, 0, 0),
    )


def test_srt(make: Make, read: Read) -> None:
    body = srt(700_000_000, 999_999, 4, 1024, 1) + srt(700_000_001, 1, 1, 300, 0, disk=1)
    assert read(make(HEADER + body)) == [
        (0, "0", 1024, 1024, False, 1, 700_000_000),
        (2_000_000, "1", 256, 300, True, 2, 700_000_000),
    ]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (HEADER + srt(1, 0, 0, 512, 0)[:-1], "record 1 is cut short; is the file whole"),
        (HEADER + srt(1, 0, 0, 0, 0), ":1: a record that is no request of SRT 1.3"),
        (HEADER, "no request in it"),
        (HEADER[:-1], "no SRT 1.3; its first line is"),
        (HEADER.replace(b"256,", b"512,"), "no SRT 1.3"),
        (HEADER.replace(b"256", b"9" * 20), "sectorsize is 9+; it must be from 1 to 65536"),
        (HEADER.replace(b"256", b"0"), "sectorsize is 0; it must be"),
    ],
)
def test_damaged_srt(content: bytes, message: str, make: Make, read: Read) -> None:
    with pytest.raises(ConfigError, match=message):
        read(make(content))


def parquet(path: Path, **columns: Any) -> Path:
    """A file of our columns, some of them others."""
    whole = {"arrival_ps": [5, 7], "start_byte": [0, 512], "bytes": [1, 9], "write": [True, False]}
    pq.write_table(pa.table({k: v for k, v in {**whole, **columns}.items() if v}), path)
    return path


def test_parquet(tmp_path: Path, read: Read) -> None:
    assert read(parquet(tmp_path / "a")) == [
        (5, "0", 0, 1, True, 1, None),
        (7, "0", 512, 9, False, 2, None),
    ]
    named = parquet(tmp_path / "b", device=["sda", "sdb"], response_ps=[None, 3])
    assert read(named) == [(5, "sda", 0, 1, True, 1, -1), (7, "sdb", 512, 9, False, 2, 3)]


@pytest.mark.parametrize(
    ("columns", "message"),
    [
        ({"bytes": None}, "no column 'bytes'; it has arrival_ps, start_byte, write"),
        ({"bytes": ["1", "2"]}, "the column 'bytes' is string; whole numbers are right"),
        ({"write": [1, 0]}, "the column 'write' is int64; bool"),
        ({"device": [1, 0]}, "the column 'device' is int64; text"),
        ({"bytes": [1, None]}, ":2: bytes is null"),
        ({"bytes": [1, 0]}, ":2: bytes is no number of bytes, 1 to 9"),
        ({"arrival_ps": [0, 2**63 - 1]}, ":2: arrival_ps is out of its span, 93 days after"),
        ({"response_ps": [None, -7]}, ":2: response_ps is less than 0"),
        ({"start_byte": [-1, 0]}, ":1: start_byte is no number of bytes, 0 to"),
    ],
)
def test_wrong_parquet(columns: dict[str, Any], message: str, tmp_path: Path, read: Read) -> None:
    with pytest.raises(ConfigError, match=message):
        read(parquet(tmp_path / "a", **columns))


NOT_UTF8 = pa.array([b"sda", b"\xff"], pa.binary()).view(pa.string())


@pytest.mark.parametrize(
    ("device", "shown"),
    [
        ("", ""),
        ("\x1b[2Jsda", r"\\x1b\[2Jsda"),
        ("a\nb", r"a\\nb"),
        ("\u00e4", "\u00c3\u00a4|.*"),
        ("\x7f", r"\\x7f"),
        ("x" * 256, "x{60}"),
        ("x" * 20_000_000, "x{60}"),
    ],
)
@pytest.mark.parametrize("packed", [True, False])
def test_names_of_devices_are_those_that_csv_can_have(
    device: str, shown: str, packed: bool, tmp_path: Path, make: Make, read: Read
) -> None:
    column = pa.array(["sda", device])
    path = parquet(tmp_path / "a", device=column.dictionary_encode() if packed else column)
    with pytest.raises(ConfigError, match=f":2: device is '{shown}'; it must be a name in ASCII"):
        read(path)
    assert [one.device for one in read(path, skip_bad=1)] == ["sda"]
    if len(device) < 300 and "\n" not in device:
        with pytest.raises(ConfigError, match=r":2: device is .*; it must be a name in ASCII, 255"):
            read(make(f"arrival_s,device,start_byte,bytes,write\n0,{device},0,1,0\n"))


def test_parquet_that_is_no_utf8(tmp_path: Path, read: Read) -> None:
    with pytest.raises(ConfigError, match=r":2: device is '.*'; it must be a name in ASCII"):
        read(parquet(tmp_path / "a", device=NOT_UTF8))
    table = pq.read_table(parquet(tmp_path / "b"))
    fields = [*table.schema, pa.field(b"\xff\xfe", pa.int64())]
    columns = [*table.columns, pa.array([1, 2])]
    pq.write_table(pa.Table.from_arrays(columns, schema=pa.schema(fields)), tmp_path / "c")
    with pytest.raises(ConfigError, match=r"name of a column is b'.*xff.*', which is no UTF-8"):
        read(tmp_path / "c")


def test_a_column_that_is_there_twice(tmp_path: Path, read: Read) -> None:
    table = pq.read_table(parquet(tmp_path / "a"))
    pq.write_table(table.append_column("bytes", pa.array([1, 2])), tmp_path / "a")
    with pytest.raises(ConfigError, match="the column 'bytes' is there twice"):
        read(tmp_path / "a")


@pytest.mark.parametrize("block", [b"", b"-1", b"0", b"512.5", b"1048577", b"9" * 5000, b"x\xff"])
def test_rows_of_a_run_with_a_wrong_block(block: bytes, tmp_path: Path, read: Read) -> None:
    columns = {"arrival": [0], "lbn": [0], "blocks": [1], "write": [True], "finish": [1]}
    table = pa.table(columns).replace_schema_metadata({b"headstack.bytes_per_block": block})
    pq.write_table(table, tmp_path / "a")
    with pytest.raises(ConfigError, match=r"headstack.bytes_per_block is b'.*'; it must be a"):
        read(tmp_path / "a")


def test_rows_of_a_run_past_the_end_of_any_device(tmp_path: Path, read: Read) -> None:
    columns = {"arrival": [0], "lbn": [2**62], "blocks": [1], "write": [True], "finish": [1]}
    table = pa.table(columns).replace_schema_metadata({b"headstack.bytes_per_block": b"512"})
    pq.write_table(table, tmp_path / "a")
    with pytest.raises(ConfigError, match=":1: start_byte is no number of bytes"):
        read(tmp_path / "a")


def test_parquet_cut_off(tmp_path: Path, make: Make, read: Read) -> None:
    whole = parquet(tmp_path / "a").read_bytes()
    with pytest.raises(ConfigError, match=r"is the file whole\?"):
        read(make(whole[:-20]))


def test_rows_of_a_run(tmp_path: Path, read: Read) -> None:
    path = tmp_path / "rows.parquet"
    result = headstack.Drive("hp_c2247").run(workload.random(30, requests=50))
    result.to_parquet(path)
    found = read(path)
    columns = result.columns
    assert [one.arrival_ps for one in found] == columns["arrival"].tolist()
    assert [one.start_byte for one in found] == (columns["lbn"].astype(int) * 512).tolist()
    assert {one.bytes for one in found} == {8192}
    assert [one.write for one in found] == columns["write"].tolist()
    took = columns["finish"] - columns["arrival"]
    assert [one.response_ps for one in found] == took.tolist()
