/* Unit attention: what happened behind an initiator's back (SCSI-2 7.9). */
#ifndef HEADSTACK_SCSI_ATTENTION_H
#define HEADSTACK_SCSI_ATTENTION_H

#include "controller/logical_unit.h"

/* Tell these initiators at their next command. A reset that they do not know of yet goes first. */
void hs_attention(hs_logical_unit* unit, uint8_t initiator, uint8_t code, uint8_t qualifier);
void hs_attention_others(hs_logical_unit* unit, uint8_t initiator, uint8_t code, uint8_t qualifier);
void hs_attention_all(hs_logical_unit* unit, uint8_t code, uint8_t qualifier);

#endif
