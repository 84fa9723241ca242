/* Unit attention: tells an initiator of events that it did not cause (SCSI-2 7.9). */
#ifndef HEADSTACK_SCSI_ATTENTION_H
#define HEADSTACK_SCSI_ATTENTION_H

#include "controller/logical_unit.h"

/* Tell an initiator, all other initiators, or all initiators at their next command. A reset that an
 * initiator does not know of yet goes first. */
void hs_attention(hs_logical_unit* unit, uint8_t initiator, uint8_t code, uint8_t qualifier);
void hs_attention_others(hs_logical_unit* unit, uint8_t initiator, uint8_t code, uint8_t qualifier);
void hs_attention_all(hs_logical_unit* unit, uint8_t code, uint8_t qualifier);

#endif
