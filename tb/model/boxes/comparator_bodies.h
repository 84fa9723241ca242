// The comparator's bodies at its register socket: a fixture of the tests that each body has to
// pass.
#pragma once

#include <cstdint>
#include <ostream>

#include <gtest/gtest.h>

#include "model/boxes/comparator/sptf_comparator.h"
#include "model/run/simulation_context.h"
#include "tb/model/support/register_master.h"

namespace headstack {

struct BodyUnderTest {
  const char* name;
  ComparatorBodyKind kind;
  std::uint32_t entries;
  std::uint32_t lanes;
};

inline void PrintTo(const BodyUnderTest& body, std::ostream* out) { *out << body.name; }

inline ComparatorConfig config_of(const BodyUnderTest& body) {
  ComparatorConfig config{};
  config.body.kind = body.kind;
  config.entries = body.entries;
  config.lanes = body.lanes;
  return config;
}

constexpr std::uint64_t kFound = HS_COMPARATOR__RESULT__FOUND_bm;
constexpr std::uint64_t kWrite = HS_COMPARATOR__ENTRY__WRITE_bm;
constexpr std::uint64_t kCached = HS_COMPARATOR__ENTRY__CACHED_bm;
// Parts of PROSPECT: the kind of request, and the instant.
constexpr std::uint64_t kSequential = HS_COMPARATOR__PROSPECT__SEQUENTIAL_bm;
constexpr std::uint64_t kOfWrites = HS_COMPARATOR__PROSPECT__WRITE_bm;
constexpr std::uint64_t kReady = std::uint64_t{1} << HS_COMPARATOR__PROSPECT__INSTANT_bp;
constexpr std::uint64_t kData = std::uint64_t{2} << HS_COMPARATOR__PROSPECT__INSTANT_bp;

// Fields of an entry.
struct ComparatorPlace {
  hs_track track{};
  hs_angle angle = 0;
  hs_angle span = 0;
  std::uint32_t lead = 0;
  std::uint32_t order = 0;
  std::uint64_t handicap = 0;
  std::uint64_t flags = 0;
  std::uint32_t lbn = 1000;
};

class ComparatorBodies : public testing::TestWithParam<BodyUnderTest> {
 protected:
  ComparatorBodies()
      : comparator("comparator", make_comparator(config_of(GetParam()))), cpu("cpu") {
    cpu.socket.bind(comparator.registers);
    sc_core::sc_start(sc_core::SC_ZERO_TIME);
  }

  void write(std::uint32_t address, std::uint64_t value) {
    ASSERT_EQ(cpu.write(address, value), tlm::TLM_OK_RESPONSE);
  }
  void load(const hs_mechanics& m, std::uint32_t cylinders) {
    for (std::uint64_t d = 0; d < cylinders; ++d) {
      const std::uint64_t distance = d << HS_COMPARATOR__SEEK__DISTANCE_bp;
      write(HS_COMPARATOR(seek), distance | m.seek_down[d]);
      write(HS_COMPARATOR(seek), HS_COMPARATOR__SEEK__UP_bm | distance | m.seek_up[d]);
    }
    write(HS_COMPARATOR(same_cylinder), m.same_cylinder);
    write(HS_COMPARATOR(head_switch), m.head_switch);
    write(HS_COMPARATOR(read_settle), static_cast<std::uint64_t>(m.read_settle));
    write(HS_COMPARATOR(write_settle), static_cast<std::uint64_t>(m.write_settle));
  }
  // `of`: the kind of request and the instant.
  void prospect(std::uint64_t situation, std::uint64_t of, std::uint64_t time) {
    write(HS_COMPARATOR(prospect), situation << HS_COMPARATOR__PROSPECT__SITUATION_bp | of | time);
  }
  // Sets all instants of situation 0 to 0.
  void no_prospects() {
    for (const std::uint64_t kind :
         {std::uint64_t{0}, kSequential, kOfWrites, kOfWrites | kSequential}) {
      for (const std::uint64_t instant : {std::uint64_t{0}, kReady, kData}) {
        prospect(0, kind | instant, 0);
      }
    }
  }
  void enter(std::uint64_t number, const ComparatorPlace& p) {
    write(HS_COMPARATOR(place), std::uint64_t{p.span} << 32 | p.angle);
    write(HS_COMPARATOR(claim), std::uint64_t{p.lead} << 32 | p.order);
    write(HS_COMPARATOR(handicap), number << HS_COMPARATOR__HANDICAP__TASK_NUMBER_bp | p.handicap);
    write(HS_COMPARATOR(entry),
          p.lbn | std::uint64_t{p.track.cylinder.value} << HS_COMPARATOR__ENTRY__CYLINDER_bp |
              std::uint64_t{p.track.head.value} << HS_COMPARATOR__ENTRY__HEAD_bp | p.flags);
  }
  void leave(std::uint64_t number) { write(HS_COMPARATOR(leave), number); }
  std::uint64_t status() { return cpu.read(HS_COMPARATOR(status)); }
  // Reads RESULT, which removes the winner. Returns the winner's number and the flags of RESULT.
  std::uint64_t take() { return cpu.read(HS_COMPARATOR(result)) & UINT32_MAX; }
  std::uint64_t key() { return cpu.read(HS_COMPARATOR(key)); }
  void scan(hs_track heads, hs_angle now, std::uint64_t situation = 0) {
    write(HS_COMPARATOR(heads),
          last_end | std::uint64_t{heads.cylinder.value} << HS_COMPARATOR__HEADS__CYLINDER_bp |
              std::uint64_t{heads.head.value} << HS_COMPARATOR__HEADS__HEAD_bp);
    write(HS_COMPARATOR(start), now | situation << HS_COMPARATOR__START__SITUATION_bp);
    ASSERT_EQ(status() & HS_COMPARATOR__STATUS__BUSY_bm, 0U);
  }
  // Clocks of a scan: one for each row, 19 for the stages of the pipeline, two for each level of
  // the tree, three for the best of all rows, and 27 for the prospects and the winner's number.
  std::uint64_t clocks_wanted() const {
    std::uint64_t levels = 0;
    while ((std::uint64_t{1} << levels) < GetParam().lanes) {
      ++levels;
    }
    return GetParam().entries / GetParam().lanes + 2 * levels + 49;
  }

  SimulationContext context;
  SptfComparator comparator;
  RegisterMaster cpu;
  std::uint64_t last_end = 0;  // the block after the last request, for a scan
};

}  // namespace headstack
