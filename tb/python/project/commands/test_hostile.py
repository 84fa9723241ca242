"""Wrong input of every kind: one message that says what, and no traceback, crash or silence."""

import contextlib
import os
import resource
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import headstack
from headstack import Bus, ConfigError, Drive, Load, Mimic, workload

Cli = Callable[..., subprocess.CompletedProcess[str]]
Call = Callable[[], object]

RUN = ("run", "--rate", "30", "--requests", "20")
DEEP = 50_000
LONG = "x" * 300


def drive() -> Drive:
    return Drive("hp_c2247")


def streams(**others: Any) -> object:
    return workload.streams({"mpeg2": 1}, requests=20, **others)


WRONG: dict[str, tuple[Call, str]] = {
    "kinds as a text": (lambda: workload.streams("1.5 MB/s"), "kinds is '1.5 MB/s'"),  # type: ignore[arg-type]
    "kinds as a number": (lambda: workload.streams(3), "kinds is 3"),  # type: ignore[arg-type]
    "kinds of numbers": (lambda: workload.streams([3]), "kinds has 3 in it"),  # type: ignore[list-item]
    "kinds by number": (lambda: workload.streams({3: 3}), "kind of stream 3"),  # type: ignore[dict-item]
    "tracks": (lambda: streams(tracks=5), "tracks is 5"),
    "three tracks": (lambda: streams(tracks=(1, 2, 3)), "tracks is"),
    "best_effort as a text": (lambda: streams(best_effort="closed"), "best_effort is 'closed'"),
    "best_effort as a number": (lambda: streams(best_effort=4), "best_effort is 4"),
    "best_effort of streams": (lambda: streams(best_effort=streams()), "best_effort is a random"),
    "by_type": (lambda: Mimic.probe("hp_c2247", by_type="no"), "by_type is 'no'"),  # type: ignore[arg-type]
    "interpolate": (lambda: Mimic.probe("hp_c2247", interpolate=2), "interpolate is 2"),  # type: ignore[arg-type]
    "checks": (lambda: Mimic.probe("hp_c2247", checks=5), "checks is 5"),  # type: ignore[arg-type]
    "checks of numbers": (lambda: Mimic.probe("hp_c2247", checks=(1, 2)), "checks is"),  # type: ignore[arg-type]
    "contents": (
        lambda: drive().run(workload.closed(1, requests=5), contents="no"),
        "contents is 'no'",
    ),  # type: ignore[arg-type]
    "bus of a drive": (lambda: Bus(drive()), "drives is"),  # type: ignore[arg-type]
    "bus of names": (lambda: Bus(["hp_c2247"]), "drives has 'hp_c2247' in it"),  # type: ignore[list-item]
    "bus of a name": (lambda: Bus("hp_c2247"), "drives is 'hp_c2247'"),  # type: ignore[arg-type]
    "ids as a number": (lambda: Bus([drive()], ids=3), "ids is 3"),  # type: ignore[arg-type]
    "ids of texts": (lambda: Bus([drive()], ids=["1"]), "ids has '1' in it"),  # type: ignore[list-item]
    "width": (lambda: Bus([drive()], width_bits="8"), "width_bits is '8'"),  # type: ignore[arg-type]
    "loads as a workload": (lambda: Bus([drive()]).run(workload.closed(1, requests=5)), "loads is"),  # type: ignore[arg-type]
    "loads of numbers": (lambda: Bus([drive()]).run([3]), "loads has 3 in it"),  # type: ignore[list-item]
    "load of a text": (lambda: Bus([drive()]).run([Load(0, "closed")]), "a load's workload"),  # type: ignore[arg-type]
    "4 GB of data": (lambda: drive().open().command([0], data=2**32), "data is 4294967296"),  # type: ignore[arg-type]
    "data as a text": (lambda: drive().open().command([0], data="x"), "data is 'x'"),  # type: ignore[arg-type]
    "cdb as a number": (lambda: drive().open().command(6), "cdb is 6"),  # type: ignore[arg-type]
    "cdb of large numbers": (lambda: drive().open().command([256]), r"cdb is \[256\]"),
    "no cdb": (lambda: drive().open().command([]), "cdb: 0 bytes"),
    "room": (lambda: drive().open().command([0], room=2**40), "room is 1099511627776"),
    "write of a number": (lambda: drive().open().write(0, 512), "data is 512"),  # type: ignore[arg-type]
    "write nowhere": (lambda: drive().open().write(None, bytes(512)), "lbn is None"),  # type: ignore[arg-type]
    "read at a half": (lambda: drive().open().read(0.5), "lbn is 0.5"),  # type: ignore[arg-type]
    "waves of a name with zero": (
        lambda: drive().run(workload.closed(1, requests=5), waves="a\0b"),
        r"a\\0b: a path cannot have a zero byte",
    ),
}


@pytest.mark.parametrize(("call", "message"), WRONG.values(), ids=WRONG)
def test_wrong_types(call: Call, message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        call()


@settings(max_examples=150, deadline=None)
@given(
    what=st.sampled_from(["read", "write", "command", "synchronize", "advance", "power_cut"]),
    value=st.one_of(
        *(st.none(), st.text(max_size=3), st.floats(), st.booleans()),
        *(st.lists(st.integers()), st.dictionaries(st.text(), st.none())),
        *(st.integers(min_value=2**33), st.integers(max_value=-1)),
    ),
)
def test_sessions_refuse_or_understand(what: str, value: object) -> None:
    """Whatever a method is given, it is done, or there is one of the package's own errors."""
    device = drive().open()
    method = getattr(device, what)
    arguments = (0, value) if what == "write" else (value,)
    with contextlib.suppress(ConfigError, headstack.RunError):
        method(*arguments)
    assert device.read(0) == bytes(512)


def test_numpy_integers_are_integers() -> None:
    """Of every width, in every place of a session."""
    for kind in (np.int64, np.int32, np.uint32, np.uint16, np.int16):
        device = drive().open()
        device.write(kind(1000), bytes([7]) * 1024)
        assert device.read(kind(1000), kind(2)) == bytes([7]) * 1024
        device.synchronize(kind(1000), kind(2))
        device.submit_read(kind(1000), kind(1))
        device.advance(kind(1000))
    device.command(np.array([0, 0, 0, 0, 0, 0], np.uint8))
    data = np.full(512, 9, np.uint8)
    device.write(0, data)  # type: ignore[arg-type]
    assert device.read(0) == data.tobytes()


DEEP_TEXTS = {
    "arrays": "x = " + "[" * DEEP + "]" * DEEP,
    "tables": "x = " + "{a = " * DEEP + "1" + "}" * DEEP,
    "a header": "[" + ".".join(["a"] * DEEP) + "]",
    "a header of an array": "[[" + ".".join(["a"] * DEEP) + "]]",
    "a key": ".".join(["a"] * DEEP) + " = 1",
    "a key in quotes": ".".join(['"a.b"'] * DEEP) + " = 1",
    "a key with blanks": " . ".join(["'a'"] * DEEP) + " = 1",
    "a key in a table": "x = { " + ".".join(["a"] * DEEP) + " = 1 }",
}


@pytest.mark.parametrize("text", DEEP_TEXTS.values(), ids=DEEP_TEXTS)
def test_deep_toml(cli: Cli, tmp_path: Path, text: str) -> None:
    (tmp_path / "deep.toml").write_text("# one\n" + text)
    done = cli(*RUN, "--drive", "deep.toml")
    assert done.returncode == 2, done.stderr[-300:]
    assert "deep.toml:2: not TOML" in done.stderr


def test_dots_that_are_no_depth(tmp_path: Path) -> None:
    """In texts and comments, and between numbers, there may be any number."""
    dots = "." * 1000
    text = headstack.drives()[0].to_toml()
    text += f"# {dots}\n"
    text = text.replace('description = "', f'description = "{dots} \\" {dots}', 1)
    (tmp_path / "dots.toml").write_text(text)
    assert Drive(tmp_path / "dots.toml").config.description.startswith(dots)


def test_text_of_a_value_is_text() -> None:
    """Whatever it may mean in TOML."""
    for text in ("1\n" + ".".join(["a"] * DEEP) + " = 1", '"', "'", '"1 task"'):
        with pytest.raises(ConfigError, match=r"key `queue\.depth`"):
            drive().config.with_value("queue.depth", text)


COMMANDS: dict[str, tuple[tuple[str, ...], str]] = {
    "long output": ((*RUN, "--parquet", f"{LONG}.parquet"), "File name too long"),
    "long waves": ((*RUN, "--waves", LONG), "File name too long"),
    "long chart": (("validate", "x", "--drive", "hp_c2247", "--plot", f"{LONG}.png"), "too long"),
    "long folder": (("bus", "--drives", "1", "--waves", LONG), "File name too long"),
    "long drive": ((*RUN, "--drive", f"{LONG}.toml"), "File name too long"),
    "long scheduler": ((*RUN, "--scheduler", f"{LONG}.py:X"), "File name too long"),
    "long trace": (("validate", LONG, "--drive", "hp_c2247"), "File name too long"),
    "long mimic": (
        (*RUN, "--scheduler", f"smtf(mimic={LONG})", "--placement", "host"),
        "File name too long",
    ),
    "long trace to describe": (("trace", "info", LONG), "File name too long"),
    "long trace to write": (("trace", "convert", "x", LONG, "--to", "spc"), "File name too long"),
    "folder to describe": (("trace", "info", "folder.toml"), "it is no plain file"),
    "no trace": (("trace", "info", "broken.py"), "its format is not known"),
    "not UTF-8 trace": (("trace", "info", "\udcff.spc"), r"\udcff.spc is not UTF-8"),
    "folder as drive": ((*RUN, "--drive", "folder.toml"), "Is a directory"),
    "folder as trace": (("validate", "folder.toml", "--drive", "hp_c2247"), "it is no plain file"),
    "folder as output": ((*RUN, "--parquet", "folder.toml"), "it is a folder"),
    "file as folder": ((*RUN, "--parquet", "broken.py/x"), "Not a directory"),
    "not UTF-8 output": ((*RUN, "--parquet", "\udcff.parquet"), r"\udcff.parquet is not UTF-8"),
    "not UTF-8 drive": ((*RUN, "--drive", "\udcff.toml"), r"\udcff.toml is not UTF-8"),
    "not UTF-8 scheduler": ((*RUN, "--scheduler", "\udcff.py:X"), "is not UTF-8"),
    "chart of no kind": (("codesign", "--plot", "x.mpeg"), "its ending is 'mpeg'"),
    "two outputs, one file": ((*RUN, "--parquet", "x", "--waves", "./x"), "are one file"),
    "scheduler that imports": ((*RUN, "--scheduler", "broken.py:X"), "broken.py:2 in <module>"),
    "scheduler of no syntax": ((*RUN, "--scheduler", "syntax.py:X"), "syntax.py:1: SyntaxError"),
    "module that imports": ((*RUN, "--scheduler", "broken:X"), "broken.py:2 in <module>"),
    "mimic without a file": (("mimic",), "say once where the table goes"),
    "mimic with two": (("mimic", "a", "--out", "b"), "say once where the table goes"),
}


@pytest.mark.parametrize(("arguments", "message"), COMMANDS.values(), ids=COMMANDS)
def test_commands(cli: Cli, tmp_path: Path, arguments: tuple[str, ...], message: str) -> None:
    (tmp_path / "folder.toml").mkdir()
    (tmp_path / "broken.py").write_text("\nimport there_is_no_such_module\n")
    (tmp_path / "syntax.py").write_text("def x(:\n")
    before = sorted(tmp_path.iterdir())
    done = cli(*arguments)
    assert done.returncode == 2, done.stderr
    assert message in done.stderr
    assert "Traceback" not in done.stderr
    assert done.stdout == ""
    assert [file for file in sorted(tmp_path.iterdir()) if file.name != "__pycache__"] == before


def test_a_scheduler_that_fails_in_a_run(cli: Cli, tmp_path: Path) -> None:
    """A failed run, with file, line and operation; the user's error, not ours."""
    (tmp_path / "mine.py").write_text(
        "import headstack\n\n\nclass Mine(headstack.Scheduler):\n"
        "    def pick(self, queue, drive):\n        return 1 // 0\n"
    )
    for name in ("mine.py:Mine", "mine:Mine"):
        done = cli(*RUN, "--scheduler", name)
        assert done.returncode == 1
        assert "mine.py:6 in pick: ZeroDivisionError" in done.stderr
        assert "Traceback" not in done.stderr


def test_names_with_colons_are_names(cli: Cli, tmp_path: Path) -> None:
    done = cli(*RUN, "--parquet", "s3://x:y.parquet".replace("//", ""), "--waves", "a:b.vcd")
    assert done.returncode == 0, done.stderr
    assert sorted(file.name for file in tmp_path.iterdir()) == [
        "a:b.gtkw",
        "a:b.vcd",
        "s3:x:y.parquet",
    ]
    assert cli("mimic", "--step", "4MiB", "--samples", "1", "--out", "a:b").returncode == 0
    assert Mimic.load(tmp_path / "a:b").samples == 1


@pytest.mark.skipif(os.geteuid() != 0, reason="only root may run as somebody else")
def test_unreadable_drive(tmp_path: Path) -> None:
    """Root reads everything, so this is somebody else."""
    file = tmp_path / "mine.toml"
    file.write_text(headstack.drives()[0].to_toml())
    file.chmod(0o000)
    for folder in (tmp_path, tmp_path.parent, tmp_path.parent.parent):
        folder.chmod(0o755)
    done = subprocess.run(
        [sys.executable, "-m", "headstack", *RUN, "--drive", str(file)],
        capture_output=True, text=True, timeout=100, user=65534, cwd="/",
    )  # fmt: skip
    if "No module named" in done.stderr:
        pytest.skip("somebody else cannot read the package")
    assert done.returncode == 2, done.stderr
    assert done.stderr == f"headstack: drive file {file}: Permission denied\n"


def test_out_of_memory(tmp_path: Path) -> None:
    """Where the model allocates as it goes, so that it runs out in the midst of a run.

    SystemC could not report it and left the heap corrupt: the process aborted at its end.
    """
    limit = 900 << 20
    done = subprocess.run(
        [
            *(sys.executable, "-m", "headstack", "run", "--rate", "70", "--requests", "3000000"),
            *("--scheduler", "sstf", "--stop-on", "media,data"),
        ],
        cwd=tmp_path, capture_output=True, text=True, timeout=110,
        env={**os.environ, "OPENBLAS_NUM_THREADS": "1"},  # each takes room of its own
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (limit, limit)),
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (
        1,
        "headstack: out of memory; try fewer --requests\n",
    )
