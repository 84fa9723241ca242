// GDB's questions after the connection, and the end of the session.
#include <set>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "model/processor/gdb/text.h"
#include "tb/model/processor/support/debugged.h"

namespace headstack {
namespace {

TEST(GdbSessionTest, TheHandshake) {
  Debugged d({rv::kNop});
  EXPECT_EQ(d.answer("qSupported:multiprocess+;swbreak+;hwbreak+;xmlRegisters=i386"),
            "PacketSize=1000;QStartNoAckMode+;qXfer:features:read+;swbreak+;vContSupported+");
  EXPECT_EQ(d.answer("vMustReplyEmpty"), "");
  EXPECT_EQ(d.answer("Hg0"), "OK");
  EXPECT_EQ(d.answer("Hc-1"), "OK");
  EXPECT_EQ(d.answer("qfThreadInfo"), "m1");
  EXPECT_EQ(d.answer("qsThreadInfo"), "l");
  EXPECT_EQ(d.answer("qC"), "QC1");
  EXPECT_EQ(d.answer("T1"), "OK");
  EXPECT_EQ(d.answer("qAttached"), "1");
  EXPECT_EQ(d.answer("vCont?"), "vCont;c;C;s;S");
  EXPECT_EQ(d.answer("?"), "T05thread:1;");
}

TEST(GdbSessionTest, OthersThreadsAreRefused) {
  Debugged d({rv::kNop});
  for (const char* packet : {"T2", "T", "Hg2", "Hx1", "H", "vCont;c:2"}) {
    EXPECT_EQ(d.answer(packet), "E01") << packet;
  }
}

TEST(GdbSessionTest, WhatIsNotKnownGetsAnEmptyAnswer) {
  Debugged d({rv::kNop});
  for (const char* packet :
       {"", "!", "X10,0:", "qCRC:0,4", "qTStatus", "qOffsets", "vFile:open", "Z5,30000000,4",
        "z5,30000000,4", "QNonStop:1", "qXfer:memory-map:read::0,10", "qSupportedX"}) {
    EXPECT_EQ(d.answer(packet), "") << packet;
  }
}

TEST(GdbSessionTest, TheReasonOfAStopIsItsSignal) {
  Debugged d({rv::kNop});
  d.client.say("c");
  d.server.halted(GdbSignal::trap);  // not told: GDB asks
  for (const GdbSignal why : {GdbSignal::interrupt, GdbSignal::illegal, GdbSignal::segv}) {
    d.client.say("c");
    d.server.halted(why);
  }
  EXPECT_EQ(d.client.hear(), "T02thread:1;");
  EXPECT_EQ(d.client.hear(), "T04thread:1;");
  EXPECT_EQ(d.client.hear(), "T0bthread:1;");
}

// Each register is described once, in the order of its number. A return address and the pc are
// places in the program. Four registers lead to data.
void expect_registers(const std::string& description) {
  const std::set<std::string> data = {"sp", "gp", "tp", "fp"};
  std::size_t from = 0;
  for (const std::string name :
       {"zero", "ra", "sp", "gp", "tp",  "t0",  "t1", "t2", "fp", "s1", "a0",
        "a1",   "a2", "a3", "a4", "a5",  "a6",  "a7", "s2", "s3", "s4", "s5",
        "s6",   "s7", "s8", "s9", "s10", "s11", "t3", "t4", "t5", "t6", "pc"}) {
    const bool code = name == "ra" || name == "pc";
    const std::string type = code ? "code_ptr" : data.count(name) != 0 ? "data_ptr" : "int";
    const std::string wanted =
        fmt::format("<reg name=\"{}\" bitsize=\"32\" type=\"{}\"/>", name, type);
    from = description.find("<reg", from);
    ASSERT_NE(from, std::string::npos) << name;
    EXPECT_EQ(description.substr(from, wanted.size()), wanted);
    from += wanted.size();
  }
  EXPECT_EQ(description.find("<reg", from), std::string::npos);
}

TEST(GdbSessionTest, TheDescriptionComesInParts) {
  Debugged d({rv::kNop});
  const std::string all = d.answer("qXfer:features:read:target.xml:0,fff");
  ASSERT_EQ(all.substr(0, 6), "l<?xml");
  EXPECT_NE(all.find("<architecture>riscv:rv32</architecture>"), std::string::npos);
  EXPECT_NE(all.find("org.gnu.gdb.riscv.cpu"), std::string::npos);
  expect_registers(all);
  std::string parts;
  for (unsigned from = 0;; from += 0x100) {
    const std::string part = d.answer(fmt::format("qXfer:features:read:target.xml:{:x},100", from));
    parts += part.substr(1);
    if (part[0] == 'l') {
      break;
    }
    ASSERT_EQ(part.size(), 0x101U);
  }
  EXPECT_EQ(parts, all.substr(1));
  EXPECT_EQ(d.answer("qXfer:features:read:target.xml:ffff,100"), "E01");
  EXPECT_EQ(d.answer("qXfer:features:read:other.xml:0,100"), "E01");
  EXPECT_EQ(d.answer("qXfer:features:read:target.xml:0"), "E01");
}

TEST(GdbSessionTest, TheMonitorAnswersInText) {
  Debugged d({rv::kNop});
  d.client.say("qRcmd," + gdb::hex("hello"));
  d.client.say("c");
  d.server.halted(GdbSignal::trap);
  EXPECT_EQ(d.client.hear(), "O" + gdb::hex("good day"));
  EXPECT_EQ(d.client.hear(), "OK");
}

TEST(GdbSessionTest, ALongTextOfTheMonitorComesInParts) {
  Machine m({rv::kNop});
  Debugged points({rv::kNop});
  constexpr std::size_t kLong = 5000;
  GdbServer server(0, m.iss, m.memories, points,
                   [](const std::string&) { return std::string(kLong, 'x'); });
  const GdbClient client(server.port());
  server.wait();
  client.say("qRcmd,");
  client.say("c");
  server.halted(GdbSignal::trap);
  std::string heard;
  for (std::string part = client.hear(); part != "OK"; part = client.hear()) {
    ASSERT_EQ(part[0], 'O');
    EXPECT_LE(part.size(), gdb::kPacketMost);
    heard += gdb::bytes_of(part.substr(1)).value_or("not hex");
  }
  EXPECT_EQ(heard, std::string(kLong, 'x'));
}

TEST(GdbSessionTest, TheMonitorDoesNotKnowAllWords) {
  Debugged d({rv::kNop});
  EXPECT_EQ(d.answer("qRcmd," + gdb::hex("goodbye")), "");
  EXPECT_EQ(d.answer("qRcmd,6"), "E01");
  EXPECT_EQ(d.answer("qRcmd"), "E01");
}

TEST(GdbSessionTest, DetachRemovesTheBreakpoints) {
  Debugged d({rv::kNop, rv::jal(0, -4)});
  EXPECT_EQ(d.answer("Z0,10000084,4"), "OK");
  EXPECT_EQ(d.answer("Z1,10000080,4"), "OK");
  d.client.say("D");
  EXPECT_EQ(d.server.halted(GdbSignal::trap), GdbResume::detached);
  EXPECT_EQ(d.client.hear(), "T05thread:1;");
  EXPECT_EQ(d.client.hear(), "OK");
  EXPECT_EQ(d.client.hear(), "end");
  EXPECT_EQ(d.machine.run().reason, StopReason::limit);
  EXPECT_FALSE(d.server.interrupted());
}

TEST(GdbSessionTest, KillEndsTheRun) {
  Debugged d({rv::kNop});
  d.client.say("k");
  EXPECT_EQ(d.serve(), GdbResume::kill);
  EXPECT_EQ(d.client.hear(), "end");
  Debugged e({rv::kNop});
  e.client.say("vKill;1");
  EXPECT_EQ(e.serve(), GdbResume::kill);
  EXPECT_EQ(e.client.hear(), "OK");
}

TEST(GdbSessionTest, TheEndOfTheRunIsTold) {
  Debugged d({rv::kNop});
  d.client.say("c");
  d.server.halted(GdbSignal::trap);
  d.server.exited(0x2a);
  EXPECT_EQ(d.client.hear(), "W2a");
  EXPECT_EQ(d.client.hear(), "end");
}

}  // namespace
}  // namespace headstack
