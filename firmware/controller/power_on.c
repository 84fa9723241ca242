/* Power on after a loss of power. Permanent data stay. All other state is as at the first start. */
#include "controller/firmware.h"
#include "unit/attention.h"
#include "unit/replies.h"

HS_COLD void hs_firmware_power_on(hs_firmware* firmware, void* memory) {
  const hs_firmware_config config = firmware->config;
  hs_hal* const hal = firmware->hal;
  const hs_logical_unit before = firmware->unit;
  hs_mode_values saved;
  hs_mode_copy_saved(firmware, &saved);
  hs_firmware_init(firmware, &config, hal, memory);
  firmware->unit.defects = before.defects;
  firmware->unit.reads = before.reads;
  firmware->unit.writes = before.writes;
  __builtin_memcpy(firmware->unit.durations, before.durations, sizeof before.durations);
  firmware->unit.power = before.power;
  hs_mode_power_on(firmware, &saved);
  hs_power_change(firmware->hal, &firmware->unit, firmware->config.spin_up, false);
  hs_power_change(firmware->hal, &firmware->unit, firmware->config.spin_up, true);
}
