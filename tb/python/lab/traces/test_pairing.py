"""Requests and completions: split, merged, in parts, issued only; against a slow reckoning."""

import random
import struct
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from headstack import ConfigError, advice, traces, workload
from headstack.advice.question import Question
from headstack.traces import pairing

Make = Callable[..., Path]
Read = Callable[..., list[Any]]

NS = 1000
CODES = {"Q": 1, "M": 2, "G": 4, "D": 7, "C": 8, "X": 13}
LETTERS = {"R": 1 << 16, "W": 1 << 17}
MERGED = """\
0.001 Q R 0 + 8
0.002 Q R 8 + 8
0.003 M R 8 + 8
0.004 D R 0 + 16
0.009 C R 0 + 16
"""
SPLIT = """\
0.871020525 Q W 0 + 2048
0.871025680 X W 0 + 1024
0.871044000 D W 0 + 1024
0.871045000 D W 1024 + 1024
0.872020525 C W 0 + 1024
0.904445591 C W 1024 + 1024
"""
IN_PARTS = """\
0.1 Q W 100 + 24
0.2 D W 100 + 24
0.3 C W 100 + 8
0.4 C W 108 + 15
0.5 C R 123 + 1
0.6 C W 123 + 1
"""
ISSUED = "0.001 D W 800 + 80\n0.002 C W 800 + 80\n0.003 D R 8 + 8\n0.0035 C R 8 + 8\n"
EXPECTED = {
    MERGED: [(1, 8), (2, 7)],
    SPLIT: [(871.020525, 33.425066)],
    IN_PARTS: [(100, 500)],
    ISSUED: [(1, 1), (3, 0.5)],
    "0.1 Q W 0 + 16\n0.2 C W 0 + 8\n": [(100, None)],
    "0.1 Q W 0 + 16\n0.2 Q W 8 + 16\n0.3 C W 0 + 24\n": [(100, None), (200, 100)],
    "0.1 Q W 0 + 16\n0.2 Q R 8 + 16\n0.3 C W 0 + 24\n": [(100, 200), (200, None)],
}


def text(lines: str) -> str:
    """As blkparse prints it."""
    rows = [line.split(" ", 3) for line in lines.splitlines()]
    return "".join(
        f"  8,0    1 {number:8} {float(time):16.9f}   697  {what}   {way} {where} [x]\n"
        for number, (time, what, way, where) in enumerate(rows, 1)
    )


def binary(lines: str, version: int = 7) -> bytes:
    """As blktrace writes it; the first record is at 0 s."""
    made = [record(0, 0, 0, 1 << 26, version)]
    for line in lines.splitlines():
        time, what, way, sector, _, blocks = line.split()
        made.append(
            record(
                round(float(time) * 1e9),
                int(sector),
                int(blocks) * 512,
                CODES[what] | LETTERS[way],
                version,
            )
        )
    return b"".join(made)


def record(time: int, sector: int, size: int, action: int, version: int) -> bytes:
    """A record of version 7, or of 8, whose action has 64 bits and stands behind the process."""
    head = struct.pack("<IIQQI", 0x65617400 + version, 0, time, sector, size)
    if version == 7:
        return head + struct.pack("<IIIIHH", action, 697, 8 << 20, 3, 0, 0)
    return head + struct.pack("<IQIIHH12x", 697, action, 8 << 20, 3, 0, 0)


@pytest.mark.parametrize("lines", EXPECTED)
@pytest.mark.parametrize("made", [text, binary, lambda lines: binary(lines, 8)])
def test_a_response_lasts_until_all_blocks_are_completed(
    made: Callable[[str], Any], lines: str, make: Make, read: Read
) -> None:
    found = [(one.arrival_ps / 1e9, one.response_ps / 1e9) for one in read(make(made(lines)))]
    expected = [(at, -1e-9 if response is None else response) for at, response in EXPECTED[lines]]
    assert found == [pytest.approx(one, abs=1e-6) for one in expected]


@pytest.mark.parametrize("made", [text, binary])
def test_a_trace_of_issues_says_so(made: Callable[[str], Any], make: Make) -> None:
    path = make(made(ISSUED))
    scan = traces.open(path).scan()
    assert (scan.requests, scan.notes) == (2, (pairing.OF_ISSUE,))
    assert "no queue records (Q)" in str(workload.replay(path).settings()["notes"])
    question = Question(trace=str(path), drive="hp_c2247", map="fold", schedulers=("sptf",))
    assert any("no queue records (Q)" in one for one in advice.advise(question).assumed)
    assert traces.open(make(made(SPLIT))).scan().notes == ()


def test_completions_alone_say_what_is_missing(make: Make) -> None:
    with pytest.raises(ConfigError, match=r"no request in it.*record it without -a, or with -a q"):
        traces.open(make(text("0.1 C W 0 + 8\n"))).scan()


def test_issues_before_the_first_queue_record_are_no_requests(make: Make, read: Read) -> None:
    lines = "0.1 D W 0 + 8\n0.2 C W 0 + 8\n0.3 Q R 8 + 8\n0.4 D R 8 + 8\n0.5 C R 8 + 8\n"
    assert [one.line for one in read(make(text(lines)))] == [3]


def test_a_queue_record_behind_very_many_issues(
    make: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pairing, "WINDOW", 2)
    monkeypatch.setattr("headstack.traces.text.AT_ONCE", 100)
    with pytest.raises(ConfigError, match=r":5: a queue record \(Q\) after 2 or more issues"):
        traces.open(make(text(ISSUED + "0.1 Q W 0 + 8\n"))).scan()


def test_zone_operations_move_no_data(make: Make) -> None:
    """The letters of Linux 6.19: append, reset, reset all, finish, open, close, write zeroes."""
    letters = ("ZA", "ZR", "ZRA", "ZF", "ZO", "ZC", "WZ", "FWZ")
    lines = [f"0.1 Q {one} 0 + 8\n0.2 D {one} 0 + 8\n0.3 C {one} 0 + 8\n" for one in letters]
    plugs = "0.4 ZP W 0 + 8\n0.5 ZU W 0 + 8\n"
    scan = traces.open(make(text("0 Q W 0 + 8\n" + "".join(lines) + plugs))).scan()
    assert (scan.requests, scan.other, scan.notes) == (1, 8, (pairing.ZONE_APPENDS,))


@pytest.mark.parametrize("bit", range(32, 39))
def test_operations_of_version_8_move_no_data(bit: int, make: Make) -> None:
    made = [record(0, 0, 4096, CODES["Q"] | LETTERS["W"], 8)]
    made.append(record(5, 0, 4096, CODES["Q"] | LETTERS["W"] | 1 << bit, 8))
    scan = traces.open(make(b"".join(made))).scan()
    assert (scan.requests, scan.other) == (1, 1)
    assert bool(scan.notes) == (bit == 32)


def reckoned(events: list[tuple[str, str, int, int]], window: int) -> list[int]:
    """Response of each request in steps of time, -1 for none, block by block."""
    waits: dict[tuple[str, int], int] = {}
    left: list[int | None] = []
    found: list[int] = []
    begun: list[int] = []
    for now, (what, way, first, blocks) in enumerate(events):
        keys = [(way, block) for block in range(first, first + blocks)]
        if what == "Q":
            for key in keys:
                if key in waits:
                    left[waits[key]] = None
                waits[key] = len(left)
            left.append(blocks)
            found.append(-1)
            begun.append(now)
            continue
        for key in keys:
            request = waits.pop(key, None)
            if request is None or left[request] is None:
                continue
            left[request] -= 1  # type: ignore[operator]
            if not left[request] and len(left) - request <= window:
                found[request] = now - begun[request]
    return found


@pytest.mark.parametrize("seed", range(16))
def test_against_a_slow_reckoning(
    seed: int, make: Make, read: Read, monkeypatch: pytest.MonkeyPatch
) -> None:
    draw = random.Random(seed)
    window = draw.choice((3, 20, 10_000))
    span, longest = draw.choice((4, 40, 400)), draw.choice((1, 4, 30))
    events = [
        (draw.choice("QQC"), draw.choice("RW"), draw.randrange(span), draw.randint(1, longest))
        for _ in range(300)
    ]
    lines = [
        f"{now / 1e9:.9f} {what} {way} {first} + {blocks}\n"
        for now, (what, way, first, blocks) in enumerate(events)
    ]
    monkeypatch.setattr(pairing, "WINDOW", window)
    monkeypatch.setattr("headstack.traces.text.AT_ONCE", draw.choice((400, 3000, 1 << 20)))
    found = [one.response_ps for one in read(make(text("".join(lines))))]
    assert found == [one * NS if one >= 0 else -1 for one in reckoned(events, window)]
