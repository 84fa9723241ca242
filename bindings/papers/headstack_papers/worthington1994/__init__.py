"""Worthington, Ganger and Patt 1994: random and traced workloads on the HP C2247.

The figures, tables and sections have modules of their own. The other modules are:

- `paper`: the title and a summary of the paper
- `conclusions`: sentences of the abstract and conclusions, and the claims that back them
- `kinds`: marks of the claims that are inputs, follow from definitions, or were fitted
- `parameters`: compares a drive file with the paper's tables of parameters
- `printed_tables`: the printed numbers of tables 3, 4 and 5
- `validation_load`: the validation workloads of section 4.1 and appendix A
- `real_trace`: the public trace of a real HP C2247A
- `random_load`: the schedulers, loads and runs of section 5, on random requests
- `bare_queue`: simulates a queue with the seek curve alone, without the model
- `three_runs`: the confidence intervals of three runs in figure 3b
- `traces`: the characteristics of the six traces in section 6
- `trace_requests`: generates requests with the characteristics of a trace
- `trace_runs`: the schedulers, runs and comparisons of section 6
- `trace_fit`: fits what table 2 leaves open to C-LOOK's columns of tables 3 and 4
- `trace_variants`: traces with more sequential reads than in table 2

Begin with `random_load`.
"""
