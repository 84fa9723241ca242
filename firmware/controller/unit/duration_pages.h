/* The mode pages of the duration limits: control page 0Ah, subpages 07h (T2A, reads) and 08h (T2B,
 * writes) of SPC-6. docs/reference/scsi.md has the sources. Units: bytes. */
#ifndef HEADSTACK_DURATION_PAGES_H
#define HEADSTACK_DURATION_PAGES_H

#include "controller/command.h"
#include "controller/duration_limits.h"
#include "hal/compiler.h"

#define HS_DURATION_PAGE 0x0au
#define HS_SUBPAGE_T2A 0x07u
#define HS_SUBPAGE_T2B 0x08u
#define HS_DURATION_PAGE_BYTES 232u /* with the header */

/* Write the limits of the subpage's kind to the page, after its header. */
HS_COLD void hs_put_durations(const hs_duration_limits* limits, uint8_t subpage,
                              uint8_t page[HS_DURATION_PAGE_BYTES]);
/* Write the bits that MODE SELECT can change. */
HS_COLD void hs_put_durations_mask(uint8_t page[HS_DURATION_PAGE_BYTES]);

/* Take a page that begins at `at` in `list`, into `limits`. The header has been checked. After a
 * sense with a key, `limits` is not to be used. */
HS_COLD hs_sense hs_take_durations(const uint8_t* list, uint32_t at, hs_duration_limits* limits);

#endif
