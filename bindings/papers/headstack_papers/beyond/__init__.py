"""Beyond the papers: questions that no paper asks, by the means of the papers' experiments.

- `best_order`: the best order of waiting requests, from the times of all pairs
- `batches`: these times from a drive, and the orders of the schedulers

The tables have modules of their own, and `paper` describes the questions. Begin with
`batches.batch`.
"""
