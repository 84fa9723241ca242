"""Overheads, buffer and bus: each DiskSim parameter in its key, and what has none."""

from collections.abc import Callable
from pathlib import Path

import pytest

import headstack
from headstack import catalog
from headstack._core import DriveConfig
from headstack_identify import disksim

Make = Callable[..., Path]


def loaded(file: Path) -> DriveConfig:
    found = disksim.read(file)
    assert found.problems == []
    drive = file.with_suffix(".toml")
    drive.write_text(found.toml)
    return catalog.load(drive)


def warned(file: Path) -> dict[str, str]:
    return {note.parameter: note.text for note in disksim.read(file).warnings}


# ---- Overheads


def test_a_key_for_each_overhead(make: Make) -> None:
    drive = loaded(make())
    expected = {
        "read_hit_command": "0.5 ms",
        "read_hit_after_write": "0.125 ms",
        "read_miss_command": "1 ms",
        "read_miss_after_write": "-0.25 ms",
        "write_cached_command": "0.25 ms",
        "write_cached_after_write": "0.125 ms",
        "write_command": "1.5 ms",
        "write_after_write": "0.5 ms",
        "read_completion": "0.01 ms",
        "write_completion": "0.02 ms",
        "data_preparation": "0.03 ms",
        "first_reselect": "0.04 ms",
        "second_reselect": "0.05 ms",
        "read_disconnect_after_read": "0.06 ms",
        "read_disconnect_after_write": "0.07 ms",
        "write_disconnect": "0.08 ms",
        "write_disconnect_non_sequential": "0.09 ms",
        "write_disconnect_duration_non_sequential": "0.11 ms",
        "write_second_disconnect_non_sequential": "0.12 ms",
        "write_seek_delay_non_sequential": "0.13 ms",
    }
    assert {key: drive.value(f"overhead.{key}") for key in expected} == expected
    assert drive.value("write.minimum_positioning") == "0.14 ms"
    assert drive.value("write.single_connection") is True


def test_the_extra_disconnect(make: Make) -> None:
    """Its command takes 2.5 ms; 0.5 that a write after a write takes more is added by the drive."""
    drive = loaded(make(disk={"Extra write disconnect": 1}))
    assert drive.value("overhead.write_command_non_sequential") == "2 ms"
    assert drive.value("write.single_connection") is False
    assert drive.value("write.minimum_blocks") == 10
    assert drive.value("write.minimum_blocks_large") == 15
    assert drive.value("write.large_request") == "45 blocks"
    file = make(disk={"Extra write disconnect": 1, "Per-request overhead time": 1.0})
    sources = {one["key"]: one["source"] for one in disksim.read(file).sources}
    source = sources["overhead.write_command_non_sequential"]
    for name in ("Extradisc command overhead = 2.5", "Write miss over. after write = 2"):
        assert name in source
    assert "Write miss over. after read = 1.5" in source
    assert "Per-request overhead time = 1" in source
    short = make(disk={"Extra write disconnect": 1, "Extradisc command overhead": 0.25})
    assert "0 is written" in warned(short)["Extradisc command overhead"]


def test_scale_and_flat_time(make: Make) -> None:
    changes = {"Time scale for overheads": 2.0, "Per-request overhead time": 0.25}
    drive = loaded(make(disk=changes))
    assert drive.value("overhead.read_hit_command") == "1.5 ms"
    assert drive.value("overhead.read_hit_after_write") == "0.25 ms"
    assert drive.value("overhead.read_completion") == "0.02 ms"


def test_a_hit_takes_its_overheads_and_the_bus(make: Make) -> None:
    """0.5 + 0.03 + 4 x 0.2 + 0.01 ms: the second read of the same four blocks."""
    drive = make().with_suffix(".toml")
    drive.write_text(disksim.read(drive.with_suffix(".parv")).toml)
    trace = drive.with_suffix(".trace")
    trace.write_text("R Hit 40 4 0 50000\nR Hit 40 4 0 0\n")
    run = headstack.Drive(drive).run(headstack.workload.trace(trace))
    times = run.columns["finish"] - run.columns["arrival"]
    assert times[1] == pytest.approx(1.34e9, abs=10)


# ---- Buffer


def test_keys_of_the_buffer(make: Make) -> None:
    drive = loaded(make())
    expected = {
        "mode": "prefetch",
        "size": "256 blocks",
        "segments": 4,
        "write_segments": 1,
        "read_watermark": "50 %",
        "read_watermark_of_segment": False,
        "prefetch_minimum": "0 blocks",
        "prefetch_maximum": "48 blocks",
        "prefetch_on_idle_hit": True,
        "hit_on_written_data": True,
        "hit_by_first_block": True,
        "partial_hit_disconnects": False,
        "write_back": False,
        "zero_latency_read": False,
    }
    assert {key: drive.value(f"cache.{key}") for key in expected} == expected
    assert drive.value("write.room") == "25 %"
    assert drive.queue_depth == 1


@pytest.mark.parametrize(
    ("disk", "key", "value"),
    [
        ({"Enable caching in buffer": 0}, "cache.mode", "speed-matching"),
        ({"Set watermark by reqsize": 0}, "cache.read_watermark_of_segment", True),
        ({"Buffer continuous read": 0}, "cache.prefetch_maximum", "0 blocks"),
        ({"Buffer continuous read": 1}, "cache.read_ahead_reach", "track"),
        ({"Buffer continuous read": 2}, "cache.read_ahead_reach", "cylinder"),
        ({"Buffer continuous read": 4}, "cache.read_ahead_reach", "as the read"),
        ({"Buffer continuous read": 4}, "cache.prefetch_maximum", "64 blocks"),
        ({"Maximum read-ahead (blks)": 0}, "cache.prefetch_maximum", "64 blocks"),
        ({"Read-ahead over requested": 0}, "cache.read_ahead_keeps_read", False),
        (
            {"Read-ahead over requested": 0, "Maximum read-ahead (blks)": 0},
            "cache.read_ahead_keeps_read",
            True,
        ),
        ({"Fast write level": 2}, "cache.write_back", True),
        ({"Fast write level": 1}, "cache.write_back", True),
        ({"Immediate buffer read": 1}, "cache.zero_latency_read", True),
        ({"Immediate buffer write": 1}, "write.zero_latency", True),
        ({"Immed transfer partial hit": 0}, "cache.partial_hit_disconnects", True),
        ({"Hold bus entire read xfer": 0}, "bus.release_reads", True),
        ({"Max queue length": 30}, "queue.depth", "30 tasks"),
        (
            {"Use separate write segment": 0, "Maximum number of write segments": 4},
            "cache.write_segments",
            3,
        ),
    ],
)
def test_one_key_of_the_buffer(
    make: Make, disk: dict[str, object], key: str, value: object
) -> None:
    assert loaded(make(disk=disk)).value(key) == value


@pytest.mark.parametrize(
    ("disk", "least", "most"),
    [
        ({"Minimum read-ahead (blks)": 50, "Maximum read-ahead (blks)": 48}, 50, 50),
        ({"Minimum read-ahead (blks)": 8, "Maximum read-ahead (blks)": 0}, 8, 8),
        ({"Minimum read-ahead (blks)": 8, "Buffer continuous read": 0}, 0, 0),
    ],
)
def test_a_minimum_beyond_the_maximum(
    make: Make, disk: dict[str, object], least: int, most: int
) -> None:
    """DiskSim raises the maximum, which is then not 0 and no segment; without read-ahead none."""
    drive = loaded(make(disk=disk))
    assert drive.value("cache.prefetch_minimum") == f"{least} blocks"
    assert drive.value("cache.prefetch_maximum") == f"{most} blocks"


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("Buffer continuous read", 7, "7 is not one of 0, 1, 2, 3, 4"),
        ("Buffer continuous read", 1.5, "1.5 is not one of 0, 1, 2, 3, 4"),
        ("Fast write level", 3, "3 is not one of 0, 1, 2"),
        ("Read-ahead over requested", -2, "-2 is not one of -1, 0, 1"),
        ("Enable caching in buffer", "yes", "yes is not one of 0, 1, 2"),
        ("Extra write disconnect", 2, "2 is not one of 0, 1"),
        ("Immediate buffer write", 3, "3 is not one of 0, 1, 2"),
        ("Hold bus entire read xfer", 2, "2 is not one of 0, 1"),
        ("Maximum read-ahead (blks)", 1.5, "1.5 is no whole number"),
        ("Max queue length", 2.5, "2.5 is no whole number"),
        ("Read hit over. after read", -1, "-1 is too little; the least is 0"),
        ("Bulk sector transfer time", -1, "-1 is too little; the least is 0"),
    ],
)
def test_what_is_no_answer(make: Make, name: str, value: object, message: str) -> None:
    [problem] = disksim.read(make(disk={name: value})).problems
    assert problem.endswith(f"key `{name}`: {message}")
    assert "tiny.diskspecs:" in problem


@pytest.mark.parametrize("name", ["Extra write disconnect", "Segment size (in blks)"])
def test_what_two_parts_ask_for_is_told_once(make: Make, name: str) -> None:
    found = disksim.read(make(disk={name: None}))
    told = [note for note in found.warnings if note.parameter == name]
    assert len(told) + sum(name in problem for problem in found.problems) == 1


def test_a_segment_shorter_than_a_track(make: Make) -> None:
    """DiskSim reads on to the track's end, round and round in it: what follows is gone."""
    file = make(disk={"Buffer continuous read": 4, "Segment size (in blks)": 16})
    assert loaded(file).value("cache.prefetch_maximum") == "0 blocks"
    assert "no read-ahead is written" in warned(file)["Segment size (in blks)"]


@pytest.mark.parametrize(
    ("name", "value", "text"),
    [
        ("Use separate write segment", 0, "no key for segments that reads and writes share"),
        ("Buffer continuous read", 4, "only near"),
        ("Read-ahead over requested", -1, "no key for blocks that are gone"),
        ("Read any free blocks", 1, "no key to keep what passes before the first block"),
        ("Allow almost read hits", 0, "only near"),
        ("Fast write level", 1, "every write is cached"),
        ("Low (write) water mark", 1.0, "a quarter is what is left"),
        ("Immediate buffer read", 2, "no key for 2; as 1"),
        ("Hold bus entire write xfer", 1, "no key"),
        ("Never disconnect", 1, "no key"),
        ("Preseeking level", 2, "one command is at work at a time"),
        ("Number of buffer segments", 100, "64 are written"),
        ("Max queue length", 0, "1 is written"),
        ("Extra servo", 1, "is not known here in a disksim_disk, and left out"),
    ],
)
def test_what_has_no_counterpart(make: Make, name: str, value: object, text: str) -> None:
    assert warned(make()) == {}
    found = warned(make(disk={name: value}))
    assert list(found) == [name]
    assert text in found[name]


def test_what_is_not_there_is_neutral_and_told(make: Make) -> None:
    file = make(disk={"Read miss over. after write": None})
    assert loaded(file).value("overhead.read_miss_after_write") == "-1 ms"
    assert warned(file) == {"Read miss over. after write": "taken as 0, though DiskSim wants it"}


# ---- Bus


def test_the_slowest_counts(make: Make) -> None:
    """The bus next to the disk takes 0.2 and 0.3 ms for a block."""
    for bulk, read, write in ((0.0, "0.2", "0.3"), (0.25, "0.25", "0.3"), (1.0, "1", "1")):
        drive = loaded(make(disk={"Bulk sector transfer time": bulk}))
        assert drive.value("bus.read_rate") == f"{read} ms/block"
        assert drive.value("bus.write_rate") == f"{write} ms/block"


def test_a_controller_that_is_slower(make: Make) -> None:
    parv = (
        make()
        .read_text()
        .replace("Bulk sector transfer time = 0.0", "Bulk sector transfer time = 2.0")
    )
    assert loaded(make(parv=parv)).value("bus.read_rate") == "2 ms/block"


def test_what_is_farther_off_counts_for_nothing(make: Make) -> None:
    parv = make().read_text()
    parv = parv.replace(
        "Arbitration time = 0.0", "Arbitration time = 0.5, Read block transfer time = 9.0"
    )
    parv = parv.replace("type = 1, Scale for delays = 0.0", "type = 3, Scale for delays = 1.0")
    file = make(parv=parv)
    assert loaded(file).value("bus.read_rate") == "0.2 ms/block"
    assert set(warned(file)) == {
        *("Arbitration time", "Read block transfer time", "type", "Scale for delays"),
    }


def test_each_component_has_its_bus(make: Make) -> None:
    parv = make().read_text().replace("disk0 .. disk0", "disk0 .. disk2")
    parv = parv.replace("disksim_disk disk0 []", "disksim_disk disk0 [], disksim_disk disk1 []")
    slow = "disksim_bus SLOW { type = 1, Read block transfer time = 0.5 }\n"
    slow += "instantiate [ bus2 ] as SLOW\n"
    other = "topology disksim_iodriver driver1 [ disksim_bus bus2 [ disksim_disk disk2 [] ] ]\n"
    file = make(parv=slow + parv + other)
    for component, time in (("disk1", "0.2"), ("disk2", "0.5")):
        found = disksim.read(file, component)
        assert f'read_rate = "{time} ms/block"' in found.toml
        assert "disksim_disk" not in {note.parameter for note in found.warnings}
    assert 'read_rate = "0.2 ms/block"' in disksim.read(file).toml
    assert "connected to several buses" in warned(file)["disksim_disk"]
    assert warned(make(parv=parv)) == {}  # one bus for both


def test_no_bus(make: Make) -> None:
    make(disk={"Bulk sector transfer time": 0.125})
    file = make(disk={"Bulk sector transfer time": 0.125}).with_suffix(".diskspecs")
    assert loaded(file).value("bus.read_rate") == "0.125 ms/block"
    assert "no bus is connected" in warned(file)["disksim_disk"]
