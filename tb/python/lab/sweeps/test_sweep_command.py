"""`headstack sweep FILE.toml`: the file, what is printed, and what is refused."""

import json
import re
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest

Cli = Callable[..., subprocess.CompletedProcess[str]]
FILE = """
drive = "hp_c2247"
scheduler = ["fcfs", "sptf"]
depth = [2, 8]
workload = "random"
rate = 40
requests = 200
seeds = 2

[set]
"spindle.rotation" = ["5400 rpm", "7200 rpm"]
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "sweep.toml"
    path.write_text(FILE)
    return path


@pytest.mark.usefixtures("file")
def test_a_sweep_by_its_file(cli: Cli) -> None:
    done = cli("sweep", "sweep.toml", "--folder", "out", "--json")
    assert (done.returncode, done.stderr) == (0, "")
    document = json.loads(done.stdout)
    assert (document["points"], document["folder"]) == (16, "out")
    assert [row["seed"] for row in document["rows"]] == [1, 2] * 8
    assert document["rows"][2]["spindle.rotation"] == "7200 rpm"
    planned = json.loads(
        cli("sweep", "sweep.toml", "--folder", "out", "--dry-run", "--json").stdout
    )
    assert (planned["points"], planned["finished"], planned["requests"]) == (16, 16, 0)
    assert planned["axes"] == {"scheduler": 2, "queue_depth": 2, "seeds": 2} | {
        "set spindle.rotation": 2
    }
    shown = cli("sweep", "sweep.toml", "--folder", "out").stdout
    assert max(map(len, shown.splitlines())) <= 80
    assert "each line is the mean of its runs" in shown
    lines = cli("sweep", "sweep.toml", "--folder", "out", "--csv").stdout.splitlines()
    assert len(lines) == 17
    assert lines[0].startswith("key,spindle.rotation,drive,")


@pytest.mark.usefixtures("file")
def test_a_pivot_table(cli: Cli) -> None:
    """Each cell is the mean of the rows that the whole table has for it."""
    every = json.loads(cli("sweep", "sweep.toml", "--folder", "out", "--json").stdout)["rows"]
    words = ("--pivot", "drive_queue_depth", "--figure", "p99_response_ms")
    pivot = json.loads(cli("sweep", "sweep.toml", "--folder", "out", *words, "--json").stdout)
    assert (pivot["pivot"], len(pivot["rows"])) == (words[1], 4)
    assert {line["figure"] for line in pivot["rows"]} == {words[3]}
    for line in pivot["rows"]:
        for depth in (2, 8):
            here = [
                row["p99_response_ms"]
                for row in every
                if row["drive_queue_depth"] == depth
                and all(row[name] == line[name] for name in ("scheduler", "spindle.rotation"))
            ]
            assert len(here) == 2, "a run for each seed"
            assert line[str(depth)] == pytest.approx(sum(here) / 2, rel=1e-12)
    shown = cli("sweep", "sweep.toml", "--folder", "out", *words).stdout
    assert "p99_response_ms by drive_queue_depth" in shown
    assert cli("sweep", "sweep.toml", "--folder", "out", *words, "--csv").stdout.count("\n") == 5


@pytest.mark.usefixtures("file")
def test_a_change_is_to_the_run_with_the_same_seed(cli: Cli) -> None:
    words = ("--relative-to", "scheduler=fcfs", "--figure", "busy", "--folder", "out", "--json")
    every = json.loads(cli("sweep", "sweep.toml", *words).stdout)["rows"]
    names = ("drive_queue_depth", "spindle.rotation", "seed")
    base = {tuple(r[name] for name in names): r for r in every if r["scheduler"] == "fcfs"}
    assert len(base) == len(every) // 2
    for row in every:
        other = base[tuple(row[name] for name in names)]
        assert row["busy_change_percent"] == 100 * (row["busy"] / other["busy"] - 1)
    pivot = json.loads(cli("sweep", "sweep.toml", *words, "--pivot", "scheduler").stdout)["rows"]
    assert [line["figure"] for line in pivot] == ["busy"] * 4 + ["busy_change_percent"] * 4
    assert {line["fcfs"] for line in pivot[4:]} == {0}


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--pivot", "schedulr"), "--pivot 'schedulr' is not known; did you mean 'scheduler'?"),
        (("--pivot", "scheduler", "--figure", "mean"), "--figure 'mean' is not known"),
        (("--figure", "scheduler"), "--figure 'scheduler' is not known"),
        (("--figure", "busy_change_percent"), "say with which, as in --relative-to scheduler=fcfs"),
        (("--relative-to", "scheduler=clook"), "'scheduler=clook' is not known"),
        (("--relative-to", "scheduler"), "--relative-to scheduler: give an axis and a value"),
        (("--relative-to", "seed=1"), "--relative-to 'seed' is not known"),
        (("--plot", "x.png"), "--plot draws a pivot table; add --pivot AXIS"),
    ],
)
@pytest.mark.usefixtures("file")
def test_a_pivot_table_that_cannot_be(cli: Cli, words: tuple[str, ...], message: str) -> None:
    done = cli("sweep", "sweep.toml", "--folder", "out", *words)
    assert done.returncode == 2
    assert message in done.stderr


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--axis", "foo=1"), "--axis: key 'foo' is not known"),
        (("--axis", "rate=1", "--axis", "rate_per_s=2"), "rate_per_s names the axis rate_per_s"),
        (("--axis", "labels.era=c"), "labels is a list of tables"),
    ],
)
def test_an_axis_that_cannot_be(
    cli: Cli, tmp_path: Path, words: tuple[str, ...], message: str
) -> None:
    """The file has a list of labels, of which no single label can be overridden."""
    (tmp_path / "listed.toml").write_text(
        'drive = "hp_c2247"\nworkload = "random"\nlabels = [{era = "a"}, {era = "b"}]\n'
    )
    done = cli("sweep", "listed.toml", *words, "--dry-run")
    assert done.returncode == 2
    assert message in done.stderr


@pytest.mark.usefixtures("file")
def test_a_dry_run_makes_nothing(cli: Cli, tmp_path: Path) -> None:
    done = cli("sweep", "sweep.toml", "--folder", "out", "--dry-run")
    assert done.returncode == 0
    assert "values of scheduler" in done.stdout
    assert not (tmp_path / "out").exists()


def test_points_of_a_file(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "p.toml").write_text(
        'workload = "random"\nrequests = 50\n'
        '[[points]]\ndrive = "hp_c2247"\nrate = 20\nlabels = {era = "new"}\n'
        '[[points]]\ndrive = "hp_97560"\nrate = 10\nlabels = {era = "old"}\n'
    )
    rows = json.loads(cli("sweep", "p.toml", "--json").stdout)["rows"]
    assert [(row["drive"], row["rate_per_s"], row["era"]) for row in rows] == [
        ("hp_c2247", 20, "new"),
        ("hp_97560", 10, "old"),
    ]


@pytest.mark.parametrize(
    "loads",
    [
        ("trace(a.spc)", "trace(b.spc)"),
        ("trace(a.spc)", "trace(a.spc, speed=2)"),
        ("streams(mpeg2=3)", "streams(mpeg2=5)"),
        ("classes(80: closed(4), 20: closed(8))", "classes(80: closed(4), 20: closed(9))"),
        ("hot(rate=30)", "hot(rate=30.0000001)"),
        ("random(rate=30)", "random(rate=31)"),
    ],
    ids=lambda loads: loads[1],
)
def test_each_workload_has_a_line(cli: Cli, tmp_path: Path, loads: tuple[str, str]) -> None:
    """No mean is over two workloads; all that is printed and kept tells them apart."""
    for name, at in (("a", 8), ("b", 80_000)):
        lines = [f"0,{at + 8 * n},512,R,{n / 50}" for n in range(40)]
        (tmp_path / f"{name}.spc").write_text("\n".join(lines))
    seeds = "" if "trace" in loads[0] else "seeds = 2\n"
    (tmp_path / "s.toml").write_text(
        f'drive = "hp_c2247"\nworkload = {json.dumps(loads)}\nrequests = 30\n{seeds}'
    )
    rows = json.loads(cli("sweep", "s.toml", "--folder", "out", "--json").stdout)["rows"]
    groups: dict[str, list[dict[str, Any]]] = {}
    for row in rows:
        groups.setdefault(row["key_without_seed"], []).append(row)
    assert [len(group) for group in groups.values()] == [len(rows) // 2] * 2
    shown = cli("sweep", "s.toml", "--folder", "out").stdout
    for group in groups.values():
        mean = sum(row["mean_response_ms"] for row in group) / len(group)
        assert f"{mean:,.2f}" in shown
    if loads[0][:5] not in ("hot(r", "rando"):  # for which other columns say it
        texts = [{row["workload"] for row in group} for group in groups.values()]
        assert [len(text) for text in texts] == [1, 1]
        assert texts[0] != texts[1]
        table = pq.read_table(tmp_path / "out")
        assert len(set(table["workload"].to_pylist())) == 2


def test_classes_of_other_weights(cli: Cli, tmp_path: Path) -> None:
    """A scheduler that has the weights gives two lines, with the weights in a column."""
    (tmp_path / "s.toml").write_text(
        'drive = "hp_c2247"\nscheduler = "yfq"\nplacement = "host"\nrequests = 40\nseeds = 2\n'
        'workload = ["classes(80: closed(4), 20: closed(4))", '
        '"classes(20: closed(4), 80: closed(4))"]\n'
    )
    shown = cli("sweep", "s.toml").stdout
    assert "80:20" in shown
    assert "20:80" in shown
    assert "each line is the mean of its runs" in shown


def test_the_same_run_in_other_words_counts_once(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "s.toml").write_text(
        'drive = "hp_c2247"\nworkload = ["random(rate=30)", "random(rate=30.0)"]\nrequests = 20\n'
    )
    [line] = [line for line in cli("sweep", "s.toml").stdout.splitlines() if "fcfs" in line]
    assert line.split()[1] == "1"


WRONG = {
    "unknown key": (
        "shceduler = 1",
        r"sweep.toml:2: key 'shceduler' is not known; did you mean 'sch",
    ),
    "key of a point": ("[[points]]\ndrvie = 'x'", r"sweep.toml:3: key 'drvie' is not known"),
    "no TOML": ("drive = ", r"sweep.toml: Invalid value \(at line 2"),
    "twice": ("rate = 3\nrate_per_s = 3", "rate and rate_per_s name the same"),
    "points": ("points = 3", "sweep.toml:2: points are tables"),
    "no drive": ("workload = 'random'", "sweep.toml: a point has no drive"),
    "drive": ("drive = 'hp'\nworkload = 'random'\nrate = 3", "drive 'hp' is not known"),
    "workload": (
        "drive = 'hp_c2247'\nworkload = 'rndom'\nrate = 3",
        "workload 'rndom' is not known",
    ),
    "date": ("drive = 'hp_c2247'\nworkload = 1979-05-27", "workload is datetime.date"),
    "nothing": ("", "there is nothing in it"),
    "deep lists": (f"drive = {'[' * 5000}", "sweep.toml: it is nested too deep"),
    "deep keys": (f"set = {{{'.'.join('a' * 3000)} = 1}}", "sweep.toml: it is nested too deep"),
}


@pytest.mark.parametrize(("text", "message"), WRONG.values(), ids=WRONG)
def test_a_file_that_is_wrong(cli: Cli, tmp_path: Path, text: str, message: str) -> None:
    (tmp_path / "sweep.toml").write_text(f"# a sweep\n{text}\n" if text else "")
    done = cli("sweep", "sweep.toml", "--json")
    assert (done.returncode, done.stdout) == (2, "")
    assert re.search(message, done.stderr), done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.usefixtures("file")
@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("none.toml",), "sweep none.toml: no such file"),
        (("sweep.toml", "--rows"), "rows needs a folder"),
        (("sweep.toml", "--workers", "0"), "workers is 0"),
        (("sweep.toml", "--dask", "tcp://x:1", "--workers", "2"), "workers is for processes"),
        (("sweep.toml", "--json", "--csv"), "give one of them"),
        (("sweep.toml", "--dry-run", "--csv"), "has no table"),
    ],
)
def test_options_that_do_not_fit(cli: Cli, options: tuple[str, ...], message: str) -> None:
    done = cli("sweep", *options)
    assert done.returncode == 2
    assert message in done.stderr
