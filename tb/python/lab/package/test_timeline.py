"""Timelines, read with Perfetto's own schema."""

import json
import shutil
import subprocess
from collections import Counter, defaultdict
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from perfetto.protos.perfetto.trace import perfetto_trace_pb2

import headstack
from headstack import ConfigError, Drive, Timeline, workload

Command = Callable[..., subprocess.CompletedProcess[str]]
EVENT = perfetto_trace_pb2.TrackEvent
BEGIN, END = EVENT.TYPE_SLICE_BEGIN, EVENT.TYPE_SLICE_END
DRIVE = "drive hp_c2247"


class Read:
    """The tracks, the slices and the flows of a file."""

    def __init__(self, path: Path) -> None:
        trace = perfetto_trace_pb2.Trace()
        trace.ParseFromString(path.read_bytes())
        self.tracks: dict[int, str] = {}
        self.slices: dict[str, list[tuple[str, int, int]]] = defaultdict(list)  # name, ns, ns
        self.flows: dict[int, list[tuple[int, str, bool]]] = defaultdict(list)  # ns, track, last
        self.counts: list[int] = []
        names: dict[int, str] = {}
        events = []
        for packet in trace.packet:
            names.update({name.iid: name.name for name in packet.interned_data.event_names})
            if packet.HasField("track_descriptor"):
                self._declare(packet.track_descriptor)
            if packet.HasField("track_event"):
                events.append((packet.timestamp, packet.track_event))
        assert len(trace.packet) == 1 + len(events) + len(self.tracks) + sum(
            packet.HasField("interned_data") for packet in trace.packet
        )
        opened: dict[int, list[tuple[str, int]]] = defaultdict(list)
        for time, event in sorted(events, key=lambda each: each[0]):
            track = self.tracks[event.track_uuid]
            if event.type == BEGIN:
                opened[event.track_uuid].append((names[event.name_iid], time))
            elif event.type == END:
                self.slices[track].append((*opened[event.track_uuid].pop(), time))
            elif event.type == EVENT.TYPE_INSTANT:
                self.slices[track].append((names[event.name_iid], time, time))
            else:
                assert event.type == EVENT.TYPE_COUNTER
                self.counts.append(event.counter_value)
            for flow in event.flow_ids:
                self.flows[flow].append((time, track, False))
            for flow in event.terminating_flow_ids:
                self.flows[flow].append((time, track, True))
        assert not any(opened.values())

    def _declare(self, track: Any) -> None:
        above = self.tracks[track.parent_uuid] + "/" if track.parent_uuid else ""
        self.tracks[track.uuid] = above + track.name


def test_requests_flow_from_their_arrival_to_their_status(tmp_path: Path) -> None:
    file = tmp_path / "run.pftrace"
    load = workload.closed(6, requests=300, seed=4)
    rows = Drive("hp_c2247", "sptf").run(load, timeline=file).columns
    read = Read(file)
    wanted = sorted(
        zip((rows["arrival"] // 1000).tolist(), (rows["finish"] // 1000).tolist(), strict=True)
    )
    shown = [each[1:] for each in read.slices["host/requests"] if each[0] in ("read", "write")]
    assert sorted(shown) == wanted
    assert len(read.flows) == 300
    for flow in read.flows.values():
        tracks = [track for _, track, _ in flow]
        assert tracks[0] == "host/requests"
        assert flow[-1][1:] == (f"{DRIVE}/target port", True)
        assert [last for _, _, last in flow].count(True) == 1
    kinds = Counter(name for name, _, _ in read.slices[f"{DRIVE}/target port"])
    assert kinds["status"] == 300
    assert kinds["data_in"] >= int((~rows["write"].astype(bool)).sum())
    assert max(read.counts) == 5


def test_the_tracks_of_a_drive_on_a_core(cli: Command, tmp_path: Path) -> None:
    file = tmp_path / "run.pftrace"
    core = ("--core", "iss", "--core-clock", "20 MHz")
    done = cli("run", "--rate", "20", "--requests", "20", *core, "--json", "--timeline", str(file))
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["requests"] == 20
    read = Read(file)
    below = {track.removeprefix(f"{DRIVE}/") for track in read.tracks.values()}
    assert below >= {
        *("host", "host/requests", "waiting tasks", "task", "decision", "firmware", "SCSI bus"),
        *("target port", "actuator", "rotation", "media transfer", "buffer", "buffer/segment 0"),
    }
    functions = {name for name, _, _ in read.slices[f"{DRIVE}/firmware"]}
    assert {"hs_receive", "hs_task_queue_next", "hs_complete"} <= functions
    assert all(end > start for _, start, end in read.slices[f"{DRIVE}/decision"])


def test_a_part_of_the_time(cli: Command, tmp_path: Path) -> None:
    whole, part = tmp_path / "whole.pftrace", tmp_path / "part.pftrace"
    options = ("run", "--requests", "200", "--workload", "closed", "--outstanding", "4")
    assert cli(*options, "--timeline", str(whole)).returncode == 0
    window = ("--from", "0.5 s", "--to", "700 ms")
    done = cli(*options, "--timeline", str(part), *window)
    assert done.returncode == 0, done.stderr
    shown = Read(part).slices
    for track, slices in Read(whole).slices.items():
        if "segment" not in track:
            inside = [each for each in slices if each[2] >= 5 * 10**8 and each[1] < 7 * 10**8]
            nested = track == "host/requests"  # a part of a request can be outside
            assert nested or shown[track] == inside, track
    assert 0 < part.stat().st_size < whole.stat().st_size / 3


def test_a_stream_and_a_run_write_the_same(tmp_path: Path) -> None:
    load = workload.random(30, requests=100, seed=2)
    drive = Drive("ibm_9lzx", "clook")
    drive.run(load, timeline=Timeline(tmp_path / "run", begin="1 s", end=2 * 10**12))
    drive.stream(load, timeline=Timeline(tmp_path / "stream", begin="1 s", end=2 * 10**12))
    assert (tmp_path / "run").read_bytes() == (tmp_path / "stream").read_bytes()


def test_wrong_parts_are_refused(cli: Command, tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"ends at 1 s, not after its start 2 s"):
        Timeline(tmp_path / "x", begin="2 s", end="1 s")
    with pytest.raises(ConfigError, match=r"begin '2' is not a number with a unit"):
        Timeline(tmp_path / "x", begin="2")
    load = ("run", "--rate", "20")
    done = cli(*load, "--from", "1 s")
    assert done.returncode == 2
    assert "add --timeline FILE" in done.stderr
    done = cli(*load, "--timeline", str(tmp_path / "x"), "--from", "1 s", "--to", "1 s")
    assert done.returncode == 2
    assert not list(tmp_path.iterdir())


def test_a_run_that_fails_leaves_no_timeline(tmp_path: Path) -> None:
    with pytest.raises(headstack.RunError):
        Drive("hp_c2247").run(
            workload.closed(1, requests=9000),
            timeline=tmp_path / "x.pftrace",
            progress=lambda _: False,
        )
    assert not list(tmp_path.iterdir())


def test_the_trace_processor_finds_the_flows(tmp_path: Path) -> None:
    program = shutil.which("trace_processor_shell")
    if program is None:
        pytest.skip("no trace_processor_shell of Perfetto in PATH")
    from perfetto.trace_processor import TraceProcessor, TraceProcessorConfig

    file = tmp_path / "run.pftrace"
    Drive("hp_c2247", "sptf").run(workload.closed(6, requests=300, seed=4), timeline=file)
    with TraceProcessor(str(file), config=TraceProcessorConfig(bin_path=program)) as opened:
        (row,) = opened.query("select count(distinct trace_id) as flows from flow")
        assert row.flows == 300
