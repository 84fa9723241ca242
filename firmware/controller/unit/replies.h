/* Replies to commands that are answered at once, and the work of commands that are queued with
 * reads and writes.
 *
 * Units: bytes, unless a comment says otherwise. */
#ifndef HEADSTACK_SCSI_REPLIES_H
#define HEADSTACK_SCSI_REPLIES_H

#include "state/access.h"
#include "state/work.h"
#include "unit/decode.h"

/* The next `count` bytes of the reply, cleared. Precondition: the reply has at
 * most HS_REPLY_BYTES bytes then. */
static inline uint8_t* hs_extend(hs_reply* reply, uint32_t count) {
  uint8_t* at = &reply->bytes[reply->count];
  hs_clear(at, count);
  reply->count += count;
  return at;
}

/* mode.c: the values of all pages that can be saved. */
typedef struct hs_mode_values {
  hs_mode mode;
  uint32_t weights[HS_COMMAND_CLASSES];
  uint32_t priority_times[HS_PRIORITIES];
} hs_mode_values;

/* mode.c: set the mode parameters, current and saved, to the values of the factory. */
HS_COLD void hs_mode_init(hs_firmware* firmware);
/* mode.c: set the current mode parameters to the saved values. */
HS_COLD void hs_mode_reset(hs_firmware* firmware);
/* mode.c: save the current mode parameters. */
HS_COLD void hs_mode_save(hs_firmware* firmware);
/* mode.c: copy the saved values before a loss of power; set saved and current values to the copy
 * afterwards. */
HS_COLD void hs_mode_copy_saved(const hs_firmware* firmware, hs_mode_values* values);
HS_COLD void hs_mode_power_on(hs_firmware* firmware, const hs_mode_values* values);
/* mode.c: make the current mode parameters take effect on the cache rules. `built_in` are the
 * drive's own rules. */
HS_COLD void hs_mode_apply(hs_logical_unit* unit, const hs_cache_rules* built_in);
/* mode.c: the bytes of a page in `mode`; NULL if `mode` does not have this page. */
uint8_t* hs_mode_kept(hs_mode* mode, uint8_t code);
/* mode.c: write a page, header included, to `out`. Returns its bytes; 0: there is no such page.
 * `control` is the page control of MODE SENSE. */
#define HS_MODE_CURRENT 0u
#define HS_MODE_CHANGEABLE 1u
#define HS_MODE_DEFAULT 2u
#define HS_MODE_SAVED 3u
#define HS_MODE_PAGE_BYTES 24u
/* PS, in byte 0 of a page: the page can be saved. Reserved in MODE SELECT, which ignores the bit.
 */
#define HS_MODE_SAVABLE 0x80u
HS_COLD uint32_t hs_mode_page(const hs_firmware* firmware, uint8_t code, uint32_t control,
                              uint8_t out[HS_MODE_PAGE_BYTES]);

/* Each hs_take function takes the `count` bytes of a parameter list. A sense of key 0 means that
 * the function has carried out the list. After any other sense the function has changed nothing, or
 * only the part of the list that the sense reports. */
HS_COLD hs_sense hs_take_mode_select(hs_firmware* firmware, const hs_task* task,
                                     const uint8_t* list, uint32_t count);
#define HS_REASSIGN_HEADER_BYTES 4u
uint32_t hs_reassign_length(const uint8_t header[HS_REASSIGN_HEADER_BYTES]);
HS_COLD hs_sense hs_take_reassign(hs_firmware* firmware, const uint8_t* list, uint32_t count);
HS_COLD hs_sense hs_take_send_diagnostic(const hs_geometry* geometry, const uint8_t* list,
                                         uint32_t count, hs_translation* translation);

/* format.c: check a list of FORMAT UNIT. Sets `immediate` to the bit IMMED. */
#define HS_FORMAT_HEADER_BYTES 4u
hs_sense hs_take_format(const uint8_t header[HS_FORMAT_HEADER_BYTES], bool* immediate);
/* format.c: the state of the unit during a format that begins at `now`. */
hs_power hs_format_begun(const hs_geometry* geometry, hs_power power, hs_ticks now);

/* duration_log.c: put the counters of the duration limits, from parameter `first` on. */
HS_COLD void hs_put_duration_log(const hs_logical_unit* unit, uint32_t first, hs_reply* reply);

/* power.c: NOT READY, or a sense of key 0 if the unit is ready. */
hs_sense hs_power_sense(hs_hal* hal, hs_power* power);
/* power.c: start or stop the unit. A start takes `spin_up` ticks. Returns the time from which the
 * unit is in the wanted state; 0: at once. */
hs_ticks hs_power_change(hs_hal* hal, hs_logical_unit* unit, hs_ticks spin_up, bool start);
/* power.c: the reason why the state of the motor or a write protection keeps a task of this action
 * from being done; key 0: nothing keeps it. Sets `limited` anew. */
HS_COLD hs_sense hs_limit(hs_hal* hal, hs_logical_unit* unit, uint8_t action);

#endif
