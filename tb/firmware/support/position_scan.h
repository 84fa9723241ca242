// The position schedulers by definition. Every decision examines the whole queue, with positioning
// times from the caller.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <set>
#include <vector>

#include "tb/firmware/support/scheduler_bench.h"

extern "C" {
#include "buffer/cache.h"
}

namespace headstack {

enum class Policy {
  sptf,
  gstf,
  gstf_frozen,
  wstf,
  asptf,
  spctf,
  aspctf,
  aspctf_seq
};

constexpr std::size_t kPolicies = 8;
constexpr std::uint32_t kMost = 65535 * HS_ONE;  // W and M: this value stands for any larger value

inline const hs_scheduler_ops& ops_of(Policy policy) {
  static constexpr const hs_scheduler_ops* table[] = {&hs_sptf,   &hs_gstf,      &hs_gstf_frozen,
                                                      &hs_wstf,   &hs_asptf,     &hs_spctf,
                                                      &hs_aspctf, &hs_aspctf_seq};
  static_assert(std::size(table) == kPolicies);
  return *table[static_cast<std::size_t>(policy)];
}

inline bool has_parameter(Policy policy) {
  return policy != Policy::sptf && policy != Policy::spctf;
}

// The scheduler's first parameters.
inline std::vector<std::uint32_t> parameters_of(Policy policy, std::uint32_t parameter,
                                                hs_weighed weighs) {
  return has_parameter(policy) ? std::vector<std::uint32_t>{parameter, weighs}
                               : std::vector<std::uint32_t>{weighs};
}

// A request's times from now on.
struct Times {
  hs_ticks positioning = 0;  // until its first block is under its head
  hs_ticks mechanics = 0;    // from the start of the arm until its first block is under its head
  hs_ticks io = 0;           // until its last block has passed
};

class PositionScan {
 public:
  using TimesOf = std::function<Times(const hs_drive_view&, const hs_task&)>;

  // `parameter` has the scheduler's form, Q16.16. `cache` may be null.
  PositionScan(Policy policy, std::uint32_t parameter, hs_weighed weighs,
               const hs_drive_params& drive, const hs_cache* cache, TimesOf times)
      : policy_(policy),
        parameter_(parameter),
        weighs_(weighs),
        drive_(drive),
        cache_(cache),
        times_(std::move(times)) {
    while (!any_block(first_)) {
      ++first_;
    }
    std::uint32_t last = drive.geometry.cylinders - 1;
    while (!any_block(last)) {
      --last;
    }
    cylinders_ = last - first_ + 1;
  }

  // Notes an arrival, before the scheduler gets the task. A task that waited when the group's turn
  // began is not a newcomer, even if the task arrives again.
  void arrived(std::uint32_t entry, const hs_task& task) {
    if (policy_ == Policy::gstf_frozen && serving_ && group_of(task) == group_ &&
        no_newcomers_.count(task.order) == 0) {
      held_.insert(entry);
    }
  }
  void gone(std::uint32_t entry) { held_.erase(entry); }

  std::uint32_t pick(const SchedulerBench& bench, const hs_drive_view& view) {
    if (policy_ == Policy::gstf || policy_ == Policy::gstf_frozen) {
      take_turn(bench);
    }
    std::uint32_t best = HS_NO_TASK;
    Wide least = 0;
    for (const std::uint32_t entry : bench.waiting()) {  // oldest first: the oldest wins a tie
      if (!eligible(bench, entry)) {
        continue;
      }
      const Wide score = score_of(bench, view, bench.task(entry));
      if (best == HS_NO_TASK || score < least) {
        best = entry;
        least = score;
      }
    }
    return best;
  }

 private:
  __extension__ typedef __int128 Wide;

  bool grouped() const { return policy_ == Policy::gstf || policy_ == Policy::gstf_frozen; }

  bool any_block(std::uint32_t cylinder) const {
    const hs_zone* zone = hs_zone_of_track(&drive_.geometry, {{cylinder}, {0}});
    hs_lbn lbn{};
    for (std::uint32_t head = 0; zone != nullptr && head < drive_.geometry.heads; ++head) {
      for (std::uint32_t sector = 0; sector < zone->sectors_per_track; ++sector) {
        if (hs_pbn_to_lbn(&drive_.geometry, {{cylinder}, {head}, {sector}}, &lbn)) {
          return true;
        }
      }
    }
    return false;
  }

  std::uint32_t groups() const { return std::clamp(parameter_ / HS_ONE, 1U, cylinders_); }

  // Returns the last group that begins at or before the task's cylinder. Only cylinders with blocks
  // count.
  std::uint32_t group_of(const hs_task& task) const {
    const std::uint64_t cylinders = cylinders_;
    const std::uint64_t cylinder = task.track.cylinder.value - first_;
    std::uint64_t group = cylinder * groups() / cylinders;
    while ((group + 1) * cylinders / groups() <= cylinder) {
      ++group;
    }
    return static_cast<std::uint32_t>(group);
  }

  bool eligible(const SchedulerBench& bench, std::uint32_t entry) const {
    if (policy_ == Policy::aspctf_seq && !hits(bench.task(entry)) && goes_on(bench, entry)) {
      return false;
    }
    return !grouped() || (held_.count(entry) == 0 && group_of(bench.task(entry)) == group_);
  }

  // Moves to the next group that has a task, around the disk. The present group is the last
  // candidate.
  void take_turn(const SchedulerBench& bench) {
    const auto any = [&] {
      return std::any_of(bench.waiting().begin(), bench.waiting().end(),
                         [&](std::uint32_t entry) { return eligible(bench, entry); });
    };
    if (!any()) {
      held_.clear();
      serving_ = false;
      do {
        group_ = (group_ + 1) % groups();
      } while (!any());
    }
    if (!serving_) {
      no_newcomers_.clear();
      for (const std::uint32_t entry : bench.waiting()) {
        no_newcomers_.insert(bench.task(entry).order);
      }
    }
    serving_ = true;
  }

  bool hits(const hs_task& task) const {
    const bool knows =
        policy_ == Policy::spctf || policy_ == Policy::aspctf || policy_ == Policy::aspctf_seq;
    return knows && cache_ != nullptr && !task.write &&
           hs_cache_look_up(cache_, task.lbn, task.blocks) != HS_CACHE_MISS;
  }

  // True: the read follows an older read that waits.
  static bool goes_on(const SchedulerBench& bench, std::uint32_t entry) {
    const hs_task& task = bench.task(entry);
    return !task.write &&
           std::any_of(bench.waiting().begin(), bench.waiting().end(), [&](std::uint32_t other) {
             const hs_task& t = bench.task(other);
             return !t.write && t.order < task.order && t.lbn.value + t.blocks == task.lbn.value;
           });
  }

  static bool leads(const SchedulerBench& bench, const hs_task& task) {
    return !task.write &&
           std::any_of(bench.waiting().begin(), bench.waiting().end(), [&](std::uint32_t other) {
             const hs_task& t = bench.task(other);
             return !t.write && t.order > task.order && task.lbn.value + task.blocks == t.lbn.value;
           });
  }

  hs_ticks time_of(const hs_drive_view& view, const hs_task& task) const {
    if (hits(task)) {
      return 0;
    }
    const Times times = times_(view, task);
    return weighs_ == HS_WEIGHS_IO          ? times.io
           : weighs_ == HS_WEIGHS_MECHANICS ? times.mechanics
                                            : times.positioning;
  }

  Wide score_of(const SchedulerBench& bench, const hs_drive_view& view, const hs_task& task) const {
    Wide time = time_of(view, task);
    if (policy_ == Policy::aspctf_seq && leads(bench, task)) {
      time /= 2;
    }
    const Wide waited = view.now - task.arrival;
    const bool aged =
        policy_ == Policy::asptf || policy_ == Policy::aspctf || policy_ == Policy::aspctf_seq;
    if (aged && parameter_ == kMost) {
      return static_cast<Wide>(task.order);
    }
    if (policy_ == Policy::wstf && parameter_ == kMost) {
      return time;
    }
    if (aged) {
      // The parameter is in ms a second. The credit is in ticks a tick, in units of 2^-32, and is
      // cut to whole ticks.
      const Wide weight = (Wide{parameter_} * 65536 + 500) / 1000;
      return time - ((weight * view.now >> 32) - (weight * task.arrival >> 32));
    }
    if (policy_ == Policy::wstf) {
      const Wide limit = Wide{drive_.second} * parameter_ / 65536;
      Wide unit = 1;  // unit of the remaining share
      while (limit / unit >= Wide{1} << 47) {
        unit *= 2;
      }
      return waited < limit ? time * ((limit - waited) / unit) >> 32 : limit - waited - 1;
    }
    return time;
  }

  Policy policy_;
  std::uint32_t parameter_;
  hs_weighed weighs_;
  const hs_drive_params& drive_;
  const hs_cache* cache_;
  TimesOf times_;
  std::uint32_t first_ = 0;      // first cylinder with blocks
  std::uint32_t cylinders_ = 0;  // cylinders from there to the last with blocks
  std::uint32_t group_ = 0;
  bool serving_ = false;
  std::set<std::uint32_t> held_;
  std::set<std::uint64_t> no_newcomers_;  // orders
};

}  // namespace headstack
