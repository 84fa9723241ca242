"""Papers on disk scheduling, judged claim by claim: headstack's third package.

- `verdict`: the verdicts on a claim, and on a sentence with several claims
- `claims`: a claim with its bounds and its verdict
- `kinds`: kinds of claims, such as measured or fitted
- `findings`: quoted sentences of a paper, each with its claims
- `conclusions`: sentences of a paper's abstract and conclusions, with the claims that back them
- `quantities`: the quantities that claims are about, such as means, ratios and differences
- `words`: numbers for the papers' words, such as "close"
- `experiment`: an experiment with its runs and its claims
- `seltzer1990/`, `worthington1994/`, `popovici2003/`, `realtime/`, `share/`: a package for each
  paper, with a module for each figure, table or section
- `beyond/`: the best order of waiting requests, which no paper has
- `reproduce/`: runs experiments, stores their results and writes the page
- `presets/`: sweeps that make the comparisons of two of the papers
- `cli/`: the command `reproduce`

The package uses `headstack`. Begin with `reproduce.reproduce`.
"""
