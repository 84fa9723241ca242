"""The commands of the papers.

`commands` lists the commands. `reproduce` runs the experiments of papers again. `realtime` and
`share` compare schedulers as two of the papers do, with your own parameters. Begin with `commands`.
"""
