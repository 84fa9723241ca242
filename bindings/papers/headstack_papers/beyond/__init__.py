"""Beyond the papers: questions that no paper asks, by the means of the papers' experiments.

- `best_order`: the best order of waiting requests, from the times of all pairs
- `batches`: these times from a drive, and the orders of the schedulers

`docs/reference/best-order.md` has the answers. Begin with `batches.batch`.
"""
