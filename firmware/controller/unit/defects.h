#ifndef HEADSTACK_DEFECTS_H
#define HEADSTACK_DEFECTS_H

#include "controller/state.h"

/* Give a block another place, and note it in the grown defect list. Returns a sense of key 0 if it
 * is done. */
hs_sense hs_grow_defect(hs_firmware* firmware, hs_lbn lbn);

#endif
