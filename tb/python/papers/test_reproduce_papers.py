"""`experiments` finds the papers' experiments. The papers' own tests run them."""

from types import ModuleType

import pytest

import headstack
from headstack_papers.experiment import SAMPLE, Experiment, Found
from headstack_papers.reproduce import Named, experiments, papers


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


@pytest.mark.parametrize("one", experiments(), ids=lambda one: one.id)
def test_every_experiment_runs_something_claims_and_shows(one: Named) -> None:
    own, empty = one.experiment, Experiment("", "", "")
    assert own.claims is not empty.claims
    assert own.shows is not empty.shows
    assert (own.points, own.calls) != (empty.points, empty.calls)


def test_the_functions_of_a_file_are_an_experiment_s_parts() -> None:
    module = ModuleType("fig1")
    vars(module).update(claims=lambda _: ["of the file"], shows=lambda _: ["of the file"])
    found = Experiment("", "", "", shows=lambda _: []).of(module)
    rows = Found([], SAMPLE)
    assert [list(map(str, of(rows))) for of in (found.claims, found.shows)] == [["of the file"], []]
    assert [list(found.points(SAMPLE)), list(found.calls(SAMPLE))] == [[], []]
