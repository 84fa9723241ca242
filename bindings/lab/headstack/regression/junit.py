"""Writes a report as JUnit XML for test servers, with a test for each case."""

import re
from collections.abc import Callable
from typing import Final
from xml.etree import ElementTree as ET

from headstack import checks, files
from headstack.regression.differences import FAILING, Compared
from headstack.regression.rerun import Report

SHOWN: Final = 5
"""Number of figures in a failure's message. The failure's text has all figures."""

_NOT_IN_XML = re.compile(r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def write(report: Report, path: files.Name, text: Callable[[Compared], str]) -> None:
    """Writes the file, completely or not at all.

    Args:
        report: the report.
        path: the file. An existing file is replaced, unless the path is a `files.New`.
        text: makes the text of a failure from its case.

    Raises:
        ConfigError: the file cannot be made.
        RunError: there is no room for the file.
    """
    checks.instance("report", report, Report, "regression.rerun")
    failed = [case for case in report.cases if case.failing]
    errors = sum(case.verdict == "failed" for case in failed)
    counts = {
        "tests": str(len(report.cases)),
        "failures": str(len(failed) - errors),
        "errors": str(errors),
        "time": f"{sum(case.wall_s for case in report.cases):.6f}",
    }
    root = ET.Element("testsuites", counts)
    suite = ET.SubElement(root, "testsuite", {"name": _clean(str(report.suite)), **counts})
    for case in report.cases:
        _add(suite, case, report.suite.stem, text)
    ET.indent(root)
    with files.whole(path) as temporary, files.saying(path):
        ET.ElementTree(root).write(temporary, encoding="utf-8", xml_declaration=True)


def _add(suite: ET.Element, case: Compared, of: str, text: Callable[[Compared], str]) -> None:
    time = f"{case.wall_s:.6f}"
    test = ET.SubElement(suite, "testcase", {"classname": of, "name": case.name, "time": time})
    if case.failing:
        kind = "error" if case.verdict == "failed" else "failure"
        said = {"message": _clean(_message(case)), "type": case.verdict}
        found = ET.SubElement(test, kind, said)
        found.text = _clean(text(case))


def _message(case: Compared) -> str:
    """Returns a case in one line: the figures that moved, and their differences."""
    if case.verdict == "failed":
        return f"the run failed: {case.error}"
    if case.verdict == "missing":
        return "it has no baseline; --update stores what it gives"
    rows = [row for row in case.rows if row.verdict in FAILING]
    numbers = [row for row in rows if row.moved_by != "-"]
    shown = (numbers or rows)[:SHOWN]
    parts = [
        f"{row.figure} {row.moved_by if row.moved_by != '-' else row.verdict}" for row in shown
    ]
    more = f" and {len(rows) - len(shown)} more" if len(rows) > len(shown) else ""
    return f"{case.verdict}: {', '.join(parts)}{more}"


def _clean(text: str) -> str:
    """Returns the text without the letters that XML cannot have."""
    return _NOT_IN_XML.sub("\N{REPLACEMENT CHARACTER}", text)
