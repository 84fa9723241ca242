/* The buffer as the slower commands see it: what has to reach the medium, and what is forgotten. */
#include "stages.h"

/* A write's status comes after the medium, so that nothing is left to do. */
bool hs_flush(hs_firmware* firmware, hs_lbn lbn, uint32_t blocks) {
  (void)firmware;
  (void)lbn;
  (void)blocks;
  return true;
}

void hs_forget_reads(hs_firmware* firmware) { hs_cache_drop_reads(&firmware->cache); }

void hs_forget_buffer(hs_firmware* firmware) {
  hs_forget_reads(firmware);
  firmware->cache.written_first = 0;
  firmware->cache.written_end = 0;
}
