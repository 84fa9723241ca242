"""A drive file from a description, a trace or a drive: headstack's second package.

import headstack_identify.fit, headstack_identify.extract

- `disksim/`: a drive file from a parameter file of DiskSim
- `residuals/`: what a drive file leaves unexplained of a trace, request by request
- `crossvalidation`: a drive file adjusted on one half of a trace, scored on the other half
- `fit/`: a drive file from a trace with measured times and a rough description
- `extract/`: a drive file from a drive that answers SCSI commands
- `cli/`: the commands `import`, `fit`, `extract` and `validate`

Uses `headstack`. Begin with `fit.fitting.fit`.
"""
