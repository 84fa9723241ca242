"""Formats of text: a few lines by hand, and what must come out of them, to the picosecond."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from headstack import ConfigError, traces
from headstack.traces.formats import FORMATS

Make = Callable[..., Path]
Read = Callable[..., list[Any]]

MS, US = 10**9, 10**6

SPC = "0,303567,3584,w,0.000000\n1,55590,3072,R,0.026214,more\n 0 , 7 , 1 , r , 1.5\r\n"
DISKSIM = "13.191135\t30\t0\t5\t1\n17.829285 20 576560 6 0\n 24.5 30 1 1 3\n"
VALIDATE = "R Miss  564347 2 100.5 10.25\nW Doub 8 3 0.000001 0\nR Hit 0 1 7 7\n"
MSR = (
    "128166385295514663,hm,0,Write,9056014336,2048,2833\n"
    "128166385295514878,hm,1,Read,512,512,1\n"
    "128166385295514600,src,0,Read,7,9,2\n"
)
BLKPARSE = """\
  8,0    3        1     0.000000000   697  Q   W 223490 + 8 [kjournald]
  8,0    3        2     0.000001829   697  G   W 223490 + 8 [kjournald]
  8,0    3        3     0.000002197   697  P   N [kjournald]
  8,0    3        4     0.000003000   697  Q FWS [jbd2/sda1-8]
  8,0    3        5     0.000004000   697  Q   D 800 + 8 [fstrim]
  8,0    3        6     0.000005000   697  Q  RA 16 + 256 [dd a b]
  8,0    3        7     0.000005500   697  U   N [kjournald] 1
  8,0    1        0     0.000006000     0  m   N cfq697 / alloced
  8,0    3        8     0.009507758     0  C   W 223490 + 8 [0]
  8,0    3        9     0.010000000     0  C  WS 16 + 256 [0]
  8,16   3       10     0.010000001     9  Q  WS 16 + 256 [x]
CPU3 (8,0):
 Reads Queued:           1,      128KiB\t Writes Queued:           2,        4KiB
 Read Dispatches:        1,      128KiB\t Write Dispatches:        1,        4KiB
 Reads Requeued:         0\t\t Writes Requeued:         0
 Reads Completed:        1,      128KiB\t Writes Completed:        1,        4KiB
 Read Merges:            0,        0KiB\t Write Merges:            0,        0KiB
 Read depth:             1        \t Write depth:             1
 IO unplugs:             1        \t Timer unplugs:           0

Throughput (R/W): 12,800KiB/s / 400KiB/s
Events (8,0): 10 entries
Skips: 0 forward (0 -   0.0%)
"""
FIO_2 = """\
fio version 2 iolog
/dev/sda add
/dev/sda open
/dev/sda read 0 4096
/dev/sda wait 250 0
/dev/sdb wait 1000
/dev/sdb write 512 100
/dev/sda sync 0 0
/dev/sda datasync 0 0
/dev/sda trim 0 4096
/dev/sda read 8192 4096
/dev/sda close
"""
FIO_3 = """\
fio version 3 iolog
30 /dev/sda add
31 /dev/sda open
40 /dev/sda write 4096 512
41 /dev/sda sync
42 /dev/sda trim 0 4096
45 /dev/sda read 0 1
46 /dev/sda close
"""
FIO_LOG = """\
12, 2000000, 0, 4096, 8192, 0x4003
12, 500, 2, 4096, 0, 0x0000
13, 1000001, 1, 512, 1048576, 0x2005
15, 7, 0, 1024, 0, 0x6000
"""
FIO_LOG_ISSUED = """\
12, 2000000, 0, 4096, 8192, 1, 10500003
13, 1000001, 1, 512, 1048576, 0, 11000000
"""
CSV = """\
write,arrival_s, bytes ,start_byte,device,response_s
1,0.000000000001,512,1024,"8,0",0.25
0,2,1,0, hm.0 ,
"""

EXPECTED: dict[str, tuple[str, list[tuple[Any, ...]]]] = {
    "spc": (
        SPC,
        [
            (0, "0", 155_426_304, 3584, True, 1, None),
            (26_214 * US, "1", 28_462_080, 3072, False, 2, None),
            (1_500 * MS, "0", 3584, 1, False, 3, None),
        ],
    ),
    "disksim": (
        DISKSIM,
        [
            (13_191_135 * 1000, "30", 0, 2560, False, 1, None),
            (17_829_285 * 1000, "20", 295_198_720, 3072, True, 2, None),
            (24_500 * US, "30", 512, 512, False, 3, None),
        ],
    ),
    "validate": (
        VALIDATE,
        [
            (0, "0", 288_945_664, 1024, False, 1, 100_500_000),
            (110_750_000, "0", 4096, 1536, True, 2, 1),
            (110_750_001, "0", 0, 512, False, 3, 7 * US),
        ],
    ),
    "msr": (
        MSR,
        [
            (0, "hm.0", 9_056_014_336, 2048, True, 1, 283_300_000),
            (21_500_000, "hm.1", 512, 512, False, 2, 100_000),
            (-6_300_000, "src.0", 7, 9, False, 3, 200_000),
        ],
    ),
    "blkparse": (
        BLKPARSE,
        [
            (0, "8,0", 114_426_880, 4096, True, 1, 9_507_758_000),
            (5 * US, "8,0", 8192, 131_072, False, 6, -1),
            (10_000_001_000, "8,16", 8192, 131_072, True, 11, -1),
        ],
    ),
    "fio": (
        FIO_2,
        [
            (0, "/dev/sda", 0, 4096, False, 4, None),
            (1250 * US, "/dev/sdb", 512, 100, True, 7, None),
            (1250 * US, "/dev/sda", 8192, 4096, False, 11, None),
        ],
    ),
    "fio 3": (
        FIO_3,
        [
            (40 * US, "/dev/sda", 4096, 512, True, 4, None),
            (45 * US, "/dev/sda", 0, 1, False, 7, None),
        ],
    ),
    "fio_log": (
        FIO_LOG,
        [
            (10 * MS, "0", 8192, 4096, False, 1, 2 * MS),
            (12 * MS - 1000, "0", 1_048_576, 512, True, 3, MS + 1000),
            (15 * MS - 7000, "0", 0, 1024, False, 4, 7000),
        ],
    ),
    "fio_log 7": (
        FIO_LOG_ISSUED,
        [
            (10_500_003 * 1000, "0", 8192, 4096, False, 1, 2 * MS),
            (11 * MS, "0", 1_048_576, 512, True, 2, MS + 1000),
        ],
    ),
    "csv": (
        CSV,
        [
            (1, "8,0", 1024, 512, True, 2, 250 * MS),
            (2_000 * MS, "hm.0", 0, 1, False, 3, -1),
        ],
    ),
}
OTHERS = {"blkparse": 2, "fio": 3, "fio 3": 2, "fio_log": 1}


@pytest.mark.parametrize("name", EXPECTED)
def test_requests(name: str, make: Make, read: Read) -> None:
    content, expected = EXPECTED[name]
    assert read(make(content)) == expected


@pytest.mark.parametrize("name", EXPECTED)
def test_the_format_is_found_and_others_are_counted(name: str, make: Make) -> None:
    scan = traces.open(make(EXPECTED[name][0])).scan()
    assert scan.format == name.split()[0]
    assert scan.other == OTHERS.get(name, 0)
    assert scan.requests == len(EXPECTED[name][1])


@pytest.mark.parametrize("name", EXPECTED)
def test_a_last_line_without_an_end(name: str, make: Make, read: Read) -> None:
    content, expected = EXPECTED[name]
    assert read(make(content.rstrip("\n"))) == expected


@pytest.mark.parametrize("name", EXPECTED)
def test_blocks_of_few_bytes_make_no_difference(
    name: str, make: Make, read: Read, monkeypatch: pytest.MonkeyPatch
) -> None:
    content, expected = EXPECTED[name]
    path = make(content)
    for size in (7, 50, 111):
        monkeypatch.setattr("headstack.traces.text.AT_ONCE", size)
        assert read(path, format=name.split()[0]) == expected


@pytest.mark.parametrize(
    ("name", "line", "message"),
    [
        ("spc", "0,1,512,x,0.1", "opcode is 'x'; it must be R, r, W or w"),
        ("spc", "0,1,512,Read,0.1", "opcode is 'Read'"),
        ("spc", "0,1,512,w", "4 columns instead of 5 or more"),
        ("spc", "a,1,512,w,0.1", "ASU is 'a'; it must be a whole number, 0 or more"),
        ("spc", "0,-1,512,w,0.1", "LBA is '-1'"),
        ("spc", "0,1.5,512,w,0.1", "LBA is '1.5'"),
        ("spc", "0,9999999999999999999,512,w,0.1", "LBA is '9999999999999999999'"),
        ("spc", "0,99999999999999999,512,w,0.1", "LBA is '99999999999999999'"),
        ("spc", "0,1,0,w,0.1", "bytes is '0'; it must be a whole number, 1 "),
        ("spc", "0,1,512,w,-0.1", "timestamp is '-0.1'; it must be seconds, 0 or more"),
        ("spc", "0,1,512,w,nan", "timestamp is 'nan'"),
        ("spc", "0,1,512,w,1e3", "timestamp is '1e3'"),
        ("spc", "0,1,512,w,0.0000000000001", "timestamp is '0.0000000000001'"),
        ("spc", "0,1,512,w,9999999999", "timestamp is '9999999999'.*106 days"),
        ("spc", "0,1,512,w,", "timestamp is ''"),
        ("spc", "0,1,512,w,1.", "timestamp is '1.'"),
        ("spc", "\n0,1,512,w,0.1", "empty line; a line is: '0,303567"),
        ("spc", "0,1,512,w\xff,0.1", r"opcode is 'w\\\\xc3\\\\xbf'"),
        ("disksim", "1.0 0 0 8", "4 columns instead of 5"),
        ("disksim", "1.0 0 0 8 1 1", "6 columns instead of 5"),
        ("disksim", "1.0 0 0 8 g", "flags is 'g'; it must be a hexadecimal number"),
        ("disksim", "1.0 0 0 0 1", "blocks is '0'"),
        ("disksim", "x 0 0 8 1", "time is 'x'; it must be milliseconds"),
        ("validate", "R Hot 5 2 1.0 1.0", "outcome is 'Hot'; it must be Hit, Miss, Doub or Trip"),
        ("validate", "R Hit 5 2 1.0 1.0000001", "think time is '1.0000001'"),
        ("msr", "128166385295514663,hm,0,write,0,512,1", "type is 'write'; it must be Read or W"),
        ("msr", "128166385295514663,,0,Write,0,512,1", "hostname is ''"),
        ("msr", "1,hm,0,Write,0,512,1", "timestamp is out of its span, 93 days"),
        ("blkparse", "8,0 3 1 0.1 697 Q W 223490 + x [k]", "blocks is 'x'"),
        ("blkparse", "8,0 3 1 0.1 697 Q W 223490 8 + [k]", "the sign behind the sector is '8'"),
        ("blkparse", "8,0 3 1 0.1 697 Q W 2234", "8 columns instead of 10 or more"),
        ("blkparse", "8,0 3 1 0,1 697 G W 22 + 8", "time is '0,1'"),
        ("blkparse", "hello world", "'hello world' is neither an event nor a line of blkparse's"),
        ("fio", "/dev/sda write 0", "3 columns instead of 4"),
        ("fio", "/dev/sda scrub 0 1", "action is 'scrub'; it must be read, write, .* wait, add"),
        ("fio", "/dev/sda write 0 0", "length is '0'"),
        ("fio", "/dev/sda open 7", "3 columns, but after open there are no more"),
        ("fio", "/dev/sda wait soon", "wait is 'soon'"),
        ("fio 3", "50 /dev/sda wait 100", "action is 'wait'"),
        ("fio 3", "x /dev/sda close", "timestamp is 'x'"),
        ("fio 3", "x /dev/sda read 0 8", "timestamp is 'x'"),
        ("fio 3", "50", "1 columns; a line is"),
        ("fio_log", "15, 7, 0, 1024, 0", "5 columns instead of 6"),
        ("fio_log", "15, 7, 3, 1024, 0, 0x6000", "direction is '3'; it must be a whole number, 0"),
        ("fio_log", "15, 7, 0, 0, 0, 0x6000", "block size is '0'"),
        ("fio_log", "15, 7, 0, 1024, 0, rt", "priority is 'rt'; it must be 0, 1, or four hexadec"),
        ("fio_log", "15, 7, 0, 1024, 0, 0x10000", "priority is '0x10000'"),
        ("fio_log 7", "15, 7, 0, 1024, 0, 1", "6 columns instead of 7"),
        ("csv", '1,0.5,512,1024,"8,0,0.25', "5 columns instead of 6"),
        ("csv", "2,0.5,512,1024,a,", "write is '2'; it must be 0 or 1"),
        ("csv", "1,0.5,512,1024,a,late", "response_s is 'late'; it must be empty, or seconds"),
        ("csv", "1,20000000,512,1024,a,", "arrival_s is out of its span, 93 days after the first"),
    ],
)
def test_a_bad_line(name: str, line: str, message: str, make: Make, read: Read) -> None:
    content = EXPECTED[name][0]
    number = content.count("\n") + 1
    path = make(f"{content}{line}\n")
    with pytest.raises(ConfigError, match=message) as caught:
        read(path)
    assert f"{path}:{number}: " in str(caught.value)
    assert str(caught.value).endswith("; skip_bad (--skip-bad) leaves malformed lines out")
    assert read(path, skip_bad=1)[: len(EXPECTED[name][1])] == EXPECTED[name][1]
    assert traces.open(path, skip_bad=3).scan().bad == 1


def test_every_format_of_text_is_here() -> None:
    """Files of the others are no lines."""
    binary = {"srt", "blktrace", "parquet"}
    assert {name.split()[0] for name in EXPECTED} == {one.name for one in FORMATS} - binary


@pytest.mark.parametrize("end", ["\n", " \t\r\n", "\n\n\n", "  "])
@pytest.mark.parametrize("name", EXPECTED)
def test_blank_lines_at_the_end_are_read_over(
    name: str, end: str, make: Make, read: Read, monkeypatch: pytest.MonkeyPatch
) -> None:
    content, expected = EXPECTED[name]
    path = make(content + end)
    for size in (1, 64, 1 << 20):
        monkeypatch.setattr("headstack.traces.text.AT_ONCE", size)
        assert read(path) == expected
    assert traces.open(path).scan().bad == 0


@pytest.mark.parametrize("name", [name for name in EXPECTED if len(name.split()) == 1])
def test_one_request_and_a_blank_line_have_a_format(name: str, make: Make) -> None:
    lines = EXPECTED[name][0].splitlines(keepends=True)
    some = lines[: 4 if name == "fio" else 2 if name == "csv" else 1]
    assert traces.open(make("".join(some) + "\n")).scan().requests == 1


def test_a_blank_line_before_the_end_is_an_error(
    make: Make, read: Read, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = make(f"{SPC}\n \n{SPC}\n")
    for size in (1, 5, 1 << 20):
        monkeypatch.setattr("headstack.traces.text.AT_ONCE", size)
        with pytest.raises(ConfigError, match=r":4: empty line"):
            read(path)
        assert len(read(path, skip_bad=2)) == 6


def test_very_many_blank_lines_are_an_error(make: Make, read: Read) -> None:
    with pytest.raises(ConfigError, match=r":4: empty line"):
        read(make(SPC + "\n" * 70_000))


@pytest.mark.parametrize("name", EXPECTED)
def test_a_last_line_that_is_cut_off(name: str, make: Make, read: Read) -> None:
    line = {"blkparse": "  8,0  3  1  0.5", "fio": "/dev/sda read 0", "fio 3": "9 /dev/sda re"}
    path = make(EXPECTED[name][0] + line.get(name, "12"))
    with pytest.raises(ConfigError, match=r"has no line end: is the file whole\?"):
        read(path)


def test_more_bad_lines_than_are_left_out(make: Make, read: Read) -> None:
    path = make(f"{SPC}bad\n{SPC}worse\n{SPC}worst\n{SPC}")
    with pytest.raises(ConfigError, match=rf"{path}:12: 1 columns.*; 2 malformed before it were"):
        read(path, skip_bad=2)
    assert len(read(path, skip_bad=3)) == 12
    assert traces.open(path, skip_bad=3).scan().bad == 3


def test_the_first_of_bad_lines_of_several_kinds(make: Make, read: Read) -> None:
    path = make(FIO_2 + "/dev/sda read 0 x\n/dev/sda what 1 2\n/dev/sda wait x\n")
    with pytest.raises(ConfigError, match=":13: length is 'x'"):
        read(path)
    with pytest.raises(ConfigError, match=":14: action is 'what'"):
        read(path, skip_bad=1)
    with pytest.raises(ConfigError, match=":15: wait is 'x'"):
        read(path, skip_bad=2)


@pytest.mark.parametrize(
    ("header", "message"),
    [
        ("arrival_s,start_byte,bytes", "the column 'write' is missing"),
        ("arrival_s,start_byte,bytes,write,size", "the column 'size' is unknown"),
        ("arrival_s,start_byte,bytes,write,write", "the column 'write' is given twice"),
    ],
)
def test_headers_of_csv(header: str, message: str, make: Make, read: Read) -> None:
    with pytest.raises(ConfigError, match=f":1: {message}; the header line names arrival_s, "):
        read(make(f"{header}\n0,0,0,0\n"))


def test_csv_without_devices_by_a_clock(make: Make, read: Read) -> None:
    text = "arrival_s,start_byte,bytes,write\n1700000000.5,0,512,1\n1700000001.25,512,512,0\n"
    assert read(make(text)) == [
        (5 * 10**11, "0", 0, 512, True, 2, None),
        (125 * 10**10, "0", 512, 512, False, 3, None),
    ]


def test_another_version_of_fio(make: Make, read: Read) -> None:
    with pytest.raises(ConfigError, match=r":1: the first line is 'fio version 1 iolog'; it must"):
        read(make("fio version 1 iolog\n/dev/sda read 0 4096\n"), format="fio")


def test_times_that_add_up_to_too_much(make: Make, read: Read) -> None:
    with pytest.raises(ConfigError, match=r":4: the times add up to more than 105 days"):
        read(make(VALIDATE + "R Hit 0 1 9000000000000 9000000000000\n"))
    with pytest.raises(ConfigError, match="the waits add up to more than 105 days"):
        read(make(FIO_2 + "/dev/sda wait 9100000000000\n" * 2))


def test_a_line_that_is_too_long(make: Make, read: Read) -> None:
    with pytest.raises(ConfigError, match=r":4: no line end in 65,536 bytes; is it a text\?"):
        read(make(SPC + "0" * 70_000), format="spc")
