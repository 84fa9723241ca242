"""Hooks of MkDocs: the order of pages, links that leave docs/, and pages of the Python API."""

import re
import sys
from pathlib import Path
from typing import Any

from mkdocs.structure.files import File

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts" / "pages"))

import index  # noqa: E402 - beside the pages that it lists

API = {
    "headstack": "Drive Result Streamed load Bus Session Scheduler sweep compare Mimic errors",
    "workload": "workload",
    "traces": "traces",
    "metrics": "metrics statistics",
    "advice": "advice regression measure.admission",
    "identify": "headstack_identify.extract headstack_identify.fit.fitting",
    "papers": "headstack_papers.experiment headstack_papers.claims",
    "serve": "headstack_serve.replaying headstack_serve.unit",
}
"""Pages of the Python API, each with the objects and modules on it; of `headstack` without it."""


_LINK = re.compile(r"(!?)\[([^\]]*)\]\(([^)\s]+)\)")


def full(name: str) -> str:
    """The full name of an object of API."""
    return name if name.startswith("headstack") else f"headstack.{name}"


def on_config(config: Any) -> Any:
    """Sets the order of the pages: the pages of the index, then the API."""
    folders = [
        {title: [f"{folder}/{page.name}" for page in index.pages(folder)]}
        for folder, title in index.FOLDERS.items()
    ]
    api = {"Python": [{name: f"python/{name}.md"} for name in API]}
    config.nav = [{"Pages": "README.md"}, *folders, api]
    return config


def on_files(files: Any, config: Any) -> Any:
    """Adds the pages of the Python API."""
    for name, objects in API.items():
        text = "".join(f"\n::: {full(one)}\n" for one in objects.split())
        page = f"# {name}\n\nMade from the docstrings.\n{text}"
        files.append(File.generated(config, f"python/{name}.md", content=page))
    return files


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """Shows links to files outside of docs/ as file names, for the site does not hold them."""
    folder = Path(page.file.abs_src_path).parent if page.file.abs_src_path else index.DOCS

    def shown(match: re.Match[str]) -> str:
        target = match[3].partition("#")[0]
        if not target or re.match(r"[a-z]+:", target):
            return match[0]
        path = (folder / target).resolve()
        if path.is_relative_to(index.DOCS):
            return match[0]
        return f"{match[2]} (`{path.relative_to(ROOT).as_posix()}`)"

    return _LINK.sub(shown, markdown)
