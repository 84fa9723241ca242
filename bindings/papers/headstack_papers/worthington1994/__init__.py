"""Worthington, Ganger and Patt 1994: random and traced work on the HP C2247, a file a figure.

Section 5 is on random requests: `random_load` has schedulers and loads, `bare_queue` a queue that
is none of the model. `validation_load` and `real_trace` are for what the paper says of its
simulator, `parameters` for its tables. Section 6 is on traces: `traces` says what is generated in
their place, `trace_runs` what runs on it. Begin with `random_load`.
"""
