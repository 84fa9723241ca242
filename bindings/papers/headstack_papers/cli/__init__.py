"""The commands of the papers.

`commands` lists the commands. `reproduce` runs the experiments of papers again. Begin with
`commands`.
"""
