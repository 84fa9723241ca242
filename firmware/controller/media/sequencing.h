/* Servo and media sequencing of reads and writes. */
#ifndef HEADSTACK_SEQUENCING_H
#define HEADSTACK_SEQUENCING_H

#include "controller/state.h"

/* Start a read or write. Precondition: the unit is ready. */
void hs_start(hs_firmware* firmware, uint32_t task, const hs_drive_view* view);

/* The channel has reached its mark; the port has reached the end of a sequence. */
void hs_media_reached(hs_firmware* firmware);
void hs_port_reached(hs_firmware* firmware);

/* The blocks that the active read or write waited for are destaged. */
void hs_resume_after_destaging(hs_firmware* firmware);

#endif
