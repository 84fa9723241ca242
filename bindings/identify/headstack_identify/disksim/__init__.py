"""Drive files from DiskSim's parameter files (docs/reference/drive-files.md).

- `tokens`: splits a parameter file and its source files into tokens
- `syntax`: parses the tokens into blocks
- `values`: the data types of a parsed file, such as blocks, parameters and places in the file
- `ledger`: records whether each parameter is written, left out, warned of or wrong
- `mechanics`: writes the tables `[spindle]` and `[seek]`
- `seek_file`: reads a seek curve from a file of distances and times
- `layout`: writes the tables `[layout]` and `[[layout.zone]]`
- `zone`: reads a zone of DiskSim's layout
- `sparing`: finds the sectors without a block under each of DiskSim's sparing schemes
- `pieces`: divides a zone of DiskSim into zones of a drive file
- `layout_g2`: reads the tracks of a layout that DiskSim has as a map of all blocks
- `layout_g4`: reads the tracks of a layout that DiskSim has as a tree
- `track_runs`: divides tracks in the order of their blocks into rows, and strips of one surface
- `angle_fit`: finds the start and the skews of a zone from the angles of its tracks
- `track_zones`: makes zones from rows and strips
- `track_keys`: writes these zones, with warnings of all that is not exact
- `zone_keys`: makes the keys of a `[[layout.zone]]`, with their sources
- `overheads`: writes the table `[overhead]`
- `buffer`: writes the tables `[cache]` and `[write]`
- `bus`: writes the table `[bus]`
- `reasons`: lists the parameters without a key, with the reasons
- `devices`: lists the disks and arrays that the drive file omits
- `drive_file`: adds the head to a drive file and checks that the file can be loaded
- `importing`: finds the drive in a parameter file and makes its drive file

Uses the basics of `headstack`. Begin with `importing`.
"""

from headstack_identify.disksim.importing import Imported, read

__all__ = ["Imported", "read"]
