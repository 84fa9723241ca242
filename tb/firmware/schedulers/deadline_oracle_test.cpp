// The schedulers with deadlines against plain scans of the queue, written down a second time here.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

#include "tb/firmware/support/random_layout.h"
#include "tb/firmware/support/rng.h"
#include "tb/firmware/support/scheduler_bench.h"
#include "tb/firmware/support/service_scan.h"

namespace headstack {
namespace {

constexpr std::uint32_t kAll = HS_WHOLE_QUEUE * HS_ONE;
__extension__ typedef __int128 Wide;

// What an oracle may look at: the queue, the drive, the view.
struct Decision {
  const SchedulerBench& bench;
  const hs_drive_params& drive;
  const hs_drive_view& view;

  // Those with a deadline, or all if none has one; oldest first.
  std::vector<std::uint32_t> pressing() const {
    std::vector<std::uint32_t> found;
    for (const std::uint32_t entry : bench.waiting()) {
      if (bench.request(entry).deadline != HS_NO_DEADLINE) {
        found.push_back(entry);
      }
    }
    return found.empty() ? bench.waiting() : found;
  }
  template <typename Rank>
  std::uint32_t least(const std::vector<std::uint32_t>& among, const Rank& rank) const {
    std::uint32_t best = HS_NO_TASK;
    for (const std::uint32_t entry : among) {
      if (best == HS_NO_TASK || rank(bench.request(entry)) < rank(bench.request(best))) {
        best = entry;
      }
    }
    return best;
  }
  std::int64_t cylinder_of_arm() const {
    const hs_lbn last = {std::max(view.last_end.value, 1U) - 1};
    return hs_lbn_to_pbn(&drive.geometry, last).cylinder.value;
  }
  bool feasible(const BenchRequest& task) const {
    return view.now + service(drive, view, task) <= task.deadline;
  }
  std::vector<std::uint32_t> feasible_ones() const {
    std::vector<std::uint32_t> found;
    for (const std::uint32_t entry : pressing()) {
      const BenchRequest task = bench.request(entry);
      if (task.deadline != HS_NO_DEADLINE && feasible(task)) {
        found.push_back(entry);
      }
    }
    return found;
  }
  // By deadline, equal ones by age.
  std::vector<std::uint32_t> window(std::size_t m) const {
    std::vector<std::uint32_t> all = pressing();
    std::stable_sort(all.begin(), all.end(), [&](std::uint32_t a, std::uint32_t b) {
      return bench.request(a).deadline < bench.request(b).deadline;
    });
    all.resize(std::min(all.size(), m));
    return all;
  }
};

using Oracle = std::function<std::uint32_t(const Decision&)>;

std::uint32_t edf(const Decision& d) {
  return d.least(d.pressing(), [](const BenchRequest& t) { return t.deadline; });
}

std::uint32_t rm(const Decision& d) {
  return d.least(d.pressing(), [](const BenchRequest& t) {
    return t.deadline == HS_NO_DEADLINE ? 0 : t.deadline - std::min(t.deadline, t.arrival);
  });
}

std::uint32_t lsf(const Decision& d) {
  return d.least(d.pressing(), [&](const BenchRequest& t) {
    return t.deadline == HS_NO_DEADLINE
               ? 0
               : static_cast<Wide>(t.deadline) - service(d.drive, d.view, t);
  });
}

std::uint32_t fd_edf(const Decision& d) {
  const auto feasible = d.feasible_ones();
  return feasible.empty() ? d.pressing()[0]
                          : d.least(feasible, [](const BenchRequest& t) { return t.deadline; });
}

// Requests of `among` where the arm is, then in its direction, `*down`, turning if none is there.
std::uint32_t scan(const Decision& d, const std::vector<std::uint32_t>& among, bool* down) {
  const std::int64_t at = hs_lbn_to_pbn(&d.drive.geometry, d.view.last_first).cylinder.value;
  const auto place = [](const BenchRequest& t) -> std::int64_t { return t.track.cylinder.value; };
  const auto on_side = [&](bool below) {
    std::vector<std::uint32_t> found;
    for (const std::uint32_t entry : among) {
      const std::int64_t p = place(d.bench.request(entry));
      if (below ? p < at : p > at) {
        found.push_back(entry);
      }
    }
    return found;
  };
  std::vector<std::uint32_t> here;
  for (const std::uint32_t entry : among) {
    if (place(d.bench.request(entry)) == at) {
      here.push_back(entry);
    }
  }
  if (!here.empty()) {
    return d.least(here, [&](const BenchRequest& t) {
      return std::make_tuple(t.lbn.value < d.view.last_first.value, t.lbn.value);
    });
  }
  if (on_side(*down).empty()) {
    *down = !*down;
  }
  return d.least(on_side(*down), [&](const BenchRequest& t) {
    return std::make_tuple(std::abs(place(t) - at), t.lbn.value);
  });
}

Oracle fd_scan() {
  auto down = std::make_shared<bool>(false);
  return [down](const Decision& d) {
    const auto feasible = d.feasible_ones();
    if (!feasible.empty()) {
      const std::uint32_t target =
          d.least(feasible, [](const BenchRequest& t) { return t.deadline; });
      const std::int64_t at = hs_lbn_to_pbn(&d.drive.geometry, d.view.last_first).cylinder.value;
      const std::int64_t there = d.bench.request(target).track.cylinder.value;
      bool way = there < at;
      const std::uint32_t found = scan(d, d.pressing(), &way);
      if (d.bench.request(found).track.cylinder.value != at) {
        *down = way; /* it has moved */
      }
      return found;
    }
    return scan(d, d.pressing(), down.get());
  };
}

// Milliseconds as the firmware counts them.
hs_ticks milliseconds(const hs_drive_params& drive, std::uint32_t ms) {
  return drive.second / 1000 * ms;
}

Oracle pscan(std::uint32_t lower_ms, std::uint32_t upper_ms) {
  auto down = std::make_shared<bool>(false);
  return [=](const Decision& d) {
    const hs_ticks sum = milliseconds(d.drive, lower_ms + upper_ms);
    const auto level = [&](const BenchRequest& t) {
      const hs_ticks given = t.deadline - std::min(t.deadline, t.arrival);
      return given <= sum / 4 ? 0 : given <= sum / 2 ? 1 : 2;
    };
    std::vector<std::uint32_t> among;
    for (int wanted = 0; among.empty(); ++wanted) {
      for (const std::uint32_t entry : d.pressing()) {
        const BenchRequest task = d.bench.request(entry);
        if (task.deadline == HS_NO_DEADLINE || level(task) == wanted) {
          among.push_back(entry);
        }
      }
    }
    return scan(d, among, down.get());
  };
}

Oracle scan_edf(std::uint32_t batch_ms) {
  auto down = std::make_shared<bool>(false);
  return [=](const Decision& d) {
    const hs_ticks quantum = std::max<hs_ticks>(milliseconds(d.drive, batch_ms), 1);
    const hs_ticks first = d.bench.request(edf(d)).deadline;
    std::vector<std::uint32_t> among;
    for (const std::uint32_t entry : d.pressing()) {
      if (d.bench.request(entry).deadline / quantum == first / quantum) {
        among.push_back(entry);
      }
    }
    return scan(d, among, down.get());
  };
}

// Weights 1 or 2^(i-1), exactly up to the 60th.
Oracle ssedo(std::size_t m, bool doubling) {
  return [=](const Decision& d) {
    std::uint32_t best = HS_NO_TASK;
    long double least = 0;
    const auto window = d.window(m);
    for (std::size_t i = 0; i < window.size(); ++i) {
      const BenchRequest task = d.bench.request(window[i]);
      const auto far = static_cast<long double>(
          std::abs(std::int64_t{task.track.cylinder.value} - d.cylinder_of_arm()));
      const long double weight = doubling ? std::ldexp(far, static_cast<int>(i)) : far;
      if (best == HS_NO_TASK || weight < least ||
          (weight == least && task.order < d.bench.request(best).order)) {
        best = window[i];
        least = weight;
      }
    }
    return best;
  };
}

// Weights with a fraction, whose powers are cut to 32 bits.
Oracle ssedo_cut(std::uint32_t beta, bool in_blocks) {
  return [=](const Decision& d) {
    struct Number {
      Wide value;  // below 2^64
      int exponent;
    };
    const auto times = [](Number n, std::uint32_t factor) {
      Number product = {n.value * factor, n.exponent};
      while (product.value != 0 && product.value >> 31 == 0) {
        product = {product.value * 2, product.exponent - 1};
      }
      return product;
    };
    const auto cut = [](Number n) {
      while (n.value >> 32 != 0) {
        n = {n.value / 2, n.exponent + 1};
      }
      return n;
    };
    const auto value = [](Number n) {
      return std::ldexp(static_cast<long double>(n.value), n.exponent);
    };
    std::uint32_t best = HS_NO_TASK;
    long double least = 0;
    Number weight = {HS_ONE, -16};
    for (const std::uint32_t entry : d.window(SIZE_MAX)) {
      const BenchRequest task = d.bench.request(entry);
      const std::int64_t far = in_blocks
                                   ? std::int64_t{task.lbn.value} - d.view.last_end.value
                                   : std::int64_t{task.track.cylinder.value} - d.cylinder_of_arm();
      const long double weighted =
          value(times(cut(times(weight, 1)), static_cast<std::uint32_t>(std::abs(far))));
      if (best == HS_NO_TASK || weighted < least ||
          (weighted == least && task.order < d.bench.request(best).order)) {
        best = entry;
        least = weighted;
      }
      weight = times(cut(times(weight, 1)), beta);
      weight.exponent -= 16;
    }
    return best;
  };
}

Oracle ssedv(std::size_t m, std::uint32_t alpha, bool is_signed) {
  return [=](const Decision& d) {
    auto window = d.window(m);
    std::sort(window.begin(), window.end(), [&](std::uint32_t a, std::uint32_t b) {
      return d.bench.request(a).order < d.bench.request(b).order;
    });
    return d.least(window, [&](const BenchRequest& t) {
      const Wide far = std::abs(std::int64_t{t.track.cylinder.value} - d.cylinder_of_arm());
      Wide slack = static_cast<Wide>(t.deadline) - d.view.now;
      if (!is_signed && slack < 0) {
        slack = -slack;
      }
      if (t.deadline == HS_NO_DEADLINE) {
        slack = 0;
      }
      return far * milliseconds(d.drive, 1) * alpha + slack * (HS_ONE - alpha);
    });
  };
}

struct Case {
  std::string name;
  const hs_scheduler_ops* ops;
  std::vector<std::uint32_t> parameters;
  std::function<Oracle()> oracle;
};

void PrintTo(const Case& c, std::ostream* out) { *out << c.name; }

std::vector<Case> cases() {
  return {
      {"edf", &hs_edf, {}, [] { return Oracle(edf); }},
      {"rm", &hs_rm, {}, [] { return Oracle(rm); }},
      {"lsf", &hs_lsf, {}, [] { return Oracle(lsf); }},
      {"fd_edf", &hs_fd_edf, {}, [] { return Oracle(fd_edf); }},
      {"fd_scan", &hs_fd_scan, {}, fd_scan},
      {"pscan", &hs_pscan, {20 * HS_ONE, 300 * HS_ONE}, [] { return pscan(20, 300); }},
      {"scan_edf", &hs_scan_edf, {}, [] { return scan_edf(0); }},
      {"scan_edf_40", &hs_scan_edf, {40 * HS_ONE}, [] { return scan_edf(40); }},
      {"ssedo", &hs_ssedo, {kAll, 2 * HS_ONE}, [] { return ssedo(1000, true); }},
      {"ssedo_4", &hs_ssedo, {4 * HS_ONE, 2 * HS_ONE}, [] { return ssedo(4, true); }},
      {"ssedo_fraction", &hs_ssedo, {}, [] { return ssedo_cut(66191, false); }},
      {"ssedo_hardly", &hs_ssedo, {kAll, HS_ONE + 1}, [] { return ssedo_cut(HS_ONE + 1, false); }},
      {"ssedo_in_blocks", &hs_ssedo, {kAll, 66191, 1}, [] { return ssedo_cut(66191, true); }},
      {"ssedo_even", &hs_ssedo, {kAll, HS_ONE}, [] { return ssedo(1000, false); }},
      {"ssedv", &hs_ssedv, {kAll, 52429}, [] { return ssedv(1000, 52429, false); }},
      {"ssedv_5", &hs_ssedv, {5 * HS_ONE, 60000}, [] { return ssedv(5, 60000, false); }},
      {"ssedv_signed", &hs_ssedv, {kAll, 52429, 1}, [] { return ssedv(1000, 52429, true); }},
  };
}

// A random queue: deadlines from late to far, some of them equal, some requests without.
class Traffic {
 public:
  Traffic(const TestDrive& drive, std::uint64_t seed) : drive_(drive), rng_(seed) {}

  Rng& rng() { return rng_; }
  std::uint32_t add(SchedulerBench& bench, const hs_drive_view& view) {
    const std::uint32_t lbn = rng_.below(drive_.blocks());
    const std::uint32_t most = rng_.one_in(5) ? 400 : 20;
    const std::uint32_t blocks = rng_.between(1, std::min(most, drive_.blocks() - lbn));
    const hs_ticks arrival = view.now - std::min<hs_ticks>(view.now, rng_.below(10) * kTurn);
    hs_ticks deadline = view.now + rng_.below(40) * kTurn;
    deadline -= std::min(deadline, rng_.below(8) * kTurn);
    if (rng_.one_in(2)) {
      deadline += rng_.next() >> 30;  // up to four turns
    }
    return bench.add(lbn, blocks, rng_.one_in(3), arrival,
                     rng_.one_in(6) ? HS_NO_DEADLINE : deadline);
  }

 private:
  const TestDrive& drive_;
  Rng rng_;
};

class DeadlineOracle : public testing::TestWithParam<Case> {
 protected:
  static void run(const TestDrive& drive, std::uint64_t seed, std::uint32_t length, int decisions) {
    SCOPED_TRACE(testing::Message() << "seed " << seed << ", length " << length);
    Traffic traffic(drive, seed);
    Rng& rng = traffic.rng();
    SchedulerBench bench(*GetParam().ops, drive, length, GetParam().parameters);
    const Oracle oracle = GetParam().oracle();
    hs_drive_view view{};
    while (decisions > 0) {
      if (!bench.full() && (bench.waiting().empty() || rng.below(5) < 3)) {
        traffic.add(bench, view);
        continue;
      }
      if (rng.one_in(20)) {
        bench.abort(any_of(rng, bench));
        continue;
      }
      const std::uint32_t expected = oracle({bench, drive.params, view});
      const std::uint32_t picked = bench.pick(view);
      const hs_task task = bench.request(picked);
      ASSERT_EQ(picked, expected) << "order " << task.order << ", not "
                                  << bench.request(expected).order << ", at " << view.now;
      const hs_ticks media = hs_predict_media_start(&drive.params, &view, &task);
      view = view_after(drive, task, media);
      view.connected = true;
      view.free_at += rng.one_in(3) ? rng.below(kTurn / 4) : 0;
      --decisions;
    }
    ASSERT_TRUE(bench.intact());
  }
};

TEST_P(DeadlineOracle, OnTheC2247) {
  const auto drive = c2247();
  for (const std::uint32_t length : {1U, 2U, 3U, 10U, 50U}) {
    ASSERT_NO_FATAL_FAILURE(run(*drive, length, length, 400));
  }
}

TEST_P(DeadlineOracle, OnALongQueue) {
  const auto drive = c2247();
  ASSERT_NO_FATAL_FAILURE(run(*drive, 7, 700, 1500));
}

TEST_P(DeadlineOracle, OnRandomLayouts) {
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    Rng rng(seed);
    const RandomLayout layout = random_layout(rng, rng.between(1, 20));
    ASSERT_NO_FATAL_FAILURE(run(*layout.drive, seed, rng.between(1, 60), 100));
  }
}

INSTANTIATE_TEST_SUITE_P(PlainScan, DeadlineOracle, testing::ValuesIn(cases()),
                         [](const auto& test) { return test.param.name; });

}  // namespace
}  // namespace headstack
