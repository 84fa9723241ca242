"""README.md and docs/: what they show runs, what they name exists, what they state is so.

Shell blocks (```sh) run in a copy of the checkout's surroundings: `./scripts/run` there is the
installed command, without the build, and with SMALLER requests where a block would take long.
Blocks that need the real drives' traces are skipped without HEADSTACK_DATA (or ../shared/data).
"""

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType

import pytest
import typer

from headstack import cli, schedulers, workload
from headstack.charts.page import marked
from headstack.cli import demo
from headstack.cli.schedulers import knows, list_schedulers
from headstack.drive import Drive

ROOT = Path(__file__).resolve().parents[3]
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
MAIN_JOB = ROOT / "docs/start/main-job.md"
DATA = Path(os.environ.get("HEADSTACK_DATA", ROOT.parent / "shared" / "data"))
DATA_FILES = {
    "hp_c2247a.trace",
    "ibm_dnes_309170w.trace",
    "sample.blktrace.0",
    "disksim/hp_c2490a.parv",
    "disksim/hp_c2490a.trace",
}
"""Files of the data folder that pages name; somebody may have the folder without all of them."""

SMALLER = "2000"
"""Requests of a `run`, `demo` or `codesign` in a shell block, instead of its own number or the
default."""

NOT_RUN = {
    "./scripts/bench": "it takes 40 s; test_bench.py runs it with little work",
    "./scripts/cocotb": "it installs its own tools",
    "./scripts/mutate": "it installs its own tools, and takes a quarter of an hour",
    "./scripts/prove": "it installs its own tools, and takes minutes",
    "./scripts/prove --bugs": "the same",
    "./scripts/synth": "the same",
    "./scripts/systemc ../headstack-installed": "it builds; test_systemc.py runs it",
    "cmake -S bindings/systemc/example -B out/example "
    "-DCMAKE_PREFIX_PATH=../headstack-installed": "the same",
    "make -C out/example": "the same",
    ".venv/bin/python scripts/pages/validation_figures.py": "it would change the page; its tables "
    "are compared below",
    "./scripts/run validate --cross --drive hp_c2247a ../shared/data/hp_c2247a.trace": "it takes "
    "half a minute; test_crossvalidation.py runs it with little work",
    "./scripts/run fit hp_c2490a.toml ../shared/data/disksim/hp_c2490a.trace -o fitted.toml": "it "
    "takes minutes; test_search.py runs its steps",
    "./scripts/run fit mine.toml layout.parquet -o fitted.toml": "the same; test_layouts.py runs "
    "the steps of its layout",
    "./scripts/run fit mine.toml deep.parquet -o deep.toml": "the same; test_queued.py runs "
    "these steps",
}
"""Lines of shell blocks that are left out here, each with the reason."""

SCRIPTS = (
    "run",
    "fuzz",
    "test",
    "mutate",
    "bench",
    "bench.py",
    "check",
    "fast",
    "wheel",
    "wheel_check.py",
    "trials.py",
    "pages/extraction.py",
    "pages/papers.py",
    "pages/validation_figures.py",
)
DOCUMENTED_ELSEWHERE = {"--help"}
HISTORY = {"CHANGELOG.md", "decisions.md"}
"""Pages that tell what once was: options, and files."""

MOST_BYTES_OF_A_PICTURE = 150_000

RUN_SHIM = """#!/bin/sh
[ $# -gt 0 ] || set -- demo
case $1 in
  run | demo | codesign) set -- "$@" --requests {requests} ;;
esac
exec {python} -m headstack "$@"
"""


def blocks(page: Path, language: str) -> Iterator[tuple[int, str]]:
    """Line number and text of each fenced block of a language."""
    text = page.read_text(encoding="utf-8")
    for match in re.finditer(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL):
        yield text.count("\n", 0, match.start()) + 1, match[1]


def all_blocks(language: str) -> list[object]:
    return [
        pytest.param(text, id=f"{page.relative_to(ROOT)}:{line}")
        for page in PAGES
        for line, text in blocks(page, language)
    ]


def prose(page: Path) -> str:
    """A page without its fenced blocks and comments."""
    text = re.sub(r"^```.*?^```$", "", page.read_text(encoding="utf-8"), flags=re.M | re.S)
    return re.sub(r"<!--.*?-->", "", text, flags=re.S)


def table_rows(page: Path, after: str) -> list[list[str]]:
    """Cells of the rows of the first table that follows the text `after`, without its header."""
    text = page.read_text(encoding="utf-8")
    lines = text[text.index(after) :].splitlines()[1:]
    rows: list[list[str]] = []
    for line in lines:
        if line.startswith("|"):
            rows.append([cell.strip() for cell in line.strip("|").split("|")])
        elif rows:
            break
    return rows[2:]


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A folder that looks to a shell block like a checkout with its traces beside it."""
    folder = tmp_path / "headstack"
    (folder / "scripts").mkdir(parents=True)
    (folder / "docs" / "img").mkdir(parents=True)
    run = folder / "scripts" / "run"
    run.write_text(RUN_SHIM.format(python=sys.executable, requests=SMALLER))
    run.chmod(0o755)
    command = tmp_path / "bin" / "headstack"
    command.parent.mkdir()
    shutil.copy(run, command)
    if DATA.is_dir():
        (tmp_path / "shared").mkdir()
        (tmp_path / "shared" / "data").symlink_to(DATA.resolve())
    return folder


def data_files(text: str) -> set[str]:
    """The files of the data folder that a block names."""
    return set(re.findall(r"(?:shared/data|HEADSTACK_DATA\}?)/([^\s\"'`)]+)", text))


def needs_data(text: str) -> None:
    """Skips a block without the data that it names; a name that is not known is its mistake."""
    if ("shared/data" in text or "HEADSTACK_DATA" in text) and not DATA.is_dir():
        pytest.skip(f"no data folder at {DATA}; set HEADSTACK_DATA")
    for name in data_files(text) & DATA_FILES:
        if not (DATA / name).exists():
            pytest.skip(f"no {DATA / name}")


def run_in(folder: Path, *command: str) -> None:
    environment = {
        **os.environ,
        "PATH": f"{folder.parent / 'bin'}:{Path(sys.executable).parent}:{os.environ['PATH']}",
        "HEADSTACK_DATA": str(folder.parent / "shared" / "data"),
    }
    done = subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, timeout=600
    )
    assert done.returncode == 0, f"{done.stdout}\n{done.stderr}"


@pytest.mark.parametrize("text", [*all_blocks("sh"), *all_blocks("python")])
def test_files_of_a_block_are_known(text: str) -> None:
    """Also of a block that is skipped for want of data: its mistakes would stay there unseen."""
    assert data_files(text) <= DATA_FILES
    for name in re.findall(r"(?:^|\s)(?:\./)?((?:scripts|model|tb|docs|bindings)/[\w./-]+)", text):
        assert (ROOT / name).exists(), name
    known = set(typer.main.get_command(cli.app).commands)  # type: ignore[attr-defined]
    for name in re.findall(r"^(?:\./scripts/run|headstack) +([a-z]\S*)", text, re.MULTILINE):
        assert name in known


def test_a_mistyped_name_is_no_reason_to_skip(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setitem(globals(), "DATA", tmp_path)
    with pytest.raises(pytest.skip.Exception, match=r"hp_c2490a\.parv"):
        needs_data("./scripts/run import disksim ../shared/data/disksim/hp_c2490a.parv -o x.toml")
    for name in ("disksim/hp_c2490.parv", "disksim/hp-c2490a.parv", "../../model/drives/x.toml"):
        text = f"./scripts/run import disksim ../shared/data/{name}"
        needs_data(text)
        assert data_files(text) == {name}
        assert not data_files(text) <= DATA_FILES
    assert data_files('"$HEADSTACK_DATA/hp.trace" "${HEADSTACK_DATA}/ibm.trace"') == {
        "hp.trace",
        "ibm.trace",
    }


@pytest.mark.parametrize("text", all_blocks("sh"))
def test_shell_block_runs(text: str, checkout: Path) -> None:
    needs_data(text)
    lines = [line for line in text.splitlines() if line not in NOT_RUN]
    run_in(checkout, "bash", "-euo", "pipefail", "-c", "\n".join(lines))


@pytest.mark.parametrize("line", NOT_RUN)
def test_line_that_is_not_run_is_there_and_could_be(line: str) -> None:
    assert any(line in text.splitlines() for page in PAGES for _, text in blocks(page, "sh"))
    program = line.split()[0]
    assert os.access(ROOT / program, os.X_OK) or shutil.which(program)


@pytest.mark.parametrize("text", all_blocks("python"))
def test_python_block_runs(text: str, checkout: Path) -> None:
    needs_data(text)
    run_in(checkout, sys.executable, "-W", "error", "-c", text)


@pytest.mark.parametrize("text", all_blocks("c"))
def test_c_block_compiles(text: str, tmp_path: Path) -> None:
    compiler = shutil.which("cc")
    if compiler is None:
        pytest.skip("no C compiler")
    (tmp_path / "block.c").write_text(text)
    flags = ("-std=c11", "-fsyntax-only", "-Wall", "-Wextra", "-Wconversion", "-Werror")
    places = [f"-I{folder}" for folder in (ROOT / "firmware").glob("*/include")]
    generated = ROOT / "build/generated"  # the comparator's registers
    run_in(tmp_path, compiler, *flags, *places, f"-I{generated}", str(tmp_path / "block.c"))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)\s]+)\)", prose(page)):
        if re.match(r"https?:", target):
            continue
        name, _, anchor = target.partition("#")
        file = page.parent / name if name else page
        assert file.exists(), target
        if anchor:
            assert anchor in anchors(file), target


def anchors(page: Path) -> set[str]:
    headings = re.findall(r"^#+ (.*)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in headings}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_files_that_are_named_exist(page: Path) -> None:
    folders = "firmware|model|bindings|rtl|tb|scripts|docs|cmake"
    for name in re.findall(rf"`((?:{folders})/[\w./-]*)`", prose(page)):
        if page.name == "CHANGELOG.md":
            continue
        assert (ROOT / name).exists(), name


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_options_that_are_named_exist(page: Path) -> None:
    command = typer.main.get_command(cli.app)
    known = {option for p in command.params for option in p.opts} | DOCUMENTED_ELSEWHERE
    for sub in command.commands.values():  # type: ignore[attr-defined]
        parts = getattr(sub, "commands", {}).values()
        for parameter in (*sub.params, *(one for part in parts for one in part.params)):
            known |= {*parameter.opts, *parameter.secondary_opts}
    scripts = " ".join((ROOT / "scripts" / name).read_text() for name in SCRIPTS)
    if page.name in HISTORY:
        return
    text = page.read_text(encoding="utf-8")
    for option in set(re.findall(r"(?<![\w-])--[a-z][a-z-]+", text)) - known:
        assert re.search(rf"(?<![\w-]){option}(?![\w-])", scripts), option


def test_pictures_are_small_and_all_are_shown() -> None:
    shown = {
        (page.parent / target).resolve()
        for page in PAGES
        for target in re.findall(r"!\[[^\]]*\]\(([^)\s]+)\)", prose(page))
    }
    pictures = set((ROOT / "docs" / "img").iterdir())
    assert pictures == shown
    for picture in pictures:
        assert picture.stat().st_size < MOST_BYTES_OF_A_PICTURE, picture


def test_the_table_of_the_main_job(tmp_path: Path) -> None:
    rows, _ = demo._run_all(100_000, "host", 1, tmp_path)
    assert table_rows(MAIN_JOB, "table of `headstack demo`") == [
        [
            f"{row['load']} {row['rate_per_s']}/s",
            row["scheduler_name"] + (" `*`" if row["saturated"] else ""),
            *(
                f"{row[f'{time}_response_ms']:,.1f}"
                for time in ("mean", "median", "p95", "p99", "max")
            ),
            f"{row['scv_response']:.2f}",
            f"{100 * row['utilisation']:.1f}",
            f"{row['throughput_per_s']:.1f}",
            f"{100 * row['hit_rate']:.2f}",
        ]
        for row in rows
    ]


@pytest.fixture(scope="module")
def validation_figures(load_script: Callable[[str], ModuleType]) -> ModuleType:
    return load_script("validation_figures")


@pytest.mark.usefixtures("data")
def test_the_tables_of_the_validation(validation_figures: ModuleType) -> None:
    tables = validation_figures.quick_tables()
    shown = set()
    for file in validation_figures.PAGES:
        text = file.read_text(encoding="utf-8")
        for name, table in tables.items():
            for found in marked(text, name):
                shown.add(name)
                assert found[2] == f"{table}\n", (
                    f"{file}: {name}; run {validation_figures.__file__}"
                )
    assert shown == set(tables)


@pytest.mark.usefixtures("data")
def test_the_table_of_the_real_drives(load_script: Callable[[str], ModuleType]) -> None:
    real_drives = load_script("real_drives")
    table = real_drives.table()
    for file in real_drives.PAGES:
        [made] = marked(file.read_text(encoding="utf-8"), "real drives")
        assert made[2] == f"{table}\n", f"{file}; run {real_drives.__file__}"


def test_the_cross_validated_figures_are_there() -> None:
    text = (ROOT / "docs/use/validation.md").read_text(encoding="utf-8")
    for name in ("cross", "values hp_c2247a", "values ibm_dnes_309170w"):
        [found] = marked(text, name)
        assert found[2].startswith("| "), name


def test_the_page_of_metrics_is_of_the_declarations(
    load_script: Callable[[str], ModuleType],
) -> None:
    text = (ROOT / "docs/reference/metrics.md").read_text(encoding="utf-8")
    for name, table in load_script("metrics_page").TABLES.items():
        [made] = marked(text, name)
        assert made[2] == f"{table()}\n", f"{name}; run scripts/pages/metrics_page.py --write"


def test_every_setting_is_documented() -> None:
    text = (ROOT / "docs/reference/metrics.md").read_text(encoding="utf-8")
    drive = Drive("hp_c2247")
    document = drive.run(workload.random(30, requests=100)).document()
    for name in document:
        assert f"`{name}`" in text, name


def test_what_schedulers_know_is_the_same_on_the_page() -> None:
    """The second column of the table, as `headstack schedulers` has it."""
    rows = table_rows(ROOT / "docs/reference/schedulers.md", "lists them:")
    on_page = {row[0].strip("`"): row[1].replace("`", "") for row in rows}
    assert on_page == {info.signature: knows(info) for info in schedulers()}


def test_the_scan_in_the_picture_of_waves_is_the_captions(
    load_script: Callable[[str], ModuleType],
) -> None:
    script = load_script("waves_figure")
    _, clocks = script.first_scan(script.run())
    text = (ROOT / "docs/use/waves.md").read_text(encoding="utf-8")
    assert f"a scan of {clocks} clocks at 40 MHz" in text


def test_the_sentence_that_says_the_result() -> None:
    """The first figures of the main job's page are those of its table."""
    table = table_rows(MAIN_JOB, "table of `headstack demo`")
    means = {row[1]: row[2] for row in table if row[0] == "heavy 50/s"}
    assert "fcfs `*`" in means
    text = " ".join(MAIN_JOB.read_text(encoding="utf-8").split())
    assert f"(SSTF) answers in {float(means['sstf']):.0f} ms" in text
    assert f"(SPTF) answers in {float(means['sptf']):.0f} ms" in text


def test_the_readme_is_short_and_begins_with_a_command() -> None:
    lines = (ROOT / "README.md").read_text(encoding="utf-8").splitlines()
    assert lines.index("./scripts/run") < 8
    assert len(lines) < 100


def test_the_readmes_proofs_are_those_of_the_pages(
    load_script: Callable[[str], ModuleType],
) -> None:
    text = " ".join((ROOT / "README.md").read_text(encoding="utf-8").split())
    rows = table_rows(ROOT / "docs/use/validation.md", "<!-- real drives")
    [c2247a] = [row for row in rows if row[0] == "HP C2247A"]
    ours, disksim = (float(cell.split()[-1]) for cell in (c2247a[3], c2247a[2]))
    assert f"{ours:.0f} % of the HP C2247A's measured requests are within 0.1 ms" in text
    assert f"DiskSim 4.0 has {disksim:.0f} %" in text
    script = load_script("papers")
    assert script.sums(script.stored()) in text


def test_the_index_is_of_the_pages(load_script: Callable[[str], ModuleType]) -> None:
    index = load_script("index")
    assert index.INDEX.read_text(encoding="utf-8") == index.index(), (
        "scripts/pages/index.py --write"
    )


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_a_page_begins_with_its_use(page: Path, load_script: Callable[[str], ModuleType]) -> None:
    if page.parent.parent == ROOT / "docs":
        assert load_script("index").first_paragraph(page)[1].startswith("After this page you can ")


def test_every_scheduler_is_documented(capsys: pytest.CaptureFixture[str]) -> None:
    list_schedulers(json=True)
    text = (ROOT / "docs/reference/schedulers.md").read_text(encoding="utf-8")
    for entry in json.loads(capsys.readouterr().out)["schedulers"]:
        assert f"`{entry['signature']}`" in text, entry
        assert entry["paper"] in text, entry
