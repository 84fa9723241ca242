/* Errors during destaging. The host has already got GOOD status for these blocks. The drive first
 * writes the block again. The drive then moves the block if AWRE allows this. If all attempts fail,
 * the drive gives the block up. The initiator of the write gets the error at its next command, if
 * the initiator has not left. */
#include "destage/recovery.h"

#include "state/access.h"
#include "unit/defects.h"
#include "unit/deferred.h"

/* The retries have succeeded: count the block as recovered with delay. */
void hs_destage_retried(hs_destage* destage, hs_counters* writes) {
  if (destage->tries != 0) {
    writes->with_delay++;
    destage->tries = 0;
  }
}

static void retry(hs_firmware* firmware) {
  firmware->unit.writes.retries++;
  firmware->destage.tries++;
  hs_write(firmware->hal, HS_CHANNEL_RETRY, 0);
}

static void write_instead(hs_firmware* firmware, hs_lbn lbn) {
  const hs_pbn place = hs_lbn_to_pbn(&firmware->config.drive->geometry, lbn);
  firmware->unit.writes.with_delay++;
  hs_write(firmware->hal, HS_CHANNEL_INSTEAD,
           HS_RUN(place.cylinder.value, place.head.value, place.sector.value, 1,
                  HS_RUN_WRITE | HS_RUN_RESIDENT | HS_RUN_AHEAD));
}

/* Give up writing this block. The medium keeps its old data, so the buffer must not answer reads of
 * this block. */
static void give_up(hs_firmware* firmware, hs_lbn lbn, bool no_spare) {
  hs_write_buffer* buffer = &firmware->write_buffer;
  const uint32_t extent = hs_write_buffer_find(buffer, lbn, 1);
  firmware->unit.writes.uncorrected++;
  if (extent != HS_NO_EXTENT && buffer->waiting[extent].initiator != HS_NO_INITIATOR) {
    hs_defer_error(&firmware->unit, buffer->waiting[extent].initiator,
                   (hs_sense){.key = no_spare ? HS_SENSE_HARDWARE_ERROR : HS_SENSE_MEDIUM_ERROR,
                              .code = no_spare ? HS_CODE_NO_SPARE : HS_CODE_WRITE_ERROR,
                              .information_valid = true,
                              .information = lbn.value});
  }
  hs_write_buffer_remove(buffer, lbn, 1);
  hs_cache_drop_all(&firmware->cache);
  hs_write(firmware->hal, HS_CHANNEL_TAKE, 0);
}

void hs_destage_error(hs_firmware* firmware) {
  hs_destage* destage = &firmware->destage;
  const hs_mode* mode = &firmware->unit.mode;
  const uint64_t error = hs_read(firmware->hal, HS_CHANNEL_ERROR);
  const hs_lbn lbn = {destage->first.value + HS_ERROR_BLOCK(error)};
  if (destage->tried.value != lbn.value) {
    hs_destage_retried(&firmware->destage, &firmware->unit.writes);
    destage->tried = lbn;
  }
  if (destage->tries < hs_mode_write_retries(mode)) {
    retry(firmware);
    return;
  }
  const bool move = hs_mode_reallocates_writes(mode);
  destage->tries = 0;
  if (move && hs_grow_defect(firmware, lbn).key == 0) {
    write_instead(firmware, lbn);
  } else {
    give_up(firmware, lbn, move);
  }
}
