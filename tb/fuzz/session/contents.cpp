#include "tb/fuzz/session/contents.h"

#include <string>

#include "tb/fuzz/input.h"
#include "tb/model/support/block_pattern.h"

namespace headstack::fuzz {

void Contents::write(Sent& sent, bool forced, std::int64_t now) {
  sent.through = forced || (!write_back_ && !mode_changes_);
  ++version_;
  for (std::uint32_t i = 0; i < sent.blocks; ++i) {
    fill_block(&sent.command->data[std::size_t{i} * kBlockBytes], sent.lbn + i, version_);
  }
  sent.write_number = oracle_.submit(sent.lbn, sent.blocks, version_, now);
}

void Contents::note_effects(const hs_command& decoded) {
  switch (decoded.action) {
    case HS_ACTION_WRITE:
    case HS_ACTION_WRITE_VERIFY:
      unknown_.emplace_back(decoded.lbn.value, decoded.lbn.value + decoded.blocks);
      break;
    case HS_ACTION_FORMAT:
      unknown_.emplace_back(0, UINT32_MAX);
      break;
    case HS_ACTION_MODE_SELECT:
      mode_changes_ = true;
      mode_saved_ = mode_saved_ || (decoded.flags & HS_FLAG_SAVE) != 0;
      break;
    default:
      break;
  }
}

bool Contents::known(std::uint32_t lbn) const {
  for (const auto& [first, end] : unknown_) {
    if (lbn >= first && lbn < end) {
      return false;
    }
  }
  return true;
}

void Contents::note_ends(std::vector<Sent>& sent) {
  for (Sent& each : sent) {
    if (each.kind != Sent::Kind::write || std::exchange(each.noted, true)) {
      continue;
    }
    DataOracle::Write& write = oracle_[each.write_number];
    write.over = each.command->finished;
    if (good(*each.command)) {
      write.finished = write.over;
      write.promised = each.through ? write.over : DataOracle::kNever;
    }
  }
  for (const Sent& each : sent) {
    if (each.kind == Sent::Kind::synchronize && good(*each.command)) {
      oracle_.synchronized(each.command->submitted, each.command->finished);
    }
  }
}

void Contents::check_reads(const std::vector<Sent>& sent) const {
  for (const Sent& each : sent) {
    const bool transferred_bad = mode_changes_ && each.command->status == HS_STATUS_CHECK_CONDITION;
    if (each.kind == Sent::Kind::read && !transferred_bad) {
      check_read(each);
    }
  }
}

void Contents::check_read(const Sent& sent) const {
  const HostCommand& command = *sent.command;
  require(!good(command) || command.moved_bytes == sent.blocks * kBlockBytes,
          "GOOD without all data");
  for (std::uint32_t i = 0; i < command.moved_bytes / kBlockBytes; ++i) {
    const std::uint32_t lbn = sent.lbn + i;
    const std::uint64_t version = version_of(&command.data[std::size_t{i} * kBlockBytes], lbn);
    require(!known(lbn) || oracle_.may_read(lbn, version, command.submitted, command.finished),
            "block " + std::to_string(lbn) + " is read as version " + std::to_string(version));
  }
}

std::vector<std::uint32_t> Contents::written() const {
  std::vector<std::uint32_t> blocks;
  for (const auto& [lbn, writes] : oracle_.blocks()) {
    if (known(lbn)) {
      blocks.push_back(lbn);
    }
  }
  return blocks;
}

void Contents::survives(std::uint32_t lbn, std::uint64_t version, std::int64_t cut_at,
                        std::int64_t now) {
  require(oracle_.may_survive(lbn, version, cut_at),
          "block " + std::to_string(lbn) + " survives as version " + std::to_string(version));
  oracle_.settle(lbn, version, now);
}

}  // namespace headstack::fuzz
