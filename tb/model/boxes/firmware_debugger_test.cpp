// The debugger's halts by an instruction and by a run, and what "monitor time" says.
#include "model/boxes/controller_cpu/firmware_debugger.h"

#include <optional>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "model/processor/gdb/text.h"
#include "model/processor/own_image.h"
#include "tb/model/processor/support/gdb_client.h"
#include "tb/model/processor/support/machine.h"
#include "tb/model/support/bus_rig.h"

namespace headstack {
namespace {

// A port that nobody listens at.
std::uint16_t free_port() {
  const int probe = socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  EXPECT_EQ(bind(probe, reinterpret_cast<sockaddr*>(&address), size), 0);
  EXPECT_EQ(getsockname(probe, reinterpret_cast<sockaddr*>(&address), &size), 0);
  close(probe);
  return ntohs(address.sin_port);
}

// Four instructions and an ebreak, 12.345678 ms after the start.
class FirmwareDebuggerTest : public testing::Test {
 protected:
  // What GDB says waits on the line until the processor halts.
  Stop run(std::initializer_list<const char*> packets) {
    const std::uint16_t port = free_port();
    debugger_.emplace(port, machine_.iss, machine_.memories, [] { return 12'345'678'000U; });
    client_.emplace(port);
    for (const char* packet : packets) {
      client_->say(packet);
    }
    return debugger_->run(1'000);
  }
  std::string hear() { return client_->hear(); }

  Machine machine_{rv::addi(1, 0, 1), rv::addi(2, 0, 2), rv::addi(3, 0, 3), rv::addi(4, 0, 4)};
  std::optional<GdbClient> client_;
  std::optional<FirmwareDebugger> debugger_;
};

constexpr const char* kPc = "p20";  // the register behind x31
std::string pc_of(std::uint32_t instructions) {
  return gdb::hex_word(HS_MAP_RESET + 4 * instructions);
}

TEST_F(FirmwareDebuggerTest, AStepIsOneInstruction) {
  const Stop stop = run({kPc, "s", kPc, "s", kPc, "D"});
  EXPECT_EQ(stop.fault, Fault::breakpoint);  // the ebreak, once GDB is gone
  EXPECT_EQ(hear(), pc_of(0));
  EXPECT_EQ(hear(), "T05thread:1;");
  EXPECT_EQ(hear(), pc_of(1));
  EXPECT_EQ(hear(), "T05thread:1;");
  EXPECT_EQ(hear(), pc_of(2));
}

TEST_F(FirmwareDebuggerTest, ARunGoesOnToItsEnd) {
  run({"s", "c", kPc, "D"});
  EXPECT_EQ(hear(), "T05thread:1;");  // the step
  EXPECT_EQ(hear(), "T05thread:1;");  // the ebreak
  EXPECT_EQ(hear(), pc_of(4));
}

// A step over a load of a register ends when the load has its answer.
TEST_F(FirmwareDebuggerTest, AStepIncludesTheAnswerOfARegister) {
  Machine machine{rv::lui(5, HS_MAP_REGISTERS), rv::lw(6, 5, 0x100), rv::kNop, rv::kNop};
  const std::uint16_t port = free_port();
  debugger_.emplace(port, machine.iss, machine.memories, [] { return 0U; });
  client_.emplace(port);
  for (const char* packet : {"s", "s", kPc, "p6", "D"}) {
    client_->say(packet);
  }
  EXPECT_EQ(debugger_->run(1'000).reason, StopReason::load);
  EXPECT_EQ(hear(), "T05thread:1;");  // the first step
  machine.iss.answer(0x1234);
  debugger_->run(1'000);
  EXPECT_EQ(hear(), "T05thread:1;");
  EXPECT_EQ(hear(), pc_of(2));
  EXPECT_EQ(hear(), gdb::hex_word(0x1234));
}

// A firmware that accesses registers is in the debugger for a short time only, and the debugger
// asks for Ctrl-C once in a thousand of these times.
TEST_F(FirmwareDebuggerTest, CtrlCHaltsAFirmwareOfShortRuns) {
  Machine machine{rv::lui(5, HS_MAP_REGISTERS), rv::lw(6, 5, 0x100), rv::jal(0, -4)};
  const std::uint16_t port = free_port();
  debugger_.emplace(port, machine.iss, machine.memories, [] { return 0U; });
  client_.emplace(port);
  client_->say("c");
  EXPECT_EQ(debugger_->run(1'000).reason, StopReason::load);
  client_->put("\x03");
  client_->say(kPc);
  client_->say("c");
  for (int runs = 0; runs < 3'000; ++runs) {
    machine.iss.answer(0);
    ASSERT_EQ(debugger_->run(1'000).reason, StopReason::load);
  }
  debugger_.reset();
  EXPECT_EQ(hear(), "T02thread:1;");
  EXPECT_EQ(hear(), pc_of(1));
  EXPECT_EQ(hear(), "W00");
}

// An endless loop runs for a million cycles between two questions about Ctrl-C. With a watchpoint,
// each instruction is a step of its own, and the debugger asks after a thousand steps.
TEST_F(FirmwareDebuggerTest, CtrlCHaltsAnEndlessLoop) {
  for (const bool watches : {false, true}) {
    Machine machine{rv::jal(0, 0)};
    const std::uint64_t start = machine.iss.cycles();
    std::uint64_t halted = 0;
    const std::uint16_t port = free_port();
    debugger_.emplace(port, machine.iss, machine.memories, [&] {
      halted = machine.iss.cycles() - start;
      return 0U;
    });
    client_.emplace(port);
    if (watches) {
      client_->say(fmt::format("Z2,{:x},4", HS_MAP_RAM));
    }
    client_->say("c");
    client_->put("\x03");
    client_->say("qRcmd,74696d65");  // "monitor time" asks for the clock
    client_->say("D");
    EXPECT_EQ(debugger_->run(3'000'000).reason, StopReason::limit);
    if (watches) {
      EXPECT_EQ(hear(), "OK");
    }
    EXPECT_EQ(hear(), "T02thread:1;");
    EXPECT_GT(halted, watches ? 900U : 900'000U);
    EXPECT_LT(halted, watches ? 9'000U : 1'100'000U);
    debugger_.reset();
  }
}

// A watchpoint halts the processor before the instruction that makes the access, and is told once.
// Then the processor continues.
TEST_F(FirmwareDebuggerTest, AWatchpointHaltsBeforeTheAccess) {
  for (const std::uint32_t last : {rv::lw(6, 5, 12), rv::kNop}) {  // loads are not watched
    Machine machine{rv::lui(5, HS_MAP_RAM), rv::sw(0, 5, 8), rv::sw(0, 5, 12), last};
    const std::uint16_t port = free_port();
    debugger_.emplace(port, machine.iss, machine.memories, [] { return 0U; });
    client_.emplace(port);
    const std::string watched = fmt::format("{:x}", HS_MAP_RAM + 12);
    for (const std::string& packet : {"Z2," + watched + ",4", std::string("c"), std::string(kPc),
                                      std::string("c"), std::string(kPc), std::string("D")}) {
      client_->say(packet);
    }
    debugger_->run(1'000);
    EXPECT_EQ(hear(), "OK");
    EXPECT_EQ(hear(), "T05thread:1;watch:" + watched + ";");
    EXPECT_EQ(hear(), pc_of(2));
    EXPECT_EQ(hear(), "T05thread:1;");  // the ebreak
    EXPECT_EQ(hear(), pc_of(4));
    debugger_.reset();
  }
}

// The last instruction of the ROM is no exception.
TEST_F(FirmwareDebuggerTest, AWatchpointOfTheLastInstruction) {
  constexpr std::uint32_t kBytes = 0x200;
  constexpr std::uint32_t kLast = HS_MAP_ROM + kBytes - 4;
  Memories memories({kBytes, 0x40, 0x100});
  memories.rom.put(HS_MAP_RESET, rv::lui(5, HS_MAP_RAM));
  memories.rom.put(HS_MAP_RESET + 4, rv::jal(0, kLast - HS_MAP_RESET - 4));
  memories.rom.put(kLast, rv::sw(0, 5, 8));
  Iss iss(memories);
  const std::uint16_t port = free_port();
  debugger_.emplace(port, iss, memories, [] { return 0U; });
  client_.emplace(port);
  const std::string watched = fmt::format("{:x}", HS_MAP_RAM + 8);
  for (const std::string& packet :
       {"Z2," + watched + ",4", std::string("c"), std::string(kPc), std::string("D")}) {
    client_->say(packet);
  }
  debugger_->run(1'000);
  EXPECT_EQ(hear(), "OK");
  EXPECT_EQ(hear(), "T05thread:1;watch:" + watched + ";");
  EXPECT_EQ(hear(), gdb::hex_word(kLast));
}

// The run fails at an access of the processor. GDB has not seen this access yet.
TEST_F(FirmwareDebuggerTest, AFailureShowsItsPlace) {
  Machine machine{rv::lui(5, HS_MAP_REGISTERS), rv::lw(6, 5, 0x7f0)};
  const std::uint16_t port = free_port();
  debugger_.emplace(port, machine.iss, machine.memories, [] { return 0U; });
  client_.emplace(port);
  for (const char* packet : {"c", kPc, "c"}) {
    client_->say(packet);
  }
  EXPECT_EQ(debugger_->run(1'000).reason, StopReason::load);
  debugger_->failed();
  EXPECT_EQ(hear(), "T05thread:1;");
  EXPECT_EQ(hear(), pc_of(1));
  debugger_->failed();  // GDB has seen the place
  debugger_.reset();
  EXPECT_EQ(hear(), "W01");
}

// At the ebreak, GDB has seen the place. Once GDB is gone, nobody asks.
TEST_F(FirmwareDebuggerTest, AFailureIsNotShownTwice) {
  run({"c", "c"});
  EXPECT_EQ(hear(), "T05thread:1;");
  debugger_->failed();
  debugger_.reset();
  EXPECT_EQ(hear(), "W01");
  run({"D"});
  EXPECT_EQ(hear(), "OK");
  debugger_->failed();
}

TEST_F(FirmwareDebuggerTest, AFailureBeforeTheConnectionWaitsForNobody) {
  debugger_.emplace(free_port(), machine_.iss, machine_.memories, [] { return 0U; });
  debugger_->failed();
}

TEST_F(FirmwareDebuggerTest, ARunWithoutAFailureExitsWith0) {
  run({"c", "c"});
  EXPECT_EQ(hear(), "T05thread:1;");
  debugger_.reset();
  EXPECT_EQ(hear(), "W00");
}

TEST_F(FirmwareDebuggerTest, TheMonitorSaysTheTime) {
  const std::uint64_t start = machine_.iss.cycles();  // the reset took some
  const auto expected = [start](std::uint64_t cycles) {
    return "12.345678 ms, " + std::to_string(start + cycles) + " cycles of the processor\n";
  };
  run({"qRcmd,74696d65", "s", "qRcmd,74696d65", "D"});
  const auto told = [this] {
    const std::string text = gdb::bytes_of(hear().substr(1)).value_or("no text");
    EXPECT_EQ(hear(), "OK");
    return text;
  };
  EXPECT_EQ(told(), expected(0));
  hear();  // the step
  EXPECT_EQ(told(), expected(1));
}

// With the debugger, the core still counts the decisions of an image.
TEST(DebuggedImage, CountsItsDecisions) {
  if (!has_own_image()) {
    GTEST_SKIP() << "built without a cross compiler";
  }
  std::uint64_t without = 0;
  for (const bool debugged : {false, true}) {
    BusRig rig;
    ControllerCpu& cpu = rig.drives[0]->cpu;
    cpu.run_on(CoreSetup{});
    std::optional<GdbClient> client;
    if (debugged) {
      const std::uint16_t port = free_port();
      cpu.debug(port);
      client.emplace(port);
      client->say("c");
    }
    for (std::uint32_t i = 0; i < 5; ++i) {
      rig.host().send(read_order(100'000 * i, 16));
    }
    rig.run();
    const std::uint64_t decisions = cpu.core_times()->decisions.count();
    EXPECT_GE(decisions, 5U);
    without = debugged ? without : decisions;
    EXPECT_EQ(decisions, without);
  }
}

}  // namespace
}  // namespace headstack
