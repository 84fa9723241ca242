"""`headstack reproduce`: the papers' experiments found, run and judged, and their page.

`papers` finds the experiments, `running` runs the points and calls of several and gives each its
rows, `calls` is the part that is no sweep, `outcome` has the verdicts, `page` is the HTML and
`charts` its figures. Begin with `running.reproduce`.
"""

from headstack_papers.reproduce.outcome import Done, Outcome
from headstack_papers.reproduce.papers import Named, experiments, papers
from headstack_papers.reproduce.running import reproduce

__all__ = ["Done", "Named", "Outcome", "experiments", "papers", "reproduce"]
