"""The package as a library: the README's form, results that explain themselves, progress."""

import json
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pyarrow.parquet as pq
import pytest

import headstack
from headstack import result, workload

PARTS = ("queue", "overhead", "seek", "rotation", "transfer", "bus")
SCHEDULERS = ("fcfs", "sstf", "clook", "sptf")


def test_readme_form() -> None:
    found = headstack.Drive("hp_c2247", scheduler="sptf").run(
        headstack.workload.random(rate_per_s=30, requests=500)
    )
    assert found.requests.num_rows == 500
    assert found.summary["requests"] == 500
    assert found.summary["mean_response_ms"] > 1


def test_public_names() -> None:
    for name in headstack.__all__:
        assert hasattr(headstack, name)
    assert "hp_c2247" in [drive.name for drive in headstack.drives()]
    assert {"fcfs", "sstf", "clook", "sptf"} <= {info.name for info in headstack.schedulers()}


def test_modules_by_the_names_that_the_pages_give_them() -> None:
    assert headstack.workload.Kind(1, 1e6).streams == 1
    assert headstack.metrics.summarise is headstack.metrics.figures.summarise
    assert headstack.deadlines.of_class
    assert headstack.admission.admitted
    assert headstack.codesign.compare
    assert headstack.validation.validate
    assert headstack.mimic.Mimic is headstack.Mimic
    assert headstack.traces.open
    assert headstack.compare is headstack.statistics.compare
    assert headstack.advice.advise


def test_import_leaves_the_slow_packages_alone() -> None:
    code = (
        "import sys, headstack; print(*(m for m in ('pyarrow', 'matplotlib') if m in sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""


@pytest.mark.parametrize("placement", ["drive", "host"])
@pytest.mark.parametrize("scheduler", SCHEDULERS)
def test_parts_add_up_for_every_request(scheduler: str, placement: str) -> None:
    found = headstack.Drive("hp_c2247", scheduler, placement=placement).run(
        workload.random(40, requests=3000)
    )
    c = found.columns
    assert np.array_equal(sum(c[part] for part in PARTS), c["finish"] - c["arrival"])
    assert all((c[part] >= 0).all() for part in PARTS)
    assert sorted(c["id"]) == list(range(3000))
    assert (np.diff(c["finish"]) >= 0).all()


def test_every_column_has_unit_and_meaning() -> None:
    schema = headstack.Drive("hp_c2247").run(workload.random(30, requests=100)).requests.schema
    assert set(schema.names) == set(result.COLUMNS)
    for field in schema:
        assert field.metadata[b"unit"]
        assert field.metadata[b"description"]
    assert schema.field("finish").metadata[b"unit"] == b"ps"


def test_a_result_explains_itself(tmp_path: Path) -> None:
    drive = headstack.Drive("hp_c2247", "sptf", placement="host", host_outstanding=2)
    drive.run(workload.random(30, requests=100, seed=7)).to_parquet(tmp_path / "requests.parquet")
    metadata = pq.read_table(tmp_path / "requests.parquet").schema.metadata
    record = {key.decode(): value.decode() for key, value in metadata.items()}
    assert record["headstack.drive"] == "hp_c2247"
    assert record["headstack.scheduler"].startswith("sptf")
    assert record["headstack.placement"] == "host"
    assert record["headstack.host_outstanding"] == "2"
    assert record["headstack.seed"] == "7"
    assert record["headstack.version"] == headstack.__version__
    assert record["headstack.timing"] == "measured"
    assert record["headstack.configuration"] == drive.config.to_toml()
    assert json.loads(record["headstack.workload"])["rate_per_s"] == 30


def test_the_recorded_configuration_gives_the_same_run(tmp_path: Path) -> None:
    load = workload.random(30, requests=500)
    first = headstack.Drive("hp_c2247", queue_depth=77).run(load)
    (tmp_path / "again.toml").write_text(first.settings.configuration)
    again = headstack.Drive(tmp_path / "again.toml")
    assert again.config.queue_depth == 77
    assert again.run(load).summary["schedule_sha256"] == first.summary["schedule_sha256"]


def test_parquet_that_cannot_be_written(tmp_path: Path) -> None:
    found = headstack.Drive("hp_c2247").run(workload.random(30, requests=10))
    with pytest.raises(headstack.ConfigError, match="cannot write"):
        found.to_parquet(tmp_path / "no" / "folder.parquet")


def test_progress_is_told_and_can_stop_the_run() -> None:
    told: list[int] = []
    headstack.Drive("hp_c2247").run(workload.random(30, requests=200_000), progress=told.append)
    assert told == sorted(told)
    assert len(told) > 1
    with pytest.raises(headstack.RunError, match=r"stopped by progress after \d+ of 200000"):
        headstack.Drive("hp_c2247").run(
            workload.random(30, requests=200_000), progress=lambda _: False
        )


def test_what_progress_raises_comes_out_and_the_next_run_is_sound() -> None:
    def fail(_: int) -> None:
        raise KeyError("mine")

    drive = headstack.Drive("hp_c2247")
    before = drive.run(workload.random(30, requests=1000)).summary["schedule_sha256"]
    with pytest.raises(KeyError, match="mine"):
        drive.run(workload.random(30, requests=200_000), progress=fail)
    assert drive.run(workload.random(30, requests=1000)).summary["schedule_sha256"] == before


def spoilt(**changes: Any) -> result.Result:
    """A sound run of 50 requests, given back with some columns changed."""
    sound = headstack.Drive("hp_c2247").run(workload.random(30, requests=50))
    columns = {name: column.copy() for name, column in sound.columns.items()}
    for name, change in changes.items():
        columns[name] = change(columns[name])
    output = SimpleNamespace(
        columns=columns,
        wall_s=1.0,
        decisions=50,
        candidates_examined=50,
        core=None,
        bus_held_ps=0,
        learnt=None,
    )
    return result.Result(output, sound.settings, 50)  # type: ignore[arg-type]


def replaced(row: int, value: int) -> Any:
    """A change that puts `value` into `row`."""

    def change(column: Any) -> Any:
        column[row] = value
        return column

    return change


def test_a_sound_result_passes() -> None:
    assert spoilt().summary["requests"] == 50


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"id": lambda ids: ids[:-1]}, "49 requests were served, 50 were issued"),
        ({"id": replaced(3, 50)}, "request 50 was served, but only 0 to 49"),
        ({"id": lambda ids: np.where(ids == 7, 8, ids)}, "request 8 was served twice"),
        ({"seek": lambda seek: seek + 1}, "contradict"),
        ({"finish": lambda finish: finish[::-1]}, "contradict"),
        ({"start": lambda start: start - 10**15}, "contradict"),
    ],
)
def test_a_run_that_went_wrong_is_an_error(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(headstack.RunError, match=message):
        spoilt(**changes)


def test_a_drive_says_what_it_is() -> None:
    """Capacity by the data sheets: 2,054,864 blocks of 512 bytes, and 16 TB."""
    assert repr(headstack.Drive("hp_c2247", "sptf", queue_depth=64)) == (
        "Drive hp_c2247: 1.05 GB, room for 64 tasks; sptf in the drive"
    )
    both = headstack.Drive("seagate_exos_x16", host_scheduler="clook", drive_scheduler="sptf")
    assert repr(both) == (
        "Drive seagate_exos_x16: 16,001 GB, room for 65,536 tasks; "
        "clook(level=lbn) in the host, sptf in the drive"
    )
