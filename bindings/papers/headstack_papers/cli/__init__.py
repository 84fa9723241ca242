"""The commands of the papers.

`commands` lists them; `reproduce` runs a paper again, `realtime` and `share` compare schedulers as
two papers do, with numbers of one's own. Begin with `commands`.
"""
