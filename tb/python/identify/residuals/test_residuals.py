"""What is left between model and drive: by class and place, revolutions apart."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow.parquet as pq
import pytest

from headstack import catalog, workload
from headstack.errors import ConfigError
from headstack.measure import place, validation
from headstack_identify.residuals import residual_tables, residuals

DRIVE = "hp_c2247a"


def write_trace(path: Path, rows: list[tuple[str, int, int, float, float]]) -> Path:
    """A trace file; times in ms."""
    lines = [f"{rw} Miss {lbn} {n} {1000 * t:.6f} {1000 * z:.6f}" for rw, lbn, n, t, z in rows]
    path.write_text("\n".join(lines) + "\n", encoding="ascii")
    return path


def requests(count: int, seed: int = 1) -> list[tuple[str, int, int, float, float]]:
    """Reads and writes all over the first zones, a third of them sequential, times of 1 ms."""
    rng = np.random.default_rng(seed)
    found, end = [], 0
    for _ in range(count):
        lbn = end if rng.random() < 0.3 else int(rng.integers(0, 600_000))
        n = int(rng.integers(1, 40))
        found.append((str(rng.choice(["R", "W"])), lbn, n, 1.0, float(rng.uniform(0, 20))))
        end = lbn + n
    return found


@pytest.fixture
def exact(tmp_path: Path) -> Path:
    """A trace whose measured times are the model's own."""
    rows = requests(300)
    path = write_trace(tmp_path / "first.trace", rows)
    model = validation.model_ms(catalog.load(DRIVE), workload.trace(path))
    timed = [(*row[:3], time, row[4]) for row, time in zip(rows, model, strict=True)]
    return write_trace(tmp_path / "exact.trace", timed)


def shifted(path: Path, to: Path, request: int, by_ms: float) -> Path:
    """The trace with one request measured longer, and the pause behind it as much shorter."""
    lines = path.read_text(encoding="ascii").splitlines()
    fields = lines[request].split()
    fields[4] = f"{float(fields[4]) + 1000 * by_ms:.6f}"
    lines[request] = " ".join(fields)
    to.write_text("\n".join(lines) + "\n", encoding="ascii")
    return to


def test_nothing_is_left_of_its_own_times(exact: Path) -> None:
    found = residuals.residuals(DRIVE, exact)
    assert np.abs(found.error_ms).max() < 1e-6
    assert not found.revolutions.any()
    assert not found.far.any()
    [row] = residual_tables.tables(found)["all"]
    assert row["within_0_1_ms_percent"] == 100
    assert row["requests"] == 300


def test_a_revolution_is_counted_apart(exact: Path, tmp_path: Path) -> None:
    whole = residuals.residuals(DRIVE, exact)
    request = int(np.flatnonzero(whole.media)[7])
    turn = whole.revolution_ms
    later = shifted(exact, tmp_path / "later.trace", request, 2 * turn + 0.03)
    found = residuals.residuals(DRIVE, later)
    assert found.revolutions[request] == -2  # the model is early
    assert found.rest_ms[request] == pytest.approx(-0.03, abs=1e-5)
    [row] = residual_tables.tables(found)["all"]
    assert (row["revolutions_early"], row["revolutions_late"], row["far"]) == (1, 0, 0)
    assert row["bias_ms"] == pytest.approx(0, abs=1e-9)
    assert row["share_of_squares_percent"] == pytest.approx(100)


def test_what_is_far_but_no_revolution(exact: Path, tmp_path: Path) -> None:
    whole = residuals.residuals(DRIVE, exact)
    request = int(np.flatnonzero(whole.media)[3])
    found = residuals.residuals(
        DRIVE, shifted(exact, tmp_path / "far.trace", request, 0.5 * whole.revolution_ms)
    )
    assert found.far[request]
    assert found.revolutions[request] == 0


def test_classes(exact: Path) -> None:
    found = residuals.residuals(DRIVE, exact)
    write = np.array([row[0] == "W" for row in requests(300)])
    assert (found.write == write).all()
    names = {residuals.CLASSES[n] for n in found.served}
    assert {"read hit, sequential", "read miss", "write, after a write"} <= names
    assert not any(name.startswith("cached") for name in names)  # the HP caches no writes
    back = residuals.residuals("ibm_dnes_309170w", exact)
    assert {residuals.CLASSES[n].partition(",")[0] for n in back.served[write]} == {"cached write"}


def test_places_at_ends() -> None:
    drive = catalog.load("hp_c2247")  # zone 0: 96 sectors a track, 13 heads
    reserved = drive.value("layout.zone.0.reserved_tracks")
    last_track = 96 * (13 - 1 - reserved % 13)
    first = np.array([0, 10, 90, 94, 0, last_track])
    length = np.array([10, 86, 10, 1, 97, 96])
    found = place.places(drive, first, length)
    ends = [place.ENDS[n] for n in found.end]
    assert drive.track_blocks == 96
    assert ends[0] == place.INSIDE
    assert ends[1] == place.TRACK_END
    assert ends[2] == place.CROSSES
    assert ends[3] == place.BEFORE_TRACK_END
    assert ends[4] == place.CROSSES
    assert ends[5] == place.CYLINDER_END
    assert found.head.tolist() == [reserved % 13] * 5 + [12]
    last = place.places(drive, np.array([drive.blocks - 1]), np.array([1]))
    assert place.ENDS[last.end[0]] == place.CYLINDER_END


def test_angles_are_those_of_the_sectors() -> None:
    drive = catalog.load("hp_c2247")
    found = place.places(drive, np.arange(96), np.ones(96, np.int64))
    steps = np.diff(found.angle) % 1
    assert steps == pytest.approx(np.full(95, 1 / 96), abs=1e-8)


def test_each_table_has_every_request_that_it_is_of(exact: Path) -> None:
    found = residuals.residuals(DRIVE, exact)
    tables = residual_tables.tables(found)
    for by in ("class", "blocks", "zone", "place"):
        assert sum(row["requests"] for row in tables[by]) == 300, by
    for by in ("distance", "angle"):
        assert sum(row["requests"] for row in tables[by]) == found.media.sum(), by


def test_the_rows_as_parquet(exact: Path, tmp_path: Path, cli: Callable[..., Any]) -> None:
    options = ("--drive", DRIVE, "--residuals")
    run = cli("validate", *options, "--parquet", "rows.parquet", "--json", str(exact))
    assert run.returncode == 0, run.stderr
    document = json.loads(run.stdout)
    assert document["residuals"]["class"]
    assert document["paired_rms_ms"] < 1e-6
    rows = pq.read_table(tmp_path / "rows.parquet").to_pydict()
    assert len(rows["request"]) == 300
    for parts in zip(*(rows[f"{part}_ms"] for part in residuals.PARTS), strict=True):
        assert sum(parts) > 0
    assert rows["model_ms"][5] == pytest.approx(sum(rows[f"{p}_ms"][5] for p in residuals.PARTS))


def test_the_command_prints_and_draws(exact: Path, tmp_path: Path, cli: Callable[..., Any]) -> None:
    run = cli("validate", "--drive", DRIVE, "--residuals", "--plot", "left.png", str(exact))
    assert run.returncode == 0, run.stderr
    assert "squares, %" in run.stdout
    assert (tmp_path / "left.png").stat().st_size > 1000
    run = cli("validate", "--drive", DRIVE, "--residuals", "--csv", str(exact))
    assert run.stdout.splitlines()[0].startswith("by,group,requests,bias_ms")


def test_what_does_not_go_together(exact: Path, cli: Callable[..., Any]) -> None:
    run = cli("validate", "--drive", DRIVE, "--parquet", "x.parquet", str(exact))
    assert run.returncode == 2
    assert "--parquet is for --residuals" in run.stderr
    run = cli("validate", "--drive", DRIVE, "--residuals", "--cross", str(exact))
    assert run.returncode == 2
    assert "leave --cross and --seed out" in run.stderr


def test_a_trace_of_another_drive(tmp_path: Path) -> None:
    path = write_trace(tmp_path / "far.trace", [("R", 4_000_000_000, 1, 1.0, 0.0)])
    with pytest.raises(ConfigError, match="is it the right drive"):
        residuals.residuals(DRIVE, path)


def test_the_real_drive(data: Path) -> None:
    found = residuals.residuals(DRIVE, data / "hp_c2247a.trace")
    [row] = residual_tables.tables(found)["all"]
    assert row["requests"] == 9999
    assert row["revolutions_late"] + row["revolutions_early"] < 140
    assert abs(row["bias_ms"]) < 0.005
    assert row["iqr_ms"] < 0.05
