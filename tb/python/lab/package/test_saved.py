"""Results read back from files, shown in notebooks, and given to other libraries."""

import sys
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import headstack
from headstack import lazy, saved, workload

CASES = {
    "random": (headstack.Drive("hp_c2247", "sptf"), workload.random(30, requests=500)),
    "hits": (headstack.Drive("hp_c2247"), workload.parse("sequential(rate=30)", requests=500).load),
    "both": (
        headstack.Drive("hp_c2247a", host_scheduler="clook", drive_scheduler="sptf"),
        workload.closed(20, requests=500, seed=9),
    ),
    "deadlines": (
        headstack.Drive("hp_c2247"),
        workload.deadlines(workload.random(40), within="60ms", requests=500),
    ),
    "classes": (
        headstack.Drive("hp_c2247", "yfq", placement="host", weights=(80, 20)),
        workload.parse("classes(80: closed(8), 20: closed(8))", requests=1500).load,
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_a_file_gives_back_the_run(tmp_path: Path, name: str) -> None:
    drive, load = CASES[name]
    run = drive.run(load)
    run.to_parquet(tmp_path / "run.parquet")
    found = headstack.load(tmp_path / "run.parquet")
    assert found.settings == run.settings
    assert found.settings.configuration == drive.config.to_toml()
    assert found.requests.equals(run.requests)
    for column, values in run.columns.items():
        assert found.columns[column].dtype == values.dtype
        assert np.array_equal(found.columns[column], values)
    assert list(found.summary) == list(run.summary)
    for metric, value in run.summary.items():
        expected = None if metric in saved.OF_THE_RUN else value
        assert found.summary[metric] == expected, metric


def test_a_streamed_file_too(tmp_path: Path) -> None:
    run = headstack.Drive("hp_c2247").stream(
        workload.random(30, requests=500), parquet=tmp_path / "run.parquet"
    )
    found = headstack.load(tmp_path / "run.parquet")
    assert found.settings == run.settings
    assert found.summary["schedule_sha256"] == run.summary["schedule_sha256"]
    assert found.summary["p99_response_ms"] == run.summary["p99_response_ms"]


def test_it_runs_again_from_its_file(tmp_path: Path) -> None:
    drive, load = CASES["random"]
    drive.run(load).to_parquet(tmp_path / "run.parquet")
    found = headstack.load(tmp_path / "run.parquet")
    config = headstack._core.DriveConfig.parse(found.settings.configuration, "again")
    again = headstack.Drive(config, found.settings.scheduler).run(load)
    assert again.summary["schedule_sha256"] == found.summary["schedule_sha256"]


@pytest.fixture
def table() -> pa.Table:
    drive, load = CASES["random"]
    return drive.run(load).requests


def without(table: pa.Table, key: str) -> pa.Table:
    metadata = {k: v for k, v in table.schema.metadata.items() if k != f"headstack.{key}".encode()}
    return table.replace_schema_metadata(metadata)


def read(folder: Path, table: pa.Table) -> headstack.Saved:
    pq.write_table(table, folder / "x.parquet")
    return headstack.load(folder / "x.parquet")


def test_files_that_are_none(tmp_path: Path, table: pa.Table) -> None:
    (tmp_path / "x.parquet").write_text("no Parquet")
    for path, message in (("x.parquet", "no file of a run's requests"), ("y", "no such file")):
        with pytest.raises(headstack.ConfigError, match=message):
            headstack.load(tmp_path / path)
    added = {**table.schema.metadata, b"headstack.colour": b"red"}
    damaged = {**table.schema.metadata, b"headstack.workload": b"{"}
    for spoilt, message in (
        (table.replace_schema_metadata(None), "it has no settings of a run"),
        (table.drop_columns(["seek", "bus"]), "it has no column seek, bus"),
        (table.slice(0, 0), "it has no requests"),
        (without(table, "drive"), "it has no setting 'drive'"),
        (table.replace_schema_metadata(added), "it has a setting 'colour' that headstack"),
        (table.replace_schema_metadata(damaged), "its setting 'workload' is damaged"),
    ):
        with pytest.raises(headstack.ConfigError, match=f"x.parquet: {message}"):
            read(tmp_path, spoilt)


def test_settings_that_came_later_have_their_defaults(tmp_path: Path, table: pa.Table) -> None:
    assert read(tmp_path, without(table, "host_scheduler")).settings.host_scheduler is None


def test_a_part_of_a_run_has_no_summary(tmp_path: Path, table: pa.Table) -> None:
    found = read(tmp_path, table.slice(100, 100))
    assert len(found.columns["id"]) == 100
    with pytest.raises(headstack.ConfigError, match="does not have the rows of a whole run"):
        _ = found.summary


def test_a_result_shows_what_it_is() -> None:
    drive, load = CASES["both"]
    run, streamed = drive.run(load), drive.stream(load)
    text = repr(run)
    assert text.splitlines()[0] == "Result of 500 requests"
    assert "clook(level=lbn) in the host, sptf in the drive" in text
    assert "workload     closed(outstanding=20, " in text
    assert f"mean {run.summary['mean_response_ms']:,.4g} ms" in text
    assert repr(streamed).splitlines()[1:] == text.splitlines()[1:]
    html = run._repr_html_()
    assert html.startswith("<table>")
    assert html.endswith("</table>")
    assert html.count("<tr>") == 6
    assert streamed._repr_html_() == html.replace("Result", "Streamed")


def test_html_is_escaped(table: pa.Table, tmp_path: Path) -> None:
    named = {**table.schema.metadata, b"headstack.drive": b"<b>a&b"}
    found = read(tmp_path, table.replace_schema_metadata(named))
    assert "&lt;b&gt;a&amp;b" in found._repr_html_()
    assert repr(found).startswith("Saved of 500 requests")


def test_pandas() -> None:
    pytest.importorskip("pandas")
    drive, load = CASES["deadlines"]
    run = drive.run(load)
    frame = run.to_pandas()
    assert frame["finish"].tolist() == run.columns["finish"].tolist()
    assert frame["deadline"].tolist() == run.columns["deadline"].tolist()
    assert CASES["random"][0].run(CASES["random"][1]).to_pandas()["deadline"].isna().all()


def test_polars() -> None:
    pytest.importorskip("polars")
    drive, load = CASES["deadlines"]
    run = drive.run(load)
    frame = run.to_polars()
    assert frame["finish"].to_list() == run.columns["finish"].tolist()
    assert frame["deadline"].to_list() == run.columns["deadline"].tolist()


@pytest.mark.parametrize("name", ["pandas", "polars"])
def test_a_library_that_is_absent(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    there = lazy.importlib.util.find_spec
    monkeypatch.setattr(
        lazy.importlib.util,
        "find_spec",
        lambda library: None if library == name else there(library),
    )
    drive, load = CASES["random"]
    run = drive.run(load)
    with pytest.raises(headstack.ConfigError, match=f"pip install '{name}'"):
        getattr(run, f"to_{name}")()


def test_charts_without_matplotlib(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Said before anything has run."""
    from headstack import files

    monkeypatch.setattr(lazy.importlib.util, "find_spec", lambda _: None)
    for ending in ("png", "svg"):
        with pytest.raises(headstack.ConfigError, match=r"pip install 'headstack\[plot\]'"):
            files.target(tmp_path / f"x.{ending}", False, files.CHARTS)
    assert files.target(tmp_path / "x.folded", False, (*files.CHARTS, "folded"))
    monkeypatch.delitem(sys.modules, "headstack.drawing.plotting", raising=False)
    with pytest.raises(headstack.ConfigError, match="charts: matplotlib is not installed"):
        lazy.importlib.import_module("headstack.drawing.plotting")
