"""The command: exit status, one JSON document on stdout, errors in one line on stderr."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pyarrow.parquet as pq
import pytest

import headstack

Cli = Callable[..., subprocess.CompletedProcess[str]]

FEW = ("--requests", "200")
RUN_KEYS = [
    "requests",
    "mean_response_ms",
    "median_response_ms",
    "p95_response_ms",
    "p99_response_ms",
    "max_response_ms",
    "scv_response",
    "utilisation",
    "mean_io_ms",
    "throughput_per_s",
    "throughput_mb_s",
    "hit_rate",
    "timing",
    "wall_s",
    "requests_per_wall_s",
    "schedule_sha256",
]
VALIDATE_KEYS = [
    "requests",
    "measured_mean_ms",
    "model_mean_ms",
    "rms_ms",
    "demerit_percent",
    "paired_bias_ms",
    "paired_mean_abs_ms",
    "paired_rms_ms",
    "within_0_1_ms_percent",
    "within_0_5_ms_percent",
]
TRACE = "R Miss 564347 2 14095.370 13876.270\nR Hit 564349 2 1414.270 18746.770\n"


def test_version(cli: Cli) -> None:
    done = cli("--version")
    assert (done.returncode, done.stdout) == (0, f"headstack {headstack.__version__}\n")


@pytest.mark.parametrize("placement", ["drive", "host"])
@pytest.mark.parametrize("load", [("random", "--rate", "30"), ("closed", "--outstanding", "4")])
def test_run_json(cli: Cli, placement: str, load: tuple[str, ...]) -> None:
    done = cli("run", "--workload", *load, "--placement", placement, *FEW, "--json")
    assert done.returncode == 0, done.stderr
    document = json.loads(done.stdout)
    assert set(RUN_KEYS) <= set(document)
    assert document["requests"] == 200
    assert document["timing"] == "measured"
    assert document["placement"] == placement


def test_run_for_people(cli: Cli) -> None:
    done = cli("run", "--rate", "30", *FEW, "--parquet", "requests.parquet")
    assert done.returncode == 0, done.stderr
    assert "mean_response_ms" in done.stdout


def test_run_writes_parquet(cli: Cli, tmp_path: Path) -> None:
    done = cli("run", "--rate", "30", *FEW, "--parquet", "requests.parquet", "--json")
    assert done.returncode == 0, done.stderr
    table = pq.read_table(tmp_path / "requests.parquet")
    assert table.num_rows == 200
    assert table.schema.metadata[b"headstack.drive"] == b"hp_c2247"


@pytest.mark.parametrize("json_option", [(), ("--json",)])
@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("run --rate 30 --drive hp_c2274", "did you mean 'hp_c2247'"),
        ("run --rate 30 --drive absent.toml", "absent.toml"),
        ("run --rate 30 --scheduler nonsense", "nonsense"),
        ("run --rate 30 --scheduler fcfs(3)", "fcfs"),
        ("run --rate 30 --placement bus", "placement"),
        ("run --rate 30 --workload sideways", "workload"),
        ("run --rate 30 --unknown 3", "--unknown"),
        ("run --rate 0", "--rate is 0"),
        ("run --rate -3", "--rate is -3"),
        ("run --rate nan", "--rate is nan"),
        ("run --rate fast", "rate"),
        ("run", "--rate"),
        ("run --workload closed --rate 30", "--rate is for --workload random"),
        ("run --rate 30 --outstanding 3", "--outstanding is for --workload closed"),
        (
            "run --rate 30 --placement drive(host_outstanding=3)",
            "--placement drive(...): argument 'host_outstanding' is not known",
        ),
        ("run --workload closed --outstanding 0", "--outstanding is 0"),
        ("run --rate 30 --queue-depth 0", "--queue-depth is 0"),
        ("run --rate 30 --placement host(host_queue_depth=0)", "host_queue_depth is 0"),
        (
            "run --rate 30 --placement both(clook,host_outstanding=9) --queue-depth 8",
            "raise it with --queue-depth 9",
        ),
        ("run --rate 30 --placement both", "both needs the scheduler of the host"),
        ("run --rate 30 --placement both(clok)", "scheduler 'clok' is not known"),
        ("run --rate 30 --placement host(clook)", "--scheduler names the scheduler"),
        ("run --rate 30 --placement both(clook", "a , or ) is wanted here"),
        ("run --rate 30 --core ibx", "--core 'ibx' is not known; did you mean 'ibex'?"),
        ("run --rate 30 --core iss(gbd=3)", "argument 'gbd' is not known; did you mean 'gdb'?"),
        ("run --rate 30 --core iss(gdb=0)", "--core iss(...): gdb is 0"),
        ("run --rate 30 --core iss(fcfs.elf)", "arguments have names"),
        ("run --rate 30 --stop-on dta", "--stop-on 'dta' is not known; did you mean 'data'?"),
        ("run --rate 30 --stop-on none,data", "none stands alone"),
        ("run --rate 30 --scheduler sptf(mimic=x)", "'sptf' has no parameter 'mimic'"),
        ("run --rate 30 --scheduler smtf --placement host", "smtf(mimic=mimic.parquet)"),
        ("run --rate 30 --requests 0", "--requests is 0"),
        ("run --rate 30 --size 8KB", "KiB"),
        ("run --rate 30 --size 1000B", "blocks of 512B"),
        ("run --rate 30 --reads 1.5", "--reads is 1.5"),
        ("run --rate 30 --seed -1", "--seed is -1"),
        ("run --rate 30 --parquet no/such/folder.parquet", "there is no folder"),
        ("validate --drive hp_c2247 absent.trace", "absent.trace"),
        ("validate --drive hp_c2247 bad.trace", "bad.trace:3: LBN is 'x'"),
        ("validate --drive hp_c2247 empty.trace", "empty"),
        ("validate --drive hp_c2247 past.trace", "past.trace:1: LBN 4000000000"),
        ("validate --drive hp_c2247 --think never good.trace", "think"),
        ("validate --drive hp_c2247 --plot figure.xyz good.trace", "xyz"),
        ("drives hp_c2274", "did you mean 'hp_c2247'"),
        ("nonsense", "nonsense"),
    ],
)
def test_bad_input(
    cli: Cli, tmp_path: Path, json_option: tuple[str, ...], arguments: str, message: str
) -> None:
    (tmp_path / "good.trace").write_text(TRACE)
    (tmp_path / "bad.trace").write_text(TRACE + "R Hit x 2 1.0 1.0\n")
    (tmp_path / "empty.trace").write_text("")
    (tmp_path / "past.trace").write_text("R Hit 4000000000 2 1.0 1.0\n")
    done = cli(*arguments.split(), *json_option)
    assert done.returncode == 2, done.stderr
    assert done.stdout == ""
    assert message in done.stderr
    assert "Traceback" not in done.stderr


def test_validate_json(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "good.trace").write_text(TRACE)
    done = cli("validate", "--drive", "hp_c2247", "good.trace", "--json", "--plot", "both.png")
    assert done.returncode == 0, done.stderr
    document = json.loads(done.stdout)
    own = ["drive", "trace", "think", "timing", *VALIDATE_KEYS]
    assert list(document) == [
        *("version", *own, "think_coherence", "seed", "configuration", "quantiles")
    ]
    assert document["think"] == "after"
    assert document["think_coherence"] is None
    assert (tmp_path / "both.png").read_bytes().startswith(b"\x89PNG")


def test_validate_states_the_convention(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "good.trace").write_text(TRACE)
    done = cli("validate", "--drive", "hp_c2247", "--think", "before", "good.trace")
    assert done.returncode == 0, done.stderr
    assert "think time before" in done.stdout


def test_drives(cli: Cli, tmp_path: Path) -> None:
    listed = json.loads(cli("drives", "--json").stdout)["drives"]
    assert "hp_c2247" in [drive["name"] for drive in listed]
    shown = cli("drives", "hp_c2247")
    assert shown.returncode == 0
    assert "#" in shown.stdout
    (tmp_path / "mine.toml").write_text(shown.stdout)
    done = cli("run", "--drive", "mine.toml", "--rate", "30", *FEW, "--json")
    assert done.returncode == 0, done.stderr
    same = cli("run", "--drive", "hp_c2247", "--rate", "30", *FEW, "--json")
    key = "schedule_sha256"
    assert json.loads(done.stdout)[key] == json.loads(same.stdout)[key]


def test_schedulers(cli: Cli) -> None:
    listed = json.loads(cli("schedulers", "--json").stdout)["schedulers"]
    assert {"fcfs", "sstf", "clook", "sptf"} <= {entry["name"] for entry in listed}
    assert "sptf" in cli("schedulers").stdout


def test_demo(cli: Cli, tmp_path: Path) -> None:
    done = cli("demo", *FEW, "--out", "figures")
    assert done.returncode == 0, done.stderr
    for scheduler in ("fcfs", "sstf", "clook", "sptf"):
        assert done.stdout.count(scheduler) == 3
    assert (tmp_path / "figures" / "schedulers.png").read_bytes().startswith(b"\x89PNG")
    assert pq.read_table(tmp_path / "figures" / "requests").num_rows == 12 * 200


def test_demo_json(cli: Cli) -> None:
    done = cli("demo", *FEW, "--json")
    assert done.returncode == 0, done.stderr
    runs = json.loads(done.stdout)["runs"]
    assert len(runs) == 12
    assert {run["rate_per_s"] for run in runs} == {15, 30, 50}


SAYS_WHEN_IT_RUNS = """
import sys
from headstack import _core, cli
run = _core.run
def started(*arguments):
    print("started", file=sys.stderr, flush=True)
    return run(*arguments)
_core.run = started
sys.argv[0] = "headstack"
cli.main()
"""


def test_ctrl_c_stops_cleanly(tmp_path: Path) -> None:
    endless = ("run", "--rate", "30", "--requests", "20000000", "--json")
    command = [sys.executable, "-c", SAYS_WHEN_IT_RUNS, *endless]
    pipe = subprocess.PIPE
    process = subprocess.Popen(
        command,
        stdout=pipe,
        stderr=pipe,
        text=True,
        cwd=tmp_path,
        # A shell's background jobs ignore the signal, and so would this one if the tests are one.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    try:
        assert process.stderr is not None
        assert process.stderr.readline() == "started\n"
        os.kill(process.pid, signal.SIGINT)
        stdout, stderr = process.communicate(timeout=60)
    finally:
        process.kill()
    assert process.returncode == 130, stderr
    assert stdout == ""
    assert "interrupted" in stderr
    assert "Traceback" not in stderr
