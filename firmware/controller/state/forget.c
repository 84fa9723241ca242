#include "state/forget.h"

void hs_forget_reads(hs_firmware* firmware) { hs_cache_drop_reads(&firmware->cache); }

void hs_forget_buffer(hs_firmware* firmware) {
  hs_forget_reads(firmware);
  firmware->cache.written_first = 0;
  firmware->cache.written_end = 0;
}
