"""A trace in several files: blktrace's, one a CPU."""

import hashlib
import json
import pickle
import random
import struct
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

from headstack import ConfigError, traces, workload
from headstack.cli import app
from headstack.traces.formats import blktrace
from headstack.traces.merging import by_time

Read = Callable[..., list[Any]]

QUEUE, COMPLETE, READ, WRITE, NOTIFY = 1, 8, 1 << 16, 1 << 17, 1 << 26


def record(time: int, sector: int, action: int, size: int = 4096, behind: bytes = b"") -> bytes:
    """A record of blktrace."""
    head = (0x65617407, 0, time, sector, size, action, 697, 8 << 20, 3, 0, len(behind))
    return struct.pack("<IIQQIIIIIHH", *head) + behind


def stream(requests: int = 3000) -> list[bytes]:
    """Requests and completions by time, with other records between them."""
    draw = random.Random(1)
    found, time = [(5_000_000, record(5_000_000, 0, NOTIFY, 0, b"fio\0"))], 5_000_000
    for _ in range(requests):
        time += draw.randrange(1, 60_000)
        sector, way = draw.randrange(10**6) * 8, draw.choice((READ, WRITE))
        found.append((time, record(time, sector, QUEUE | way)))
        over = time + draw.randrange(10, 900_000)
        found.append((over, record(over, sector, COMPLETE | way, behind=b"x" * draw.randrange(9))))
    return [content for _, content in sorted(found, key=lambda one: one[0])]


@pytest.fixture
def split(tmp_path: Path) -> Callable[[list[bytes], int], tuple[Path, Path]]:
    """Writes a stream as one file, and as one of so many CPUs each; gives both names."""

    def write(records: list[bytes], cpus: int) -> tuple[Path, Path]:
        whole, base = tmp_path / "whole", tmp_path / "sda.blktrace"
        whole.write_bytes(b"".join(records))
        draw = random.Random(2)
        parts: list[list[bytes]] = [[] for _ in range(cpus)]
        for content in records:
            parts[min(draw.randrange(2 * cpus), cpus - 1)].append(content)  # the last has most
        for cpu, part in enumerate(parts):
            Path(f"{base}.{cpu}").write_bytes(b"".join(part))
        return whole, base

    return write


Split = Callable[[list[bytes], int], tuple[Path, Path]]


@pytest.mark.parametrize("size", [1 << 22, 60_000, 200, 48])
def test_the_same_requests(
    size: int, split: Split, read: Read, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole, base = split(stream(3000 if size > 200 else 60), 3)
    known = read(whole)
    assert sum(one.response_ps > 0 for one in known) > 0.9 * len(known)
    monkeypatch.setattr(blktrace, "_AT_ONCE", size)
    assert read(base) == known
    assert read([f"{base}.{cpu}" for cpu in range(3)]) == known
    assert read(whole) == known


def test_more_than_ten_cpus(split: Split, read: Read) -> None:
    whole, base = split(stream(500), 12)
    assert read(base) == read(whole)


def test_what_is_said_of_them(split: Split) -> None:
    whole, base = split(stream(), 3)
    trace = pickle.loads(pickle.dumps(traces.open(base)))
    scan, known = trace.scan(), traces.open(whole).scan()
    assert (scan.path, scan.files, known.files) == (str(base), 3, 1)
    assert (scan.requests, scan.other, scan.last_ps) == (known.requests, known.other, known.last_ps)
    content = b"".join(Path(f"{base}.{cpu}").read_bytes() for cpu in range(3))
    assert scan.sha256 == hashlib.sha256(content).hexdigest()
    assert workload.replay(base).requests == workload.replay(
        [f"{base}.0", f"{base}.2"]
    ).requests + (traces.open(f"{base}.1").scan().requests)
    done = CliRunner().invoke(app, ["trace", "info", str(base)])
    assert "blktrace, 3 files as one" in done.stdout
    document = json.loads(CliRunner().invoke(app, ["trace", "info", str(base), "--json"]).stdout)
    assert (document["files"], document["requests"]) == (3, 3000)


def test_a_file_of_that_very_name_goes_first(split: Split, read: Read) -> None:
    _, base = split(stream(50), 2)
    base.write_bytes(record(0, 8, QUEUE | READ))
    assert len(read(base)) == 1


def test_at_one_time_the_lower_cpu_goes_first(tmp_path: Path, read: Read) -> None:
    for cpu in (1, 0, 2):
        made = [record(time, 10 * cpu + k, QUEUE | READ) for k, time in enumerate((7, 9, 9))]
        (tmp_path / f"t.{cpu}").write_bytes(b"".join(made))
    sectors = [one.start_byte // 512 for one in read(tmp_path / "t")]
    assert sectors == [0, 10, 20, 1, 2, 11, 12, 21, 22]


def test_a_file_that_is_not_in_order(tmp_path: Path, read: Read) -> None:
    """Its order stays: who is too late comes behind the one in front. Then it is as ever."""
    times = {0: (10, 30, 20, 40), 1: (15, 25, 35)}
    for cpu, each in times.items():
        made = [record(1000 * time, time, QUEUE | READ) for time in each]
        (tmp_path / f"t.{cpu}").write_bytes(b"".join(made))
    found = [one.start_byte // 512 for one in read(tmp_path / "t")]
    assert found == [10, 15, 25, 30, 20, 35, 40]
    trace = traces.open(tmp_path / "t")
    assert not trace.scan().rising
    ordered = [start // 512 for batch in trace.ordered_batches() for start in batch.start_byte]
    assert ordered == [10, 15, 20, 25, 30, 35, 40]


def test_a_request_that_another_cpu_completes(tmp_path: Path, read: Read) -> None:
    (tmp_path / "t.0").write_bytes(record(1000, 8, QUEUE | WRITE))
    (tmp_path / "t.1").write_bytes(record(4000, 8, COMPLETE | WRITE))
    assert [one.response_ps for one in read(tmp_path / "t")] == [3_000_000]


def test_a_cpu_that_saw_nothing(split: Split, read: Read) -> None:
    whole, base = split(stream(50), 2)
    Path(f"{base}.1").rename(f"{base}.2")
    Path(f"{base}.1").touch()
    assert read(base) == read(whole)
    for cpu in range(3):
        Path(f"{base}.{cpu}").write_bytes(b"")
    with pytest.raises(ConfigError, match=r"sda.blktrace: its 3 files are empty"):
        read(base)


def test_missing_files(split: Split, read: Read) -> None:
    _, base = split(stream(20), 4)
    Path(f"{base}.1").unlink()
    with pytest.raises(ConfigError, match=r"is .*blktrace.3, but not .*blktrace.1: a part .* off"):
        read(base)
    Path(f"{base}.0").unlink()
    with pytest.raises(ConfigError, match=r"but not .*blktrace.0, .*blktrace.1: a part"):
        read(base)
    with pytest.raises(ConfigError, match=r"blktrace.1: No such file"):
        read([f"{base}.{cpu}" for cpu in range(2)][1:])
    done = CliRunner().invoke(app, ["trace", "info", str(base)])
    assert (done.exit_code, done.stdout) == (2, "")


def test_wrong_lists(tmp_path: Path, split: Split, read: Read) -> None:
    _, base = split(stream(20), 2)
    one = f"{base}.0"
    with pytest.raises(ConfigError, match="trace is an empty list of files"):
        read([])
    with pytest.raises(ConfigError, match="the list has this file twice"):
        read([one, one])
    with pytest.raises(ConfigError, match="trace has 3 in it; it must be a list of"):
        read([one, 3])
    for number in range(2):
        (tmp_path / f"disk.spc.{number}").write_text("0,0,512,w,0.5\n")
    with pytest.raises(ConfigError, match=r"2 files of the format spc; only those of blktrace are"):
        read(tmp_path / "disk.spc")
    with pytest.raises(ConfigError, match=r"blktrace.0 is blktrace, and .*spc.0 is spc; files"):
        read([one, tmp_path / "disk.spc.0"])
    with pytest.raises(ConfigError, match=r"disk.spc.0: no blktrace; it begins with"):
        read([one, tmp_path / "disk.spc.0"], format="blktrace")


def test_a_damaged_one_is_named(split: Split, read: Read) -> None:
    _, base = split(stream(20), 2)
    path = Path(f"{base}.1")
    whole = path.read_bytes()
    path.write_bytes(whole[:-1])
    with pytest.raises(ConfigError, match=r"blktrace.1: record \d+ is cut short"):
        read(base)
    path.write_bytes(record(6_000_000, 2**62, QUEUE | READ) + whole)
    with pytest.raises(ConfigError, match=r"blktrace.1: record 1 has the time 6000000 ns and the"):
        read(base)


def test_any_streams() -> None:
    """Against a sort of all, with many records at one time, in parts of any size."""
    draw = np.random.default_rng(3)
    kind = np.dtype([("time", "<u8"), ("what", "i8")])
    for _ in range(200):
        streams, known = [], []
        for place in range(int(draw.integers(1, 5))):
            times = np.sort(draw.integers(0, 6, draw.integers(0, 12)))
            records = np.array([(t, 100 * place + k) for k, t in enumerate(times)], kind)
            known += [(int(t), place, k) for k, t in enumerate(times)]
            cuts = np.sort(draw.integers(0, len(records) + 1, 2))
            streams.append(iter([part for part in np.split(records, cuts) if len(part)]))
        found = list(by_time(streams, int(draw.integers(1, 9))))
        merged = [value for records, *_ in found for value in records["what"].tolist()]
        assert merged == [100 * place + k for _, place, k in sorted(known)]
        number = [(p, k) for _, place, own in found for p, k in zip(place, own - 1, strict=True)]
        assert [100 * p + k for p, k in number] == merged


def test_a_constant_amount_of_memory(tmp_path: Path) -> None:
    """Two million requests on four CPUs, 192 MB with their completions."""
    kind, _ = blktrace._kind(record(0, 0, QUEUE), "a")
    for cpu in range(4):
        with (tmp_path / f"t.{cpu}").open("wb") as file:
            for part in range(10):
                one = np.zeros(100_000, kind)
                one["magic"], one["bytes"], one["device"] = 0x65617407, 4096, 8 << 20
                one["time"] = 1000 * (4 * (np.arange(100_000) + 100_000 * part) + cpu)
                one["sector"] = np.arange(100_000) // 2 * 8
                one["action"] = READ | np.where(np.arange(100_000) % 2, COMPLETE, QUEUE)
                one.tofile(file)
    tracemalloc.start()
    try:
        scan = traces.open(tmp_path / "t").scan()
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert scan.requests == 2_000_000
    assert scan.rising
    assert most < 110e6
