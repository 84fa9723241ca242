"""`headstack.regression` and `headstack regress`: our own suite, and changes planted in it."""

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest

import headstack
from headstack import metrics, regression
from headstack.regression import tolerance
from headstack.regression.differences import compared

HERE = Path(__file__).resolve().parent
NESTED = "[" * 40 + "]" * 40
CASE = '[[case]]\nname = "a"\ndrive = "hp_c2247"\nworkload = "random(rate=30)"\nrequests = 200\n'


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """Our own suite with its baseline, to change."""
    for name in ("suite.toml", "short.csv"):
        shutil.copy(HERE / name, tmp_path)
    shutil.copytree(HERE / "baseline", tmp_path / "baseline")
    return tmp_path


def suite_of(folder: Path, text: str) -> regression.Suite:
    (folder / "own.toml").write_text(text)
    return regression.Suite.read(folder / "own.toml")


def changed(folder: Path, old: str, new: str) -> regression.Report:
    """The report of our suite with another text in it."""
    text = (folder / "suite.toml").read_text()
    assert old in text
    (folder / "suite.toml").write_text(text.replace(old, new))
    return regression.rerun(regression.Suite.read(folder / "suite.toml"), folder / "baseline")


def verdicts(report: regression.Report) -> dict[str, str]:
    """Those that are not `same`."""
    return {case.name: case.verdict for case in report.cases if case.verdict != "same"}


def unsealed(text: str) -> str:
    """A baseline as it was before they had checksums."""
    return "".join(line for line in text.splitlines(True) if not line.startswith(' "sha256": '))


def regress(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "headstack", "regress", *arguments],
        cwd=folder, env={**os.environ, "COLUMNS": "80"},
        capture_output=True, text=True, timeout=100, check=False,
    )  # fmt: skip


def test_our_own_suite_is_as_stored() -> None:
    """Results that moved are in the changelog, and --update stores them."""
    report = regression.rerun(regression.Suite.read(HERE / "suite.toml"), HERE / "baseline")
    assert verdicts(report) == {}
    assert report.passed
    assert report.stale == ()
    assert len(report.cases) >= 10


def test_processes_give_the_same_report_in_the_same_order() -> None:
    suite = regression.Suite.read(HERE / "suite.toml")
    told: list[int] = []
    one = regression.rerun(suite, HERE / "baseline")
    two = regression.rerun(
        suite, HERE / "baseline", workers=2, progress=lambda done, _: told.append(done)
    )
    assert [(case.name, case.rows) for case in one.cases] == [
        (case.name, case.rows) for case in two.cases
    ]
    assert told == list(range(1, len(suite.cases) + 1))


def test_another_seed_is_seen(copy: Path) -> None:
    report = changed(copy, "seed = 2", "seed = 3")
    assert verdicts(report) == {"two-queues": "moved"}
    [case] = [case for case in report.cases if case.name == "two-queues"]
    rows = {row.figure: row for row in case.rows}
    assert rows["schedule_sha256"].verdict == "moved"
    mean = rows["mean_response_ms"]
    assert mean.verdict == "moved"
    assert mean.difference == mean.now - mean.baseline != 0
    assert rows["requests"].verdict == "same"
    assert case.changed_settings == {"seed": (2, 3)}
    assert case.changed_keys == ()
    assert not report.passed


def test_another_key_of_the_drive_is_seen_and_named(copy: Path) -> None:
    report = changed(copy, '"1 %"', '"2 %"')
    assert verdicts(report) == {"soft-errors": "moved"}
    [case] = [case for case in report.cases if case.name == "soft-errors"]
    assert case.changed_keys == ("defects.soft_rate",)
    lines = case.configuration_diff.splitlines()
    assert any(line.startswith("-soft_rate") for line in lines)
    assert any(line.startswith("+soft_rate") for line in lines)


def test_a_tolerance_holds_and_ends(tmp_path: Path) -> None:
    """Legal at the tolerance, illegal just beyond it."""
    text = CASE + (
        'exact = false\nfigures = ["mean_response_ms", "reads"]\n[tolerance]\n'
        'mean_response_ms = {relative = 0.02, reason = "noise"}\n'
        'reads = {absolute = 3, reason = "rounding"}\n'
    ).replace("[tolerance]", "[case.tolerance]")
    [case] = suite_of(tmp_path, text).cases
    record, wall_s = case.run()
    for factor, more, expected in ((1, 0, "same"), (1.0199, 3, "within"), (1.0201, 4, "moved")):
        now = json.loads(json.dumps(record))
        now["summary"]["mean_response_ms"] *= factor
        now["summary"]["reads"] += more
        found = compared(case, record, now, wall_s)
        assert [row.verdict for row in found.rows] == [expected, expected]
        assert found.verdict == expected
        assert found.failing == (expected == "moved")


def test_figures_that_come_and_go(tmp_path: Path) -> None:
    [case] = suite_of(tmp_path, CASE).cases
    record, _ = case.run()
    less = json.loads(json.dumps(record))
    del less["summary"]["reads"]
    for before, after, expected in ((record, less, "gone"), (less, record, "new")):
        found = compared(case, before, after, 0)
        assert {row.figure: row.verdict for row in found.rows}["reads"] == expected
        assert found.failing


def test_every_metric_can_be_compared_or_says_why_not() -> None:
    names = {metric.name for metric in metrics.METRICS}
    assert set(regression.FIGURES) < set(tolerance.UNITS) | set(tolerance.WALL_CLOCK)
    assert names == set(tolerance.UNITS) | set(tolerance.WALL_CLOCK)
    assert not set(regression.FIGURES) & set(tolerance.WALL_CLOCK)


def test_nothing_is_written_without_update_and_then_what_changed(tmp_path: Path) -> None:
    (tmp_path / "own.toml").write_text(CASE + CASE.replace('"a"', '"b"').replace("200", "300"))
    done = regress(tmp_path, "own.toml", "--baseline", "kept")
    assert (done.returncode, done.stdout) == (2, "")
    assert "--update makes it" in done.stderr
    assert not (tmp_path / "kept").exists()
    (tmp_path / "kept").mkdir()
    done = regress(tmp_path, "own.toml", "--baseline", "kept")
    assert done.returncode == 1
    assert "no baseline; --update" in done.stdout
    assert list((tmp_path / "kept").iterdir()) == []
    done = regress(tmp_path, "own.toml", "--baseline", "kept", "--update", "--json")
    assert (done.returncode, json.loads(done.stdout)["updated"]) == (0, ["a", "b"])
    first = (tmp_path / "kept/a.json").stat().st_mtime_ns
    text = (tmp_path / "own.toml").read_text().replace("300", "301")
    (tmp_path / "own.toml").write_text(text)
    assert regress(tmp_path, "own.toml", "--baseline", "kept").returncode == 1
    done = regress(tmp_path, "own.toml", "--baseline", "kept", "--update", "--json")
    assert json.loads(done.stdout)["updated"] == ["b"]
    assert (tmp_path / "kept/a.json").stat().st_mtime_ns == first
    assert regress(tmp_path, "own.toml", "--baseline", "kept").returncode == 0


def test_a_baseline_without_its_case_is_said(copy: Path) -> None:
    report = changed(copy, 'name = "replay"', 'name = "replayed"')
    assert report.stale == ("replay.json",)
    assert verdicts(report) == {"replayed": "missing"}
    done = regress(copy, "suite.toml", "--baseline", "baseline", "--only", "eagle-seek")
    assert done.returncode == 0
    assert "replay.json belongs to no case" in done.stderr


def test_baselines_are_the_same_from_any_folder(copy: Path) -> None:
    done = regress(copy.parent, f"{copy.name}/suite.toml", "--baseline", f"{copy}/baseline")
    assert done.returncode == 0, done.stdout
    assert '"trace": "short.csv"' in (copy / "baseline/replay.json").read_text()


def test_the_table_fits_and_says_what_moved(copy: Path) -> None:
    changed(copy, "seed = 2", "seed = 3")
    done = regress(copy, "suite.toml", "--baseline", "baseline")
    assert done.returncode == 1
    assert done.stderr == ""
    lines = done.stdout.splitlines()
    assert all(len(line) <= 80 for line in lines), done.stdout
    assert "its setting seed changed: 2 -> 3" in lines
    assert lines[-1] == "1 of 11 cases are not as stored"
    assert not any(line.startswith("requests ") for line in lines)
    whole = regress(copy, "suite.toml", "--baseline", "baseline", "--all").stdout
    assert any(line.startswith("requests ") for line in whole.splitlines())


def test_json_and_csv(copy: Path) -> None:
    changed(copy, '"1 %"', '"2 %"')
    done = regress(copy, "suite.toml", "--baseline", "baseline", "--json")
    document = json.loads(done.stdout)
    assert (done.returncode, document["passed"]) == (1, False)
    [case] = [case for case in document["cases"] if case["failing"]]
    assert case["name"] == "soft-errors"
    assert case["changed_keys"] == ["defects.soft_rate"]
    assert {row["verdict"] for row in case["rows"]} == {"same", "moved"}
    done = regress(copy, "suite.toml", "--baseline", "baseline", "--csv")
    assert done.returncode == 1
    assert done.stdout.startswith("case,figure,baseline,now,difference,")


def test_junit(copy: Path) -> None:
    changed(copy, "seed = 2", "seed = 3")
    arguments = ("suite.toml", "--baseline", "baseline", "--junit", "report.xml")
    assert regress(copy, *arguments).returncode == 1
    root = ET.parse(copy / "report.xml").getroot()
    assert (root.get("tests"), root.get("failures"), root.get("errors")) == ("11", "1", "0")
    [failed] = [case for case in root.iter("testcase") if len(case)]
    assert failed.get("name") == "two-queues"
    assert float(failed.get("time", "")) > 0
    failure = failed.find("failure")
    assert failure is not None
    assert "mean_response_ms: " in (failure.text or "")
    said = failure.get("message", "")
    assert re.match(r"moved: elapsed_s [+-][\d.e+-]+ %, .* and \d+ more$", said), said
    again = regress(copy, *arguments)
    assert again.returncode == 2
    assert "--force overwrites it" in again.stderr
    assert regress(copy, *arguments, "--force").returncode == 1


def test_a_run_that_fails_is_an_error_of_its_case(tmp_path: Path) -> None:
    (tmp_path / "broken.py").write_text(
        "import headstack\n\nclass Broken(headstack.Scheduler):\n"
        "    def pick(self, queue, drive):\n        raise ValueError('planted')\n"
    )
    text = CASE + 'scheduler = "broken.py:Broken"\n' + CASE.replace('"a"', '"b"')
    report = regression.rerun(suite_of(tmp_path, text), tmp_path)
    assert [case.verdict for case in report.cases] == ["failed", "missing"]
    assert "planted" in (report.cases[0].error or "")
    done = regress(tmp_path, "own.toml", "--baseline", ".", "--junit", "x.xml", "--update")
    assert done.returncode == 1
    assert not (tmp_path / "a.json").exists()
    assert ET.parse(tmp_path / "x.xml").getroot().get("errors") == "1"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "no case in it"),
        ("[[case]", r"it is not TOML"),
        ("case = 3\n", "no case in it"),
        ("cases = []\n" + CASE, "key 'cases' is not known; did you mean 'case'"),
        (CASE + "requets = 3\n", "case 'a': key 'requets' is not known; did you mean 'requests'"),
        (CASE.replace('"a"', '"../a"'), r"case 1: name is '../a'"),
        (CASE + CASE, "two cases have the name 'a'"),
        (
            CASE.replace("hp_c2247", "hp_c2274"),
            "case 'a': drive 'hp_c2274' is not known",
        ),
        (CASE.replace("rate=30", "rat=30"), "argument 'rat' is not known; did you mean 'rate'"),
        (CASE + "seed = -1\n", "case 'a': seed is -1"),
        (CASE + 'scheduler = "sptff"\n', "case 'a': scheduler 'sptff' is not known; did you mean"),
        (CASE + "scheduler = 3\n", "case 'a': scheduler is 3; it must be a text"),
        (CASE + 'set = {"queue.deph" = 3}\n', "case 'a': .*queue.dep"),
        (CASE + f"set = {'[' * 5000}\n", "it is nested too deep"),
        (CASE + f"set = {{{'.'.join('a' * 3000)} = 1}}\n", "it is nested too deep"),
        (CASE.replace("random(", f"{'bursts(' * 3000}random("), "its parts are nested too deep"),
        (CASE + "set = 3\n", "case 'a': set is 3; it must be a table"),
        (CASE + "exact = 1\n", "case 'a': exact is 1; it must be True or False"),
        (
            CASE + 'figures = ["p95_response"]\n',
            "did you mean 'p95_response_ms'",
        ),
        (CASE + 'figures = ["wall_s"]\n', "wall_s says how fast the machine is"),
        (CASE + "tolerance = {reads = {absolute = 1}}\n", "reads has no reason"),
        (CASE + 'tolerance = {reads = {reason = "x"}}\n', "one of relative and absolute"),
        (CASE + "tolerance = {reads = 3}\n", "reads = 3; write reads = {"),
        (CASE + 'tolerance = {reeds = {absolute = 1, reason = "x"}}\n', "did you mean 'reads'"),
        (CASE + 'tolerance = {reads = {relative = 2, reason = "x"}}\n', "0.02 are 2 %"),
        (CASE + 'tolerance = {busy = {absolute = "1 s", reason = "x"}}\n', "must be a number"),
        (
            CASE + 'tolerance = {saturated = {absolute = 1, reason = "x"}}\n',
            "is not a single number",
        ),
        (CASE + 'tolerance = {reads = {absolut = 1, reason = "x"}}\n', "did you mean 'absolute'"),
        (
            CASE + 'figures = ["hits"]\ntolerance = {reads = {absolute = 1, reason = "x"}}\n',
            "reads is not compared; add it to figures",
        ),
    ],
)
def test_bad_suites(tmp_path: Path, text: str, message: str) -> None:
    with pytest.raises(headstack.ConfigError, match=message) as raised:
        suite_of(tmp_path, text)
    assert str(raised.value).startswith(f"{tmp_path}/own.toml: ")


def test_a_figure_that_the_run_does_not_have(tmp_path: Path) -> None:
    suite = suite_of(tmp_path, CASE + 'figures = ["missed"]\n')
    regression.rerun(suite, tmp_path, update=True)
    with pytest.raises(headstack.ConfigError, match="its run has no figure 'missed'"):
        regression.rerun(suite, tmp_path)


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (lambda text: text[:-20], "it is not JSON"),
        (lambda _: "[]", "not one of a regression"),
        (lambda _: "{}", "it has no 'configuration'"),
        (lambda text: text.replace('"[spindle]"', '"[spindle"'), "lines are not as"),
        (lambda text: unsealed(text).replace('"[spindle]"', '"[spindle"'), "is damaged"),
        (lambda text: text.replace('"hits": ', '"hits": 1'), "lines are not as"),
        (lambda text: text.replace('"hits": ', '"hits": NaN, "a": '), "it has NaN, which is no"),
        (lambda text: text.replace('"hits": ', '"hits": -Infinity, "a": '), "it has -Infinity"),
        (
            lambda text: text.replace('"hits": ', '"hits": 1e999, "a": '),
            "number that cannot be a figure",
        ),
        (
            lambda text: text.replace('"hits": ', f'"hits": {"9" * 400}, "a": '),
            "cannot be a figure",
        ),
        (lambda text: text.replace('"hits": ', f'"hits": {"9" * 5000}, "a": '), "it is not JSON"),
        (lambda text: text.replace('"hits": ', '"hits": "\\ud800", "a": '), "not UTF-8"),
        (lambda _: "[" * 100_000, "nested too deep"),
        (lambda text: text.replace('"hits": ', f'"hits": {NESTED}, "a": '), "nested too deep"),
        (lambda text: text.replace('"version"', '"ver"'), "it has no 'version'"),
        (lambda text: text.replace('"version"', '"more": 1, "version"'), "it has a 'more'"),
    ],
)
def test_damaged_baselines(tmp_path: Path, spoil: Callable[[str], str], message: str) -> None:
    suite = suite_of(tmp_path, CASE)
    regression.rerun(suite, tmp_path, update=True)
    file = tmp_path / "a.json"
    file.write_text(spoil(file.read_text()))
    with pytest.raises(headstack.ConfigError, match=message):
        regression.rerun(suite, tmp_path)


@pytest.mark.parametrize(
    "spoil",
    [
        lambda text: text.replace('"hits": ', f'"hits": {NESTED}, "a": '),
        lambda text: text.replace('"hits": ', f'"hits": {"[" * 100_000}, "a": '),
        lambda text: text.replace('"hits": ', '"hits": NaN, "a": '),
        lambda text: text.replace('"version"', '"ver"'),
        lambda text: text[:-20],
    ],
    ids=["nested", "nested more", "NaN", "no version", "cut short"],
)
def test_damaged_baselines_are_written_anew(tmp_path: Path, spoil: Callable[[str], str]) -> None:
    suite = suite_of(tmp_path, CASE)
    regression.rerun(suite, tmp_path, update=True)
    file = tmp_path / "a.json"
    right = file.read_text()
    file.write_text(spoil(right))
    with pytest.raises(headstack.ConfigError, match="or use --update to store"):
        regression.rerun(suite, tmp_path)
    assert regression.rerun(suite, tmp_path, update=True).cases[0].error is not None
    assert file.read_text() == right


@pytest.mark.parametrize("other", ["[]", "{}", "notes", "[" * 100_000], ids=range(4))
def test_a_file_that_never_was_a_baseline_stays(tmp_path: Path, other: str) -> None:
    suite = suite_of(tmp_path, CASE)
    (tmp_path / "a.json").write_text(other)
    with pytest.raises(headstack.ConfigError, match="remove it and use --update"):
        regression.rerun(suite, tmp_path, update=True)
    assert (tmp_path / "a.json").read_text() == other


NAN = float("nan")


@pytest.mark.parametrize("value", [NAN, [NAN], {"a": NAN}, float("inf")], ids=str)
def test_what_is_no_number_is_never_the_same(tmp_path: Path, value: Any) -> None:
    """Not even where Python says so: two lists with one NaN are equal."""
    [case] = suite_of(tmp_path, CASE + 'figures = ["reads"]\nexact = false\n').cases
    record, _ = case.run()
    for before, after in ((value, value), (value, 3), (3, value)):
        one, other = ({**record, "summary": {"reads": what}} for what in (before, after))
        [row] = compared(case, one, other, 0).rows
        assert row.verdict == ("same" if before == after == float("inf") else "moved")
        assert "nan" not in row.moved_by
        assert "inf" not in row.moved_by


def test_a_baseline_that_was_merged_by_hand(tmp_path: Path) -> None:
    """Figures of two runs in one file are those of none: only --update makes a baseline of it."""
    suite_of(tmp_path, CASE)
    assert regress(tmp_path, "own.toml", "--baseline", "kept", "--update").returncode == 0
    file = tmp_path / "kept/a.json"
    right = file.read_text()
    file.write_text(re.sub(r'("hits": )(\d+)', r"\g<1>4\g<2>", right))
    done = regress(tmp_path, "own.toml", "--baseline", "kept")
    assert (done.returncode, done.stdout) == (2, "")
    assert "kept/a.json: its lines are not as --update wrote them" in done.stderr
    assert "merged by hand" in done.stderr
    done = regress(tmp_path, "own.toml", "--baseline", "kept", "--update")
    assert done.returncode == 0
    assert "written anew, without a comparison: " in done.stdout
    assert file.read_text() == right


def test_a_baseline_of_an_earlier_headstack(tmp_path: Path) -> None:
    """It counts, but says that damage would not be seen; --update adds the checksum alone."""
    suite_of(tmp_path, CASE)
    regress(tmp_path, "own.toml", "--baseline", "kept", "--update")
    file = tmp_path / "kept/a.json"
    right = file.read_text()
    file.write_text(unsealed(right))
    done = regress(tmp_path, "own.toml", "--baseline", "kept")
    assert done.returncode == 0
    assert "without a checksum: 1, as kept/a.json; " in done.stderr
    done = regress(tmp_path, "own.toml", "--baseline", "kept", "--update")
    assert (done.returncode, done.stderr) == (0, "")
    assert file.read_text() == right


def test_the_recipes_for_a_ci_run_twice_in_a_workspace(tmp_path: Path) -> None:
    """What regression.md says is done at every change, where the last report still lies."""
    page = (HERE.parents[3] / "docs/use/regression.md").read_text()
    recipes = set(re.findall(r"headstack (regress bench/.*--junit.*)", page))
    assert recipes
    (tmp_path / "bench").mkdir()
    suite_of(tmp_path / "bench", CASE).path.rename(tmp_path / "bench/suite.toml")
    stored = ("regress", "bench/suite.toml", "--baseline", "bench/baseline", "--update")
    assert regress(tmp_path, *stored[1:]).returncode == 0
    for recipe in recipes:
        for _ in range(2):
            done = regress(tmp_path, *recipe.split()[1:])
            assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"only": ["c2247-fcf"]}, "case 'c2247-fcf' is not known; did you mean 'c2247-fcfs'"),
        ({"workers": 0}, "workers is 0"),
    ],
)
def test_bad_arguments(arguments: dict[str, Any], message: str) -> None:
    suite = regression.Suite.read(HERE / "suite.toml")
    with pytest.raises(headstack.ConfigError, match=message):
        regression.rerun(suite, HERE / "baseline", **arguments)


def test_the_mimic_of_a_schedulers_text_is_in_the_suites_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As the file of the key `mimic` is, wherever the command runs."""
    (tmp_path / "suite").mkdir()
    mimic = headstack.Mimic.probe("hp_c2247", samples=1, step="16MiB")
    mimic.save(tmp_path / "suite/times.parquet")
    monkeypatch.chdir(tmp_path)
    rest = 'placement = "host"\n'
    cases = suite_of(
        tmp_path / "suite",
        CASE + rest + 'scheduler = "smtf(median, mimic=times.parquet)"\n'
        "[[case]]\n"
        + CASE.partition("\n")[2].replace('"a"', '"b"')
        + rest
        + 'scheduler = "smtf(median)"\nmimic = "times.parquet"\n',
    ).cases
    assert [case.made()[0].mimic.sha256 for case in cases] == [mimic.sha256] * 2
