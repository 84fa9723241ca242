"""Drive files from a description, a trace or a drive: headstack's second package.

import headstack_identify.fit, headstack_identify.extract

- `disksim/`: makes a drive file from a parameter file of DiskSim
- `residuals/`: the differences between a model and a trace, request by request
- `circle`: statistics of angles
- `drive_text`: collects the keys of a drive file and writes them as TOML
- `crossvalidation`: fits a drive file on one half of a trace and tests the fit on the other half
- `queue_orders`: compares schedulers with a recording of several requests outstanding
- `recording/`: plans the recording of a real disk
- `tracks/`: finds the layout of a drive from such a recording
- `fit/`: makes a drive file from a trace with measured times and a rough description
- `extract/`: makes a drive file from a drive that answers SCSI commands
- `device/`: makes a drive file from a real drive, by reads alone
- `trials/`: makes drives whose truth is known, to try the fit on
- `cli/`: the commands `import`, `record`, `fit`, `extract` and `validate`

Uses `headstack`. Begin with `fit.fitting.fit`.
"""
