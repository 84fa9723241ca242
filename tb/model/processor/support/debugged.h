// A processor with a few words of program, and a debugger that has connected.
#pragma once

#include <initializer_list>
#include <map>
#include <string>
#include <utility>

#include "model/processor/gdb/gdb_server.h"
#include "tb/model/processor/support/gdb_client.h"
#include "tb/model/processor/support/machine.h"

namespace headstack {

class Debugged : public GdbPoints {
 public:
  explicit Debugged(std::initializer_list<std::uint32_t> program)
      : machine(program),
        server(0, machine.iss, machine.memories, *this,
               [](const std::string& words) { return words == "hello" ? "good day" : ""; }),
        client(server.port()) {
    server.wait();
  }

  // Returns the server's answer to a packet, while the processor is halted.
  std::string answer(std::string_view packet) {
    client.say(packet);
    client.say("c");
    server.halted(GdbSignal::trap);
    const std::string first = client.hear();
    return std::exchange(begun_, true) ? client.hear() : first;
  }

  // Continues the processor as GDB orders, until it stops and the stop must be reported to GDB. The
  // processor sees GDB's packets after at most a hundred cycles.
  GdbSignal run(GdbResume how) {
    do {
      const Stop stop = machine.run(how == GdbResume::step ? 1 : 100);
      if (stop.reason == StopReason::fault) {
        return GdbSignal::illegal;
      }
      const bool hit = stop.reason == StopReason::point && server.breakpoint(stop.pc);
      if (hit || how == GdbResume::step) {
        return GdbSignal::trap;
      }
    } while (!server.interrupted());
    return GdbSignal::interrupt;
  }

  // Serves the debugger until it has disconnected.
  GdbResume serve() {
    GdbSignal why = GdbSignal::trap;
    while (true) {
      const GdbResume how = server.halted(why);
      if (how == GdbResume::detached || how == GdbResume::kill) {
        return how;
      }
      why = run(how);
    }
  }

  bool set(std::uint32_t pc, bool on) override {
    changes[pc]++;
    return machine.iss.stop_at(pc, on);
  }

  Machine machine;
  std::map<std::uint32_t, int> changes;  // number of times that a point was set or removed
  GdbServer server;
  GdbClient client;

 private:
  bool begun_ = false;  // true after the first stop, which is not reported
};

}  // namespace headstack
