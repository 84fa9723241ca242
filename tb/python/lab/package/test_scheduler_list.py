"""The firmware's schedulers agree in list.h, in their folders, in Python and on the page."""

import pickle
import re
import subprocess
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

import headstack
from headstack import ConfigError, Drive, workload
from headstack._core import SchedulerInfo, SchedulerSpec
from headstack.scheduler import weights_for

Cli = Callable[..., subprocess.CompletedProcess[str]]

ROOT = Path(__file__).resolve().parents[4]
FOLDER = ROOT / "firmware/schedulers"
TABLE = re.compile(r"^const hs_scheduler_ops hs_(\w+) =", re.MULTILINE)


def defined_in() -> dict[str, Path]:
    """The file of each scheduler."""
    return {
        name: file.relative_to(FOLDER)
        for file in FOLDER.rglob("*.c")
        for name in TABLE.findall(file.read_text(encoding="utf-8"))
    }


def test_a_scheduler_is_a_file_of_its_name_and_a_line_of_the_list() -> None:
    text = (FOLDER / "include/schedulers/list.h").read_text(encoding="utf-8")
    listed = [name for name in re.findall(r"X\((\w+)\)", text) if name != "name"]
    assert listed == [info.name for info in headstack.schedulers()]
    assert {name: file.stem for name, file in defined_in().items()} == {n: n for n in listed}


def test_the_page_lists_them_in_the_same_order() -> None:
    page = (ROOT / "docs/reference/schedulers.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `(\w+)[^`]*` \| [^|]+ \| [^|]+ \| [^|]+ \|$", page, re.MULTILINE)
    assert rows[: len(headstack.schedulers())] == [info.name for info in headstack.schedulers()]


def test_where_they_live_says_where_they_can_run() -> None:
    where = defined_in()
    for info in headstack.schedulers():
        assert "drive" in info.placements
        assert ("host" not in info.placements) is (where[info.name].parts[0] == "comparator")


@pytest.fixture(scope="module")
def mimic() -> headstack.Mimic:
    return headstack.Mimic.probe("hp_c2247", step="64MiB", samples=1)


@pytest.mark.parametrize("info", headstack.schedulers(), ids=lambda info: info.name)
def test_they_run_where_they_can(
    info: headstack._core.SchedulerInfo, mimic: headstack.Mimic
) -> None:
    """Given all that it needs."""
    count = np.arange(20)
    load = workload.arrivals(
        count, 1000 * count, 8, deadline_ms=count + 500, class_id=count % 2, write=count % 3 == 0
    )
    given = {
        "weights": (80.0, 20.0) if "weights" in info.needs else (),
        "mimic": mimic if "mimic" in info.needs else None,
    }
    for place in ("drive", "host"):
        if place in info.placements:
            run = Drive("hp_c2247", info.name, placement=place, **given).run(load)
            assert run.summary["requests"] == 20
        else:
            with pytest.raises(ConfigError, match=r"host|in the drive"):
                Drive("hp_c2247", info.name, placement=place, **given).run(load)


def test_parameters_are_those_of_the_signature() -> None:
    for info in headstack.schedulers():
        shown = dict(re.findall(r"(\w+)=([^,)]+)", info.signature))
        found = {parameter["name"]: parameter for parameter in info.parameters}
        assert shown.keys() <= found.keys()
        for name, value in shown.items():
            parameter = found[name]
            if "choices" in parameter:
                assert parameter["default"] == value
                assert value in parameter["choices"]
            else:
                assert parameter["minimum"] <= parameter["default"] <= parameter["maximum"]
                number, _, unit = value.partition(" ")
                assert float(number) == pytest.approx(parameter["default"], rel=1e-4)
                assert (unit or "1") == parameter["unit"]


def parameter_kinds(text: str, macros: dict[str, str]) -> dict[str, str]:
    """What the scheduler's table says of its parameters: by their names, the members of each."""
    kinds = {}
    for name, entry in re.findall(r"\[(\w+)\] = ([^[]*)", text):
        macro = re.match(r"\w+", entry)
        kinds[name] = macros.get(macro[0], "") + entry if macro else entry
    return kinds


def readers_of(entry: str) -> set[str]:
    """The functions of parameters.h by which such a parameter may be read."""
    if ".choices" in entry:
        return {"choice"}
    if ".whole = true" in entry or "HS_WHOLE_PARAMETER" in entry:
        return {"whole"}
    unit = re.search(r'\.unit = "(m?s)"', entry)
    return {"fraction"} | ({{"ms": "milliseconds", "s": "seconds"}[unit[1]]} if unit else set())


def test_a_parameter_is_read_as_its_table_says() -> None:
    files = {p: p.read_text(encoding="utf-8") for p in FOLDER.rglob("*.[ch]")}
    texts = "\n".join(files.values())
    macros = dict(re.findall(r"#define (\w+)(?:\([^)]*\))?((?:.*\\\n)*.*)", texts))
    shared = {k: v for k, v in parameter_kinds(texts, macros).items() if k.startswith("HS_")}
    reads = re.compile(r"hs_(whole|fraction|choice|seconds|milliseconds)\([\w>-]+, ([A-Z_]+)\)")
    checked = 0
    for file, text in files.items():
        kinds = shared | parameter_kinds(text, macros)
        for reader, parameter in reads.findall(text):
            assert reader in readers_of(kinds[parameter]), f"{file.name}: {parameter}"
            checked += 1
    assert checked > 20


@pytest.mark.parametrize("info", headstack.schedulers(), ids=lambda info: info.name)
def test_who_gets_weights_says_its_row(info: SchedulerInfo) -> None:
    """A scheduler that shares is refused without weights, any other with them."""
    place = info.placements[-1]
    load = workload.closed(2, requests=4)
    weighs = "weights" in info.needs
    weights = () if weighs else (80, 20)
    drive = Drive("hp_c2247", info.name, placement=place, weights=weights)
    with pytest.raises(ConfigError, match=r"shares the drive by weights|has no use for weights"):
        drive.run(load)
    for argument in ("scheduler", "host_scheduler", "drive_scheduler"):
        assert weights_for({argument: f" {info.name}"}, (80, 20)) == ((80, 20) if weighs else ())
    assert weights_for({"scheduler": info.name}, ()) == ()


def test_letters_in_a_name_give_no_weights(cli: Cli, tmp_path: Path) -> None:
    """A scheduler of one's own, called as those that share are."""
    (tmp_path / "my_yfq.py").write_text(
        "import headstack\n\n\nclass First(headstack.Scheduler):\n"
        "    def pick(self, queue, drive):\n        return 0\n"
    )
    assert weights_for({"scheduler": "my_yfq.py:First"}, (80, 20)) == ()
    load = "classes(80: closed(2), 20: closed(2))"
    run = ("run", "--workload", load, "--requests", "40", "--placement", "host", "--json")
    done = cli(*run, "--scheduler", "my_yfq.py:First")
    assert done.returncode == 0, done.stderr
    assert cli(*run, "--scheduler", "yfq").returncode == 0


NEEDS = {
    "deadlines": {
        *("edf", "fd_edf", "fd_scan", "lsf", "pscan", "rm", "scan_edf", "ssedo", "ssedv"),
        *("sptf_limits", "clook_limits"),
    },
    "weights": {"yfq", "yfq_dor", "yfq_tuned"},
    "classes": {"bfq"},
    "mimic": {"smtf"},
}
"""Schedulers by the input that a run must give them."""


def test_a_specification_knows_what_a_run_must_give() -> None:
    """Weights and classes are different needs. The name of a scheduler does not show its needs."""
    found = {info.name: SchedulerSpec(info.name).needs for info in headstack.schedulers()}
    assert {need: {name for name in found if need in found[name]} for need in NEEDS} == NEEDS
    assert {need for needs in found.values() for need in needs} == NEEDS.keys()
    spec = pickle.loads(pickle.dumps(SchedulerSpec("yfq_dor(30)")))
    assert (spec.text, spec.needs) == ("yfq_dor(Mdmo=30 %, Mqos=0.5)", ["weights"])
    with pytest.raises(ConfigError, match="nothing") as error:
        SchedulerSpec("nothing")
    assert error.value.argument == "scheduler"
