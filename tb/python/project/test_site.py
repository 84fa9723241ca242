"""The site of scripts/docs: every object of its pages on Python is there, with a docstring."""

import ast
import importlib
from pathlib import Path

import pytest

HOOK = Path(__file__).resolve().parents[3] / "scripts/site/hook.py"


def objects() -> list[str]:
    """The objects and modules in the table API of the hook, which needs MkDocs to be imported."""
    for node in ast.parse(HOOK.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "API":
            pages = ast.literal_eval(node.value).values()
            names = [name for page in pages for name in page.split()]
            return [n if n.startswith("headstack") else f"headstack.{n}" for n in names]
    raise AssertionError


@pytest.mark.parametrize("name", objects())
def test_an_object_of_the_site(name: str) -> None:
    module, _, inside = name.rpartition(".")
    try:
        found = importlib.import_module(name)
    except ModuleNotFoundError:
        found = getattr(importlib.import_module(module), inside)
    assert found.__doc__
