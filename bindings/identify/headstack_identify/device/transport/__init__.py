"""Ways to a real drive, each a `Target` (extract/asking/target.py).

- `clock`: the time of this computer, and exact waits
- `sense`: sense data of both formats
- `sg`: a device of Linux, by SG_IO
- `libiscsi`: a logical unit of an iSCSI target, by the library libiscsi
- `permitted`: lets only commands pass that change nothing
- `in_use`: whether a device of Linux is mounted or used in another way
- `noisy`: a simulated drive with the noise of a real host, for trials

Uses `extract.asking.target`. Begin with `sg.SgTarget`.
"""
