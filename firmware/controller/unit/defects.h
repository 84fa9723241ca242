/* The grown defect list. */
#ifndef HEADSTACK_DEFECTS_H
#define HEADSTACK_DEFECTS_H

#include "controller/state.h"
#include "hal/compiler.h"

/* Move a block to another place, and enter the block in the grown defect list. Returns a sense of
 * key 0 if this is done, otherwise the reason. */
HS_COLD hs_sense hs_grow_defect(hs_firmware* firmware, hs_lbn lbn);

#endif
