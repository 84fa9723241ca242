"""`headstack fit` has status 1 for a layout or rule that is not found. The file is written."""

from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from typer.testing import CliRunner

from headstack import catalog
from headstack.cli import app
from headstack_identify import queue_orders
from headstack_identify.cli import fit
from headstack_identify.fit import fitting, unexplained, writing
from headstack_identify.fit.phase import Phase
from headstack_identify.fit.unexplained import Unexplained
from headstack_identify.queue_orders import Comparison, Row
from headstack_identify.residuals import residual_tables, residuals

GROUP = Unexplained("read hit, sequential", 1200, 77, 4.25, revolutions=False)


def found_with(phase: Phase, queued: object, complete: bool = True) -> SimpleNamespace:
    recording = SimpleNamespace(queued=queued)
    return SimpleNamespace(
        config=None, changes=list, rules=dict, phase=phase, replay=None, recording=recording,
        complete=complete,
    )  # fmt: skip


@pytest.mark.parametrize("groups", [[], [GROUP]])
@pytest.mark.parametrize("misplaced", [0.04, 0.06])
@pytest.mark.parametrize("options", [(), ("--json",)])
def test_a_layout_or_a_rule_that_is_not_found_gives_status_1(
    small_drive: Path,
    monkeypatch: pytest.MonkeyPatch,
    misplaced: float,
    options: tuple[str, ...],
    groups: list[Unexplained],
) -> None:
    used = np.ones(1000, np.bool_)
    phase = Phase(1000, layout_loss=0.0, coherence_after=0.99, misplaced=misplaced, used=used)
    found = found_with(phase, None)
    monkeypatch.setattr(fitting, "fit", lambda *_, **__: found)
    monkeypatch.setattr(residuals, "residuals", lambda *_: None)
    monkeypatch.setattr(unexplained, "groups", lambda *_: groups)
    monkeypatch.setattr(residual_tables, "rows", lambda *_: [])
    monkeypatch.setattr(residual_tables, "tables", lambda *_: [])
    monkeypatch.setattr(writing, "toml_of", lambda *_: catalog.load("hp_c2247").to_toml())
    monkeypatch.setattr(writing, "document", lambda *_: {})
    monkeypatch.setattr(fit, "_print", lambda *_: None)
    monkeypatch.chdir(small_drive.parent)
    done = CliRunner().invoke(app, ["fit", "small.toml", "made.trace", "-o", "to.toml", *options])
    lost = misplaced > 0.05
    assert done.exit_code == (1 if lost or groups else 0), done.output
    assert ("LAYOUT NOT UNDERSTOOD" in done.stderr) == lost
    words = "read hit, sequential: 77 of 1,200 requests are off by more than 1 ms, by +4.2 ms"
    assert ("A RULE OR THE LAYOUT NOT FOUND" in done.stderr) == bool(groups)
    assert (words in done.stderr) == bool(groups)
    assert Path("to.toml").is_file()


@pytest.mark.parametrize(
    ("outstanding", "complete", "told"), [(1, True, False), (8, True, True), (8, False, False)]
)
def test_a_complete_fit_tells_the_order_of_the_queue_if_several_were_outstanding(
    small_drive: Path,
    monkeypatch: pytest.MonkeyPatch,
    outstanding: int,
    complete: bool,
    told: bool,
) -> None:
    phase = Phase(1000, layout_loss=0.0, coherence_after=0.99, misplaced=0.0)
    found = found_with(phase, SimpleNamespace(outstanding=outstanding), complete)
    rows = tuple(Row(name, 90.0, 80.0, 200.0, rms) for name, rms in (("sptf", 0.5), ("fcfs", 9)))
    queue = Comparison("small", "made.trace", 8, 1000, replace(rows[0], scheduler=""), rows)
    given = []
    monkeypatch.setattr(fitting, "fit", lambda *_, **__: found)
    monkeypatch.setattr(queue_orders, "compare", lambda *_: queue)
    monkeypatch.setattr(residuals, "residuals", lambda *_: None)
    monkeypatch.setattr(unexplained, "groups", lambda *_: [])
    monkeypatch.setattr(residual_tables, "rows", lambda *_: [])
    monkeypatch.setattr(
        writing,
        "toml_of",
        lambda *all_: given.append(all_[3]) or catalog.load("hp_c2247").to_toml(),
    )
    monkeypatch.setattr(fit, "_print", lambda *_: None)
    monkeypatch.chdir(small_drive.parent)
    done = CliRunner().invoke(app, ["fit", "small.toml", "made.trace", "-o", "to.toml"])
    assert done.exit_code == 0, done.output
    sentence = "The likeliest order of the queue is sptf"
    assert (sentence in done.stdout) == told
    assert given == [queue if told else None]
    assert ("NOT COMPLETE" in done.stderr) == (not complete)
