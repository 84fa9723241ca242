// The blocks that the hosts of the fuzz target have written, and what reads may find.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "tb/fuzz/session/sent.h"
#include "tb/model/support/data_oracle.h"

namespace headstack::fuzz {

// Times are in ps.
class Contents {
 public:
  // `write_back`: the drive caches writes.
  explicit Contents(bool write_back) : write_back_(write_back) {}

  // Fills the data of a write of known blocks, and notes the write. `forced`: the command asks for
  // its blocks on the medium.
  void write(Sent& sent, bool forced, std::int64_t now);
  // Notes a command of any bytes. Such a command may change data, or the rules for data, in a way
  // that the oracle does not follow.
  void note_effects(const hs_command& decoded);
  // Notes the ends of commands that are over.
  void note_ends(std::vector<Sent>& sent);
  // Checks the data of reads that are over.
  void check_reads(const std::vector<Sent>& sent) const;

  // Returns the blocks whose version the oracle knows.
  std::vector<std::uint32_t> written() const;
  // Notes the version that a block has after a loss of power at `cut_at`, and checks the version.
  void survives(std::uint32_t lbn, std::uint64_t version, std::int64_t cut_at, std::int64_t now);
  // Notes a block that can be read no more.
  void forget(std::uint32_t lbn) { unknown_.emplace_back(lbn, lbn + 1); }
  // Notes a loss of power: the mode parameters are the saved parameters.
  void lose_power() { mode_changes_ = mode_saved_; }

 private:
  bool known(std::uint32_t lbn) const;
  void check_read(const Sent& sent) const;

  bool write_back_;
  DataOracle oracle_;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> unknown_;  // blocks: first, end
  bool mode_changes_ = false;
  bool mode_saved_ = false;  // saved changes stay after a loss of power
  std::uint64_t version_ = 0;
};

}  // namespace headstack::fuzz
