"""The Disk Mimic: probing, files, and schedules with a table of times."""

import json
import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import headstack
from headstack import ConfigError, Mimic, catalog, workload
from headstack.cli import app
from headstack.keeping import stored
from headstack.mimic import KINDS

BASE = Path(__file__).resolve().parents[4] / "model" / "drives" / "ibm_9lzx.toml"
REVOLUTION_NS = 6_000_000
SECTORS = 272


@pytest.fixture(scope="module")
def one_track(tmp_path_factory: pytest.TempPathFactory) -> headstack._core.DriveConfig:
    """The base disk with one track: there a request's time depends on its distance only."""
    text = BASE.read_text(encoding="utf-8")
    for old, new in (
        ("surfaces = 10", "surfaces = 1"),
        ("cylinders = 6587", "cylinders = 1"),
        ("cylinders = [0, 6586]", "cylinders = [0, 0]"),
    ):
        assert old in text
        text = text.replace(old, new)
    path = tmp_path_factory.mktemp("mimic") / "one_track.toml"
    path.write_text(text, encoding="utf-8")
    return catalog.load(path)


@pytest.fixture(scope="module")
def true_times(one_track: Any) -> Mimic:
    return Mimic.probe(one_track, samples=2, size=512, step=512, interpolate=False)


def schedule(drive: Any, scheduler: str, queue: int, mimic: Mimic | None = None) -> str:
    load = workload.closed(queue, requests=3000, size=512)
    run = headstack.Drive(drive, scheduler, placement="host", mimic=mimic).run(load)
    return str(run.summary["schedule_sha256"])


def test_times_on_one_track_are_the_rotation(true_times: Mimic) -> None:
    for kind in true_times.kinds:
        assert (kind.ns[:, 0] == kind.ns[:, -1]).all()
        # From the end of a block to that of the one `distance` blocks behind it.
        turn = (kind.distance.astype(np.int64) - 1) % SECTORS + 1
        assert np.abs(kind.ns[:, 0] - turn * REVOLUTION_NS / SECTORS).max() <= 1
        assert len(kind.distance) == 2 * SECTORS - 1


@pytest.mark.parametrize("queue", [1, 4, 30])
def test_with_true_times_smtf_is_sptf(one_track: Any, true_times: Mimic, queue: int) -> None:
    sptf = schedule(one_track, "sptf", queue)
    for summary in ("mean", "median", "maximum", "minimum", "probabilistic"):
        assert schedule(one_track, f"smtf({summary})", queue, true_times) == sptf
    assert queue == 1 or schedule(one_track, "sstf", queue) != sptf


def test_online_beats_its_base(one_track: Any) -> None:
    """It never comes to SPTF here: what the base does not try is not learnt."""
    load = workload.closed(8, requests=20_000, size=512)
    rate = {
        scheduler: headstack.Drive(one_track, scheduler, placement="host").run(load).summary
        for scheduler in ("sptf", "sstf", "smtf_online(set, sstf)")
    }
    learnt = rate["smtf_online(set, sstf)"]
    assert learnt["throughput_per_s"] < rate["sptf"]["throughput_per_s"]
    assert learnt["throughput_per_s"] > 1.1 * rate["sstf"]["throughput_per_s"]
    assert learnt["learnt_from"] == 20_000
    assert learnt["not_learnt_from"] == 0
    assert learnt["learnt_distances"] <= len(KINDS) * (2 * SECTORS - 1)


def test_what_was_learnt_is_what_was_seen(one_track: Any) -> None:
    result = headstack.Drive(one_track, "smtf_online", placement="host").run(
        workload.closed(1, requests=2000, size=512, read_fraction=1.0)
    )
    assert result.learnt is not None
    distance, count, mean_ns = result.learnt[0]
    turn = (distance.astype(np.int64) - 1) % SECTORS + 1
    assert np.abs(mean_ns - turn * REVOLUTION_NS / SECTORS).max() < 100  # its clock's grain
    assert count.sum() == 2000
    assert headstack.Drive(one_track).run(workload.closed(1, requests=10, size=512)).learnt is None


def test_a_drive_shows_what_it_has_learnt(one_track: Any) -> None:
    """In the drive, the firmware measures from command to status, overheads included."""
    load = workload.closed(8, requests=2000, size=512, read_fraction=1.0)
    result = headstack.Drive(one_track, "smtf_online").run(load)
    assert result.learnt is not None
    distance, count, mean_ns = result.learnt[0]
    assert count.sum() == result.summary["learnt_from"] <= 2000
    assert (np.diff(distance) > 0).all()
    assert mean_ns.min() > 0
    assert mean_ns.max() < 3 * REVOLUTION_NS


def test_idle_time_is_for_learning() -> None:
    """Probes are no rows of the result, and make no difference to a drive that is never idle."""
    load = workload.random(20, requests=2000)
    plain, probing = (
        headstack.Drive("ibm_9lzx", f"smtf_online(idle={idle})", placement="host").run(load)
        for idle in ("wait", "probe")
    )
    assert plain.summary["learnt_from"] == 2000
    assert probing.summary["learnt_from"] > 5000
    assert len(probing.columns["id"]) == 2000
    assert not probing.columns["inserted"].any()
    assert probing.summary["mean_response_ms"] < 2 * plain.summary["mean_response_ms"]
    busy = workload.closed(8, requests=500)
    schedules = {
        headstack.Drive("ibm_9lzx", f"smtf_online(idle={idle})", placement="host")
        .run(busy)
        .summary["schedule_sha256"]
        for idle in ("wait", "probe")
    }
    assert len(schedules) == 1


def test_interpolation_saves_memory_and_keeps_its_promise() -> None:
    """Of the distances that are left out, most are as near as table 2's loosest bound."""
    step, span = 16, 300
    size = {"samples": 20, "step": step * 512, "span": span * step * 512, "by_type": False}
    every = Mimic.probe("ibm_9lzx", interpolate=False, **size)  # type: ignore[arg-type]
    some = Mimic.probe("ibm_9lzx", interpolate=True, **size)  # type: ignore[arg-type]
    assert some.points < 0.8 * every.points
    assert some.memory_bytes == 8 * some.points
    full, part = every.kinds[0], some.kinds[0]
    near = np.abs(full.distance) < span * step
    mean = full.ns.mean(axis=1)[near]
    line = np.interp(full.distance[near], part.distance, part.ns.mean(axis=1))
    off = np.abs(line - mean) / mean
    assert np.median(off) < 0.1
    assert (off < 0.2).mean() > 0.85


def test_looser_checks_keep_fewer_distances() -> None:
    size = {"samples": 10, "step": "8KiB", "span": "16MiB", "by_type": False}
    points = [
        Mimic.probe("ibm_9lzx", checks=((count, error),), **size).points  # type: ignore[arg-type]
        for count, error in ((1, 0.01), (1, 0.05), (1, 0.5))
    ]
    assert points == sorted(points, reverse=True)
    assert points[0] > 2 * points[2]


def test_the_same_seed_gives_the_same_table() -> None:
    def probe(seed: int) -> Mimic:
        return Mimic.probe("ibm_9lzx", samples=3, step="64KiB", span="4MiB", seed=seed)

    first = probe(1)
    assert probe(1).sha256 == first.sha256
    assert probe(2).sha256 != first.sha256


def test_a_saved_one_comes_back(true_times: Mimic, one_track: Any, tmp_path: Path) -> None:
    path = tmp_path / "mimic.parquet"
    true_times.save(path)
    again = Mimic.load(path)
    assert again.sha256 == true_times.sha256
    assert again.probed == true_times.probed
    assert again.settings == true_times.settings
    load = workload.closed(4, requests=200, size=512)
    drive = headstack.Drive(one_track, "smtf", placement="host", mimic=path)
    assert drive.run(load).settings.mimic == true_times.sha256


def test_a_table_for_all_types_counts_once(tmp_path: Path) -> None:
    one = Mimic.probe("ibm_9lzx", samples=2, step="1MiB", span="16MiB", by_type=False)
    one.save(tmp_path / "one.parquet")
    again = Mimic.load(tmp_path / "one.parquet")
    assert (again.points, again.probed, again.memory_bytes) == (
        one.points,
        one.probed,
        one.memory_bytes,
    )
    assert len(one.kinds[0].distance) == one.points
    drive = catalog.load("ibm_9lzx")
    named = catalog.configuration_sha256(catalog.with_queue_depth(drive, 1).to_toml())
    assert one.configuration_sha256 == named  # which has no comments
    changed = drive.with_value("seek.head_switch", "1 ms")
    with pytest.raises(ConfigError, match="made on ibm_9lzx, as it was then"):
        headstack.Drive(changed, "smtf", placement="host", mimic=one)
    headstack.Drive("ibm_9lzx", "smtf", placement="host", mimic=one, queue_depth=9)


def test_a_table_from_elsewhere(one_track: Any, true_times: Mimic, tmp_path: Path) -> None:
    """Times by a formula schedule as the probed ones, which are the same to the ns."""
    distance = true_times.kinds[0].distance
    turn = (distance.astype(np.int64) - 1) % SECTORS + 1
    ns = np.rint(turn * REVOLUTION_NS / SECTORS).astype(np.uint32)[:, None]
    made = Mimic.of_times(one_track, distance, ns)
    assert schedule(one_track, "smtf", 8, made) == schedule(one_track, "sptf", 8)
    assert (made.points, made.probed, made.samples) == (len(distance), 0, 1)
    made.save(tmp_path / "made.parquet")
    assert Mimic.load(tmp_path / "made.parquet").sha256 == made.sha256
    with pytest.raises(ConfigError, match="must be larger"):
        Mimic.of_times(one_track, distance[::-1].copy(), ns)


def test_damaged_files_are_refused(true_times: Mimic, tmp_path: Path) -> None:
    path = tmp_path / "m.parquet"
    true_times.save(path)
    table = stored.read(path, stored.MIMIC)
    for column in ("kind", "distance", "ns_1"):
        stored.write(path, table.drop_columns([column]), stored.MIMIC)
        with pytest.raises(ConfigError, match=r"m\.parquet: the file is damaged"):
            Mimic.load(path)
    stored.write(path, table.slice(0, 5), stored.MIMIC)
    with pytest.raises(ConfigError, match=r"damaged .*kind 1 is empty"):
        Mimic.load(path)
    stored.write(path, table.replace_schema_metadata({"headstack": "{"}), stored.MIMIC)
    with pytest.raises(ConfigError, match="not a file of `headstack mimic`"):
        Mimic.load(path)


def test_wrong_tables_are_refused(one_track: Any, true_times: Mimic, tmp_path: Path) -> None:
    load = workload.closed(1, requests=10)
    with pytest.raises(ConfigError, match="made on one_track, 272 blocks"):
        headstack.Drive("ibm_9lzx", "smtf", placement="host", mimic=true_times)
    with pytest.raises(ConfigError, match=r"'smtf' decides by a table .*\(headstack mimic\)"):
        headstack.Drive("ibm_9lzx", "smtf", placement="host").run(load)
    with pytest.raises(ConfigError, match=r"'smtf' decides by a table .*\(headstack mimic\)"):
        headstack.Drive("ibm_9lzx", "smtf").run(load)
    with pytest.raises(ConfigError, match="'sptf' has no use for a mimic"):
        headstack.Drive(one_track, "sptf", placement="host", mimic=true_times).run(load)
    with pytest.raises(ConfigError, match="no such file"):
        Mimic.load(tmp_path / "none.parquet")
    (tmp_path / "text.parquet").write_text("no table", encoding="utf-8")
    with pytest.raises(ConfigError, match=r"text\.parquet: no file of `headstack mimic`"):
        Mimic.load(tmp_path / "text.parquet")
    nothing = np.empty(0, np.int32), np.empty(0, np.uint32)
    with pytest.raises(ConfigError, match="kind 0 is empty"):
        headstack._core.MimicTable([nothing] * 4, 1, 100)
    back = np.array([2, 1], np.int32), np.array([1, 1], np.uint32)
    with pytest.raises(ConfigError, match="the distance after 2 must be larger"):
        headstack._core.MimicTable([back] * 4, 1, 100)


def test_memory_to_learn_in_is_bounded_and_for_learners(one_track: Any) -> None:
    load = workload.closed(8, requests=3000, size=512)
    found = (
        headstack.Drive(one_track, "smtf_online", placement="host", learnt_distances=64)
        .run(load)
        .summary
    )
    assert found["not_learnt_from"] > 0
    assert found["learnt_from"] + found["not_learnt_from"] == 3000
    for scheduler, size, said in (
        ("sptf", 64, "learns no distances"),
        ("smtf_online", 0, "learnt_distances is 0; it must be a whole number, 1 to"),
    ):
        with pytest.raises(ConfigError, match=said):
            headstack.Drive(one_track, scheduler, placement="host", learnt_distances=size).run(load)


def test_wrong_probes_are_refused() -> None:
    for wrong in (
        {"checks": ((2, 0.1), (1, 0.2))},
        {"checks": ()},
        {"samples": 0},
        {"step": "9 GiB"},
        {"size": "100 B"},
        {"seed": -1},
    ):
        with pytest.raises(ConfigError, match=next(iter(wrong)) + "|multiple|blocks"):
            Mimic.probe("ibm_9lzx", **wrong)  # type: ignore[arg-type]


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "m.parquet"
    arguments = ["mimic", str(path), "--step", "1MiB", "--samples", "2", "--no-by-type", "--json"]
    app(arguments, standalone_mode=False)
    out = capsys.readouterr().out
    assert '"points"' in out
    run = "run --drive ibm_9lzx --placement host --workload closed --outstanding 9 --requests 500"
    scheduler = f"smtf(median, mimic={path})"
    app([*run.split(), "--scheduler", scheduler, "--json"], standalone_mode=False)
    document = json.loads(capsys.readouterr().out)
    assert document["mimic"] == Mimic.load(path).sha256
    assert document["scheduler"] == "smtf(summary=median)"
    load = headstack.workload.closed(9, requests=500)
    drive = headstack.Drive("ibm_9lzx", "smtf(median)", placement="host", mimic=path)
    assert document["schedule_sha256"] == drive.run(load).summary["schedule_sha256"]
    named = headstack.Drive("ibm_9lzx", scheduler, placement="host")
    again = pickle.loads(pickle.dumps(named)).run(load)
    assert again.summary["schedule_sha256"] == document["schedule_sha256"]
    with pytest.raises(ConfigError, match="give one of them"):
        headstack.Drive("ibm_9lzx", scheduler, placement="host", mimic=path)


def test_comments_of_a_drive_file_do_not_count() -> None:
    """A key's text may differ between versions of headstack. The drive is still the same."""
    toml = catalog.load("hp_c2247").to_toml()
    other = toml.replace("# rotational", "# another text: rotational")
    assert other != toml
    sha256 = catalog.configuration_sha256
    assert sha256(other) == sha256(toml)
    assert sha256(toml.replace("11.111111111 ms", "11.2 ms")) != sha256(toml)


def test_two_schedulers_have_one_mimic() -> None:
    """Neither file is ignored."""
    with pytest.raises(ConfigError, match=r"one\.parquet and two\.parquet") as found:
        headstack.Drive(
            "ibm_9lzx",
            host_scheduler="smtf(mimic=one.parquet)",
            drive_scheduler="smtf(mimic=two.parquet)",
        )
    assert found.value.argument == "mimic"
