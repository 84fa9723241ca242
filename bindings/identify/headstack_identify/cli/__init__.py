"""The commands that make a drive file and set it beside a trace.

`commands` lists them, `fit`, `extract_drive`, `import_drive` and `validate` have one command each,
`residuals` prints what `validate` and `fit` leave unexplained. Begin with `commands`.
"""
