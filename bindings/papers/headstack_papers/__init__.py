"""Five papers on disk scheduling, judged claim by claim: headstack's third package.

- `claims`, `experiment`: a claim with its bounds and its verdict; an experiment with its runs
- `seltzer1990/`, `worthington1994/`, `popovici2003/`, `realtime/`, `share/`: a paper each, with a
  module for each figure, table or section
- `reproduce/`: runs experiments, keeps what they gave, and writes the page
- `cli/`: the commands `reproduce`, `realtime` and `share`

Uses `headstack`. Begin with `reproduce.reproduce`.
"""
