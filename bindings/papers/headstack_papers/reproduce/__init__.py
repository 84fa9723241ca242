"""The command `headstack reproduce`: runs the papers' experiments and judges their claims.

`papers` finds the experiments. `running` runs the experiments and gives each experiment its rows.
`calls` runs the computations that are not runs of a sweep. `outcome` has the verdicts. `page`
writes the HTML page, `answer` its top, `sentences` its findings, and `charts` draws its figures.
Begin with `running.reproduce`.
"""

from headstack_papers.reproduce.outcome import Done, Outcome
from headstack_papers.reproduce.papers import Named, experiments, papers
from headstack_papers.reproduce.running import reproduce

__all__ = ["Done", "Named", "Outcome", "experiments", "papers", "reproduce"]
