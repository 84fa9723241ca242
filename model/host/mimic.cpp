#include "model/host/mimic.h"

#include <algorithm>
#include <numeric>

#include <fmt/format.h>

#include "model/config/drive_config.h"

namespace headstack {

namespace {

void check(const MimicTable::Kind& kind, std::size_t number, std::uint32_t samples) {
  if (kind.distance.empty()) {
    throw ConfigError(fmt::format("mimic: the table of kind {} is empty; probe the drive", number));
  }
  if (samples == 0 || kind.ns.size() != kind.distance.size() * samples) {
    throw ConfigError(fmt::format("mimic: kind {} has {} times, {} distances and {} samples each",
                                  number, kind.ns.size(), kind.distance.size(), samples));
  }
  const auto out_of_order =
      std::adjacent_find(kind.distance.begin(), kind.distance.end(),
                         [](std::int32_t a, std::int32_t b) { return a >= b; });
  if (out_of_order != kind.distance.end()) {
    throw ConfigError(fmt::format("mimic: kind {}: behind distance {} a larger one must come",
                                  number, *out_of_order));
  }
  for (std::size_t i = 0; i < kind.ns.size(); i += samples) {
    const auto first = kind.ns.begin() + static_cast<std::ptrdiff_t>(i);
    if (!std::is_sorted(first, first + samples)) {
      throw ConfigError(fmt::format("mimic: kind {}: the samples of distance {} do not rise",
                                    number, kind.distance[i / samples]));
    }
  }
}

// Of times that rise.
std::uint32_t summary_of(const std::uint32_t* first, std::uint32_t samples, MimicSummary summary) {
  switch (summary) {
    case MimicSummary::mean: {
      const std::uint64_t sum = std::accumulate(first, first + samples, std::uint64_t{0});
      return static_cast<std::uint32_t>((sum + samples / 2) / samples);
    }
    case MimicSummary::median: {
      const std::uint64_t middle =
          std::uint64_t{first[(samples - 1) / 2]} + std::uint64_t{first[samples / 2]};
      return static_cast<std::uint32_t>(middle / 2);
    }
    case MimicSummary::maximum:
      return first[samples - 1];
    default:
      return first[0];
  }
}

}  // namespace

struct MimicTable::Summarised {
  std::shared_ptr<const Kinds> kinds;  // `mimic` leads into it
  std::array<std::vector<std::uint32_t>, HS_MIMIC_KINDS> ns;
  hs_mimic mimic{};
};

MimicTable::MimicTable(std::array<Kind, HS_MIMIC_KINDS> kinds, std::uint32_t samples,
                       std::uint32_t block_count)
    : kinds_(std::make_shared<const Kinds>(std::move(kinds))),
      samples_(samples),
      block_count_(block_count) {
  if (block_count == 0 || block_count > static_cast<std::uint32_t>(INT32_MAX)) {
    throw ConfigError(
        fmt::format("mimic: a drive of {} blocks; from 1 to {}", block_count, INT32_MAX));
  }
  for (std::size_t kind = 0; kind < kinds_->size(); ++kind) {
    check((*kinds_)[kind], kind, samples);
  }
}

std::shared_ptr<const hs_mimic> MimicTable::summarised(MimicSummary summary) const {
  std::shared_ptr<const Summarised>& made = made_[summary];
  if (made == nullptr) {
    auto fresh = std::make_shared<Summarised>();
    fresh->kinds = kinds_;
    const bool all = summary == MimicSummary::probabilistic;
    fresh->mimic.layers = all ? samples_ : 1;
    for (std::size_t kind = 0; kind < HS_MIMIC_KINDS; ++kind) {
      const Kind& from = (*kinds_)[kind];
      auto& ns = fresh->ns[kind];
      for (std::size_t i = 0; !all && i < from.distance.size(); ++i) {
        ns.push_back(summary_of(from.ns.data() + i * samples_, samples_, summary));
      }
      fresh->mimic.points[kind] = {from.distance.data(), all ? from.ns.data() : ns.data(),
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
