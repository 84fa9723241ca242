#include "tb/fuzz/session/drives.h"

#include <filesystem>
#include <optional>
#include <string>
#include <utility>

namespace headstack::fuzz {
namespace {

using Values = std::vector<std::pair<const char*, const char*>>;

// Sectors where the transfers are.
enum class Defects {
  none,
  unreadable,
  unwritable
};

struct Kind {
  const char* file;
  const char* scheduler;
  Values values;
  Defects defects = Defects::none;
};

// An input names its drive by the place in this list. New drives go to the end.
const std::vector<Kind>& kinds() {
  static const std::vector<Kind> all = {
      {"hp_c2247", "fcfs", {}},
      {"hp_c2247", "sptf", {{"bus.release_reads", "true"}, {"cache.segments", "2"}}},
      {"ibm_9lzx", "sstf", {}, Defects::unreadable},
      {"hp_97560", "clook", {}},
      {"hp_c2247a", "sptf", {{"power.unit_attention", "true"}}},
      {"ibm_dnes_309170w",
       "sptf",
       {{"destage.start", "\"amount\""},
        {"destage.amount", "\"4 %\""},
        {"destage.order", "\"ascending\""}},
       Defects::unreadable},
      {"hp_c2247",
       "fscan",
       {{"cache.write_back", "true"},
        {"destage.start", "\"idle\""},
        {"destage.idle_delay", "\"3 ms\""},
        {"destage.command_first", "true"}}},
      {"hp_c2247",
       "gstf",
       {{"cache.write_back", "true"}, {"destage.start", "\"need\""}},
       Defects::unreadable},
      {"hp_c2247", "fcfs", {{"controller.choice", "\"ahead\""}, {"queue.depth", "\"3 tasks\""}}},
      {"hp_c2247", "sptf", {{"interface.standard", "\"SPC-4\""}, {"queue.depth", "\"8 tasks\""}}},
      // Duration limits from the factory, with all policies, and a cache whose writes can fail.
      {"hp_c2247",
       "sptf_limits",
       {{"interface.standard", "\"SPC-6\""},
        {"duration_limits.reads",
         R"(["waiting 9 ms abort", "working 12 ms unavailable", "whole 15 ms next", "whole 30 ms abort"])"},
        {"duration_limits.writes",
         R"(["waiting 9 ms unavailable", "working 12 ms abort", "whole 15 ms without"])"},
        {"queue.depth", "\"8 tasks\""},
        {"cache.write_back", "true"},
        {"destage.start", "\"idle\""},
        {"destage.idle_delay", "\"3 ms\""}},
       Defects::unwritable},
      // Task priorities, and the page of their times.
      {"hp_c2247",
       "mq_deadline",
       {{"interface.standard", "\"SPC-6\""},
        {"priorities.deadlines", R"(["2 ms", "none", "20 ms"])"},
        {"queue.depth", "\"8 tasks\""}}},
      // Three classes, and the page of their weights.
      {"hp_c2247", "yfq", {{"interface.standard", "\"SPC-6\""}, {"cache.write_back", "true"}}},
  };
  return all;
}

void spoil(DriveConfig& drive, Defects defects) {
  const DriveTables tables(drive);
  DefectsConfig& config = drive.conditions.defects;
  for (const std::uint32_t lbn : {1003U, 1050U, 1051U}) {
    const hs_pbn place = hs_lbn_to_pbn(&tables.geometry(), {lbn});
    (defects == Defects::unwritable ? config.unwritable : config.unreadable)
        .push_back({place.cylinder.value, place.head.value, place.sector.value, Picoseconds{0}});
  }
  config.soft_rate_ppm = 2000;
  config.soft_retries = 1;
}

SchedulerSpec scheduler_of(const char* name) {
  constexpr std::uint32_t kPercent = 1U << 16U;
  SchedulerSpec scheduler = parse_scheduler(name);
  if ((scheduler.ops->needs & HS_NEEDS_WEIGHTS) != 0) {
    scheduler.weights = {50 * kPercent, 30 * kPercent, 20 * kPercent};
  }
  return scheduler;
}

AttackedDrive make_drive(const Kind& kind) {
  DriveConfig drive = load_drive(std::filesystem::path(HEADSTACK_SOURCE_DIR) / "model/drives" /
                                 (std::string(kind.file) + ".toml"));
  for (const auto& [key, value] : kind.values) {
    drive = with_value(drive, key, value);
  }
  if (kind.defects != Defects::none) {
    spoil(drive, kind.defects);
  }
  return {std::move(drive), scheduler_of(kind.scheduler)};
}

}  // namespace

std::size_t drive_count() { return kinds().size(); }

const AttackedDrive& drive_of(std::size_t number) {
  static std::vector<std::optional<AttackedDrive>> made(kinds().size());
  if (!made[number].has_value()) {
    made[number] = make_drive(kinds()[number]);
  }
  return *made[number];
}

}  // namespace headstack::fuzz
