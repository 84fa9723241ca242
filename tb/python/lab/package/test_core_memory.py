"""How much memory the firmware's image says it takes, on its own processor."""

from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest
from inputs import INFO

from headstack import Drive, workload
from headstack._core import cores
from headstack.charts.page import marked

PAGE = Path(__file__).resolve().parents[4] / "docs/use/processor.md"
TASK_BYTES = 80  # hs_task of rv32im
LIST_BYTES = 4

needs_iss = pytest.mark.skipif("iss" not in cores(), reason="built without a cross compiler")


def summary_of(scheduler: str, depth: int, core: str = "iss") -> dict[str, object]:
    drive = Drive("hp_c2247", scheduler, queue_depth=depth, conditions={"controller.core": core})
    return dict(drive.run(workload.closed(min(depth, 64), requests=100)).summary)


def ram_of(scheduler: str, depth: int) -> int:
    found = summary_of(scheduler, depth)["core_ram_bytes"]
    assert isinstance(found, int)
    return found


@needs_iss
def test_the_page_has_what_is_measured(load_script: Callable[[str], ModuleType]) -> None:
    """The RAM to the digit; the stack depends on the compiler."""
    script = load_script("memory")
    [table] = marked(PAGE.read_text(encoding="utf-8"), "memory")
    rows = [line.strip("| ").split(" | ") for line in table[2].splitlines()]
    by_scheduler = {row[0]: row for row in rows}
    for scheduler in ("fcfs", "sptf", "spctf_hw", "yfq", "fd_edf"):
        made = script.row(INFO[scheduler])
        assert by_scheduler[f"`{scheduler}`"][:-1] == list(made[:-1])
        assert 500 < int(made[-1].replace(",", "")) < 4096


@needs_iss
def test_a_task_more_takes_its_own_bytes() -> None:
    """fcfs keeps tasks and lists of them: twice the depth, twice as much."""
    a, b, c = (ram_of("fcfs", depth) for depth in (64, 128, 256))
    assert 2 * (b - a) == c - b
    assert TASK_BYTES <= (b - a) / 64 <= TASK_BYTES + 2 * LIST_BYTES


@needs_iss
def test_blocks_are_remembered_by_the_depth() -> None:
    """Before, a table for 65,536 ranges of blocks was there at any depth."""
    assert ram_of("sptf_hw", 8) < ram_of("fcfs", 8) + 8_000


@pytest.mark.parametrize("core", ["ibex", "picorv32"])
def test_the_same_on_every_core(core: str) -> None:
    if core not in cores():
        pytest.skip(f"built without {core}")
    on_iss, on_core = summary_of("sptf", 16), summary_of("sptf", 16, core)
    for name in ("rom", "parameter", "ram", "stack"):
        assert on_core[f"core_{name}_bytes"] == on_iss[f"core_{name}_bytes"]


def test_none_on_this_machine() -> None:
    found = Drive("hp_c2247").run(workload.closed(1, requests=5)).summary
    assert not [name for name in found if name.startswith("core_")]
