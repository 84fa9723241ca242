#include "model/processor/gdb/watchpoints.h"

#include <fmt/format.h>

#include "model/processor/gdb/replies.h"
#include "model/processor/gdb/text.h"
#include "model/processor/iss/decode.h"

namespace headstack::gdb {

namespace {

// Bytes of the load or store of an instruction. 0: the instruction makes none.
std::uint32_t bytes_of(iss::Op op) {
  switch (op) {
    case iss::Op::lb:
    case iss::Op::lbu:
    case iss::Op::sb:
      return 1;
    case iss::Op::lh:
    case iss::Op::lhu:
    case iss::Op::sh:
      return 2;
    case iss::Op::lw:
    case iss::Op::sw:
      return 4;
    default:
      return 0;
  }
}

}  // namespace

std::string Watchpoints::change(std::string_view arguments, bool on) {
  Scan scan(arguments);
  const auto kind = scan.number();
  if (kind && (*kind < kWrite || *kind > kBoth)) {
    return kUnknown;
  }
  if (!kind || !scan.skip(",")) {
    return kError;
  }
  const auto address = scan.number();
  if (!address || !scan.skip(",")) {
    return kError;
  }
  const auto bytes = scan.number();
  if (!bytes || *bytes == 0 || !scan.done()) {
    return kError;
  }
  const Watchpoint changed{*kind, *address, *bytes};
  if (on) {
    set_.insert(changed);
  } else {
    set_.erase(changed);
  }
  return kOk;
}

std::string Watchpoints::met_by(const Access& access) const {
  constexpr const char* kNames[] = {"watch", "rwatch", "awatch"};
  for (const Watchpoint& w : set_) {
    const bool kind = w.kind == kBoth || (w.kind == kWrite) == access.store;
    // Differences of addresses wrap, so that a range at the end of the memory needs no case.
    const bool common =
        access.address - w.address < w.bytes || w.address - access.address < access.bytes;
    if (kind && common) {
      return fmt::format("{}:{:x};", kNames[w.kind - kWrite], w.address);
    }
  }
  return "";
}

std::optional<LoadStore> load_or_store(std::uint32_t word, std::uint32_t pc) {
  const iss::Decoded d = iss::decode(word, pc);
  const std::uint32_t bytes = bytes_of(d.op);
  if (bytes == 0) {
    return {};
  }
  const bool store = d.op == iss::Op::sb || d.op == iss::Op::sh || d.op == iss::Op::sw;
  return LoadStore{d.rs1, d.immediate, store, bytes};
}

}  // namespace headstack::gdb
