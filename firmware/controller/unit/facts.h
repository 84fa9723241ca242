/* The facts about a task that only some schedulers use, as a command carries them. */
#ifndef HEADSTACK_SCSI_FACTS_H
#define HEADSTACK_SCSI_FACTS_H

#include "controller/command.h"
#include "hal/compiler.h"
#include "schedulers/scheduler.h"
#include "schedulers/task_facts.h"

/* The class of a command: its group number (SBC-3 4.20). 0 if the command has none. */
uint8_t hs_group_number(const uint8_t cdb[HS_CDB_BYTES]);

/* Whether a drive has the operations with a command block of 32 bytes: those of the vendor if the
 * scheduler uses deadlines, the others if the drive claims SPC-6. */
static inline bool hs_has_long(const hs_scheduler* scheduler, uint8_t standard, bool of_vendor) {
  return of_vendor ? (scheduler->ops->needs & HS_NEEDS_DEADLINES) != 0 : standard == HS_SPC_6;
}

/* The facts in a command. `deadline` is the time from the arrival to the deadline, or
 * HS_NO_DEADLINE. `second`: ticks of a second. */
hs_task_facts hs_command_facts(const uint8_t cdb[HS_CDB_BYTES], hs_ticks second);

/* The sense of a command whose class has no weight; key 0: the scheduler takes the command. */
hs_sense hs_class_sense(const hs_scheduler* scheduler, const uint8_t cdb[HS_CDB_BYTES]);

/* variable_length.c: set the time to the deadline and the period of a command of 32 bytes. */
HS_COLD void hs_exact_facts(const uint8_t cdb[HS_CDB_BYTES], hs_ticks second, hs_task_facts* facts);
/* variable_length.c: ticks of `us` microseconds, rounded down. `second`: ticks of a second, below
 * 2^44. */
hs_ticks hs_ticks_of_us(uint32_t us, hs_ticks second);

#endif
