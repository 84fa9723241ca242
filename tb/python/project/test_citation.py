"""CITATION.cff names the version of the project and only keys of its format."""

import re
from pathlib import Path

import headstack

ROOT = Path(__file__).resolve().parents[3]
TEXT = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
KEYS = {
    *("cff-version", "message", "title", "type", "version", "license", "authors", "abstract"),
    "keywords",
}
"""Keys of version 1.2.0 of the Citation File Format that the file has."""


def test_the_version_is_that_of_the_project() -> None:
    assert re.search(r"^version: (.+)$", TEXT, re.MULTILINE)[1] == headstack.__version__  # type: ignore[index]


def test_the_keys_are_those_of_the_format() -> None:
    assert set(re.findall(r"^([a-z-]+):", TEXT, re.MULTILINE)) == KEYS
    assert {"cff-version", "message", "title", "authors"} <= KEYS  # the format demands these


def test_the_licence_is_that_of_the_package() -> None:
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    [licence] = re.findall(r'^license = "(.+)"$', project, re.MULTILINE)
    assert f"license: {licence}\n" in TEXT
