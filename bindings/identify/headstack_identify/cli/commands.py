"""The commands of this package, for the entry point `headstack.commands`."""

from typing import Final

from headstack.cli.command import Command

COMMANDS: Final = {
    "validate": Command(
        "headstack_identify.cli.validate:validate",
        "Replay a real drive's trace, one request outstanding, and print the errors of the model.",
    ),
    "fit": Command(
        "headstack_identify.cli.fit:fit",
        "Fit a drive file to the trace and a rough description of a real drive.",
    ),
    "record": Command(
        "headstack_identify.cli.record:record",
        "Write the job for fio and the script with blktrace that record a disk, by reads only.",
    ),
    "import": Command(
        "headstack_identify.cli.import_drive:import_drive",
        "Make a drive file from a DiskSim parameter file, and list what has no counterpart.",
    ),
    "extract": Command(
        "headstack_identify.cli.extract_drive:extract_drive",
        "Find the parameters of a drive by its commands and their times alone, as a drive file.",
    ),
}
"""The commands by name, in the order of the list."""
