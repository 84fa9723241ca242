"""The notebooks of docs/notebooks: every cell runs, and a notebook shows every last line."""

import ast
import json
from pathlib import Path
from typing import Any

import pytest

FOLDER = Path(__file__).resolve().parents[3] / "docs" / "notebooks"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))


def cells(notebook: Path, kind: str) -> list[str]:
    document = json.loads(notebook.read_text(encoding="utf-8"))
    return ["".join(one["source"]) for one in document["cells"] if one["cell_type"] == kind]


def last_value(text: str, names: dict[str, Any]) -> Any:
    """Runs a cell. Returns the value of its last line, as a notebook shows it."""
    tree = ast.parse(text)
    last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, "cell", "exec"), names)
    if last is None:
        return None
    assert isinstance(last, ast.Expr)
    return eval(compile(ast.Expression(last.value), "cell", "eval"), names)


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs(notebook: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {}
    shown = [last_value(text, names) for text in cells(notebook, "code")]
    rich = [one for one in shown if hasattr(one, "_repr_svg_") or hasattr(one, "_repr_html_")]
    assert len(rich) >= 3
    for one in rich:
        text = one._repr_svg_() if hasattr(one, "_repr_svg_") else one._repr_html_()
        assert text


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_is_plain(notebook: Path) -> None:
    """No outputs and no numbers of runs, so that a change shows only what was changed."""
    document = json.loads(notebook.read_text(encoding="utf-8"))
    assert (document["nbformat"], document["nbformat_minor"]) == (4, 5)
    assert cells(notebook, "markdown")[0].startswith("# ")
    identifiers = [one["id"] for one in document["cells"]]
    assert len(set(identifiers)) == len(identifiers)
    for one in document["cells"]:
        assert not one.get("outputs")
        assert one.get("execution_count") is None
    assert notebook.read_text(encoding="utf-8") == json.dumps(document, indent=1) + "\n"


def test_both_notebooks_are_here() -> None:
    assert [path.stem for path in NOTEBOOKS] == ["compare-schedulers", "watch-a-drive"]
