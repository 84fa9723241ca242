"""The share paper: schedulers that divide a drive among weighted classes.

The figures and a section have modules of their own. `paper` has the title and a summary of the
paper. `conclusions` has sentences of the abstract and conclusions, and the claims that back them.
`kinds` marks the claims that follow from definitions or were fitted. `runs` has the runs of the
figures, with columns by class and origin of requests. Begin with `runs.points`.
"""
