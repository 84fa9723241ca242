// The processor runs as the debugger wants.
#include <gtest/gtest.h>

#include "model/processor/gdb/text.h"
#include "tb/model/processor/support/debugged.h"

namespace headstack {
namespace {

constexpr std::uint32_t kStart = HS_MAP_RESET;
constexpr const char* kStopped = "T05thread:1;";

// Three instructions, round and round: x1 counts.
class Counting : public Debugged {
 public:
  Counting() : Debugged({rv::kNop, rv::addi(1, 1, 1), rv::jal(0, -8)}) {}

  void say(std::initializer_list<std::string_view> packets) const {
    for (const std::string_view packet : packets) {
      client.say(packet);
    }
  }
  void expect(std::initializer_list<std::string_view> answers) const {
    for (const std::string_view answer : answers) {
      EXPECT_EQ(client.hear(), answer);
    }
  }
};

TEST(GdbRunTest, ABreakpointIsHitUntilItIsRemoved) {
  Counting m;
  m.say({"Z0,10000084,4", "c", "p1", "c", "p1", "z0,10000084,4", "s", "p20", "D"});
  EXPECT_EQ(m.serve(), GdbResume::detached);
  m.expect({"OK", kStopped, "00000000", kStopped, "01000000", "OK", kStopped,
            gdb::hex_word(kStart + 8), "OK"});
  EXPECT_EQ(m.changes[kStart + 4], 2);
}

TEST(GdbRunTest, GdbIsToldOfItsBreakpointIfItUnderstands) {
  Counting m;
  m.say({"qSupported:swbreak+", "Z0,10000084,4", "c", "z0,10000084,4", "Z1,10000088,4", "c", "D"});
  m.serve();
  m.client.hear();
  m.expect({"OK", "T05thread:1;swbreak:;", "OK", "OK", kStopped, "OK"});
}

TEST(GdbRunTest, ABreakpointThatIsSetTwiceIsOne) {
  Counting m;
  EXPECT_EQ(m.answer("Z0,10000084,4"), "OK");
  EXPECT_EQ(m.answer("Z0,10000084,4"), "OK");
  EXPECT_EQ(m.changes[kStart + 4], 1);
  EXPECT_EQ(m.answer("z0,10000084,4"), "OK");
  EXPECT_EQ(m.answer("z0,10000084,4"), "OK");
  EXPECT_EQ(m.changes[kStart + 4], 2);
  EXPECT_FALSE(m.server.breakpoint(kStart + 4));
}

TEST(GdbRunTest, ABreakpointOfEachKindIsOneStop) {
  Counting m;
  EXPECT_EQ(m.answer("Z0,10000084,4"), "OK");
  EXPECT_EQ(m.answer("Z1,10000084,4"), "OK");
  EXPECT_EQ(m.answer("z0,10000084,4"), "OK");
  EXPECT_EQ(m.changes[kStart + 4], 1);
  EXPECT_TRUE(m.server.breakpoint(kStart + 4));
  EXPECT_EQ(m.answer("z1,10000084,4"), "OK");
  EXPECT_EQ(m.changes[kStart + 4], 2);
  EXPECT_FALSE(m.server.breakpoint(kStart + 4));
}

TEST(GdbRunTest, WhereThereIsNoInstructionIsNoBreakpoint) {
  Counting m;
  for (const char* packet : {"Z0,10000082,4", "Z0,30000000,4", "Z0,10000084", "Z0,,4", "Z0", "Z",
                             "Z0,10000084,4;X1,0", "Z0,10000084,"}) {
    EXPECT_EQ(m.answer(packet), "E01") << packet;
  }
  EXPECT_FALSE(m.server.breakpoint(HS_MAP_RAM));
}

TEST(GdbRunTest, AStepIsAnInstruction) {
  Counting m;
  m.say({"s", "p20", "vCont;s:1;c", "p20", "p1", "vCont;S05:1", "p20", "D"});
  m.serve();
  m.expect({kStopped, gdb::hex_word(kStart + 4), kStopped, gdb::hex_word(kStart + 8), "01000000",
            kStopped, gdb::hex_word(kStart), "OK"});
}

TEST(GdbRunTest, GoingOnInOtherWords) {
  Counting m;
  m.say({"Z0,10000084,4", "vCont;c", "vCont;C0b:1", "vCont;c:-1", "p1", "D"});
  m.serve();
  m.expect({"OK", kStopped, kStopped, kStopped, "02000000", "OK"});
}

TEST(GdbRunTest, WrongWordsForGoingOnAreRefused) {
  Counting m;
  for (const char* packet : {"c10000080", "s10000080", "vCont", "vCont;", "vCont;x", "vCont;c1",
                             "vCont;C", "vCont;Czz", "vCont;t", "vCont;r1,2", "vCont:c"}) {
    EXPECT_EQ(m.answer(packet), "E01") << packet;
  }
}

TEST(GdbRunTest, CtrlCStopsIt) {
  Counting m;
  m.client.say("c");
  EXPECT_EQ(m.server.halted(GdbSignal::trap), GdbResume::go_on);
  EXPECT_FALSE(m.server.interrupted());
  m.client.put("+\x03");
  EXPECT_TRUE(m.server.interrupted());
  EXPECT_FALSE(m.server.interrupted()) << "once";
  m.say({"qC", "c"});
  m.server.halted(GdbSignal::interrupt);
  m.expect({"T02thread:1;", "QC1"});
}

TEST(GdbRunTest, CtrlCComesTooLate) {
  Counting m;
  m.client.put("\x03");
  m.say({"qC", "c"});
  m.server.halted(GdbSignal::trap);
  EXPECT_FALSE(m.server.interrupted());
  m.expect({"QC1"});
}

// It may come in one piece with what lets the processor go.
TEST(GdbRunTest, CtrlCRightBehindAPacketIsSeen) {
  Counting m;
  m.client.put(gdb::framed("c") + "\x03" + gdb::framed("D"));
  EXPECT_EQ(m.serve(), GdbResume::detached);
  m.expect({"T02thread:1;", "OK"});
}

TEST(GdbRunTest, APacketStopsItToo) {
  Counting m;
  m.say({"c", "k"});
  EXPECT_EQ(m.serve(), GdbResume::kill);
  m.expect({"T02thread:1;", "end"});
}

TEST(GdbRunTest, AnAnswerCanBeAskedForAgainWhileItRuns) {
  Counting m;
  m.say({"qC", "c"});
  m.server.halted(GdbSignal::trap);
  m.client.put("-");
  EXPECT_FALSE(m.server.interrupted());
  m.expect({"QC1", "QC1"});
}

TEST(GdbRunTest, AJumpGoesOnElsewhere) {
  Counting m;
  m.say({"P20=88000010", "s", "p1", "p20", "D"});
  m.serve();
  m.expect({"OK", kStopped, "00000000", gdb::hex_word(kStart), "OK"});
}

}  // namespace
}  // namespace headstack
