"""A full disk: whatever file a command was to write is named, and stdout is not."""

import inspect
import resource
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from headstack import Drive, workload
from headstack.cli.commands import single

RUN = ("run", "--rate", "30", "--requests", "300")
MIMIC = ("mimic", "--step", "4MiB", "--samples", "1", "--no-by-type")
CORE = ("--core", "iss", "--core-clock", "40 MHz")
READ = {
    *("run conditions", "compare conditions", "sweep file", "advise trace", "replay file"),
    *("serve conditions", "serve chap_secret", "serve own_secret", "nbd conditions"),
    *("regress suite", "import file", "trace info file", "trace convert file", "watch result"),
    "report results",
}
"""Files that commands read."""

WRITTEN = {
    "run waves": (*RUN, "--waves", "to.vcd"),
    "run timeline": (*RUN, "--timeline", "to.pftrace"),
    "run profile": (*RUN, *CORE, "--profile", "to.folded"),
    "run parquet": (*RUN, "--parquet", "to.parquet"),
    "watch out": ("watch", "rows.parquet", "--out", "to.html"),
    "report out": ("report", "rows.parquet", "--out", "to.html"),
    "sweep folder": ("sweep", "sweep.toml", "--workers", "1", "--folder", "to"),
    "advise out": ("advise", "some.csv", "--out", "to.html"),
    "advise plot": ("advise", "some.csv", "--plot", "to.svg"),
    "bus waves": ("bus", "--drives", "2", "--requests", "20", "--waves", "to"),
    "validate plot": ("validate", "good.trace", "--drive", "hp_c2247", "--plot", "to.png"),
    "validate parquet": (
        *("validate", "good.trace", "--drive", "hp_c2247"),
        *("--residuals", "--parquet", "to.parquet"),
    ),
    "regress baseline": ("regress", "suite.toml", "--update", "--baseline", "to"),
    "regress junit": ("regress", "suite.toml", "--baseline", "base", "--junit", "to.xml"),
    "codesign plot": (
        *("codesign", "--requests", "20", "--outstanding", "2", "--clock", "5"),
        *("--plot", "to.svg"),
    ),
    "sweep plot": (
        *("sweep", "--preset", "realtime", "--axis", "scheduler=edf", "--axis", "streams=3"),
        *("--axis", "requests=20", "--figure", "merit", "--plot", "to.pdf"),
    ),
    "mimic file": (*MIMIC, "to.mimic"),
    "mimic out": (*MIMIC, "--out", "to.mimic"),
    "new-drive file": (
        *("new-drive", "--capacity", "100MB", "--rpm", "6000", "--seek-average", "9ms"),
        *("--seek-track", "0.7ms", "--rate-outer", "2MB/s", "to.toml"),
    ),
    "order plot": ("order", "--head", "53", "98", "183", "--plot", "to.svg"),
    "demo out": ("demo", "--requests", "20", "--out", "to"),
    "firmware folder": ("firmware", "to"),
    "verilate folder": ("verilate", "--new", "to"),
    "new-scheduler folder": ("new-scheduler", "nearest_pair", "to"),
    "import out": ("import", "disksim", "tiny.parv", "--out", "to.toml"),
    "record out": (
        *("record", "small.toml", "--device", "/dev/sdz", "--layout-reads", "1000"),
        *("--out", "rec"),
    ),
    "extract out": ("extract", "small.toml", "--no-writes", "--out", "to.toml"),
    "trace info plot": ("trace", "info", "good.trace", "--plot", "to.svg"),
    "trace convert out": ("trace", "convert", "some.csv", "--to", "csv", "to.csv"),
}
"""Every option or argument of a command that names a file to write, with little work."""

ELSEWHERE = {
    "fit out": "test_drive_files.py, since a fit takes a while",
    "fit plot": "as validate's",
    "extract resume": "identify/device/test_survey.py, since a real disk is needed",
    "reproduce folder": "as sweep's",
    **{
        f"{one} {name}": "no file that is written at once"
        for one in ("serve", "nbd")
        for name in ("contents", "record")
    },
}

MSR = "".join(
    f"{128166372003061629 + 100_000 * i},hm,0,Read,{4096 * (i * 7919 % 60000)},4096,{9000 + i}\n"
    for i in range(300)
)


def named() -> Iterator[str]:
    """The options and arguments that are paths: 'run waves'."""
    for words, command in single():
        signature = inspect.signature(command.function(), eval_str=True)
        for parameter in signature.parameters.values():
            if "Path" in str(parameter.annotation):
                yield f"{words} {parameter.name}"


def test_every_file_of_a_command_is_here() -> None:
    assert set(named()) == {*READ, *WRITTEN, *ELSEWHERE}


@pytest.mark.usefixtures("small_drive")
@pytest.mark.parametrize("arguments", WRITTEN.values(), ids=WRITTEN)
def test_what_could_not_be_written_is_told(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    """Files may have 300 bytes; every output has more."""
    (tmp_path / "good.trace").write_text("R Miss 564347 2 14095.370 13876.270\n" * 300)
    (tmp_path / "some.csv").write_text(MSR)
    (tmp_path / "suite.toml").write_text(
        'figures = ["requests"]\n[[case]]\nname = "a"\ndrive = "hp_c2247"\n'
        'workload = "random(rate=30)"\nrequests = 20\n'
    )
    (tmp_path / "sweep.toml").write_text(
        'drive = "hp_c2247"\nscheduler = ["fcfs"]\nworkload = "random"\nrate = 40\nrequests = 200\n'
    )
    (tmp_path / "tiny.parv").write_text("disksim_disk TINY { Max queue length = 1 }\n")
    (tmp_path / "base").mkdir()
    Drive("hp_c2247").run(workload.closed(1, requests=5)).to_parquet(tmp_path / "rows.parquet")
    done = subprocess.run(
        [sys.executable, "-m", "headstack", *arguments],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=100,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (300, 300)),
    )
    assert done.returncode == 1, done.stderr
    assert "File too large" in done.stderr
    assert "Traceback" not in done.stderr
    assert "standard output" not in done.stderr
    assert f" {arguments[-1]}" in done.stderr
    assert not [path for path in tmp_path.glob("to*") if path.is_file()]
