"""`headstack new-drive`: a file, the figures measured, and errors that name the options."""

import json
import subprocess
import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest

from headstack import catalog

Cli = Callable[..., subprocess.CompletedProcess[str]]

FIGURES = {
    "--capacity": "100MB",
    "--rpm": "6000",
    "--seek-average": "9ms",
    "--seek-track": "0.7ms",
    "--rate-outer": "2MB/s",
}


def words(**changed: str) -> list[str]:
    """The options with some values changed, each with its value."""
    options = FIGURES | {f"--{name.replace('_', '-')}": value for name, value in changed.items()}
    return [word for pair in options.items() for word in pair]


def test_a_file_and_both_columns(cli: Cli, tmp_path: Path) -> None:
    done = cli("new-drive", "mine.toml", *words(cache="512KiB"), "--json")
    assert done.returncode == 0, done.stderr
    document = json.loads(done.stdout)
    assert list(document) == ["version", "file", "figures", "configuration"]
    text = (tmp_path / "mine.toml").read_text()
    assert document["configuration"] == text
    rows = {row["figure"]: row for row in document["figures"]}
    assert rows["seek_average_ms"]["sheet"] == 9
    assert rows["seek_average_ms"]["drive"] == pytest.approx(9, rel=0.01)
    assert rows["rate_outer_mb_s"]["drive"] == pytest.approx(2, rel=0.01)
    assert rows["latency_ms"]["drive"] == pytest.approx(5, rel=0.01)
    assert rows["seek_full_ms"]["sheet"] is None
    assert abs(rows["seek_track_ms"]["difference_percent"]) < 0.1
    assert tomllib.loads(text)["spindle"]["rotation"] == "6000 rpm"
    assert 'size = "512 KiB"' in text
    assert catalog.load(tmp_path / "mine.toml").blocks == 195_313
    run = cli("run", "--drive", "mine.toml", "--rate", "20", "--requests", "100", "--json")
    assert run.returncode == 0, run.stderr


def test_for_people_and_as_csv(cli: Cli) -> None:
    table = cli("new-drive", "mine.toml", *words()).stdout
    assert "data sheet" in table
    assert "195,313" in table
    lines = cli("new-drive", "mine.toml", *words(), "--csv", "--force").stdout.splitlines()
    assert lines[0] == "figure,name,unit,sheet,drive,difference_percent"
    assert len(lines) == 11


def test_a_drive_like_another(cli: Cli, tmp_path: Path) -> None:
    assert cli("new-drive", "mine.toml", *words(like="hp_c2247a")).returncode == 0
    assert cli("new-drive", "again.toml", *words(like="mine.toml")).returncode == 0
    again = (tmp_path / "again.toml").read_text()
    assert "# assumed: as mine" in again
    made, other = catalog.load(tmp_path / "mine.toml"), catalog.load("hp_c2247a")
    for key in ("seek.write_settle", "overhead.read_miss_command", "cache.size"):
        assert made.value(key) == other.value(key)


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"capacity": "100"}, "--capacity '100' has no unit; write it as in 16TB"),
        ({"rpm": "0"}, "--rpm is 0; it must be 600 to 30,000"),
        ({"rpm": "fast"}, "--rpm 'fast' is no speed; give it as in 7200"),
        ({"rpm": "6000 Hz"}, "--rpm '6000 Hz' is no speed"),
        ({"seek_average": "0.5ms"}, "--seek-average is 0.5 ms; it must be more than --seek-track"),
        ({"seek_full": "50ms"}, "--seek-full is 50 ms; with the other two times it must be"),
        ({"rate_outer": "2"}, "--rate-outer '2' has no unit"),
        ({"rate_outer": "4GB/s"}, "--rate-outer is 4 GB/s: a track has"),
        ({"rate_outer": "300MB/s", "surfaces": "20"}, "--rate-outer is too high for the capacity"),
        ({"rate_inner": "3MB/s"}, "--rate-inner is 3 MB/s; it must not be more than"),
        ({"cache": "1B"}, "--cache is 1 B; it must hold a sector"),
        ({"surfaces": "0"}, "--surfaces is 0"),
        ({"capacity": "20TB", "rate_outer": "285MB/s"}, "--sector 8192 makes fewer"),
        ({"like": "hp_c2274"}, "drive 'hp_c2274' is not known; did you mean 'hp_c2247'?"),
        ({"like": "hp_c2247", "sector": "4096"}, "--sector is 4096; hp_c2247 counts in sectors"),
    ],
)
def test_impossible_figures(cli: Cli, tmp_path: Path, changed: dict[str, str], said: str) -> None:
    done = cli("new-drive", "mine.toml", *words(**changed), "--json")
    assert done.returncode == 2
    assert done.stdout == ""
    assert said in done.stderr
    assert not (tmp_path / "mine.toml").exists()


def test_all_missing_figures_are_named(cli: Cli) -> None:
    done = cli("new-drive", "mine.toml", "--capacity", "100MB", "--seek-average", "9ms")
    assert done.returncode == 2
    assert "--rpm, --seek-track, --rate-outer" in done.stderr


def test_a_speed_may_have_its_unit(cli: Cli, tmp_path: Path) -> None:
    assert cli("new-drive", "mine.toml", *words(rpm="6000 rpm")).returncode == 0
    text = (tmp_path / "mine.toml").read_text()
    assert tomllib.loads(text)["spindle"]["rotation"] == "6000 rpm"


def test_the_ending_is_toml(cli: Cli) -> None:
    done = cli("new-drive", "mine", *words())
    assert done.returncode == 2
    assert "cannot write mine: its ending is ''; one of toml is wanted" in done.stderr


def test_a_figure_that_does_not_come_out(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The file stays, both columns are printed, and the status is 1."""
    from typer.testing import CliRunner

    from headstack import datasheet
    from headstack.cli import app
    from headstack.datasheet import Figure

    wrong = [Figure("latency_ms", "rotational latency", "ms", 5.0, 5.06)]
    monkeypatch.setattr(datasheet, "compared", lambda *_: wrong)
    monkeypatch.chdir(tmp_path)
    done = CliRunner().invoke(app, ["new-drive", "mine.toml", *words(), "--json"])
    assert done.exit_code == 1
    assert (tmp_path / "mine.toml").exists()
    assert json.loads(done.stdout)["figures"][0]["difference_percent"] == pytest.approx(1.2)
    assert (
        "mine.toml is written, but differs from the data sheet by more than 1 %: rotational "
        in (done.stderr)
    )
