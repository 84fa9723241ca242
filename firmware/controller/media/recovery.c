/* Recovery of media errors (SCSI-2 9.3.3.6). The drive retries the block; each retry costs a
 * revolution. The drive then corrects the block by the ECC, and then moves it to another place. If
 * all attempts fail, the result is MEDIUM ERROR. With EER, the ECC comes first.
 *
 * If only the ECC could read the block after all retries, the block is moved if ARRE allows this. A
 * block that cannot be written is moved if AWRE allows this. A block that a retry has read is not
 * moved, because such errors come and go. */
#include "media/recovery.h"

#include "media/read/read_send.h"
#include "media/status.h"
#include "state/access.h"
#include "unit/defects.h"

/* The block at which the channel has stopped. */
typedef struct trouble {
  hs_lbn lbn;
  bool correctable;
  bool write; /* the block could not be written; otherwise it could not be read */
} trouble;

static hs_counters* counters_of(hs_logical_unit* unit, bool write) {
  return write ? &unit->writes : &unit->reads;
}

static hs_sense about(uint8_t key, uint8_t code, uint8_t qualifier, hs_lbn lbn) {
  return (hs_sense){.key = key,
                    .code = code,
                    .qualifier = qualifier,
                    .information_valid = true,
                    .information = lbn.value};
}

/* Note the error for the host, if the host asks for such reports. The host gets the last error of a
 * command. */
static void note_recovered(hs_firmware* firmware, uint8_t code, uint8_t qualifier, hs_lbn lbn) {
  if (hs_mode_reports_recovered(&firmware->unit.mode)) {
    firmware->active.recovery.told = about(HS_SENSE_RECOVERED_ERROR, code, qualifier, lbn);
  }
  firmware->active.recovery.tries = 0;
}

void hs_retried(hs_firmware* firmware) {
  const bool write =
      hs_active_task(firmware)->write || firmware->active.service == HS_SERVICE_WRITING;
  counters_of(&firmware->unit, write)->with_delay++;
  if (write) {
    note_recovered(firmware, HS_CODE_WRITE_ERROR, 0x00, firmware->active.recovery.tried);
  } else {
    note_recovered(firmware, HS_CODE_RECOVERED, 0x01, firmware->active.recovery.tried);
  }
}

/* --- the steps ------------------------------------------------------------------------------- */

static bool may_retry(const hs_mode* mode, uint32_t tries, const trouble* t) {
  const uint32_t most = t->write ? hs_mode_write_retries(mode) : hs_mode_read_retries(mode);
  return tries < most;
}

static void retry(hs_firmware* firmware, const trouble* t) {
  counters_of(&firmware->unit, t->write)->retries++;
  firmware->active.recovery.tries++;
  hs_write(firmware->hal, HS_CHANNEL_RETRY, 0);
}

/* Write the block, whose data are in the buffer, to a new place. */
static bool reallocate(hs_firmware* firmware, const trouble* t) {
  if (hs_grow_defect(firmware, t->lbn).key != 0) {
    return false;
  }
  const hs_pbn place = hs_lbn_to_pbn(&firmware->config.drive->geometry, t->lbn);
  hs_write(firmware->hal, HS_CHANNEL_INSTEAD,
           HS_RUN(place.cylinder.value, place.head.value, place.sector.value, 1,
                  HS_RUN_WRITE | HS_RUN_RESIDENT));
  return true;
}

/* Whether a corrected block may move. During a comparison, the buffer has the host's data of the
 * block, and not the block's own data. */
static bool may_move(const hs_firmware* firmware) {
  const hs_task* task = &firmware->queue.tasks[firmware->active.task];
  const bool compares = !hs_action_transfers(task->action) && (task->flags & HS_FLAG_COMPARE) != 0;
  return hs_mode_reallocates_reads(&firmware->unit.mode) && !compares;
}

static void correct(hs_firmware* firmware, const trouble* t) {
  const uint32_t tries = firmware->active.recovery.tries;
  hs_counters* counters = counters_of(&firmware->unit, false);
  if (tries == 0) {
    counters->without_delay++;
  } else {
    counters->with_delay++;
  }
  if (tries != 0 && may_move(firmware) && reallocate(firmware, t)) {
    note_recovered(firmware, HS_CODE_RECOVERED_ECC, 0x02, t->lbn);
    return;
  }
  note_recovered(firmware, HS_CODE_RECOVERED_ECC, tries == 0 ? 0x00 : 0x01, t->lbn);
  hs_write(firmware->hal, HS_CHANNEL_TAKE, 0);
}

/* --- the end --------------------------------------------------------------------------------- */

/* Send the blocks before the bad block to the host from the buffer. The buffer keeps the blocks
 * until they have been sent. */
void hs_end_in_error(hs_firmware* firmware) {
  hs_active* active = &firmware->active;
  const hs_task* task = hs_active_task(firmware);
  const hs_sense* sense = &active->recovery.fatal;
  const uint32_t before = sense->information - (task->lbn.value + active->done);
  const uint32_t bad = hs_mode_transfers_bad_block(&firmware->unit.mode) ? 1 : 0;
  active->failed = true;
  if (task->action != HS_ACTION_READ || before + bad == active->read.sent) {
    active->done += before;
    hs_cache_drop_all(&firmware->cache);
    hs_fail_active(firmware, sense);
    return;
  }
  hs_tell_sense(firmware, sense);
  hs_send_blocks(firmware, before + bad - active->read.sent,
                 HS_PORT_OP_STATUS | HS_PORT_OP_INTERRUPT, HS_STATUS_CHECK_CONDITION);
  hs_cache_drop_all(&firmware->cache);
  active->done += before;
  active->service = HS_SERVICE_STATUS;
}

static void give_up(hs_firmware* firmware, const trouble* t, const hs_sense* sense) {
  hs_write(firmware->hal, HS_CHANNEL_STOP, hs_read(firmware->hal, HS_SPINDLE_NOW));
  counters_of(&firmware->unit, t->write)->uncorrected++;
  firmware->active.recovery.fatal = *sense;
  if (!firmware->active.sending) {
    hs_end_in_error(firmware);
  }
}

static void cannot_read(hs_firmware* firmware, const trouble* t) {
  const hs_sense sense = about(HS_SENSE_MEDIUM_ERROR, HS_CODE_UNRECOVERED_READ, 0, t->lbn);
  give_up(firmware, t, &sense);
}

static void cannot_write(hs_firmware* firmware, const trouble* t) {
  hs_sense sense = about(HS_SENSE_MEDIUM_ERROR, HS_CODE_WRITE_ERROR, 0, t->lbn);
  if (!hs_active_task(firmware)->write && firmware->active.service != HS_SERVICE_WRITING) {
    /* the new place of a block that was read */
    note_recovered(firmware, HS_CODE_RECOVERED_ECC, 0x01, t->lbn);
    hs_write(firmware->hal, HS_CHANNEL_TAKE, 0);
    return;
  }
  if (hs_mode_reallocates_writes(&firmware->unit.mode)) {
    if (reallocate(firmware, t)) {
      counters_of(&firmware->unit, true)->with_delay++;
      note_recovered(firmware, HS_CODE_WRITE_ERROR, 0x01, t->lbn);
      return;
    }
    sense.key = HS_SENSE_HARDWARE_ERROR;
    sense.code = HS_CODE_NO_SPARE;
  }
  give_up(firmware, t, &sense);
}

/* Block number 0 of the channel's program. */
static uint32_t program_begins_at(const hs_firmware* firmware, const hs_task* task) {
  if (task->action == HS_ACTION_READ) {
    return firmware->cache.program_first;
  }
  return task->lbn.value + (task->write ? 0 : firmware->active.done);
}

static trouble what_is_wrong(const hs_firmware* firmware, const hs_task* task) {
  const uint64_t error = hs_read(firmware->hal, HS_CHANNEL_ERROR);
  const uint32_t flags = HS_ERROR_FLAGS(error);
  return (trouble){.lbn = {program_begins_at(firmware, task) + HS_ERROR_BLOCK(error)},
                   .correctable = (flags & HS_ERROR_CORRECTABLE) != 0 &&
                                  !hs_mode_never_corrects(&firmware->unit.mode),
                   .write = (flags & HS_ERROR_WRITE) != 0};
}

static void recover(hs_firmware* firmware, const trouble* t) {
  const bool again = may_retry(&firmware->unit.mode, firmware->active.recovery.tries, t);
  if (t->correctable && (!again || hs_mode_corrects_early(&firmware->unit.mode))) {
    correct(firmware, t);
  } else if (again) {
    retry(firmware, t);
  } else if (t->write) {
    cannot_write(firmware, t);
  } else {
    cannot_read(firmware, t);
  }
}

void hs_media_error(hs_firmware* firmware) {
  hs_active* active = &firmware->active;
  const hs_task* task = hs_active_task(firmware);
  const trouble t = what_is_wrong(firmware, task);
  if (t.lbn.value - task->lbn.value >=
      task->blocks) { /* a whole-track read has read this block, but no task has requested it */
    active->recovery.spoiled = true;
    hs_write(firmware->hal, HS_CHANNEL_TAKE, 0);
    return;
  }
  if (active->recovery.tries != 0 && active->recovery.tried.value != t.lbn.value) {
    hs_retried(firmware);
  }
  active->recovery.tried = t.lbn;
  recover(firmware, &t);
}
