"""Each paper's conclusions and marks of kinds: all of their patterns have claims."""

import itertools
from fnmatch import fnmatchcase
from pathlib import Path

import pytest

from headstack_papers.experiment import SAMPLE, Paper, data_file
from headstack_papers.kinds import Kind
from headstack_papers.popovici2003.weeks import AJW_FILE
from headstack_papers.reproduce import papers, reproduce
from headstack_papers.reproduce.outcome import conclusions_of

WITH_DATA = data_file(AJW_FILE) is not None


def needs_data(pattern: str) -> bool:
    """Whether a pattern is of claims about recorded traces, which are files from elsewhere."""
    return any(name in pattern for name in ("hp-ajw", "section6_week", "public-trace"))


@pytest.mark.parametrize("paper", papers(), ids=lambda paper: paper.name)
def test_conclusions_and_marks_name_claims(paper: Paper, tmp_path: Path) -> None:
    done = reproduce([paper.name], folder=tmp_path, scale=SAMPLE, workers=1).done
    concluded = conclusions_of(paper, done)
    assert paper.conclusions
    wanted = [
        one for one in paper.conclusions if WITH_DATA or not any(map(needs_data, one.backed_by))
    ]
    assert [one.conclusion for one in concluded] == wanted
    for one in concluded:
        assert bool(one.points) != bool(one.conclusion.untested), one.conclusion.words
    patterns = [pattern for mark in paper.kinds for pattern in mark.claims]
    deciding: set[str] = set()
    for each in done:
        for claim in each.claims:
            fitting = (p for p in patterns if fnmatchcase(f"{each.named.name}/{claim.slug}", p))
            deciding |= set(itertools.islice(fitting, 1))
    idle = set(patterns) - deciding
    if not WITH_DATA:
        idle = {pattern for pattern in idle if not needs_data(pattern)}
    assert not idle, "these patterns decide the kind of no claim"
    for mark in paper.kinds:
        assert mark.why
        assert mark.kind is not Kind.MEASURED
    wordless = [finding for one in done for finding in one.findings if not finding.words]
    assert [one.name for one in wordless if one.kind is not Kind.OURS] == []
