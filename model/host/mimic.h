// The host's part of the Disk Mimic: tables of samples, summaries of the tables, and memory for
// learning.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <vector>

extern "C" {
#include <schedulers/mimic.h>
#include <schedulers/mimic_learner.h>
}

namespace headstack {

// Measurements of a probe. Each kind of request has distances, and all distances have an equal
// number of times.
class MimicTable {
 public:
  struct Kind {
    std::vector<std::int32_t> distance;  // rising
    std::vector<std::uint32_t> ns;       // [distance][samples], rising for each distance
  };

  // Kinds with equal samples may share one table, because tables are large.
  using Kinds = std::array<std::shared_ptr<const Kind>, HS_MIMIC_KINDS>;

  // Throws ConfigError for a table that is empty or not in order.
  MimicTable(Kinds kinds, std::uint32_t samples, std::uint32_t block_count);

  // Returns the table that a scheduler reads. The table is built once.
  std::shared_ptr<const hs_mimic> summarised(hs_mimic_summary summary) const;

 private:
  struct Summarised;

  Kinds kinds_;
  std::uint32_t samples_;
  std::uint32_t block_count_;
  mutable std::map<hs_mimic_summary, std::shared_ptr<const Summarised>> made_;
};

// Memory for a run that learns.
std::shared_ptr<hs_mimic_learner> make_learner(std::uint32_t distances, std::uint32_t block_count);

}  // namespace headstack
