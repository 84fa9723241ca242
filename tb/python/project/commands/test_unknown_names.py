"""A name that is none: the message says which, of what, the nearest one, and where all are."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from packages import sources

import headstack
from headstack import ConfigError, Drive, advice, checks, regression, traces, workload
from headstack.regression.tolerance import Tolerance, known
from headstack.scheduler import choose
from headstack.sweeps import planned
from headstack_papers.reproduce.papers import experiments

LOAD = workload.closed(1, requests=5)
CASE = '[[case]]\nname = "one"\ndrive = "hp_c2247"\nworkload = "closed(1, requests=5)"\n'


def suite(folder: Path, text: str) -> regression.Suite:
    (folder / "suite.toml").write_text(text)
    return regression.Suite.read(folder / "suite.toml")


def sweep(folder: Path, text: str) -> None:
    from typer.testing import CliRunner

    from headstack.cli import app

    (folder / "sweep.toml").write_text(text)
    done = CliRunner().invoke(app, ["sweep", str(folder / "sweep.toml")])
    assert done.exit_code == 2
    raise ConfigError(done.stderr.removeprefix("headstack: ").strip())


def own_class(folder: Path) -> None:
    (folder / "mine.py").write_text(
        "import headstack\nclass Newest(headstack.Scheduler):\n    def pick(self, q, d): return 0\n"
    )
    choose(f"{folder}/mine.py:Newst")


KINDS: dict[str, tuple[Callable[[Path], object], str, str]] = {
    "drive": (lambda _: Drive("hp_c2274"), "hp_c2274", "hp_c2247"),
    "scheduler": (lambda _: Drive("hp_c2247", "spft"), "spft", "sptf"),
    "scheduler's parameter": (lambda _: Drive("hp_c2247", "clook(levl=map)"), "levl", "level"),
    "class of a scheduler": (own_class, "Newst", "Newest"),
    "placement": (lambda _: Drive("hp_c2247", placement="hos"), "hos", "host"),
    "workload": (lambda _: workload.parse("randm(rate=3)"), "randm", "random"),
    "argument of a workload": (lambda _: workload.parse("random(rat=3)"), "rat", "rate"),
    "kind of stream": (lambda _: workload.streams({"mpeg3": 1}), "mpeg3", "mpeg2"),
    "unit of a size": (lambda _: workload.closed(1, size="8Kib"), "Kib", "KiB"),
    "issue": (lambda _: workload.streams({"mpeg2": 1}, issue="aftr"), "aftr", "after"),
    "format": (lambda _: traces.open(__file__, format="blkpars"), "blkpars", "blkparse"),
    "mode": (lambda f: workload.replay(trace(f), mode="opn"), "opn", "open"),
    "map": (lambda f: workload.replay(trace(f), map="fol"), "fol", "fold"),
    "key of a drive": (
        lambda _: headstack.catalog.load("hp_c2247").with_value("queue.dept", "3 tasks"),
        "queue.dept",
        "queue.depth",
    ),
    "condition": (
        lambda _: Drive("hp_c2247", conditions={"controller.clok": "3 MHz"}),
        "controller.clok",
        "controller.clock",
    ),
    "core": (lambda _: Drive("hp_c2247", conditions={"controller.core": "is"}), "is", "iss"),
    "metric": (lambda _: known("mean_respons_ms"), "mean_respons_ms", "mean_response_ms"),
    "key of a tolerance": (
        lambda _: Tolerance.of("reads", {"absolut": 1, "reason": "x"}),
        "absolut",
        "absolute",
    ),
    "key of a suite": (lambda f: suite(f, CASE + "requets = 3\n"), "requets", "requests"),
    "case": (lambda f: suite(f, CASE).only(["on"]), "on", "one"),
    "axis of a sweep": (lambda _: planned(drive="x", shceduler="fcfs"), "shceduler", "scheduler"),
    "argument of a point": (lambda _: planned([{"drvie": "x"}]), "drvie", "drive"),
    "key of a sweep": (lambda f: sweep(f, "shceduler = 1\n"), "shceduler", "scheduler"),
    "experiment": (lambda _: experiments(["seltzer199"]), "seltzer199", "seltzer1990"),
    "place of advice": (lambda _: advice.configurations(places=["hst"]), "hst", "host"),
    "error of the medium": (
        lambda _: Drive("hp_c2247").run(LOAD, on_media_error="stp"),  # type: ignore[arg-type]
        "stp",
        "stop",
    ),
}
"""Of each kind of name a call with a wrong one, the wrong name, and the right one near it."""


def trace(folder: Path) -> Path:
    (folder / "trace.csv").write_text("arrival_s,start_byte,bytes,write\n0,0,4096,0\n")
    return folder / "trace.csv"


@pytest.mark.parametrize("kind", KINDS)
def test_a_name_that_is_none(kind: str, tmp_path: Path) -> None:
    call, wrong, right = KINDS[kind]
    with pytest.raises(ConfigError) as error:
        call(tmp_path)
    message = str(error.value)
    quoted = rf"['\"`]{re.escape(wrong)}['\"`]"
    said = rf"{quoted}.*(is not known|it must be one of|is not a key)|has no parameter {quoted}"
    assert re.search(said, message), message
    near = rf"; did you mean ['\"`]{re.escape(right)}['\"`]\?( \(|$)"
    assert re.search(near, message), message
    assert not re.search(r"\?[^ \n]|\? [A-Z]|[;,.] ?$", message), message


def test_every_message_with_a_list_is_made_in_one_place() -> None:
    """No other module makes one of its own."""
    for file in sources().values():
        if file.name != "checks.py":
            text = file.read_text(encoding="utf-8")
            assert "did you mean" not in text, file
            assert "checks.nearest" not in text, file


def test_where_nothing_is_near() -> None:
    assert (
        str(checks.unknown("drive", "zzz", ["a", "b"])) == "drive 'zzz' is not known (known: a, b)"
    )
