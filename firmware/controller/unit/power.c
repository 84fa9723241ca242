/* START STOP UNIT (SCSI-2 9.2.17; power conditions: SBC-2 5.17). Standby counts as stopped, idle as
 * ready. */
#include "unit/replies.h"

#define IMMEDIATE 0x01u
#define START 0x01u
#define LOAD_EJECT 0x02u

HS_COLD hs_command hs_decode_start_stop(const uint8_t cdb[HS_CDB_BYTES], uint32_t block_count) {
  (void)block_count;
  enum {
    AS_START_BIT_SAYS = 0,
    ACTIVE = 1,
    IDLE = 2,
    STANDBY = 3
  };
  const uint32_t condition = cdb[4] >> 4;
  if ((cdb[4] & LOAD_EJECT) != 0 || condition > STANDBY) {
    return hs_reject_field(4);
  }
  const bool start = condition == AS_START_BIT_SAYS ? (cdb[4] & START) != 0 : condition != STANDBY;
  return (hs_command){.action = HS_ACTION_START_STOP,
                      .flags = (uint8_t)((start ? HS_FLAG_START : 0u) |
                                         ((cdb[1] & IMMEDIATE) != 0 ? HS_FLAG_IMMEDIATE : 0u))};
}

/* The sense while the unit is being formatted. The progress is in 65,536ths (SCSI-2 8.2.14.1). */
static hs_sense formatting(const hs_power* power, hs_ticks now) {
  const hs_ticks part = (power->ready_at - power->begun) >> 16;
  return (hs_sense){.key = HS_SENSE_NOT_READY,
                    .code = HS_CODE_NOT_READY,
                    .qualifier = 0x04,
                    .detail = HS_DETAIL_FIELD,
                    .information = 0x800000u | ((uint32_t)((now - power->begun) / part) & 0xffffu)};
}

hs_sense hs_power_sense(hs_hal* hal, hs_power* power) {
  const bool waits = power->state == HS_POWER_STARTING || power->state == HS_POWER_FORMATTING;
  const hs_ticks now = waits ? hs_read(hal, HS_SPINDLE_NOW) : 0;
  if (waits && now >= power->ready_at) {
    power->state = HS_POWER_READY;
  }
  if (power->state == HS_POWER_READY) {
    return (hs_sense){0};
  }
  if (power->state == HS_POWER_FORMATTING) {
    return formatting(power, now);
  }
  const uint8_t why = power->state == HS_POWER_STARTING ? 0x01 : 0x02;
  return (hs_sense){.key = HS_SENSE_NOT_READY, .code = HS_CODE_NOT_READY, .qualifier = why};
}

hs_ticks hs_power_change(hs_hal* hal, hs_logical_unit* unit, hs_ticks spin_up, bool start) {
  hs_power* power = &unit->power;
  unit->limited = true;
  if (!start) {
    power->cycles += power->state == HS_POWER_STOPPED ? 0 : 1;
    power->state = HS_POWER_STOPPED;
    hs_write(hal, HS_SPINDLE_MOTOR, 0);
    return 0;
  }
  if (power->state == HS_POWER_STOPPED) {
    hs_write(hal, HS_SPINDLE_MOTOR, 1);
    power->ready_at = hs_read(hal, HS_SPINDLE_NOW) + spin_up;
    power->state = spin_up == 0 ? HS_POWER_READY : HS_POWER_STARTING;
  }
  return power->state == HS_POWER_STARTING ? power->ready_at : 0;
}

hs_sense hs_limit(hs_hal* hal, hs_logical_unit* unit, uint8_t action) {
  hs_sense sense = {0};
  if (hs_action_needs_ready(action) || unit->power.state == HS_POWER_FORMATTING) {
    sense = hs_power_sense(hal, &unit->power);
  }
  const bool is_protected = hs_mode_write_protected(&unit->mode);
  if (sense.key == 0 && is_protected && hs_action_has(action, HS_CHANGES_MEDIUM)) {
    sense = (hs_sense){
        .key = HS_SENSE_DATA_PROTECT, .code = HS_CODE_WRITE_PROTECTED, .qualifier = 0x02};
  }
  unit->limited = is_protected || unit->power.state != HS_POWER_READY;
  return sense;
}

/* GOOD, if the unit is ready. */
void hs_reply_ready(hs_firmware* firmware, const hs_command* command, uint64_t nexus,
                    hs_reply* reply) {
  (void)command;
  (void)nexus;
  reply->sense = hs_power_sense(firmware->hal, &firmware->unit.power);
}
