"""Schedulers in shared libraries of the user's own, and the projects that begin one."""

import pickle
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import headstack
from headstack import ConfigError, Drive, RunError, scheduler_project, workload
from headstack.scheduler import choose

CC = shutil.which("cc")
needs_cc = pytest.mark.skipif(CC is None or shutil.which("make") is None, reason="no C compiler")
LOAD = workload.closed(20, requests=300)

Cli = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("library") / "mine"
    scheduler_project.create("mine", folder, language="c")
    subprocess.run(["make", "-s", "-C", folder], check=True)
    return folder


def build(folder: Path, change: Callable[[str], str], name: str = "mine.c") -> str:
    """The text of a scheduler, from a copy of the project with a change of a file."""
    path = folder / name
    text = path.read_text(encoding="utf-8")
    assert change(text) != text
    path.write_text(change(text), encoding="utf-8")
    subprocess.run(["make", "-s", "-C", folder, "CFLAGS=-std=c11 -fPIC -w"], check=True)
    return f"{folder / 'mine.so'}:mine"


@needs_cc
@pytest.mark.parametrize("place", ["drive", "host"])
def test_the_same_rule_gives_the_same_schedule(project: Path, place: str) -> None:
    found = Drive("hp_c2247", f"{project}/mine.so:mine", placement=place).run(LOAD)
    wanted = Drive("hp_c2247", "sstf", placement=place).run(LOAD)
    assert found.summary["schedule_sha256"] == wanted.summary["schedule_sha256"]
    assert found.settings.scheduler == f"{project}/mine.so:mine"


@needs_cc
def test_parameters_and_a_change_of_the_library(project: Path, tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    shutil.copytree(project, folder)
    parameter = (
        '    .parameters = {{.name = "far", .minimum = 0, .maximum = 1 << 16, .whole = true}},\n'
    )
    rule = "(nearest < found) == (scheduler->parameters[0] != 0) && nearest != found"

    def with_parameter(text: str) -> str:
        text = text.replace("    .memory =", parameter + "    .memory =")
        return text.replace("found < nearest ||", f"({rule}) ||")

    text = build(folder, with_parameter)
    near, far = (Drive("hp_c2247", f"{text}({far})").run(LOAD) for far in (0, 1))
    assert near.settings.scheduler == f"{text}(far=0)"
    plain = Drive("hp_c2247", "sstf").run(LOAD).summary["schedule_sha256"]
    assert near.summary["schedule_sha256"] == plain
    assert far.summary["schedule_sha256"] != plain
    with pytest.raises(ConfigError, match="parameter 'far'"):
        choose(f"{text}(2)")


@needs_cc
def test_a_choice_survives_a_pickle(project: Path) -> None:
    choice = choose(f"{project}/mine.so:mine")
    again = pickle.loads(pickle.dumps(choice))
    assert (again.name, again.shared_object) == (choice.name, f"{project}/mine.so")


@needs_cc
@pytest.mark.parametrize(
    ("before", "after", "message"),
    [
        ('.name = "mine"', '.name = "other"', 'its field `name` must be "mine"'),
        ("    .arrival = mine_arrival,\n", "", "it must have `arrival`, `remove`, and `pick`"),
        ("    .pick = mine_pick,\n", "", "it must have `arrival`, `remove`, and `pick` or `take`"),
        ('    .paper = "none",\n', "", "it has no `summary` or no `paper`"),
        ("HS_KNOWS_LBN", "(hs_knowledge)7", "its `knowledge` is none of hs_knowledge"),
        ("    .memory =", "    .needs = HS_NEEDS_MIMIC,\n    .memory =", "its `needs` may have"),
        ("    .memory =", "    .in_comparator = true,\n    .memory =", "cannot decide in the comp"),
        (
            "    .memory =",
            '    .parameters = {{.name = "n", .default_value = 1, .minimum = 2, .maximum = 3}},\n'
            "    .memory =",
            "the default of its parameter `n` is out of its range",
        ),
    ],
)
def test_a_wrong_table_is_refused(
    project: Path, tmp_path: Path, before: str, after: str, message: str
) -> None:
    folder = tmp_path / "mine"
    shutil.copytree(project, folder)
    text = build(folder, lambda c: c.replace(before, after))
    with pytest.raises(ConfigError) as error:
        Drive("hp_c2247", text)
    assert message in str(error.value)


@needs_cc
def test_other_headers_are_refused(project: Path, tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    shutil.copytree(project, folder)
    text = build(folder, lambda c: c.replace("= HS_LIBRARY_SIZES", "= {8, 0}"), "library.c")
    with pytest.raises(ConfigError, match="was built from the headers of another version"):
        Drive("hp_c2247", text)
    text = build(folder, lambda c: c.replace("hs_library_sizes", "hs_no_sizes"), "library.c")
    with pytest.raises(ConfigError, match="has no hs_library_sizes"):
        Drive("hp_c2247", text)


@needs_cc
def test_wrong_names(project: Path) -> None:
    with pytest.raises(ConfigError, match="has no scheduler 'yours'"):
        Drive("hp_c2247", f"{project}/mine.so:yours")
    with pytest.raises(ConfigError, match="cannot be loaded"):
        Drive("hp_c2247", f"{project}/none.so:mine")
    with pytest.raises(ConfigError, match="'mine' takes 0 parameters"):
        Drive("hp_c2247", f"{project}/mine.so:mine(1)")


@needs_cc
def test_a_core_does_not_have_it(project: Path) -> None:
    drive = headstack.drives()[0].with_value("controller.core", "iss")
    with pytest.raises(ConfigError, match="'mine' is in a library, so the image"):
        Drive(drive, f"{project}/mine.so:mine").run(LOAD)


@needs_cc
def test_a_sweep_knows_the_file(project: Path, tmp_path: Path) -> None:
    """Another library is another point, and the same library elsewhere is the same point."""
    from headstack.sweeps import sources

    folder = tmp_path / "mine"
    shutil.copytree(project, folder)
    one, same = (Drive("hp_c2247", f"{place}/mine.so:mine") for place in (project, folder))
    assert sources.of(one) == sources.of(same) != {}
    assert sources.scheduler(one.queues.drive) == sources.scheduler(same.queues.drive)
    other = Drive(
        "hp_c2247", build(folder, lambda c: c.replace("found < nearest", "found > nearest"))
    )
    assert sources.of(other) != sources.of(one)


@needs_cc
def test_the_project_in_c_checks_itself(project: Path) -> None:
    done = subprocess.run(["make", "-s", "-C", project, "check"], capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (0, "the schedules are equal\n"), done.stderr


@needs_cc
def test_the_check_can_fail(project: Path, tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    shutil.copytree(project, folder)
    build(folder, lambda c: c.replace("found < nearest", "found > nearest"))
    done = subprocess.run(["make", "-s", "-C", folder, "check"], capture_output=True, text=True)
    assert done.returncode != 0


def test_the_project_in_python_checks_itself(tmp_path: Path, cli: Cli) -> None:
    done = cli("new-scheduler", "nearest_pair")
    assert done.returncode == 0, done.stderr
    assert "headstack run --scheduler nearest_pair/nearest_pair.py:NearestPair" in done.stdout
    test = subprocess.run(
        [sys.executable, tmp_path / "nearest_pair" / "test_nearest_pair.py"],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert test.stdout == "the order is right\n", test.stderr


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("sptf", "name is 'sptf', a scheduler of headstack"),
        ("Mine", "name is 'Mine'; it must have lower-case letters"),
        ("1st", "begin with a letter"),
        ("a" * 41, "at most 40"),
        ("", "it must have lower-case letters"),
    ],
)
def test_wrong_names_of_projects(tmp_path: Path, name: str, message: str) -> None:
    with pytest.raises(ConfigError) as error:
        scheduler_project.create(name, tmp_path / "new")
    assert message in str(error.value)
    assert not (tmp_path / "new").exists()


def test_a_folder_with_files_stays(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("precious")
    with pytest.raises(ConfigError, match="there is something in it"):
        scheduler_project.create("mine", tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]


def test_without_headers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scheduler_project.writing, "_FIRMWARE", tmp_path / "none")
    with pytest.raises(RunError, match="no headers of the firmware"):
        scheduler_project.create("mine", tmp_path / "new", language="c")
