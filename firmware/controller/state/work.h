/* The work of each action: the functions that its row in operations.h names. */
#ifndef HEADSTACK_WORK_H
#define HEADSTACK_WORK_H

#include "controller/state.h"
#include "hal/compiler.h"

/* Parameter data for the host, and the status that follows them. */
typedef struct hs_reply {
  uint32_t count;                /* bytes of the reply, 0 .. HS_REPLY_BYTES */
  hs_sense sense;                /* sense of the status; key 0: the status is GOOD */
  uint8_t bytes[HS_REPLY_BYTES]; /* the reply */
} hs_reply;

/* The functions of an action. NULL: the action has no such function. */
typedef struct hs_work {
  /* Fill an empty reply. `nexus` is the value of HS_PORT_NEXUS. */
  void (*reply)(hs_firmware* firmware, const hs_command* command, uint64_t nexus, hs_reply* reply);
  /* Begin the active task. */
  void (*begin)(hs_firmware* firmware, const hs_task* task, const hs_drive_view* view);
  /* Continue the active task after its flush. */
  void (*flushed)(hs_firmware* firmware);
  /* Take the active task's parameter list. NULL and 0: the task has no list. */
  void (*list)(hs_firmware* firmware, const uint8_t* list, uint32_t bytes);
} hs_work;

/* Declare the functions of the rows. No read or write calls the functions, so they may be slow. */
#define HS_REPLY(which)                                                                           \
  HS_COLD void hs_reply_##which(hs_firmware* firmware, const hs_command* command, uint64_t nexus, \
                                hs_reply* reply);
#define HS_BEGIN(which)                                                     \
  HS_COLD void hs_begin_##which(hs_firmware* firmware, const hs_task* task, \
                                const hs_drive_view* view);
#define HS_FLUSHED(which) HS_COLD void hs_flushed_##which(hs_firmware* firmware);
#define HS_LIST(which) \
  HS_COLD void hs_list_##which(hs_firmware* firmware, const uint8_t* list, uint32_t bytes);
#define HS_WORK_DECLARED(name, traits, reply, begin, flushed, list) \
  HS_REPLY(reply) HS_BEGIN(begin) HS_FLUSHED(flushed) HS_LIST(list)
HS_ACTIONS(HS_WORK_DECLARED)

/* The work of each action, by hs_action. */
extern const hs_work hs_all_work[];

/* The work of an action. The loop hands hs_all_work to the firmware. Therefore no stage is linked
 * to the stages above it. */
static inline const hs_work* hs_work_of(const hs_firmware* firmware, uint8_t action) {
  return &firmware->work[action];
}

#endif
