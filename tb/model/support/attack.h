// Random traffic of several initiators against one drive with contents, and its invariants. Every
// command ends once. The bus has one holder at a time. Every block that is read has a version that
// the writes so far allow. The traffic also has task management functions, overlapped tags, data
// phases that the host breaks off, errors of the medium, and a loss of power.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "model/base/random.h"
#include "tb/model/support/attack_options.h"
#include "tb/model/support/bus_rig.h"
#include "tb/model/support/data_oracle.h"
#include "tb/model/support/mode_traffic.h"

namespace headstack {

// The random cases of a test. The environment may give others:
//   HEADSTACK_ATTACK        number of cases of each kind
//   HEADSTACK_ATTACK_FIRST  seed of the first case, for processes that share the cases
struct AttackCases {
  std::uint64_t first, end;  // seeds; `end` is the seed after the last case

  std::uint64_t count() const { return end - first; }
};
AttackCases attack_cases(std::uint64_t usual);

// An event at an instant that an earlier run has selected.
struct Intruder {
  enum class Kind : std::uint8_t {
    logical_unit_reset,
    clear_task_set,
    abort_task_set,
    overlapped,
    power_cut
  };
  sc_core::sc_time at;
  Kind kind = Kind::power_cut;
};

class Attack {
 public:
  // Draws drive, scheduler and traffic from `seed`. With `functions`, hosts send functions at
  // random.
  Attack(std::uint64_t seed, bool functions, const std::optional<Intruder>& intruder = {},
         const AttackSetting& setting = {});

  // Runs until no event is left, and then checks the invariants.
  void run();

  // Returns the instants at which a drive got the bus again, or a task ended.
  const std::vector<sc_core::sc_time>& instants() const { return instants_; }

  struct Counts {
    std::uint64_t commands = 0, aborted = 0, broken_off = 0, medium_errors = 0, power_cuts = 0;
    std::uint64_t blocks_read = 0, blocks_survived = 0, blocks_lost = 0, late = 0;
    ModeTraffic::Counts pages;

    Counts& operator+=(const Counts& other);
  };
  const Counts& counts() const { return counts_; }

 private:
  struct Sent {
    enum class Kind : std::uint8_t {
      read,
      write,
      synchronize,
      other
    };
    Kind kind = Kind::other;
    std::uint32_t lbn = 0;
    std::uint32_t blocks = 0;
    std::uint64_t version = 0;  // version of a write
    std::size_t write_number = 0;
    bool through = false;
    bool broken_off = false;
    bool limited = false;
    std::int64_t submitted = 0;
  };

  void carry_facts(Order& order, const Sent& sent);
  void carry_limit(Order& order, Sent& sent);
  Order select_limits();
  void send(std::size_t host);
  Order transfer(Sent& sent);
  Order synchronize(Sent& sent);
  Order function(std::size_t host);
  void ended(std::size_t host, const Exchange& exchange);
  void write_ended(const Sent& sent, const Exchange& exchange);
  void check_read(const Sent& sent, const Exchange& exchange);
  void intrude();
  void cut_power();
  void read_next();
  void check_survivor(const Exchange& exchange);
  std::uint32_t below(std::uint32_t bound) {
    return static_cast<std::uint32_t>(random_.below(bound));
  }

  Random random_;
  bool functions_;
  Carried carried_;
  std::optional<Intruder> intruder_;
  RigOptions options_;
  bool deadlines_;  // the drive's scheduler uses deadlines
  BusRig rig_;
  DataOracle oracle_;
  ModeTraffic modes_;
  std::vector<std::map<std::size_t, Sent>> sent_;  // by host and number; without the intruder
  std::vector<sc_core::sc_time> instants_;
  Counts counts_;
  std::uint64_t version_ = 0;
  std::uint64_t left_;  // commands still to be sent
  std::int64_t cut_at_ = 0;
  std::vector<std::uint32_t> unread_;  // blocks to check after a loss of power
  std::vector<Order> unasked_;         // questions for mode pages after a loss of power
};

}  // namespace headstack
