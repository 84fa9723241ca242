"""`headstack sweep --preset` with the presets of two papers, a file and options."""

import json
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import headstack
from headstack import workload
from headstack.cli.sweep import file as sweep_file
from headstack.cli.sweep import presets
from headstack.sweeps import planned

Cli = Callable[..., subprocess.CompletedProcess[str]]
MEDIA = ("--preset", "realtime", "--axis", "requests=60")
SHARED = ("--preset", "share", "--axis", "requests=400", "--axis", "scheduler=yfq")


def rows(cli: Cli, *words: str) -> Any:
    """The rows of a sweep's JSON document."""
    done = cli("sweep", *words, "--json")
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)["rows"]


@pytest.mark.parametrize("name", ["realtime", "share"])
def test_each_preset_can_run(name: str) -> None:
    """`planned` checks the drive, scheduler and workload of each point of a preset."""
    given = sweep_file.read(presets.path_of(name))
    shown = {key: given.pop(key) for key in sweep_file.SHOWN if key in given}
    points = planned(**given)
    assert len({point.key for point in points}) == len(points)
    assert shown["pivot"]


def test_the_presets() -> None:
    """The test above has all of them."""
    assert list(presets.installed()) == ["realtime", "share"]


def test_realtime_is_the_run_of_each_stream_and_scheduler(cli: Cli) -> None:
    """Each cell has exactly the figure of the same run in Python."""
    words = (*MEDIA, "--axis", "scheduler=edf", "--axis", "scheduler=fd_edf")
    found = rows(cli, *words, "--axis", "streams=2", "--axis", "streams=30")
    figures = ("guarantee_ratio", "merit", "throughput_mb_s")
    assert [(row["figure"], row["kind"], row["scheduler"]) for row in found] == [
        (figure, kind, scheduler)
        for figure in figures
        for kind in ("mpeg2", "cd_audio")
        for scheduler in ("edf", "fd_edf")
    ]
    for row in found:
        for count in (2, 30):
            drive = headstack.Drive("hp_97560", row["scheduler"], placement="host")
            run = drive.run(workload.streams({row["kind"]: count}, requests=60))
            assert row[str(count)] == run.summary[row["figure"]]


def test_share_is_the_run_of_each_load(cli: Cli) -> None:
    """Each cell has the figure of the same run in Python, or the gain over YFQ."""
    found = rows(cli, *SHARED, "--axis", "scheduler=yfq_dor(20, 1)")
    by = {(row["figure"], row["scheduler"]): row for row in found}
    full = "yfq_dor(Mdmo=20 %, Mqos=1)"
    for load, each in {11: (6, 5), 61: (31, 30)}.items():
        runs = {}
        for scheduler in ("yfq", "yfq_dor(20, 1)"):
            drive = headstack.Drive(
                *("ibm_dnes_309170w", scheduler),
                placement="host",
                host_outstanding=4,
                weights=(80, 20),
            )
            classes = [workload.Class(count) for count in each]
            runs[scheduler] = drive.run(workload.classes(classes, requests=400)).summary
        base, other = (runs[name]["throughput_mb_s"] for name in runs)
        gain = by["throughput_mb_s_change_percent", full][str(load)]
        assert gain == 100 * (other / base - 1)
        assert by["throughput_mb_s_change_percent", "yfq"][str(load)] == 0
        for figure in ("throughput_mb_s", "ratios", "inserted_fraction"):
            assert by[figure, full][str(load)] == runs["yfq_dor(20, 1)"][figure]


def test_a_preset_for_people(cli: Cli, tmp_path: Path) -> None:
    few = ("--axis", "streams=[5, 20]", "--axis", "scheduler=fd_edf", "--axis", "kind=cd_audio")
    shown = cli("sweep", *MEDIA, *few, "--figure", "merit", "--plot", "merit.svg")
    assert shown.returncode == 0, shown.stderr
    assert "merit by streams" in shown.stdout
    assert "guarantee_ratio" not in shown.stdout
    assert (tmp_path / "merit.svg").stat().st_size > 1000
    plain = cli("sweep", *MEDIA, *few, "--pivot", "").stdout
    assert "Sweep of 2 points" in plain


def test_a_file_counts_before_a_preset_and_an_option_before_the_file(
    cli: Cli, tmp_path: Path
) -> None:
    (tmp_path / "mine.toml").write_text(
        'scheduler = ["edf", "rm"]\nrequests = 30\nfigure = "merit"\n'
        "[labels]\nstreams = [3, 4, 5]\n"
    )
    words = ("mine.toml", "--preset", "realtime", "--axis", "requests=40", "--axis", "streams=6")
    found = rows(cli, *words)
    assert [(row["figure"], row["kind"], row["scheduler"]) for row in found] == [
        ("merit", kind, scheduler) for kind in ("mpeg2", "cd_audio") for scheduler in ("edf", "rm")
    ]
    planned_ = json.loads(cli("sweep", *words, "--dry-run", "--json").stdout)
    assert (planned_["points"], planned_["requests"]) == (4, 160)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--preset", "realtme"), "--preset 'realtme' is not known; did you mean 'realtime'?"),
        ((*MEDIA, "--axis", "kind=mpeg5"), "kind of stream 'mpeg5' is not known"),
        ((*MEDIA, "--axis", "streams=0"), "streams of mpeg2 is 0"),
        ((*MEDIA, "--axis", "reads=2"), "from 0 to 1"),
        ((*MEDIA, "--axis", "scheduler=clok"), "did you mean 'clook'"),
        ((*MEDIA, "--axis", "streems=3"), "did you mean 'streams'"),
        ((*MEDIA, "--axis", "streams"), "--axis streams: give a key and a value"),
        ((*SHARED, "--relative-to", "scheduler=sptf"), "--relative-to 'scheduler=sptf' is not"),
        ((*SHARED, "--relative-to", "schedulr=yfq"), "--relative-to 'schedulr' is not known"),
    ],
)
def test_what_cannot_be(cli: Cli, words: tuple[str, ...], message: str) -> None:
    refused = cli("sweep", *words)
    assert refused.returncode == 2, refused.stdout
    assert message in refused.stderr
    assert "Traceback" not in refused.stderr
