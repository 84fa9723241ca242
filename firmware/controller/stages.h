/* The stages of a command inside the firmware; one file each, called in this order. */
#ifndef HEADSTACK_STAGES_H
#define HEADSTACK_STAGES_H

#include "controller/firmware.h"
#include "hal/registers.h"

static inline uint64_t hs_read(const hs_firmware* firmware, uint32_t address) {
  return firmware->hal.read(firmware->hal.context, address);
}
static inline void hs_write(const hs_firmware* firmware, uint32_t address, uint64_t value) {
  firmware->hal.write(firmware->hal.context, address, value);
}

/* reception.c: take a command block from the port; queue it, or answer it at once. True if it is a
 * read or write that now waits on the bus, so that the drive, being at rest, can go on with it. */
bool hs_receive(hs_firmware* firmware);
/* End a command that holds the bus and is in no queue with CHECK CONDITION. */
void hs_refuse(hs_firmware* firmware, hs_sense sense, uint64_t nexus);

/* read.c: does the channel still fill a segment of the cache? */
bool hs_reading_ahead(const hs_firmware* firmware);

/* sequencing.c: start a read or write, and go on with it when the channel has reached its mark, or
 * the port the end of a sequence. */
void hs_start(hs_firmware* firmware, uint32_t task, const hs_drive_view* view);
void hs_media_reached(hs_firmware* firmware);
void hs_port_reached(hs_firmware* firmware);
/* The active read or write goes on that has waited for blocks to be destaged. */
void hs_resume(hs_firmware* firmware);

/* service.c: start a task that is no read or write, or one that the unit is not ready for; and go
 * on with it. */
void hs_start_service(hs_firmware* firmware, uint32_t entry, const hs_drive_view* view);
void hs_service_media_reached(hs_firmware* firmware);
void hs_service_port_reached(hs_firmware* firmware);
/* End the active task, whatever its kind, with CHECK CONDITION. Precondition: no sequence of the
 * port is under way, nor a mark of the channel. */
void hs_fail_active(hs_firmware* firmware, const hs_sense* sense);

/* recovery.c: the channel has stopped at a block; retry, correct, reallocate or give up. */
void hs_media_error(hs_firmware* firmware);
/* recovery.c: end the active task with its fatal error, now that the port has nothing to do. */
void hs_end_in_error(hs_firmware* firmware);
/* The blocks that the active task was waiting for are there: a retry has helped. */
void hs_retried(hs_firmware* firmware);
/* The status of the active task, which has its blocks: GOOD, or CHECK CONDITION for an error that
 * was overcome and is to be told; then the port has been given the sense. */
uint8_t hs_report_recovered(hs_firmware* firmware);
static inline uint8_t hs_good_status(hs_firmware* firmware) {
  return firmware->active.recovered.key == 0 ? HS_STATUS_GOOD : hs_report_recovered(firmware);
}

/* broken_off.c: end the command whose data phase the host has broken off. */
void hs_broken_off(hs_firmware* firmware);

/* task_management.c: take a task management function from the port, and answer it. */
void hs_manage(hs_firmware* firmware);
/* Does the nexus belong to a task that the drive has? If so, its initiator has lost count: every
 * task of it is ended (SCSI-2 6.5.2). */
bool hs_overlapped(hs_firmware* firmware, uint8_t operation, uint64_t nexus);

/* destage.c: bring the blocks onto the medium that are in the buffer only. True if there are none;
 * false: hs_flushed is called when they are there. */
bool hs_flush(hs_firmware* firmware, hs_lbn lbn, uint32_t blocks);
/* The same with all blocks, without anybody waiting for it. */
void hs_flush_soon(hs_firmware* firmware);
/* The task that waited for a flush has been aborted. */
void hs_flush_not_awaited(hs_firmware* firmware);
/* HS_CHANNEL_STOP; what was being destaged goes on later. */
void hs_stop_media(hs_firmware* firmware, hs_ticks now);
/* service.c: a flush for the active task is over. */
void hs_flushed(hs_firmware* firmware);
/* deferred.c: what the initiator wrote long ago has failed, with `sense`: its next command is told
 * by CHECK CONDITION, and not carried out (SCSI-2 8.2.14.2). Of several errors the first is told.
 */
void hs_defer_error(hs_firmware* firmware, uint8_t initiator, hs_sense sense);
/* forget.c: what the buffer has read ahead no longer counts; a running program of the channel may
 * have been stopped, or rules have changed. */
void hs_forget_reads(hs_firmware* firmware);
/* The same, and what a write that was broken off has left there. */
void hs_forget_buffer(hs_firmware* firmware);

/* remap.c: give a block another place. False: there is none left. */
bool hs_remap_block(hs_firmware* firmware, hs_lbn lbn);
/* scsi/defects.c: the same, and note it in the grown defect list. Returns a sense of key 0 if it is
 * done. */
hs_sense hs_grow_defect(hs_firmware* firmware, hs_lbn lbn);

/* completion.c: the active task's status has been delivered. */
void hs_complete(hs_firmware* firmware);

/* The next data phase, or the next run of the channel, begins at this block in a segment of the
 * buffer. */
static inline void hs_host_data_at(const hs_firmware* firmware, uint32_t segment, uint32_t block) {
  if (firmware->config.addresses) {
    hs_write(firmware, HS_BUFFER_ADDRESS, HS_ADDRESS(segment, block));
  }
}
static inline void hs_media_data_at(const hs_firmware* firmware, uint32_t segment, uint32_t block) {
  if (firmware->config.addresses) {
    hs_write(firmware, HS_CHANNEL_ADDRESS, HS_ADDRESS(segment, block));
  }
}

/* Start a port sequence of HS_PORT_OP_* `operations`; `count` is blocks or, for a response, bytes.
 */
static inline void hs_port_go(const hs_firmware* firmware, uint32_t slot, uint32_t operations,
                              uint8_t status, uint32_t count) {
  hs_write(firmware, HS_PORT_GO, HS_GO(slot, operations, status, count));
}

#endif
