#include "tb/model/support/attack_options.h"

#include <filesystem>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "tb/model/support/physical_sectors.h"

namespace headstack {

namespace {

using Values = std::vector<std::pair<const char*, const char*>>;

struct Kind {
  const char* file;
  Values values;
};

const std::vector<Kind>& kinds() {
  static const std::vector<Kind> all = {
      {"hp_c2247", {}},
      {"hp_c2247", {{"bus.release_reads", "true"}, {"cache.segments", "2"}}},
      {"ibm_9lzx", {}},
      {"hp_97560", {}},
      {"hp_c2247a", {{"power.unit_attention", "true"}}},
      {"ibm_dnes_309170w", {}},
      {"ibm_dnes_309170w",
       {{"destage.start", "\"amount\""},
        {"destage.amount", "\"4 %\""},
        {"destage.order", "\"ascending\""}}},
      {"hp_c2247",
       {{"cache.write_back", "true"},
        {"destage.start", "\"idle\""},
        {"destage.idle_delay", "\"3 ms\""},
        {"destage.command_first", "true"}}},
      {"hp_c2247", {{"cache.write_back", "true"}, {"destage.start", "\"need\""}}},
  };
  return all;
}

DriveConfig drive_of(const Kind& kind) {
  DriveConfig drive = load_drive(std::filesystem::path(HEADSTACK_SOURCE_DIR) / "model/drives" /
                                 (std::string(kind.file) + ".toml"));
  for (const auto& [key, value] : kind.values) {
    drive = with_value(drive, key, value);
  }
  return drive;
}

// Some bad sectors where the traffic is, and soft errors.
void spoil(DriveConfig& drive, Random& random) {
  const DriveTables tables(drive);
  for (int i = 0; i < 3; ++i) {
    const auto lbn = static_cast<std::uint32_t>(1000 + random.below(120));
    const hs_pbn place = hs_lbn_to_pbn(&tables.geometry(), {lbn});
    drive.conditions.defects.unreadable.push_back(
        {place.cylinder.value, place.head.value, place.sector.value, Picoseconds{0}});
  }
  drive.conditions.defects.soft_rate_ppm = 2000;
  drive.conditions.defects.soft_retries = 1;
}

// Any limit: three times and their policies.
hs_duration_limit any_limit(Random& random) {
  static constexpr std::uint8_t kUnits[] = {HS_DURATION_500_NS, HS_DURATION_1_US,
                                            HS_DURATION_10_MS};
  static constexpr std::uint8_t kPolicies[] = {HS_DURATION_EARLIEST, HS_DURATION_UNAVAILABLE,
                                               HS_DURATION_ABORT, HS_DURATION_NEXT,
                                               HS_DURATION_WITHOUT};
  const auto time = [&] {
    return static_cast<std::uint16_t>(random.below(2) == 0 ? 0 : random.below(0x10000));
  };
  return {time(),
          time(),
          time(),
          kUnits[random.below(3)],
          kPolicies[random.below(3)],
          kPolicies[random.below(3)],
          kPolicies[random.below(5)]};
}

// The drive claims SPC-6. Duration limits are not possible with least times to the status.
void claim_spc_6(DriveConfig& drive) {
  drive.interface.standard = HS_SPC_6;
  OverheadConfig& o = drive.overhead;
  o.read_track_end_least = o.read_cylinder_end_least = Picoseconds{0};
  o.read_near_track_end_least = o.read_near_cylinder_end_least = Picoseconds{0};
}

void give_limits(DriveConfig& drive, Random& random) {
  claim_spc_6(drive);
  DurationLimitsConfig& limits = drive.conditions.duration_limits;
  for (int i = 0; i < 3; ++i) {
    limits.reads.push_back(any_limit(random));
    limits.writes.push_back(any_limit(random));
  }
}

RigOptions with_clock(RigOptions options, const char* clock) {
  if (clock != nullptr) {
    options.config = with_value(options.config, "controller.core", "\"iss\"");
    options.config =
        with_value(options.config, "controller.clock", "\"" + std::string(clock) + "\"");
  }
  return options;
}

}  // namespace

RigOptions attack_options(Random& random, const AttackSetting& setting) {
  static constexpr const char* kSchedulers[] = {"fcfs", "sptf", "clook", "sstf"};
  static constexpr const char* kWithFacts[] = {
      "edf",         "lsf",         "rm",           "fd_edf",      "fd_scan", "pscan",
      "scan_edf",    "ssedo",       "ssedv",        "yfq",         "yfq_dor", "yfq_tuned",
      "smtf_online", "sptf_limits", "clook_limits", "mq_deadline", "kyber",   "bfq"};
  static constexpr const char* kSharing[] = {"yfq", "yfq_dor", "yfq_tuned"};
  const Carried carried = setting.carried;
  RigOptions options;
  options.contents = true;
  options.initiators = 1 + random.below(3);
  options.scheduler =
      carried == Carried::facts || (carried >= Carried::limits && random.below(2) == 0)
          ? kWithFacts[random.below(std::size(kWithFacts))]
          : kSchedulers[random.below(4)];
  options.config = drive_of(kinds()[random.below(kinds().size())]);
  if (setting.physical_sector != 1) {
    options.config = with_physical_sectors(options.config, setting.physical_sector);
    // On a bus that takes no time, cached writes end in the instant in which they begin. The oracle
    // then cannot tell their order.
    options.config.cache.write_back |= options.config.bus.write_rate_as_block_time.count() != 0;
  }
  if (carried == Carried::limits) {
    give_limits(options.config, random);
  }
  if (carried == Carried::pages) {
    options.scheduler = random.below(3) == 0 ? kSharing[random.below(3)] : options.scheduler;
    if (random.below(2) == 0) {
      claim_spc_6(options.config);
    }
  }
  options.config.queue.depth = random.below(3) == 0 ? 4 : 64;
  if (random.below(4) == 0) {
    options.config = with_value(options.config, "controller.choice", "\"ahead\"");
  }
  if (random.below(3) == 0) {
    spoil(options.config, random);
  }
  return with_clock(options, setting.clock);
}

}  // namespace headstack
