"""Random sessions of several hosts, whose every answer is checked (lab/hosts/rules.py).

HEADSTACK_ATTACK gives the number of random cases for each drive. A case that fails is printed as
text. Its text becomes a file in the folder `cases`, which a test replays.
"""

import os
from itertools import chain
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from lab.hosts.operations import (
    CLOCKED,
    DRIVES,
    HARMLESS,
    HOSTS,
    LENGTHS,
    TRANSFERS,
    UNKNOWN,
    Case,
    play,
    read_case,
)

CASES = sorted((Path(__file__).parent / "cases").glob("*.case"))
NUMBER = int(os.environ.get("HEADSTACK_ATTACK", "0"))


def attack(usual: int) -> settings:
    return settings(
        max_examples=NUMBER or usual,
        derandomize=not NUMBER,
        deadline=None,
        database=None,
        report_multiple_bugs=False,
        suppress_health_check=list(HealthCheck),
    )


HOST = st.sampled_from([HOSTS[0], *HOSTS])  # commands of one host meet more often
ATTRIBUTE = st.sampled_from(["", "", "", " ordered", " head"])
BLOCKS = st.builds(
    "{}+{}".format,
    st.builds(int.__add__, st.sampled_from([1000, 1008, 5990, 200_000]), st.integers(0, 12)),
    st.one_of(st.integers(0, 16), st.integers(1, 90)),
)
CACHED = st.sampled_from(["", "", " fua", " fua", " dpo"])
CODES = st.sampled_from(HARMLESS + UNKNOWN)
REST = st.lists(st.sampled_from(b"\0\0\0\0\0\x01\x08\x3f\x80\xff"), min_size=15, max_size=15)
BAD_BITS = st.sampled_from(b"\0\x01\x20\x40\x80")


def whole(code: int, rest: list[int]) -> bytes:
    return bytes([code, *rest])[: LENGTHS.get(code >> 5, 16)]


def transfer(code: int, bits: int, control: int) -> bytes:
    """A read, write or verification of blocks beyond the disk, or with refused bits."""
    block = bytearray(whole(code, [0xFF] * 15))
    block[1], block[-1] = bits, control
    return bytes(block)


BLOCKS_OF_BYTES = st.one_of(
    st.builds(whole, CODES, REST),
    st.builds(transfer, st.sampled_from(TRANSFERS), BAD_BITS, st.sampled_from(b"\0\0\x01\x04")),
    st.builds(
        lambda block, length: block[: 1 + length],
        st.builds(whole, st.sampled_from(HARMLESS + UNKNOWN + TRANSFERS), REST),
        st.integers(0, 14),
    ).filter(lambda block: len(block) < LENGTHS.get(block[0] >> 5, 1)),
)

ASKED = st.sampled_from(["ready", "ready", "ready", "sense", "sense", "inquiry", "ready lun 1"])
RESERVED = st.sampled_from(["reserve", "release", "release"])
FUNCTIONS = [
    "reset",
    "reset",
    "leave",
    "leave",
    "clear set",
    "clear set",
    "abort set",
    "reset lun 1",
]
TIMES = ["end", "end", "end", "wait", "wait", "settle", "power", "power", "power", "pass 2 s"]
SELECTS = ["cache on", "cache off", "queue restricted", "queue free"]
SELECTS += ["parameters none", "parameters wrong", "weights 10 20 70", "weights 70 20 10"]
SELECTS += ["weights 1 2 3 4", "weights 10 0 20"]
SELECTS += [f"{select} save" for select in SELECTS]
QUESTIONS = [
    f"mode {name} {kind}" for name in ("cache", "queue", "weights") for kind in ("current", "saved")
]

OPERATIONS = st.one_of(
    st.builds("{} read {}{}{}".format, HOST, BLOCKS, CACHED, ATTRIBUTE),
    st.builds("{} read {}{}{}".format, HOST, BLOCKS, CACHED, ATTRIBUTE),
    st.builds("{} read {} room {}".format, HOST, BLOCKS, st.integers(0, 9000)),
    st.builds("{} write {}{}{}".format, HOST, BLOCKS, CACHED, ATTRIBUTE),
    st.builds("{} write {}{}{}".format, HOST, BLOCKS, CACHED, ATTRIBUTE),
    st.builds("{} write {} verify{}".format, HOST, BLOCKS, ATTRIBUTE),
    st.builds("{} write {} given {}".format, HOST, BLOCKS, st.integers(0, 12)),
    st.builds("{} verify {}{}".format, HOST, BLOCKS, ATTRIBUTE),
    st.builds("{} compare {}{}".format, HOST, BLOCKS, ATTRIBUTE),
    st.builds("{} compare {} wrong {}".format, HOST, BLOCKS, st.integers(0, 20)),
    st.builds("{} synchronize{}".format, HOST, st.sampled_from(["", " immediate"])),
    st.builds("{} synchronize {}{}".format, HOST, BLOCKS, ATTRIBUTE),
    st.builds("{} {}".format, HOST, ASKED),
    st.builds("{} {}".format, HOST, ASKED),
    st.builds("{} {}".format, HOST, ASKED),
    st.builds("{} capacity".format, HOST),
    st.builds("{} {}".format, HOST, RESERVED),
    st.builds("{} {}".format, HOST, RESERVED),
    st.builds("{} {}".format, HOST, st.sampled_from(FUNCTIONS)),
    st.builds("{} {}".format, HOST, st.sampled_from(FUNCTIONS)),
    st.builds(
        "{} {}{}".format,
        HOST,
        st.sampled_from(SELECTS),
        st.sampled_from(["", " ordered"]),
    ),
    st.builds("{} {}".format, HOST, st.sampled_from(QUESTIONS)),
    st.builds("{} abort {}".format, HOST, st.integers(1, 4)),
    st.builds("{} bytes {}".format, HOST, BLOCKS_OF_BYTES.map(bytes.hex)),
    st.builds("{} bytes {} lun 1".format, HOST, st.builds(whole, CODES, REST).map(bytes.hex)),
    st.builds(
        "pass {} {}".format,
        st.sampled_from([0, 1, 3, 7, 12, 20, 150, 800]),
        st.sampled_from(["ms", "ms", "us", "ns", "ps"]),
    ),
    st.sampled_from(TIMES),
    st.sampled_from(TIMES),
)


def cases(drive: str) -> st.SearchStrategy[Case]:
    """Cases of a drive. A list of lists is longer on average than a list."""
    usable = OPERATIONS
    if drive in CLOCKED:  # no power fails with the firmware on a core
        usable = OPERATIONS.filter(lambda line: line != "power")
    groups = st.lists(st.lists(usable, max_size=10), max_size=10)
    begins = st.sampled_from([[], [], ["7 queue restricted", "wait"], ["7 cache on", "wait"]])
    lines = st.builds(lambda begin, some: (*begin, *chain(*some)), begins, groups)
    return st.builds(Case, st.just(drive), lines)


def check(case: Case) -> None:
    play(case)


@pytest.mark.parametrize("drive", DRIVES)
def test_several_hosts(drive: str) -> None:
    attack(80)(given(cases(drive))(check))()


@pytest.mark.parametrize("drive", CLOCKED)
def test_several_hosts_of_a_drive_with_a_clock(drive: str) -> None:
    attack(25)(given(cases(drive))(check))()


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_cases(path: Path) -> None:
    play(read_case(path))
