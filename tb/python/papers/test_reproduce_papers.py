"""The papers' experiments, as they are found; the papers' own tests run them."""

import pytest

import headstack
from headstack_papers.reproduce import experiments, papers


def test_papers_and_their_experiments() -> None:
    every = experiments()
    assert {one.paper.name for one in every} <= {paper.name for paper in papers()}
    ids = [one.id for one in every]
    assert len(ids) == len(set(ids))
    assert [one.id for one in experiments(["seltzer1990"])] == [
        name for name in ids if name.startswith("seltzer1990/")
    ]
    assert [one.id for one in experiments(["seltzer1990/fig2"])] == ["seltzer1990/fig2"]
    with pytest.raises(headstack.ConfigError, match="did you mean 'seltzer1990'"):
        experiments(["seltzer"])
