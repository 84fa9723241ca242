"""Files that commands write: over nothing unasked, whole or not at all; and stdout itself."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import headstack
from headstack import ConfigError, Drive, RunError, files, workload

Cli = Callable[..., subprocess.CompletedProcess[str]]

RUN = ("run", "--rate", "30", "--requests", "300")
TRACE = "R Miss 564347 2 14095.370 13876.270\nR Hit 564349 2 1414.270 18746.770\n"
MIMIC = ("--step", "4MiB", "--samples", "1", "--no-by-type")
SMALL = {
    "run --parquet": (*RUN, "--parquet", "to.parquet"),
    "run --waves": (*RUN, "--waves", "to.vcd"),
    "run --timeline": (*RUN, "--timeline", "to.pftrace"),
    "watch --out": ("watch", "rows.parquet", "--out", "to.html"),
    "report --out": ("report", "rows.parquet", "--out", "to.html"),
    "mimic --out": ("mimic", *MIMIC, "--out", "to.mimic"),
    "mimic FILE": ("mimic", "to.mimic", *MIMIC),
    "order --plot": ("order", "--head", "53", "98", "183", "37", "--plot", "to.png"),
    "new-drive FILE": (
        *("new-drive", "to.toml", "--capacity", "100MB", "--rpm", "6000"),
        *("--seek-average", "9ms", "--seek-track", "0.7ms", "--rate-outer", "2MB/s"),
    ),
    "validate --plot": ("validate", "good.trace", "--drive", "hp_c2247", "--plot", "to.png"),
    "codesign --plot": (
        *("codesign", "--requests", "20", "--outstanding", "2", "--clock", "5"),
        *("--plot", "to.svg"),
    ),
    "sweep --plot": (
        *("sweep", "--preset", "realtime", "--axis", "scheduler=edf", "--axis", "streams=3"),
        *("--axis", "requests=20", "--figure", "merit", "--plot", "to.pdf"),
    ),
}  # fmt: skip
"""Every command that writes a file, with little work."""


BROUGHT = ("good.trace", "rows.parquet")


def made(folder: Path) -> list[str]:
    """What is there besides what a test brought."""
    return sorted(path.name for path in folder.iterdir() if path.name not in BROUGHT)


@pytest.fixture(autouse=True)
def trace(tmp_path: Path) -> None:
    (tmp_path / "good.trace").write_text(TRACE)
    Drive("hp_c2247").run(workload.closed(1, requests=5)).to_parquet(tmp_path / "rows.parquet")


@pytest.mark.parametrize("arguments", SMALL.values(), ids=SMALL)
def test_nothing_is_overwritten_unasked(
    cli: Cli, tmp_path: Path, arguments: tuple[str, ...]
) -> None:
    first = cli(*arguments)
    assert first.returncode == 0, first.stderr
    (name,) = outputs(tmp_path)
    (tmp_path / name).write_text("precious")
    refused = cli(*arguments)
    assert refused.returncode == 2, refused.stdout
    assert f"cannot write {name}: there is a file already; --force overwrites it" in refused.stderr
    assert (tmp_path / name).read_text() == "precious"
    forced = cli(*arguments, "--force")
    assert forced.returncode == 0, forced.stderr
    assert outputs(tmp_path) == [name]
    assert (tmp_path / name).read_bytes() != b"precious"


def outputs(folder: Path) -> list[str]:
    """The files that are made, without save files beside waveforms."""
    return [name for name in made(folder) if not name.endswith(".gtkw")]


def test_the_demo_replaces_its_own_files_only(cli: Cli, tmp_path: Path) -> None:
    few = ("demo", "--requests", "20")
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "schedulers.png").write_text("precious")
    refused = cli(*few)
    assert refused.returncode == 2
    assert "no demo made it" in refused.stderr
    assert (tmp_path / "out" / "schedulers.png").read_text() == "precious"
    assert cli(*few, "--force").returncode == 0
    (tmp_path / "out" / "mine.txt").write_text("precious")
    stale = tmp_path / "out" / "requests" / "scheduler=old"
    stale.mkdir()
    assert cli(*few).returncode == 0  # a demo's own
    assert not stale.exists()
    assert (tmp_path / "out" / "mine.txt").read_text() == "precious"
    assert made(tmp_path / "out") == ["mine.txt", "requests", "schedulers.png"]


def test_waves_of_a_bus_are_not_overwritten(cli: Cli, tmp_path: Path) -> None:
    arguments = ("bus", "--drives", "2", "--requests", "20", "--waves", "all")
    assert cli(*arguments).returncode == 0
    assert made(tmp_path / "all") == [
        "drive_0.gtkw",
        "drive_0.vcd",
        "drive_1.gtkw",
        "drive_1.vcd",
    ]
    (tmp_path / "all" / "drive_1.vcd").write_text("precious")
    refused = cli(*arguments)
    assert refused.returncode == 2
    assert "drive_0.vcd: there is a file already" in refused.stderr
    (tmp_path / "all" / "drive_0.vcd").unlink()
    assert "drive_1.vcd: there is a file already" in cli(*arguments).stderr
    assert (tmp_path / "all" / "drive_1.vcd").read_text() == "precious"
    assert cli(*arguments, "--force").returncode == 0


def test_a_run_that_fails_leaves_no_waves(tmp_path: Path) -> None:
    with pytest.raises(RunError, match="stopped by progress"):
        Drive("hp_c2247").run(
            workload.closed(1, requests=9000), waves=tmp_path / "w.vcd", progress=lambda _: False
        )
    assert made(tmp_path) == []


def test_of_two_runs_into_one_file_one_is_there(tmp_path: Path) -> None:
    """Each writes a file of its own, and the last to end gives it the name."""
    alone = {}
    for seed in (1, 2):
        alone[seed] = tmp_path / f"{seed}.vcd"
        Drive("hp_c2247").run(workload.closed(1, requests=50, seed=seed), waves=alone[seed])
    both = tmp_path / "both.vcd"
    inner = workload.closed(1, requests=50, seed=2)

    class Meanwhile(headstack.Scheduler):
        first = True

        def pick(self, queue: object, drive: object) -> int:
            if self.first:
                self.first = False
                Drive("hp_c2247").run(inner, waves=both)
                assert both.read_bytes() == alone[2].read_bytes()
            return 0

    Drive("hp_c2247", Meanwhile).run(workload.closed(1, requests=50, seed=1), waves=both)
    assert both.read_bytes() == alone[1].read_bytes()


def test_a_new_file_is_not_put_over_one_that_came_meanwhile(tmp_path: Path) -> None:
    path = files.target(tmp_path / "x", force=False)
    assert path is not None
    writing = files.whole(path)
    writing.__enter__().write_text("mine")
    (tmp_path / "x").write_text("theirs")
    with pytest.raises(ConfigError, match="there is a file already"):
        writing.__exit__(None, None, None)
    assert (tmp_path / "x").read_text() == "theirs"
    assert made(tmp_path) == ["x"]


def test_a_link_is_written_through(tmp_path: Path) -> None:
    (tmp_path / "real").write_text("old")
    (tmp_path / "link").symlink_to("real")
    with files.whole(tmp_path / "link") as to:
        to.write_text("new")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "real").read_text() == "new"


def test_a_full_device_is_told(cli: Cli) -> None:
    done = cli(*RUN, "--waves", "/dev/full")
    assert done.returncode == 1
    assert "/dev/full cannot be written to its end: No space left on device" in done.stderr
    assert cli(*RUN, "--waves", "/dev/null").returncode == 0


@pytest.mark.parametrize("form", [(), ("--json",), ("--csv",)])
def test_full_standard_output(tmp_path: Path, form: tuple[str, ...]) -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "headstack", *RUN, *form],
            cwd=tmp_path, stdout=full, stderr=subprocess.PIPE, text=True, timeout=100,
        )  # fmt: skip
    assert done.returncode == 1
    assert done.stderr == (
        "headstack: standard output cannot be written: No space left on device\n"
    )


def test_closed_standard_output(tmp_path: Path) -> None:
    command = f'"{sys.executable}" -m headstack {" ".join(RUN)} >&-'
    done = subprocess.run(
        ["sh", "-c", command], cwd=tmp_path, stderr=subprocess.PIPE, text=True, timeout=100
    )
    assert (done.returncode, done.stderr) == (
        2,
        "headstack: standard output is closed; give it a file, or /dev/null\n",
    )


def test_a_reader_that_goes_is_no_error(tmp_path: Path) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run(
        [sys.executable, "-m", "headstack", "schedulers", "--json"],
        cwd=tmp_path, stdout=writer, stderr=subprocess.PIPE, text=True, timeout=100,
    )  # fmt: skip
    os.close(writer)
    assert (done.returncode, done.stderr) == (1, "")


def test_ctrl_c_leaves_no_waves(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "headstack", "run", "--rate", "30", "--requests", "9000000"]
    process = subprocess.Popen(
        [*command, "--waves", "w.vcd"],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    try:
        while not any(path.stat().st_size > 100_000 for path in tmp_path.glob(".headstack-*")):
            assert process.poll() is None
        process.send_signal(signal.SIGINT)
        stdout, stderr = process.communicate(timeout=60)
    finally:
        process.kill()
    assert (process.returncode, stdout, stderr) == (130, "", "headstack: interrupted\n")
    assert made(tmp_path) == []


@pytest.mark.parametrize("module", ["numpy", "typer"])
@pytest.mark.parametrize("start", ["-m", "script"])
def test_ctrl_c_while_it_loads(tmp_path: Path, module: str, start: str) -> None:
    """In the midst of the package, and of the command's own modules."""
    (tmp_path / f"{module}.py").write_text("raise KeyboardInterrupt\n")
    script = tmp_path / "headstack"
    script.write_text("from headstack.__main__ import main\nmain()\n")
    command = ["-m", "headstack"] if start == "-m" else [str(script)]
    done = subprocess.run(
        [sys.executable, *command, "run", "--rate", "30"],
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        capture_output=True, text=True, timeout=100,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (130, "headstack: interrupted\n")


def test_ctrl_c_while_the_package_loads_elsewhere(tmp_path: Path) -> None:
    (tmp_path / "numpy.py").write_text("raise KeyboardInterrupt\n")
    done = subprocess.run(
        [sys.executable, "-c", "import headstack; headstack.Drive"],
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        capture_output=True, text=True, timeout=100,
    )  # fmt: skip
    assert "KeyboardInterrupt" in done.stderr
    assert "headstack: interrupted" not in done.stderr


def test_no_deadline_is_null(tmp_path: Path) -> None:
    found = Drive("hp_c2247", "edf", placement="host").run(
        workload.streams({"mpeg2": 1}, requests=20, best_effort=workload.closed(1, requests=20))
    )
    found.to_parquet(tmp_path / "rows.parquet")
    table = found.requests
    none = found.columns["deadline"] == 2**63 - 1
    assert none.sum() == 20
    assert table["deadline"].null_count == 20
    assert [value is None for value in table["deadline"].to_pylist()] == none.tolist()
    assert json.dumps(table["deadline"].to_pylist()).count("null") == 20
