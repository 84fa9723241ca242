#include "model/processor/gdb/breakpoints.h"

#include "model/processor/gdb/replies.h"
#include "model/processor/gdb/text.h"

namespace headstack::gdb {

std::string Breakpoints::change(std::string_view arguments, bool on) {
  Scan scan(arguments);
  const auto kind = scan.number();
  if (kind && *kind >= set_.size()) {
    return kUnknown;
  }
  if (!kind || !scan.skip(",")) {
    return kError;
  }
  const auto pc = scan.number();
  if (!pc || !scan.skip(",") || !scan.number() || !scan.done()) {
    return kError;
  }
  std::set<std::uint32_t>& set = set_[*kind];
  if ((set.count(*pc) != 0) == on) {
    return kOk;
  }
  // A breakpoint of the other kind may need the stop.
  const bool other = set_[1 - *kind].count(*pc) != 0;
  if (!other && !points_.set(*pc, on)) {
    return kError;
  }
  if (on) {
    set.insert(*pc);
  } else {
    set.erase(*pc);
  }
  return kOk;
}

bool Breakpoints::at(std::uint32_t pc) const {
  return set_[0].count(pc) != 0 || set_[1].count(pc) != 0;
}

void Breakpoints::clear() {
  set_[0].merge(set_[1]);
  for (const std::uint32_t pc : set_[0]) {
    points_.set(pc, false);
  }
  set_ = {};
}

}  // namespace headstack::gdb
