"""Every format against the program that it belongs to: what this takes a file for, we do too.

`JUDGES` has each format of the package, or why no program can judge it. A program that is not
installed (Debian's fio and blktrace) leaves its tests out.
"""

import ctypes
import random
import re
import shutil
import struct
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pytest

from headstack import traces
from headstack.traces.formats import FORMATS

Read = Callable[..., list[Any]]
Judge = Callable[[Path, Read], None]

US, MS = 10**6, 10**9
DIRECTIONS: Final = ("read", "write")


def ask(*words: str, folder: Path) -> str:
    """What a program prints; the test is left out without it."""
    if shutil.which(words[0]) is None:
        pytest.skip(f"no {words[0]} is installed")
    done = subprocess.run(
        words, cwd=folder, capture_output=True, text=True, timeout=100, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def fio(folder: Path, *options: str) -> list[tuple[float, bool, int, int]]:
    """The requests of a run of fio without a device: ms, whether it writes, start, and length."""
    ask(
        *("fio", "--name=judge", "--ioengine=null", "--log_offset=1", "--write_lat_log=judge"),
        *options,
        folder=folder,
    )
    rows = [line.split(", ") for line in (folder / "judge_lat.1.log").read_text().splitlines()]
    return [(int(ms), way == "1", int(at), int(size)) for ms, _, way, size, at, *_ in rows]


def of_fio(folder: Path, read: Read) -> None:
    """fio writes what we read, and reads what we write, in its own unit of time."""
    begin = time.monotonic()
    made = fio(
        folder,
        *("--filename=disk", "--size=1M", "--rw=randrw", "--bs=4k", "--number_ios=8"),
        *("--rate_iops=10", "--write_iolog=made.iolog"),
    )
    took = time.monotonic() - begin
    found = read(folder / "made.iolog")
    assert [one[2:5] for one in found] == [(at, size, way) for _, way, at, size in made]
    span_s = (found[-1].arrival_ps - found[0].arrival_ps) / 1e12
    assert 0.1 < span_s < took, "fio waits between requests, and not longer than it runs"

    rows = [(200, "read", 8192, 4096), (400, "write", 512, 1024), (900, "read", 65536, 512)]
    lines = [f"{ms / 1000},{at},{size},{int(way == 'write')}\n" for ms, way, at, size in rows]
    (folder / "a.csv").write_text("arrival_s,start_byte,bytes,write\n" + "".join(lines))
    traces.convert(traces.open(folder / "a.csv"), folder / "ours.iolog", "fio")
    replayed = fio(folder, "--read_iolog=ours.iolog")
    assert [one[1:] for one in replayed] == [
        (way == "write", at, size) for _, way, at, size in rows
    ]
    assert replayed[-1][0] - replayed[0][0] >= 690, "fio replays it in the time that it has"
    _of_fio_2(folder, read)


def of_fio_log(folder: Path, read: Read) -> None:
    """The log has the requests of fio's own iolog, at its times, and the priority of the job."""
    fio(
        folder,
        *("--filename=disk", "--size=1M", "--rw=randrw", "--bs=4k", "--number_ios=8"),
        *("--rate_iops=40", "--write_iolog=made.iolog"),
        *("--log_prio=1", "--prioclass=2", "--prio=3"),
    )
    log, iolog = read(folder / "judge_lat.1.log"), read(folder / "made.iolog")
    assert [one[2:5] for one in log] == [one[2:5] for one in iolog]
    for ours, theirs in zip(log, iolog, strict=True):
        since = ours.arrival_ps - log[0].arrival_ps - (theirs.arrival_ps - iolog[0].arrival_ps)
        assert abs(since) < 2 * MS, "times of completion are whole milliseconds"
    assert set(traces.open(folder / "judge_lat.1.log").scan().priorities) == {8}


def _of_fio_2(folder: Path, read: Read) -> None:
    """Version 2: the same requests; but fio takes `wait` for milliseconds since it began."""
    waits = "disk wait 300 0\n", "disk wait 600 0\n"
    (folder / "2.iolog").write_text(
        f"fio version 2 iolog\ndisk add\ndisk open\ndisk read 0 4096\n{waits[0]}"
        f"disk write 8192 512\n{waits[1]}disk read 4096 4096\ndisk close\n"
    )
    begin = time.monotonic()
    replayed = fio(folder, "--read_iolog=2.iolog")
    assert time.monotonic() - begin >= 0.6
    found = read(folder / "2.iolog")
    assert [one[2:5] for one in found] == [(at, size, way) for _, way, at, size in replayed]
    assert [one.arrival_ps for one in found] == [0, 300 * US, 900 * US], "as its manual says"


def record(number: int, sector: int, size: int, action: int, behind: bytes) -> bytes:
    """A record of blktrace, the one of a number."""
    head = (0x65617407, number, 1000 + 500 * number, sector, size, action, 697, 8 << 20, 0, 0)
    head = (*head, len(behind))
    return struct.pack("<IIQQIIIIIHH", *head) + behind


def blktrace(seed: int) -> bytes:
    """Random records of all kinds."""
    draw = random.Random(seed)
    of_action = {1: 4, 2: 4, 3: 4, 4: 4, 6: 5, 7: 6, 8: 7, 12: 4, 13: 4}  # to its category's bit
    found = [record(1, 0, 0, 1 << 26, b"dd\0\0")]
    for number in range(2, 500):
        action = draw.choice((*of_action, 1, 1, 7, 8, 8))
        size = draw.choice((0, 512, 4096, 4096, 65536, 1 << 20))
        bits = draw.choice((1, 1, 2, 2, 2 | 1 << 3, 1 | 1 << 11, 2 | 1 << 15))
        behind = b""
        kind = draw.randrange(12)
        if kind == 0:
            bits, size = 2 | 1 << 2, draw.choice((0, size))  # flush, with or without data
        elif kind == 1:
            bits = 2 | 1 << 13  # discard
        elif kind == 2:
            bits, size, behind = 1 | 1 << 9, 36, bytes(range(12))  # packet command
        elif action == 13:
            behind = struct.pack(">Q", 8)
        sector = draw.randrange(0, 400) * 8
        what = action | (bits | 1 << of_action[action]) << 16
        found.append(record(number, sector, size, what, behind))
    return b"".join(found)


def served(seed: int) -> bytes:
    """Requests of their own places that are queued, merged or split, issued, and completed."""
    draw = random.Random(seed)
    queue, merge, issue, complete = 1 | 1 << 20, 2 | 1 << 20, 7 | 1 << 22, 8 | 1 << 23
    steps: list[tuple[float, int, int, int]] = []  # when, sector, blocks, action
    for place in range(100):
        now, sector, blocks = 1.0 * place, 4096 * place, draw.choice((8, 64))
        way = draw.choice((1, 2)) << 16
        steps.append((now, sector, blocks, queue | way))
        parts = [(sector, blocks)]
        if draw.randrange(3) == 0:
            steps.append((now + 0.1, sector + blocks, 8, queue | way))
            steps.append((now + 0.2, sector + blocks, 8, merge | way))
            parts = [(sector, blocks + 8)]
        elif draw.randrange(3) == 0:
            parts = [(sector, blocks // 2), (sector + blocks // 2, blocks // 2)]
        for at, length in parts:
            steps.append((now + 0.4, at, length, issue | way))
            steps.append((now + 1 + 9 * draw.random(), at, length, complete | way))
    rows = enumerate(sorted(steps), 2)
    made = [
        record(number, at, 512 * length, action, b"") for number, (_, at, length, action) in rows
    ]
    return b"".join([record(1, 0, 0, 1 << 26, b"dd\0\0"), *made])


EVENT: Final = re.compile(
    r" *(?P<device>\d+,\d+) +\d+ +\d+ +(?P<time>\d+\.\d+) +\d+ +(?P<action>[QDC])"
    r" +F?(?P<way>[RW])[A-Z]* (?P<sector>\d+) \+ (?P<blocks>\d+) (?:\([ \d]+\) )?\[.*\]"
)


def of_blkparse(folder: Path, read: Read) -> None:
    """The requests in a binary trace are those that blkparse prints; of both formats, we say so."""
    for seed, make in ((1, blktrace), (2, blktrace), (3, served), (4, served)):
        (folder / "t.blktrace.0").write_bytes(make(seed))
        text = ask("blkparse", "-i", "t.blktrace.0", *("-s", "-t") * (seed % 2), folder=folder)
        (folder / "t.txt").write_text(text)
        lines = [match for line in text.splitlines() if (match := EVENT.fullmatch(line))]
        queued = [
            (
                round(float(one["time"]) * 1e9) * 1000, one["device"], int(one["sector"]) * 512,
                int(one["blocks"]) * 512, one["way"] == "W",
            )
            for one in lines if one["action"] == "Q" and int(one["blocks"])
        ]  # fmt: skip
        binary, printed = read(folder / "t.blktrace.0"), read(folder / "t.txt")
        assert [one[:5] for one in printed] == queued
        begin = binary[0].arrival_ps - printed[0].arrival_ps
        assert [(one.arrival_ps - begin, *one[1:5]) for one in binary] == queued
        if make is served:  # blkparse 1.3 mends completions that no issue goes before
            responses = [one.response_ps for one in printed]
            assert [one.response_ps for one in binary] == responses
            assert min(responses) > 0
        scans = [traces.open(folder / name).scan() for name in ("t.blktrace.0", "t.txt")]
        assert scans[0].other == scans[1].other


def scanned(pattern: str, line: str, *kinds: Any) -> list[Any]:
    """What C's `sscanf` makes of a line, as DiskSim calls it."""
    values = [kind() for kind in kinds]
    pointers = [ctypes.byref(one) if not isinstance(one, ctypes.Array) else one for one in values]
    found = ctypes.CDLL(None).sscanf(line.encode(), pattern.encode(), *pointers)
    assert found == len(kinds), line
    return [one.value for one in values]


def of_disksim(folder: Path, read: Read) -> None:
    """DiskSim (`disksim_iotrace.c`) reads lines by `sscanf`, flags as `%x`; bit 0 is a read."""
    flags = ("1", "0", "0x1", "0X0", "0x11", "a", "F", "0xb", "00000001", "10")
    given = "".join(f"{7.25 * n:.6f} {n % 3} {8 * n} 5 {one}\n" for n, one in enumerate(flags))
    (folder / "given").write_text(given)
    traces.convert(traces.open(folder / "given"), folder / "ours", "disksim")
    integer, double, unsigned = ctypes.c_int, ctypes.c_double, ctypes.c_uint
    for name in ("given", "ours"):
        lines = (folder / name).read_text().splitlines()
        kinds = (double, integer, integer, integer, unsigned)
        rows = [scanned("%lf %d %d %d %x\n", line, *kinds) for line in lines]
        assert [
            (ms * MS, str(device), 512 * block, 512 * blocks, not flag & 1)
            for ms, device, block, blocks, flag in rows
        ] == [one[:5] for one in read(folder / name)]


def of_validate(folder: Path, read: Read) -> None:
    """DiskSim's `iotrace_validate_get_ioreq_event` reads a line by `sscanf`; times are in us."""
    (folder / "a").write_text("R Miss  564347 2 100.5 10.25\nW Doub 8 3 0.5 0\nR Hit 0 1 7 7\n")
    double, integer = ctypes.c_double, ctypes.c_int
    text, letter = ctypes.c_char * 80, ctypes.c_char
    now = 0.0
    for line, one in zip((folder / "a").read_text().splitlines(), read(folder / "a"), strict=True):
        kinds = (letter, text, integer, integer, double, double)
        way, _, block, blocks, took, think = scanned("%c %s %d %d %lf %lf\n", line, *kinds)
        found = (round(now * US), "0", 512 * block, 512 * blocks, way == b"W")
        assert (*found, round(took * US)) == (*one[:5], one.response_ps)
        now += took + think


JUDGES: Final[dict[str, Judge | str]] = {
    "spc": "a repository's format; its specification (SPC trace file format 1.0.1) has no program",
    "disksim": of_disksim,
    "validate": of_validate,
    "msr": "made from Windows' event log by a tool that was not published",
    "srt": "HP's library was not published; its header's geometry judges it (docs/use/mimic.md)",
    "blktrace": of_blkparse,
    "blkparse": of_blkparse,
    "fio": of_fio,
    "fio_log": of_fio_log,
    "csv": "headstack's own: test_text_formats has lines by hand, test_writing what is written",
    "parquet": "headstack's own: pyarrow writes what test_binary_formats reads",
}
"""What judges each format, or why nothing can; a new format needs its line here."""


@pytest.mark.parametrize("name", [one.name for one in FORMATS])
def test_a_format_is_what_its_program_takes_it_for(name: str, tmp_path: Path, read: Read) -> None:
    judge = JUDGES[name]
    if isinstance(judge, str):
        assert len(judge.split()) > 5, "the reason why no program judges it"
    else:
        judge(tmp_path, read)


def test_only_formats_have_judges() -> None:
    assert set(JUDGES) == {one.name for one in FORMATS}
