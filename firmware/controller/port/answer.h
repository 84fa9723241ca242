/* Commands that end in the connection that brought them. */
#ifndef HEADSTACK_ANSWER_H
#define HEADSTACK_ANSWER_H

#include "controller/state.h"
#include "hal/compiler.h"

/* Answer a command that needs no medium. `nexus` is the value of HS_PORT_NEXUS. */
HS_COLD void hs_answer(hs_firmware* firmware, const hs_command* command, uint64_t nexus);

/* End a command with CHECK CONDITION. Precondition: it holds the bus and is in no queue. */
HS_COLD void hs_refuse(hs_firmware* firmware, hs_sense sense, uint64_t nexus);

#endif
