"""READ BUFFER: the command reports the size of the buffer."""

from changes.form import Change, Made, before, new

FOLDER = "firmware/controller"
ROWS = f"{FOLDER}/include/controller/operations.h"

READ_BUFFER = """\
/* READ BUFFER: reports the size of the buffer (SCSI-2 8.2.12). */
#include "unit/replies.h"

#define DESCRIPTOR 3u /* mode */

hs_command hs_decode_read_buffer(const uint8_t cdb[HS_CDB_BYTES], uint32_t block_count) {
  (void)block_count;
  if ((cdb[1] & 7u) != DESCRIPTOR) {
    return hs_reject_field(1);
  }
  return (hs_command){.action = HS_ACTION_READ_BUFFER, .allocation = hs_get(&cdb[6], 3)};
}

void hs_reply_read_buffer(hs_firmware* firmware, const hs_command* command, uint64_t nexus,
                          hs_reply* reply) {
  (void)command;
  (void)nexus;
  const hs_drive_params* drive = firmware->config.drive;
  uint8_t* data = hs_extend(reply, 4);
  hs_put(&data[1], 3, drive->cache.segment_blocks * drive->bytes_per_block);
}
"""

CHANGE = Change(
    heading="A SCSI command",
    example="READ BUFFER",
    edits=(
        before(ROWS, "  X(REJECT,", "  X(READ_BUFFER, 0, read_buffer, none, none, none) \\\n"),
        before(
            ROWS,
            "  X(0x4d,",
            '  X(0x3c, HS_ANY_SERVICE, READ_BUFFER, read_buffer, 0, "READ BUFFER") \\\n',
        ),
        new(f"{FOLDER}/unit/read_buffer.c", READ_BUFFER),
        before(
            "tb/firmware/controller/command_checks_test.cpp",
            "    {0x4d, 0, 0x40},",
            "    {0x3c, 3},  // the descriptor of READ BUFFER\n",
        ),
    ),
    made=(Made(("docs/reference/scsi.md",), (("scripts/pages/scsi_page.py", "--write"),)),),
    shows="""\
import headstack
with headstack.Drive("hp_c2247").open() as session:
    reply = session.command([0x3C, 3, 0, 0, 0, 0, 0, 0, 4, 0], room=4).reply
assert len(reply) == 4 and int.from_bytes(reply[1:], "big") > 0, reply
""",
    tests=("project/test_scsi_page.py",),
)
