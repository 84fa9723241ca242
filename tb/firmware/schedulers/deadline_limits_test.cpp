// The schedulers with deadlines at their limits: the same picks as another scheduler's, request for
// request.
#include <cstdint>
#include <ostream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "tb/firmware/support/rng.h"
#include "tb/firmware/support/scheduler_bench.h"

extern "C" {
#include "disk/predict.h"
}

namespace headstack {
namespace {

constexpr std::uint32_t kEndless = 65535 * HS_ONE;
constexpr std::uint32_t kAll = HS_WHOLE_QUEUE * HS_ONE;

enum class Deadlines {
  any,
  equal,     // all
  distinct,  // all
  late,      // all
  none,
  far  // all, and distinct
};

struct Limit {
  std::string name;
  const hs_scheduler_ops* ops;
  std::vector<std::uint32_t> parameters;
  const hs_scheduler_ops* limit;
  std::vector<std::uint32_t> of_limit;
  Deadlines deadlines = Deadlines::any;
};

void PrintTo(const Limit& l, std::ostream* out) { *out << l.name; }

std::vector<Limit> limits() {
  const std::vector<std::uint32_t> by_block = {HS_LEVEL_LBN};
  return {
      {"ssedo_beta_1_is_sstf", &hs_ssedo, {kAll, HS_ONE, 1}, &hs_sstf, by_block},
      {"ssedo_m_1_is_edf", &hs_ssedo, {HS_ONE, 3 * HS_ONE}, &hs_edf, {}},
      {"ssedv_alpha_1_is_sstf", &hs_ssedv, {kAll, HS_ONE, 0, 1}, &hs_sstf, by_block},
      {"ssedv_alpha_0_is_lsf", &hs_ssedv, {kAll, 0, 0}, &hs_lsf, {2}},
      {"ssedv_alpha_0_signed_is_lsf", &hs_ssedv, {kAll, 0, 1}, &hs_lsf, {1}},
      {"ssedv_m_1_is_edf", &hs_ssedv, {HS_ONE, 40000}, &hs_edf, {}},
      {"lsf_plain_is_edf", &hs_lsf, {1}, &hs_edf, {}},
      {"scan_edf_equal_is_scan", &hs_scan_edf, {}, &hs_scan, {}, Deadlines::equal},
      {"scan_edf_batch_is_scan", &hs_scan_edf, {65535 * HS_ONE}, &hs_scan, {}, Deadlines::far},
      {"scan_edf_distinct_is_edf", &hs_scan_edf, {}, &hs_edf, {}, Deadlines::distinct},
      {"pscan_of_one_level_is_scan", &hs_pscan, {HS_ONE, 65535 * HS_ONE}, &hs_scan, {}},
      {"rm_of_equals_is_fcfs", &hs_rm, {}, &hs_fcfs, {}, Deadlines::equal},
      {"fd_edf_late_is_fcfs", &hs_fd_edf, {}, &hs_fcfs, {}, Deadlines::late},
      {"fd_edf_far_is_edf", &hs_fd_edf, {}, &hs_edf, {}, Deadlines::far},
      {"sptf_limits_none_is_sptf", &hs_sptf_limits, {kEndless}, &hs_sptf, {}, Deadlines::none},
      {"sptf_limits_io_none_is_sptf_io",
       &hs_sptf_limits,
       {kEndless, 8 * HS_ONE, HS_WEIGHS_IO},
       &hs_sptf,
       {HS_WEIGHS_IO},
       Deadlines::none},
      {"sptf_limits_late_is_sptf", &hs_sptf_limits, {kEndless}, &hs_sptf, {}, Deadlines::late},
      {"sptf_limits_far_is_sptf", &hs_sptf_limits, {kEndless}, &hs_sptf, {}, Deadlines::far},
      {"sptf_limits_impatient_is_fcfs", &hs_sptf_limits, {0}, &hs_fcfs, {}},
      {"clook_limits_none_is_clook", &hs_clook_limits, {kEndless}, &hs_clook, {}, Deadlines::none},
      {"clook_limits_map_none_is_clook_map",
       &hs_clook_limits,
       {kEndless, 8 * HS_ONE, HS_LEVEL_MAP},
       &hs_clook,
       {HS_LEVEL_MAP},
       Deadlines::none},
      {"clook_limits_late_is_clook", &hs_clook_limits, {kEndless}, &hs_clook, {}, Deadlines::late},
      {"clook_limits_far_is_clook", &hs_clook_limits, {kEndless}, &hs_clook, {}, Deadlines::far},
      {"clook_limits_impatient_is_fcfs", &hs_clook_limits, {0}, &hs_fcfs, {}},
      {"fd_scan_late_is_scan", &hs_fd_scan, {}, &hs_scan, {}, Deadlines::late},
  };
}

class DeadlineLimit : public testing::TestWithParam<Limit> {
 protected:
  static hs_ticks deadline(Rng& rng, hs_ticks now, std::uint64_t number) {
    switch (GetParam().deadlines) {
      case Deadlines::equal:
        return 1000 * kTurn;
      case Deadlines::distinct:
        return now + rng.below(100) * kTurn + number;
      case Deadlines::late:
        return now / 2;
      case Deadlines::none:
        return HS_NO_DEADLINE;
      case Deadlines::far:
        return now + (1000 + rng.below(100)) * kTurn + number;
      default:
        return now + rng.below(20) * kTurn;
    }
  }
};

TEST_P(DeadlineLimit, IsTheSameSchedule) {
  const auto drive = c2247();
  for (const std::uint32_t length : {2U, 10U, 60U}) {
    Rng rng(length);
    SchedulerBench one(*GetParam().ops, *drive, length, GetParam().parameters);
    SchedulerBench other(*GetParam().limit, *drive, length, GetParam().of_limit);
    hs_drive_view view{};
    std::uint64_t number = 0;
    for (int decisions = 0; decisions < 1000;) {
      if (!one.full() && (one.waiting().empty() || rng.below(5) < 3)) {
        const std::uint32_t lbn = rng.below(drive->blocks() - 64);
        const std::uint32_t blocks = rng.between(1, 64);
        const hs_ticks due = deadline(rng, view.now, ++number);
        const hs_ticks arrival = GetParam().deadlines == Deadlines::equal ? 0 : view.now;
        one.add(lbn, blocks, false, arrival, due);
        other.add(lbn, blocks, false, arrival, due);
        continue;
      }
      const std::uint32_t picked = one.pick(view);
      ASSERT_EQ(picked, other.pick(view)) << "decision " << decisions << " of " << length;
      const hs_task task = one.task(picked);
      view = view_after(*drive, task, hs_predict_media_start(&drive->params, &view, &task));
      ++decisions;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Pairs, DeadlineLimit, testing::ValuesIn(limits()),
                         [](const auto& test) { return test.param.name; });

}  // namespace
}  // namespace headstack
