// The packets of GdbServer, by name.
#include <algorithm>
#include <iterator>

#include <fmt/format.h>

#include "model/processor/gdb/gdb_server.h"
#include "model/processor/gdb/replies.h"
#include "model/processor/gdb/text.h"

namespace headstack {

using gdb::kError;
using gdb::kOk;
using gdb::kPacketMost;
using gdb::kUnknown;
using gdb::Scan;

namespace {

// True: `number` means the only thread, all threads, or any thread.
bool is_thread(std::string_view number) { return number == "-1" || number == "0" || number == "1"; }

// True: the first of the arguments is a kind of watchpoint, or of nothing that is known.
bool is_watchpoint(std::string_view arguments) {
  const auto kind = Scan(arguments).number();
  return kind && *kind >= gdb::Watchpoints::kWrite;
}

// Returns the name of a packet. A name is a letter, or a word if it begins with one of these
// characters.
std::string_view name_of(std::string_view packet) {
  const bool word = !packet.empty() && (packet[0] == 'q' || packet[0] == 'Q' || packet[0] == 'v');
  return packet.substr(0, word ? packet.find_first_of(":,;") : 1);
}

}  // namespace

const GdbServer::Packet GdbServer::kPackets[] = {
    {"?", &GdbServer::why_stopped},
    {"D", &GdbServer::detach},
    {"G", &GdbServer::set_registers},
    {"H", &GdbServer::choose_thread},
    {"M", &GdbServer::write_memory},
    {"P", &GdbServer::write_register},
    {"QStartNoAckMode", &GdbServer::stop_acknowledging},
    {"T", &GdbServer::thread},
    {"Z", &GdbServer::insert},
    {"c", &GdbServer::go_on},
    {"g", &GdbServer::registers},
    {"k", &GdbServer::kill},
    {"m", &GdbServer::read_memory},
    {"p", &GdbServer::read_register},
    {"qAttached", &GdbServer::attached},
    {"qC", &GdbServer::this_thread},
    {"qRcmd", &GdbServer::monitor},
    {"qSupported", &GdbServer::supported},
    {"qXfer", &GdbServer::describe},
    {"qfThreadInfo", &GdbServer::first_threads},
    {"qsThreadInfo", &GdbServer::more_threads},
    {"s", &GdbServer::step},
    {"vCont", &GdbServer::resume},
    {"vCont?", &GdbServer::resume_kinds},
    {"vKill", &GdbServer::kill_process},
    {"z", &GdbServer::remove},
};

GdbServer::Answer GdbServer::answer(std::string_view packet) {
  const std::string_view name = name_of(packet);
  const auto* const found =
      std::find_if(std::begin(kPackets), std::end(kPackets),
                   [name](const Packet& candidate) { return candidate.name == name; });
  if (found == std::end(kPackets)) {
    return {kUnknown, {}};
  }
  return (this->*found->answer)(packet.substr(name.size()));
}

// --- of the target -------------------------------------------------------------------------------

GdbServer::Answer GdbServer::registers(std::string_view arguments) {
  return {arguments.empty() ? target_.registers() : kError, {}};
}

GdbServer::Answer GdbServer::set_registers(std::string_view arguments) {
  return {target_.set_registers(arguments), {}};
}

GdbServer::Answer GdbServer::read_register(std::string_view arguments) {
  return {target_.read_register(arguments), {}};
}

GdbServer::Answer GdbServer::write_register(std::string_view arguments) {
  return {target_.write_register(arguments), {}};
}

GdbServer::Answer GdbServer::read_memory(std::string_view arguments) {
  return {target_.read_memory(arguments), {}};
}

GdbServer::Answer GdbServer::write_memory(std::string_view arguments) {
  return {target_.write_memory(arguments), {}};
}

GdbServer::Answer GdbServer::describe(std::string_view arguments) {
  return {gdb::Target::describe(arguments.substr(std::min<std::size_t>(1, arguments.size()))), {}};
}

// --- of the run ----------------------------------------------------------------------------------

GdbServer::Answer GdbServer::why_stopped(std::string_view arguments) {
  return {arguments.empty() ? stopped() : kError, {}};
}

// Continues. GDB sets an address to continue at by the packet P.
GdbServer::Answer GdbServer::go_on(std::string_view arguments) {
  return arguments.empty() ? Answer{"", GdbResume::go_on} : Answer{kError, {}};
}

GdbServer::Answer GdbServer::step(std::string_view arguments) {
  return arguments.empty() ? Answer{"", GdbResume::step} : Answer{kError, {}};
}

// Continues or steps, by ";action:thread;...". The first action for the only thread counts. C and S
// have a signal, which no program receives.
GdbServer::Answer GdbServer::resume(std::string_view arguments) {
  Scan all(arguments);
  if (!all.skip(";")) {
    return {kError, {}};
  }
  Scan first(all.until(';'));
  const std::string_view action = first.until(':');
  if (!first.done() && !is_thread(first.rest())) {
    return {kError, {}};
  }
  Scan scan(action);
  const bool steps = scan.skip("s");
  if (steps || scan.skip("c")) {
    return steps ? step(scan.rest()) : go_on(scan.rest());
  }
  const bool steps_with_signal = scan.skip("S");
  if (!(steps_with_signal || scan.skip("C")) || !scan.number()) {
    return {kError, {}};
  }
  return steps_with_signal ? step(scan.rest()) : go_on(scan.rest());
}

// Names the actions of vCont. GDB uses vCont only if the target knows all four.
GdbServer::Answer GdbServer::resume_kinds(std::string_view) { return {"vCont;c;C;s;S", {}}; }

GdbServer::Answer GdbServer::insert(std::string_view arguments) {
  return {
      is_watchpoint(arguments) ? watchpoints_.insert(arguments) : breakpoints_.insert(arguments),
      {}};
}

GdbServer::Answer GdbServer::remove(std::string_view arguments) {
  return {
      is_watchpoint(arguments) ? watchpoints_.remove(arguments) : breakpoints_.remove(arguments),
      {}};
}

GdbServer::Answer GdbServer::detach(std::string_view) { return {kOk, GdbResume::detached}; }

GdbServer::Answer GdbServer::kill(std::string_view) { return {"", GdbResume::kill}; }

GdbServer::Answer GdbServer::kill_process(std::string_view) { return {kOk, GdbResume::kill}; }

// --- of the session ------------------------------------------------------------------------------

GdbServer::Answer GdbServer::supported(std::string_view arguments) {
  knows_swbreak_ = arguments.find("swbreak+") != std::string_view::npos;
  return {fmt::format("PacketSize={:x};QStartNoAckMode+;qXfer:features:read+;swbreak+;"
                      "vContSupported+",
                      kPacketMost),
          {}};
}

GdbServer::Answer GdbServer::stop_acknowledging(std::string_view) {
  link_.stop_acknowledging();
  return {kOk, {}};
}

// Answers "monitor". The text is sent as output of the processor, in as many packets as needed.
GdbServer::Answer GdbServer::monitor(std::string_view arguments) {
  Scan scan(arguments);
  const bool begins = scan.skip(",");
  const auto words = gdb::bytes_of(scan.rest());
  if (!begins || !words) {
    return {kError, {}};
  }
  const std::string text = monitor_(*words);
  if (text.empty()) {
    return {kUnknown, {}};
  }
  constexpr std::size_t kMost = kPacketMost / 2 - 1;
  for (std::size_t from = 0; from < text.size(); from += kMost) {
    link_.send('O' + gdb::hex(std::string_view(text).substr(from, kMost)));
  }
  return {kOk, {}};
}

// Answers that the processor existed before GDB. GDB therefore leaves the processor alive when GDB
// quits.
GdbServer::Answer GdbServer::attached(std::string_view) { return {"1", {}}; }

GdbServer::Answer GdbServer::thread(std::string_view arguments) {
  return {arguments == "1" ? kOk : kError, {}};
}

// Sets the thread for later packets, by "gNUMBER" or "cNUMBER".
GdbServer::Answer GdbServer::choose_thread(std::string_view arguments) {
  Scan scan(arguments);
  const bool known = scan.skip("g") || scan.skip("c");
  return {known && is_thread(scan.rest()) ? kOk : kError, {}};
}

GdbServer::Answer GdbServer::this_thread(std::string_view) { return {"QC1", {}}; }

GdbServer::Answer GdbServer::first_threads(std::string_view) { return {"m1", {}}; }

GdbServer::Answer GdbServer::more_threads(std::string_view) { return {"l", {}}; }

}  // namespace headstack
