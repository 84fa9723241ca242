"""Every kind of stored result: a bit that flips changes no figure, and ends in no traceback."""

import ast
import random
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from packages import sources

import headstack
from headstack import ConfigError, Mimic, RunError, regression, traces, workload
from headstack.keeping import stored
from headstack.sweeps.crews import Given
from headstack_papers.experiment import Call
from headstack_papers.popovici2003 import table1
from headstack_papers.reproduce import calls

FLIPS = 150
Read = Callable[[], Any]


def a_sweep(folder: Path) -> tuple[Path, Read]:
    def read() -> Any:
        with ThreadPoolExecutor(1) as inline:
            found = headstack.sweep(
                drive="hp_c2247", workload="random(rate=30)", requests=30, folder=folder / "s",
                executor=inline,
            )  # fmt: skip
        return found.table.to_pylist()

    read()
    [path] = (folder / "s").glob("*.parquet")
    return path, read


def some_requests(folder: Path) -> tuple[Path, Read]:
    path = folder / "requests.parquet"
    headstack.Drive("hp_c2247").run(workload.random(30, requests=30)).to_parquet(path)

    def read() -> Any:
        found = headstack.load(path)
        return found.summary, found.settings, found.requests.to_pylist()

    return path, read


def a_mimic(folder: Path) -> tuple[Path, Read]:
    path = folder / "mimic.parquet"
    distance = np.array([-5, 0, 5], np.int32)
    ns = np.array([[100, 200], [150, 160], [300, 310]], np.uint32)
    Mimic.of_times("hp_c2247", distance, ns).save(path)

    def read() -> Any:
        found = Mimic.load(path)
        return found.sha256, found.drive, found.samples, found.configuration_sha256, found.settings

    return path, read


def a_call(folder: Path) -> tuple[Path, Read]:
    call = Call(table1.numbers, {"disk": "hp_c2247"}, {})

    def read() -> Any:
        with ThreadPoolExecutor(1) as inline, closing(Given(inline)) as crew:
            return calls.run([call], crew, folder / "c", lambda _: True)

    (folder / "c").mkdir()
    path = folder / "c" / f"{calls.key_of(call)}.parquet"
    table = pa.table({"capacity": [1.5, 2.5], "name": ["a", "b"]})
    stored.write(path, table, stored.CALL)
    return path, read


def a_baseline(folder: Path) -> tuple[Path, Read]:
    (folder / "suite.toml").write_text(
        '[[case]]\nname = "a"\ndrive = "hp_c2247"\nworkload = "random(rate=30)"\nrequests = 30\n'
    )
    suite = regression.Suite.read(folder / "suite.toml")
    regression.rerun(suite, folder / "b", update=True)

    def read() -> Any:
        [case] = regression.rerun(suite, folder / "b").cases
        return case.verdict, [(row.figure, row.baseline) for row in case.rows]

    return folder / "b/a.json", read


EXAMPLES: dict[str, Callable[[Path], tuple[Path, Read]]] = {
    "sweep": a_sweep,
    "requests": some_requests,
    "mimic": a_mimic,
    "call": a_call,
    "baseline": a_baseline,
}


def test_every_store_has_an_example() -> None:
    assert set(EXAMPLES) == {store.name for store in stored.STORES}


@pytest.mark.parametrize("store", stored.STORES, ids=lambda store: store.name)
def test_a_flipped_bit(store: stored.Store, tmp_path: Path) -> None:
    """The same figures, or an error that names the file."""
    path, read = EXAMPLES[store.name](tmp_path)
    right, data = read(), path.read_bytes()
    draw = random.Random(store.name)
    places = {*range(8), *range(len(data) - 30, len(data))}
    places |= {draw.randrange(len(data)) for _ in range(FLIPS)}
    refused = 0
    for place in sorted(places):
        flipped = bytearray(data)
        flipped[place] ^= 1 << draw.randrange(8)
        path.write_bytes(flipped)
        said = None
        try:
            assert read() == right, place
        except (ConfigError, RunError) as error:
            said = str(error)
        assert said is None or path.name in said
        refused += said is not None
    assert refused > 0.9 * len(places)
    path.write_bytes(data)
    assert read() == right


@pytest.mark.parametrize("store", stored.STORES, ids=lambda store: store.name)
def test_a_file_that_ends_early(store: stored.Store, tmp_path: Path) -> None:
    path, read = EXAMPLES[store.name](tmp_path)
    data = path.read_bytes()
    for length in (0, 1, 11, len(data) // 2, len(data) - 2):
        path.write_bytes(data[:length])
        with pytest.raises(ConfigError, match=path.name):
            read()


def bare(metadata: dict[bytes, bytes]) -> dict[bytes, bytes]:
    """What an earlier headstack wrote of it."""
    return {key: value for key, value in metadata.items() if key != b"headstack_seal"}


IN_PARQUET = [store for store in stored.STORES if store.parquet]


@pytest.mark.parametrize("store", IN_PARQUET, ids=lambda store: store.name)
def test_a_file_without_a_checksum_or_of_another_store(
    store: stored.Store, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """One that an earlier commit wrote is refused, or told; one of another kind is refused."""
    path, read = EXAMPLES[store.name](tmp_path)
    right, table = read(), pq.read_table(path)
    pq.write_table(table.replace_schema_metadata(bare(table.schema.metadata)), path)
    if store.bare:
        assert read() == right
        assert f"{path.name} has no checksum, so damage to it goes unseen" in caplog.text
    else:
        with pytest.raises(ConfigError, match=rf"{path.name}: no .* with a checksum: an earlier"):
            read()
    [other] = [one for one in IN_PARQUET if one.name == ("call", "mimic")[store.name == "call"]]
    stored.write(path, table, other)
    with pytest.raises(ConfigError, match=rf"{path.name}: no {store.what}, but a {other.what}"):
        read()


@pytest.mark.parametrize("kind", [*(store.name for store in IN_PARQUET), "trace"])
def test_arrow_reads_its_own_file(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A thread of Arrow that lets go of a Python file at the interpreter's end aborts it."""
    if kind == "trace":
        path, _ = some_requests(tmp_path)

        def read() -> Any:
            return traces.open(path).scan()
    else:
        _, read = EXAMPLES[kind](tmp_path)
    given = []

    class Watched(pq.ParquetFile):  # type: ignore[misc]
        def __init__(self, source: Any, **options: Any) -> None:
            given.append(source)
            super().__init__(source, **options)

    monkeypatch.setattr(pq, "ParquetFile", Watched)
    read()
    assert given
    assert all(isinstance(source, pa.NativeFile) for source in given)
    assert not any(isinstance(source, pa.PythonFile) for source in given)


def test_other_programs_read_it(tmp_path: Path) -> None:
    """The checksum stands where Parquet has room for it."""
    duckdb = pytest.importorskip("duckdb", reason="duckdb is missing")
    path, _ = some_requests(tmp_path)
    assert duckdb.sql(f"select count(*) from '{path}'").fetchall() == [(30,)]
    assert pq.read_table(path).num_rows == 30


def test_a_checksum_in_the_data_is_no_checksum(tmp_path: Path) -> None:
    """Rows that hold what a footer would do not confuse it."""
    seal = b"headstack_seal\x18\x45call " + b"0" * 64
    table = pa.table({"bytes": [seal, seal * 3]})
    stored.write(tmp_path / "x", table, stored.CALL, compression="none", use_dictionary=False)
    assert (tmp_path / "x").read_bytes().count(seal[:20]) > 1
    assert stored.read(tmp_path / "x", stored.CALL).equals(table)


READ_AND_WRITE_PARQUET = {
    "headstack/keeping/stored.py": "the checksum",
    "headstack/rows.py": "writes row groups into a file that `stored` seals",
    "headstack/traces/formats/own_parquet.py": "traces: anybody's files, which others write too",
    "headstack_identify/cli/residuals.py": "writes a table that headstack does not read",
    "headstack_serve/record.py": "a record for other programs; its replay shows faults",
}
"""Modules that may touch Parquet by themselves, and why."""


def test_nothing_else_touches_parquet() -> None:
    """So whoever keeps something new goes by `stored`, and is in its list of stores."""
    found = set()
    for name, file in sources().items():
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            names = [one.name for one in node.names] if isinstance(node, ast.Import) else []
            if "pyarrow.parquet" in names or (
                isinstance(node, ast.ImportFrom) and (node.module or "").startswith("pyarrow")
            ):
                found.add(name)
    assert found == READ_AND_WRITE_PARQUET.keys()


READS_JSON_FILES = {
    "headstack/regression/baseline.py": "the baseline, with its hash",
    "headstack/report/reading.py": "the output of --json, for a page; no result is made of it",
    "headstack/regression/case.py": "its own text, to compare plain values",
    "headstack/saved.py": "settings in a file that `stored` has read",
    "headstack/mimic/table.py": "settings in a file that `stored` has read",
    "headstack_papers/share/runs.py": "a column of a row that `stored` has read",
    "headstack/sweeps/worker.py": "jobs that come from the sweep itself",
    "headstack/sweeps/job.py": "a copy of an object",
    "headstack_serve/record.py": "the drives of a record",
    "headstack_identify/device/journal.py": "lines of a journal, each checked",
}
"""Modules that read JSON or pickles, and why that is no store of its own."""


def test_nothing_else_reads_json_or_pickles() -> None:
    found = set()
    for name, file in sources().items():
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
                used = (node.value.id, node.attr)
                if used[0] in ("json", "pickle", "np", "shelve") and used[1] in ("load", "loads"):
                    found.add(name)
    assert found == READS_JSON_FILES.keys()
