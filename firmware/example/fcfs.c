/* The smallest firmware that runs a drive. The firmware serves commands one after another, in order
 * of arrival. There is no cache, no read-ahead and no choice of the next command. Use this firmware
 * as a frame for your own.
 *
 *   command -> queue -> data of a write -> medium -> data of a read, status
 *
 * The firmware serves TEST UNIT READY, and READ and WRITE of 6 and 10 bytes. The description of the
 * drive is in the parameter block, the places of blocks are in firmware/disk, and the rest is in
 * the registers. */
#include "controller/command.h"
#include "disk/geometry.h"
#include "hal/hal.h"
#include "hal/registers.h"
#include "image/layout.h"
#include "image/start.h"

typedef struct fcfs_task {
  hs_lbn lbn;
  uint32_t blocks;
  uint32_t slot; /* the port identifies the task by this slot */
  hs_tag tag;
  bool write;
} fcfs_task;

/* State of the first task of the queue. */
typedef enum fcfs_step {
  FCFS_IDLE, /* no task */
  FCFS_DATA_OUT,
  FCFS_MEDIUM,
  FCFS_DATA_IN,
  FCFS_STATUS
} fcfs_step;

static struct {
  hs_firmware_config config;
  fcfs_task* tasks; /* ring of config.queue_depth tasks; `first` is the oldest task */
  uint32_t first;
  uint32_t active; /* `first`, or HS_NO_TASK */
  uint32_t held;   /* tasks in the ring */
  uint32_t step;   /* fcfs_step */
  uint32_t done;   /* blocks of the first task that are complete */
  uint32_t chunk;  /* number of blocks, after the `done` blocks, that are under way */
  uint64_t starts; /* tasks begun so far */
} fcfs;

/* A model finds the firmware's visible state by this table. Rows show the start of tasks from it,
 * and waveforms show the state. */
extern const uintptr_t hs_image_layout[HS_LAYOUT_PARTS];
__attribute__((used, section(".rodata.hs_image_layout")))
const uintptr_t hs_image_layout[HS_LAYOUT_PARTS] = {
    [HS_LAYOUT_STARTS] = (uintptr_t)&fcfs.starts,
    [HS_LAYOUT_ACTIVE_TASK] = (uintptr_t)&fcfs.active,
    [HS_LAYOUT_HELD] = (uintptr_t)&fcfs.held,
    [HS_LAYOUT_TASKS] = (uintptr_t)&fcfs.tasks,
    [HS_LAYOUT_TASK_BYTES] = sizeof(fcfs_task),
    [HS_LAYOUT_TASK_TAG] = offsetof(fcfs_task, tag),
    [HS_LAYOUT_TASK_SLOT] = offsetof(fcfs_task, slot),
};

/* The firmware's schedulers, by name: --scheduler chooses one. This one has no operations. */
static const hs_scheduler_ops fcfs_name = {.name = "fcfs"};
const hs_scheduler_ops* const hs_schedulers[] = {&fcfs_name, NULL};

static fcfs_task* oldest(void) { return &fcfs.tasks[fcfs.first]; }

static void go(uint32_t slot, uint32_t operations, uint8_t status, uint32_t blocks) {
  hs_write(NULL, HS_PORT_GO, HS_GO(slot, operations, status, blocks));
}

static void write_sense(uint8_t key, uint8_t code) {
  const hs_sense sense = {.key = key, .code = code};
  hs_write(NULL, HS_PORT_SENSE, hs_sense_pack(&sense));
}

/* --- the task at work ------------------------------------------------------------------------- */

/* Order the port to win the bus for the task, carry out this sequence, and interrupt. */
static void use_bus(fcfs_step step, uint32_t operations, uint8_t status, uint32_t blocks) {
  fcfs.step = step;
  hs_write(NULL, HS_BUFFER_INDEX, 0);
  hs_write(NULL, HS_BUFFER_ADDRESS, HS_ADDRESS(HS_SEGMENT_READ, 0));
  go(oldest()->slot, HS_PORT_OP_RESELECT | HS_PORT_OP_INTERRUPT | operations, status, blocks);
}

/* Order the arm to move now, and the channel to transfer the blocks of the chunk. */
static void use_medium(void) {
  const fcfs_task* const task = oldest();
  fcfs.step = FCFS_MEDIUM;
  hs_write(NULL, HS_CHANNEL_BEGIN, hs_read(NULL, HS_SPINDLE_NOW));
  hs_write(NULL, HS_CHANNEL_ADDRESS, HS_ADDRESS(HS_SEGMENT_READ, 0));
  hs_walk walk = hs_walk_begin(&fcfs.config.drive->geometry, (hs_lbn){task->lbn.value + fcfs.done});
  const uint32_t flags = task->write ? HS_RUN_WRITE | HS_RUN_RESIDENT : 0;
  for (uint32_t left = fcfs.chunk; left != 0;) {
    const hs_pbn first = walk.place;
    const uint32_t run = hs_walk_step(&walk, left);
    hs_write(NULL, HS_CHANNEL_RUN,
             HS_RUN(first.cylinder.value, first.head.value, first.sector.value, run, flags));
    left -= run;
  }
  hs_write(NULL, HS_CHANNEL_NOTIFY, HS_NOTIFY(0u, fcfs.chunk));
}

/* Number of blocks for one program: a segment of the buffer must hold the blocks, and the blocks
 * must not lie on more tracks than a program accepts. */
static uint32_t chunk_of(hs_lbn lbn, uint32_t blocks) {
  const uint32_t segment = fcfs.config.drive->cache.segment_blocks;
  const uint32_t most = blocks < segment ? blocks : segment;
  hs_walk walk = hs_walk_begin(&fcfs.config.drive->geometry, lbn);
  uint32_t chunk = 0;
  for (uint32_t extents = 0; extents < HS_CHANNEL_EXTENTS && chunk != most; ++extents) {
    chunk += hs_walk_step(&walk, most - chunk);
  }
  return chunk;
}

static void begin_chunk(void) {
  const fcfs_task* const task = oldest();
  fcfs.chunk = chunk_of((hs_lbn){task->lbn.value + fcfs.done}, task->blocks - fcfs.done);
  if (task->write) {
    use_bus(FCFS_DATA_OUT, HS_PORT_OP_DATA_OUT | HS_PORT_OP_DISCONNECT, HS_STATUS_GOOD, fcfs.chunk);
  } else {
    use_medium();
  }
}

static void begin_task(void) {
  if (fcfs.step == FCFS_IDLE && fcfs.held != 0) {
    fcfs.starts++;
    fcfs.active = fcfs.first;
    fcfs.done = 0;
    begin_chunk();
  }
}

static void end_task(void) {
  fcfs.first = (fcfs.first + 1) % fcfs.config.queue_depth;
  fcfs.held--;
  fcfs.active = HS_NO_TASK;
  fcfs.step = FCFS_IDLE;
}

static void medium_reached(void) {
  const fcfs_task* const task = oldest();
  const bool last = fcfs.done + fcfs.chunk == task->blocks;
  if (!task->write) {
    use_bus(FCFS_DATA_IN, HS_PORT_OP_DATA_IN | (last ? HS_PORT_OP_STATUS : HS_PORT_OP_DISCONNECT),
            HS_STATUS_GOOD, fcfs.chunk);
  } else if (last) {
    use_bus(FCFS_STATUS, HS_PORT_OP_STATUS, HS_STATUS_GOOD, 0);
  } else {
    fcfs.done += fcfs.chunk;
    begin_chunk();
  }
}

static void medium_failed(void) {
  const bool write = oldest()->write;
  hs_write(NULL, HS_CHANNEL_BEGIN, hs_read(NULL, HS_SPINDLE_NOW));
  write_sense(HS_SENSE_MEDIUM_ERROR, write ? HS_CODE_WRITE_ERROR : HS_CODE_UNRECOVERED_READ);
  use_bus(FCFS_STATUS, HS_PORT_OP_STATUS, HS_STATUS_CHECK_CONDITION, 0);
}

static void port_reached(void) {
  if (fcfs.step == FCFS_DATA_OUT) {
    use_medium();
    return;
  }
  fcfs.done += fcfs.chunk;
  if (fcfs.step == FCFS_STATUS || fcfs.done == oldest()->blocks) {
    end_task();
  } else {
    begin_chunk();
  }
}

/* Serve a data phase that the host has broken off, because it had data or room for a part only. The
 * task still has the bus. */
static void broken_off(void) {
  const uint32_t slot = HS_NEXUS_SLOT(hs_read(NULL, HS_PORT_BROKEN_OFF));
  fcfs.step = FCFS_STATUS;
  write_sense(HS_SENSE_ABORTED_COMMAND, HS_CODE_INITIATOR_ERROR);
  go(slot, HS_PORT_OP_STATUS | HS_PORT_OP_INTERRUPT, HS_STATUS_CHECK_CONDITION, 0);
}

/* --- commands --------------------------------------------------------------------------------- */

/* Decode a command block to a task without slot and tag. False: the command is not a READ or
 * WRITE. */
static bool decode(uint64_t low, uint64_t high, fcfs_task* task) {
  const uint8_t operation = (uint8_t)low;
  const uint32_t first = __builtin_bswap32((uint32_t)low); /* bytes 0 to 3 */
  const uint32_t next = __builtin_bswap32((uint32_t)(low >> 32));
  *task = (fcfs_task){.write = (operation & 0x0fu) == 0x0au};
  if (operation == 0x08u || operation == 0x0au) { /* READ(6), WRITE(6); 0 blocks are 256 */
    task->lbn.value = first & 0x1fffffu;
    task->blocks = next >> 24 != 0 ? next >> 24 : 256;
    return true;
  }
  if (operation == 0x28u || operation == 0x2au) { /* READ(10), WRITE(10) */
    task->lbn.value = (first & 0xffffu) << 16 | next >> 16;
    task->blocks = (next & 0xffu) << 8 | (uint32_t)(high & 0xffu);
    return true;
  }
  return false;
}

static void refuse(uint32_t slot, uint8_t code) {
  write_sense(HS_SENSE_ILLEGAL_REQUEST, code);
  go(slot, HS_PORT_OP_STATUS, HS_STATUS_CHECK_CONDITION, 0);
}

/* Receive a command. The command keeps the bus until the port gets its order. */
static void receive(void) {
  const uint64_t low = hs_read(NULL, HS_PORT_CDB_LOW);
  const uint64_t high = hs_read(NULL, HS_PORT_CDB_HIGH);
  const uint64_t nexus = hs_read(NULL, HS_PORT_NEXUS); /* takes the command from the port */
  const uint32_t slot = HS_NEXUS_SLOT(nexus);
  const uint32_t block_count = fcfs.config.drive->geometry.block_count;
  fcfs_task task;
  if (!decode(low, high, &task)) {
    if ((uint8_t)low == 0x00u) { /* TEST UNIT READY */
      go(slot, HS_PORT_OP_STATUS, HS_STATUS_GOOD, 0);
    } else {
      refuse(slot, HS_CODE_INVALID_OPERATION);
    }
  } else if (task.lbn.value >= block_count || task.blocks > block_count - task.lbn.value) {
    refuse(slot, HS_CODE_LBN_OUT_OF_RANGE);
  } else if (task.blocks == 0) {
    go(slot, HS_PORT_OP_STATUS, HS_STATUS_GOOD, 0);
  } else if (fcfs.held == fcfs.config.queue_depth) {
    go(slot, HS_PORT_OP_STATUS, HS_STATUS_TASK_SET_FULL, 0);
  } else {
    task.slot = slot;
    task.tag = (hs_tag){HS_NEXUS_TAG(nexus)};
    fcfs.tasks[(fcfs.first + fcfs.held) % fcfs.config.queue_depth] = task;
    fcfs.held++;
    go(slot, HS_PORT_OP_DISCONNECT, HS_STATUS_GOOD, 0);
  }
}

static void manage(void) {
  const uint64_t function = hs_read(NULL, HS_PORT_FUNCTION);
  go(HS_NEXUS_SLOT(function), HS_PORT_OP_STATUS, HS_RESPONSE_REJECTED, 0);
}

void hs_image_main(void) {
  hs_image_begin(hs_schedulers, &fcfs.config);
  fcfs.active = HS_NO_TASK;
  fcfs.tasks = hs_image_memory(fcfs.config.queue_depth * sizeof *fcfs.tasks);
  for (;;) {
    hs_image_wait();
    const uint64_t causes = hs_read(NULL, HS_INTERRUPT_CAUSE); /* the read clears them */
    if ((causes & HS_CAUSE_MEDIA) != 0) {
      medium_reached();
    }
    if ((causes & HS_CAUSE_ERROR) != 0) {
      medium_failed();
    }
    if ((causes & HS_CAUSE_PORT) != 0) {
      port_reached();
    }
    if ((causes & HS_CAUSE_BROKEN_OFF) != 0) {
      broken_off();
    }
    if ((causes & HS_CAUSE_FUNCTION) != 0) {
      manage();
    }
    if ((causes & HS_CAUSE_COMMAND) != 0) {
      receive();
    }
    begin_task();
  }
}
