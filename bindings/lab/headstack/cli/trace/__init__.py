"""The commands of `headstack trace`.

`commands` describes and converts traces, and lists their formats. `tables` prints the tables of
`headstack trace info`. Begin with `commands`.
"""
