"""Drives from DiskSim's parameter files (docs/drive-files.md).

`tokens` and `syntax` read a file into blocks (`values`), `ledger` keeps account of what becomes of
each parameter. `mechanics`, `layout`, `overheads`, `buffer` and `bus` write the tables of a drive
file into `drive_text`; `reasons` has the parameters that no key is for. A zone of the layout is
read by `zone`, laid out by `sparing`, cut by `pieces`, and written by `zone_keys`. `devices` says
which disks and arrays are left out. `drive_file` puts the head above the tables, and loads the
file. Uses the basics. Begin with `importing`.
"""

from headstack_identify.disksim.importing import Imported, read

__all__ = ["Imported", "read"]
