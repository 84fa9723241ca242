"""Trials of the fit on drives whose truth is known: made drives, and recordings of shipped drives.

- `layouts`: draws the layout of a drive
- `timings`: draws seek times, overheads and rules
- `mistakes`: makes a description that is wrong as real descriptions are
- `requests`: draws the addresses and pauses of a trace
- `trial`: puts truth, description and trace together, from a seed
- `scores`: scores a layout and a drive against the truth
- `recorded`: records a known drive, and compares a fit of the recording with the drive

Uses `headstack` and `headstack_identify.fit`. Begin with `trial.make`.
"""
