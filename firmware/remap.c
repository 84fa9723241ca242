/* Where a block goes whose place is bad: the layout's to say. For now it stays where it is. */
#include "stages.h"

bool hs_remap_block(hs_firmware* firmware, hs_lbn lbn) {
  (void)firmware;
  (void)lbn;
  return true;
}
