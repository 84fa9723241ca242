"""Whatever a public function is given, it is done, or refused by one of the package's own errors.

Each parameter of each public callable gets each of some hostile values, with the others as they are
in CALLS. A new callable needs a line there, or a reason in MADE_HERE.
"""

import contextlib
import importlib
import inspect
import tempfile
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from decimal import Decimal
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from packages import public_modules

import headstack
from headstack import (
    ConfigError,
    Drive,
    RunError,
    advice,
    comparator,
    datasheet,
    mimic,
    regression,
    report,
    scheduler_project,
    seek_order,
    statistics,
    traces,
    workload,
)
from headstack_identify import disksim, extract
from headstack_identify.fit import phase

LOAD = workload.closed(1, requests=5)
OPEN = workload.random(50, requests=5)


class Hostile:
    """An object that nothing is known of."""

    def __repr__(self) -> str:
        return "hostile"


VALUES: dict[str, Any] = {
    "none": None,
    "zero": 0,
    "minus one": -1,
    "huge": 10**30,
    "true": True,
    "half": 0.5,
    "nan": float("nan"),
    "infinite": float("inf"),
    "complex": 1j,
    "decimal": Decimal("0.1"),
    "empty text": "",
    "a text": "x",
    "a lone surrogate": "\ud800",
    "a zero in a text": "a\0b",
    "a long text": "x" * 5000,
    "bytes": b"x\0",
    "list": [],
    "list of none": [None],
    "list of lists": [[1, 2], [3]],
    "tuple": (1, 2, 3),
    "dict": {},
    "dict of numbers": {1: 2},
    "set": {1},
    "array": np.array([1, 2]),
    "array of texts": np.array(["a", "b"]),
    "array of nothing": np.array([]),
    "matrix": np.eye(2),
    "nan array": np.array([np.nan]),
    "object": Hostile(),
    "function": lambda *_: None,
    "path": Path("no folder") / "no file",
    "generator": None,
}
"""Hostile values; `generator` is made anew each time."""


def hostile(name: str) -> Any:
    return (one for one in (1, None)) if name == "generator" else VALUES[name]


def trace(folder: Path) -> Path:
    path = folder / "trace.csv"
    lines = [f"{place / 50},{place * 4096},4096,0" for place in range(5)]
    path.write_text("\n".join(["arrival_s,start_byte,bytes,write", *lines, ""]))
    return path


def measured(folder: Path) -> Path:
    path = folder / "real.trace"
    path.write_text("R Miss 5 8 10.5 3.5\n" * 3)
    return path


def rows(folder: Path) -> Path:
    Drive("hp_c2247").run(LOAD).to_parquet(folder / "rows.parquet")
    return folder / "rows.parquet"


def suite(folder: Path) -> regression.Suite:
    path = folder / "suite.toml"
    path.write_text(
        '[[case]]\nname = "a"\ndrive = "hp_c2247"\nworkload = "closed(1, requests=5)"\n'
    )
    return regression.Suite.read(path)


def nothing(*_: Any) -> str:
    return ""


Call = tuple[Callable[..., Any], dict[str, Any]]

D = {"drive": "hp_c2247"}
SHEET: dict[str, Any] = {
    "capacity": "10MB",
    "rpm": 6000,
    "seek_average": "9ms",
    "seek_track": "1ms",
    "rate_outer": "2MB/s",
}
MORE = {"seek_full": None, "rate_inner": None, "cache": None, "sector": None, "surfaces": None}


def calls(folder: Path) -> dict[str, Call]:
    """Public callables with arguments that they take, by position or by name."""
    drive = Drive("hp_c2247")
    device = drive.open()
    found = drive.run(LOAD)
    opened = traces.open(trace(folder))
    parquet = rows(folder)
    rerun = regression.rerun(suite(folder), folder / "baseline", update=True)
    return {
        "headstack.Drive": (Drive, {**D, "scheduler": "fcfs"}),
        "headstack.Drive.run": (drive.run, {"workload": LOAD}),
        "headstack.Drive.stream": (drive.stream, {"workload": LOAD}),
        "headstack.Drive.open": (drive.open, {}),
        "headstack.Bus": (headstack.Bus, {"drives": [drive]}),
        "headstack.Bus.run": (headstack.Bus([drive]).run, {"loads": [LOAD]}),
        "headstack.Session.read": (device.read, {"lbn": 0}),
        "headstack.Session.write": (device.write, {"lbn": 0, "data": bytes(512)}),
        "headstack.Session.synchronize": (device.synchronize, {}),
        "headstack.Session.command": (device.command, {"cdb": bytes(6)}),
        "headstack.Session.submit": (device.submit, {"cdb": bytes(6)}),
        "headstack.Session.submit_read": (device.submit_read, {"lbn": 0}),
        "headstack.Session.submit_write": (device.submit_write, {"lbn": 0, "data": bytes(512)}),
        "headstack.Session.submit_synchronize": (device.submit_synchronize, {}),
        "headstack.Session.advance": (device.advance, {"time": "1 ms"}),
        "headstack.Session.power_cut": (device.power_cut, {}),
        "headstack.Result.to_parquet": (found.to_parquet, {"path": folder / "out.parquet"}),
        "headstack.Mimic.probe": (
            headstack.Mimic.probe,
            {**D, "step": "100MiB", "samples": 1, "checks": 0},
        ),
        "headstack.Mimic.load": (headstack.Mimic.load, {"path": parquet}),
        "headstack.mimic.given": (mimic.given, {"mimic": None}),
        "headstack.load": (headstack.load, {"path": parquet}),
        "headstack.sweep": (
            headstack.sweep,
            {"axes": {**D, "workload": LOAD}, "executor": Now()},
        ),
        "headstack.sweeps.planned": (headstack.sweeps.planned, {"axes": {**D, "workload": LOAD}}),
        "headstack.sweeps.plan": (headstack.sweeps.plan, {"points": []}),
        "headstack.sweeps.Point": (headstack.sweeps.Point, {**D, "workload": LOAD}),
        "headstack.compare": (
            headstack.compare,
            {"drives": (drive, drive), "workload": LOAD, "seeds": 2},
        ),
        "headstack.statistics.warmup": (statistics.warmup, {"values": np.arange(20.0)}),
        "headstack.advice.Question": (
            advice.Question,
            {"workload": "closed(1, requests=5)", "drive": "hp_c2247"},
        ),
        "headstack.advice.advise": (
            advice.advise,
            {"question": advice.Question(workload="closed(1, requests=5)", schedulers=("fcfs",))},
        ),
        "headstack.advice.configurations": (advice.configurations, {}),
        "headstack.datasheet.DataSheet.read": (datasheet.DataSheet.read, {**SHEET, **MORE}),
        "headstack.datasheet.make": (
            datasheet.make,
            {"sheet": datasheet.DataSheet.read(**SHEET), "like": None, "name": "new"},
        ),
        "headstack.datasheet.compared": (
            datasheet.compared,
            {"drive": drive.config, "sheet": datasheet.DataSheet.read(**SHEET)},
        ),
        "headstack.report.html": (report.html, {"results": [found], "title": None}),
        "headstack.report.write": (
            report.write,
            {"results": [found], "path": folder / "out.html", "title": None},
        ),
        "headstack.comparator.create": (comparator.create, {"folder": folder / "comparator"}),
        "headstack.comparator.build": (
            comparator.build,
            {
                "folder": folder / "none",
                "top": "box",
                "entries": 16,
                "lanes": 4,
                "distances": 16384,
            },
        ),
        "headstack.scheduler_project.create": (
            scheduler_project.create,
            {"name": "mine", "folder": folder / "mine", "language": "python"},
        ),
        "headstack.seek_order.seek_order": (
            seek_order.seek_order,
            {"requests": [7], "head": 3, "scheduler": "sstf"},
        ),
        "headstack_identify.disksim.read": (disksim.read, {"file": folder / "none.parv"}),
        "headstack_identify.extract.extract": (extract.extract, {"target": None, "repeats": 1}),
        "headstack_identify.fit.phase.coherent": (phase.coherent, {"trace": measured(folder)}),
        "headstack_identify.fit.phase.identify": (phase.identify, {"trace": measured(folder)}),
        "headstack.regression.Suite.read": (regression.Suite.read, {"path": folder / "suite.toml"}),
        "headstack.regression.rerun": (
            regression.rerun,
            {"suite": suite(folder), "baseline": folder / "baseline"},
        ),
        "headstack.regression.write_junit": (
            regression.write_junit,
            {"report": rerun, "path": folder / "out.xml", "text": nothing},
        ),
        "headstack.traces.open": (traces.open, {"path": trace(folder)}),
        "headstack.traces.profile": (traces.profile, {"trace": opened}),
        "headstack.traces.convert": (
            traces.convert,
            {"trace": opened, "path": folder / "out.spc", "to": "spc"},
        ),
        "headstack.traces.register": (
            traces.register,
            {"added": traces.open(trace(folder)).format},
        ),
        **loads(folder),
    }


def loads(folder: Path) -> dict[str, Call]:
    """Those of `workload`."""
    each: dict[str, dict[str, Any]] = {
        "arrivals": {"arrival_ms": [1.0], "lbn": [7], "blocks": [8]},
        "bursts": {"load": OPEN, "on": "1 s", "off": "1 s"},
        "classes": {"loads": [workload.Class(2)]},
        "closed": {"outstanding": 1},
        "deadlines": {"load": LOAD, "within": "20 ms"},
        "limited": {"load": LOAD},
        "prioritized": {"load": LOAD},
        "hot": {"rate_per_s": 5},
        "mix": {"parts": ((1, OPEN),)},
        "parse": {"text": "closed(1)"},
        "random": {"rate_per_s": 5},
        "recorded": {"path": measured(folder)},
        "replay": {"path": trace(folder)},
        "sequential": {"rate_per_s": 5},
        "streams": {"kinds": {"mpeg2": 1}},
        "together": {"parts": (OPEN, OPEN)},
        "trace": {"path": measured(folder)},
        "Class": {"outstanding": 1},
        "Kind": {"streams": 1, "bytes_per_s": 1e6},
    }
    return {f"headstack.workload.{name}": (getattr(workload, name), each[name]) for name in each}


class Now(Executor):
    """Runs what it is given, at once."""

    def submit(self, call: Any, /, *given: Any, **named: Any) -> Any:
        """Does it."""
        done: Future[Any] = Future()
        try:
            done.set_result(call(*given, **named))
        except Exception as error:
            done.set_exception(error)
        return done


NOT_CALLED = {
    *("headstack.BusResult", "headstack.Load", "headstack.Mimic", "headstack.Result"),
    *("headstack.Saved", "headstack.Scheduler", "headstack.Session", "headstack.Streamed"),
    *("headstack.CheckCondition", "headstack.CommandLost", "headstack.ConfigError"),
    *("headstack.RunError", "headstack.drives", "headstack.schedulers"),
    *("headstack.metrics.", "headstack.result.", "headstack.errors.", "headstack.processor."),
    *("headstack.traces.ordered", "headstack.traces.placed"),
}
"""Names, or beginnings of names, of what the package makes itself, of what takes nothing, and of
what takes only that, such as the columns of a run."""


def parameters(call: Callable[..., Any], given: dict[str, Any]) -> list[inspect.Parameter]:
    """The parameters of a callable; of a function of any, those that are given."""
    found = list(inspect.signature(call).parameters.values())
    if [one.kind for one in found] == [inspect.Parameter.VAR_KEYWORD]:
        return [inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY) for name in given]
    return found


def attempt(call: Callable[..., Any], given: dict[str, Any], name: str, value: Any) -> None:
    """Calls with one argument replaced."""
    found = {one.name: one for one in parameters(call, given)}
    at = {**given, name: value}
    many = [each for each in at if found[each].kind is inspect.Parameter.VAR_POSITIONAL]
    positional = [
        one for each in many for one in (at.pop(each) if each != name else [at.pop(each)])
    ]
    for each in [each for each in at if found[each].kind is inspect.Parameter.VAR_KEYWORD]:
        more = at.pop(each)
        at |= more if each != name else {"drive": "hp_c2247", "workload": LOAD, "scheduler": more}
    call(*positional, **at)


def wrong(folder: Path, function: str) -> Iterator[str]:
    """What comes out that is none of the package's errors."""
    call, given = calls(folder)[function]
    for one in parameters(call, given):
        for value in VALUES:
            try:
                with contextlib.redirect_stdout(None):
                    attempt(call, given, one.name, hostile(value))
            except (ConfigError, RunError):
                pass
            except Exception as error:
                yield f"{function}({one.name}={value}): {type(error).__name__}: {error}"[:250]


with tempfile.TemporaryDirectory() as made:
    NAMES = list(calls(Path(made)))


def test_every_function_is_called() -> None:
    """But what takes only what the package makes."""
    for module in public_modules():
        package = importlib.import_module(module)
        for word in getattr(package, "__all__", ()):
            name = f"{module}.{word}"
            if inspect.isfunction(getattr(package, word)):
                known = {name, f"headstack.{word}"} & set(NAMES)
                assert known or name.startswith(tuple(NOT_CALLED)), name


@pytest.mark.parametrize("function", NAMES)
def test_wrong_arguments(function: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert list(wrong(tmp_path, function)) == []
