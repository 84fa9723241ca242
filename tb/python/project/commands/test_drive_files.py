"""Drive files that commands make: each is loaded again before anybody gets it."""

import importlib
import inspect
import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

from headstack import ConfigError, RunError, catalog
from headstack._core import DriveConfig
from headstack.cli import app, drive_files
from headstack.cli.commands import single
from headstack_identify.cli import fit
from headstack_identify.fit import fitting, unexplained, writing
from headstack_identify.fit.phase import Phase
from headstack_identify.residuals import residual_tables, residuals

MADE = {
    "extract": ("extract", "small.toml"),
    "import": ("import", "disksim", "tiny.parv"),
    "fit": ("fit", "small.toml", "made.trace"),
    "drives": ("drives", "hp_c2247"),
    "new-drive": (
        *("new-drive", "--capacity", "100MB", "--rpm", "6000", "--seek-average", "9ms"),
        *("--seek-track", "0.7ms", "--rate-outer", "2MB/s"),
    ),
}
"""Every command that makes a drive file."""

TO_A_FILE = {command: () if command == "new-drive" else ("-o",) for command in MADE}
"""The words before the file. The command new-drive has the file as its argument."""


def makes_drive_files(function: Any) -> bool:
    """Whether a command writes a .toml file, or hands a drive file over in another way."""
    source = inspect.getsource(importlib.import_module(function.__module__))
    return any(word in source for word in ('("toml",)', "drive_files."))


@pytest.fixture(autouse=True)
def folder(small_drive: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = small_drive.parent
    (folder / "tiny.parv").write_text("disksim_disk TINY { Max queue length = 1 }\n")
    text = catalog.load("hp_c2247").to_toml()
    left = SimpleNamespace(
        config=None,
        think="after",
        changes=list,
        rules=dict,
        scores=dict,
        phase=Phase(1),
        complete=True,
        recording=SimpleNamespace(queued=None),
        replay=None,
    )
    monkeypatch.setattr(fitting, "fit", lambda *_, **__: left)
    monkeypatch.setattr(residuals, "residuals", lambda *_: None)
    monkeypatch.setattr(unexplained, "groups", lambda *_: [])
    monkeypatch.setattr(residual_tables, "rows", lambda *_: [])
    monkeypatch.setattr(residual_tables, "tables", lambda *_: [])
    monkeypatch.setattr(writing, "toml_of", lambda *_: text)
    monkeypatch.setattr(writing, "document", lambda *_: {})
    monkeypatch.setattr(fit, "_print", lambda *_: None)
    importing = importlib.import_module("headstack_identify.disksim.importing")
    imported = importing.Imported("TINY", text, 1, [], [], [], [], [])
    monkeypatch.setattr(importing, "read", lambda *_: imported)
    monkeypatch.chdir(folder)
    return folder


def test_every_command_that_makes_a_drive_file_is_here() -> None:
    assert {name for name, one in single() if makes_drive_files(one.function())} == set(MADE)


@pytest.mark.parametrize(
    ("command", "form"),
    [
        *((command, "file") for command in sorted({*MADE} - {"drives"})),
        *(
            (command, form)
            for command in sorted({*MADE} - {"fit", "new-drive"})
            for form in ("printed", "json")
        ),
    ],
)
def test_a_file_that_cannot_be_loaded_is_refused(
    folder: Path, monkeypatch: pytest.MonkeyPatch, command: str, form: str
) -> None:
    """The one function through which all go finds something wrong with the file."""
    to = (*TO_A_FILE[command], "to.toml")
    options = {"file": to, "printed": (), "json": ("--json",)}[form]

    def refuse(toml: str, _: str) -> None:
        raise ConfigError(f"the drive file:{1 + toml.count('# ')}: this is wrong")

    monkeypatch.setattr(drive_files, "DriveConfig", SimpleNamespace(parse=refuse))
    done = CliRunner().invoke(app, [*MADE[command], *options])
    assert done.exit_code == 1, done.output
    assert "what was found makes no drive file: the drive file:" in done.stderr
    if form == "file":
        assert "to.toml has what was found" in done.stderr
        assert (folder / "to.toml").read_text().startswith("# NOT COMPLETE: ")
    elif form == "printed":
        assert done.stdout.startswith("# NOT COMPLETE: ")
    elif done.stdout:
        assert "# NOT COMPLETE: " in str(json.loads(done.stdout))


@pytest.mark.parametrize("command", MADE)
def test_a_file_that_can_be_loaded_is_handed_over(folder: Path, command: str) -> None:
    options = (*TO_A_FILE[command], "to.toml") if command != "drives" else ()
    done = CliRunner().invoke(app, [*MADE[command], *options])
    assert done.exit_code == 0, done.output
    text = (folder / "to.toml").read_text() if options else done.stdout
    assert DriveConfig.parse(text, "made").blocks


@pytest.mark.parametrize("loss", [None, 0.009, 0.02])
def test_a_fit_says_first_that_the_layout_is_not_understood(
    monkeypatch: pytest.MonkeyPatch, loss: float | None
) -> None:
    monkeypatch.undo()
    phase = Phase(1, layout_loss=loss, coherence_after=0.89, used=np.ones(100_000, np.bool_))
    told = loss == 0.02
    assert bool(writing._warned(phase)) == told
    assert "poor" in writing.not_understood(phase)


@pytest.mark.parametrize("command", sorted({*MADE} - {"drives"}))
def test_a_full_device_is_told(command: str) -> None:
    done = CliRunner().invoke(app, [*MADE[command], *TO_A_FILE[command], "/dev/full"])
    assert done.exit_code == 1
    assert "cannot write /dev/full: No space left on device" in done.stderr


def test_what_is_wrong_with_a_file_is_at_its_head() -> None:
    """The line is that of the file as it is written."""
    good = catalog.load("hp_c2247").to_toml()
    bad = good.replace("[spindle]", '[spindle]\nwhat = "is this"')
    with pytest.raises(RunError, match=r"the drive file:\d+: .*what") as refused:
        drive_files.hand_over(bad, None)
    assert isinstance(refused.value, drive_files.Refused)
    toml = refused.value.toml
    told = int(str(refused.value).split("the drive file:")[1].split(":")[0])
    assert toml.splitlines()[told - 1] == 'what = "is this"'
    assert toml.endswith(bad)
