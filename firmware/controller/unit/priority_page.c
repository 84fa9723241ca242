#include "unit/priority_page.h"

#include "unit/facts.h"

hs_ticks hs_priority_time(const hs_firmware* firmware, uint8_t priority) {
  const hs_priority_times* times = firmware->priority_times;
  if (times == NULL || priority == 0 || priority > HS_PRIORITIES) {
    return HS_NO_DEADLINE;
  }
  const uint32_t us = times->current[priority - 1];
  return us == 0 ? HS_NO_DEADLINE : hs_ticks_of_us(us, firmware->config.drive->second);
}

void hs_priority_defaults(const hs_firmware_config* config, uint32_t times[HS_PRIORITIES]) {
  for (uint32_t i = 0; i < HS_PRIORITIES; ++i) {
    times[i] =
        config->priority_times != NULL ? config->priority_times[i] : (i + 1) * HS_PRIORITY_STEP_US;
  }
}
