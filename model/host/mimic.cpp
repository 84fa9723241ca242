#include "model/host/mimic.h"

#include <algorithm>
#include <numeric>

#include <fmt/format.h>

#include "model/config/drive_config.h"

namespace headstack {

namespace {

void check(const MimicTable::Kind& kind, std::size_t number, std::uint32_t samples) {
  if (kind.distance.empty()) {
    throw ConfigError("mimic",
                      fmt::format(": the table of kind {} is empty; probe the drive", number));
  }
  if (samples == 0 || kind.ns.size() != kind.distance.size() * samples) {
    throw ConfigError(
        "mimic", fmt::format(": kind {} has {} times, {} distances and {} samples each", number,
                             kind.ns.size(), kind.distance.size(), samples));
  }
  const auto out_of_order =
      std::adjacent_find(kind.distance.begin(), kind.distance.end(),
                         [](std::int32_t a, std::int32_t b) { return a >= b; });
  if (out_of_order != kind.distance.end()) {
    throw ConfigError("mimic", fmt::format(": kind {}: the distance after {} must be larger",
                                           number, *out_of_order));
  }
  for (std::size_t i = 0; i < kind.ns.size(); i += samples) {
    const auto first = kind.ns.begin() + static_cast<std::ptrdiff_t>(i);
    if (!std::is_sorted(first, first + samples)) {
      throw ConfigError("mimic", fmt::format(": kind {}: the samples of distance {} do not rise",
                                             number, kind.distance[i / samples]));
    }
  }
}

// Summary of rising times.
std::uint32_t summary_of(const std::uint32_t* first, std::uint32_t samples,
                         hs_mimic_summary summary) {
  switch (summary) {
    case HS_MIMIC_MEAN: {
      const std::uint64_t sum = std::accumulate(first, first + samples, std::uint64_t{0});
      return static_cast<std::uint32_t>((sum + samples / 2) / samples);
    }
    case HS_MIMIC_MEDIAN: {
      const std::uint64_t middle =
          std::uint64_t{first[(samples - 1) / 2]} + std::uint64_t{first[samples / 2]};
      return static_cast<std::uint32_t>(middle / 2);
    }
    case HS_MIMIC_MAXIMUM:
      return first[samples - 1];
    default:
      return first[0];
  }
}

}  // namespace

struct MimicTable::Summarised {
  using Times = std::vector<std::uint32_t>;

  // Returns one summary for each distance. A kind that equals an earlier kind shares its summaries.
  const std::uint32_t* times(std::size_t kind, std::uint32_t samples, hs_mimic_summary summary) {
    for (std::size_t before = 0; before < kind; ++before) {
      if (kinds[before] == kinds[kind]) {
        return mimic.points[before].ns;
      }
    }
    const Kind& from = *kinds[kind];
    ns[kind].reserve(from.distance.size());
    for (std::size_t i = 0; i < from.distance.size(); ++i) {
      ns[kind].push_back(summary_of(from.ns.data() + i * samples, samples, summary));
    }
    return ns[kind].data();
  }

  Kinds kinds;  // `mimic` points into it
  std::array<Times, HS_MIMIC_KINDS> ns;
  hs_mimic mimic{};
};

MimicTable::MimicTable(Kinds kinds, std::uint32_t samples, std::uint32_t block_count)
    : kinds_(std::move(kinds)), samples_(samples), block_count_(block_count) {
  if (block_count == 0 || block_count > static_cast<std::uint32_t>(INT32_MAX)) {
    throw ConfigError(
        fmt::format("mimic: a drive of {} blocks; from 1 to {}", block_count, INT32_MAX));
  }
  for (std::size_t kind = 0; kind < kinds_.size(); ++kind) {
    if (kind == 0 || kinds_[kind] != kinds_[kind - 1]) {
      check(*kinds_[kind], kind, samples);
    }
  }
}

std::shared_ptr<const hs_mimic> MimicTable::summarised(hs_mimic_summary summary) const {
  std::shared_ptr<const Summarised>& made = made_[summary];
  if (made == nullptr) {
    auto fresh = std::make_shared<Summarised>();
    fresh->kinds = kinds_;
    const bool all = summary == HS_MIMIC_PROBABILISTIC;
    fresh->mimic.layers = all ? samples_ : 1;
    for (std::size_t kind = 0; kind < HS_MIMIC_KINDS; ++kind) {
      const Kind& from = *kinds_[kind];
      fresh->mimic.points[kind] = {from.distance.data(),
                                   all ? from.ns.data() : fresh->times(kind, samples_, summary),
                                   static_cast<std::uint32_t>(from.distance.size())};
    }
    hs_mimic_init(&fresh->mimic, block_count_);
    made = std::move(fresh);
  }
  return {made, &made->mimic};
}

std::shared_ptr<hs_mimic_learner> make_learner(std::uint32_t distances, std::uint32_t block_count) {
  struct Learner {
    std::vector<std::uint64_t> memory;
    hs_mimic_learner learner{};
  };
  auto made = std::make_shared<Learner>();
  made->memory.resize(hs_mimic_learner_memory(distances) / sizeof(std::uint64_t) + 1);
  hs_mimic_learner_init(&made->learner, distances, block_count, made->memory.data());
  return {made, &made->learner};
}

}  // namespace headstack
