/* The vendor's mode page of weights: page 20h, subpage 01h (docs/reference/scsi.md).
 *
 * Units: bytes; weights in percent, Q16.16. */
#ifndef HEADSTACK_WEIGHTS_PAGE_H
#define HEADSTACK_WEIGHTS_PAGE_H

#include "controller/state.h"
#include "hal/compiler.h"

#define HS_WEIGHTS_PAGE_BYTES 264u /* with the header */

/* Set `weights` to the values of the drive file. */
HS_COLD void hs_weights_defaults(const hs_firmware_config* config,
                                 uint32_t weights[HS_COMMAND_CLASSES]);

/* Make the current weights those of the scheduler. Precondition: the drive has the page. */
HS_COLD void hs_weights_apply(hs_firmware* firmware);

/* Write the page of the bits that MODE SELECT can change. */
HS_COLD void hs_put_weights_mask(uint8_t page[HS_WEIGHTS_PAGE_BYTES]);

/* Check the weights of a page that begins at `at` in `list`. A class with a command in the queue
 * must keep a weight. */
HS_COLD hs_sense hs_check_weights(const hs_firmware* firmware, const uint8_t* list, uint32_t at);

#endif
