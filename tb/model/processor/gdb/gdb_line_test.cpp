// The debugger's connection: who may have it, how it ends, and what is sent again.
#include <csignal>

#include <gtest/gtest.h>
#include <sys/time.h>

#include "model/base/run_error.h"
#include "tb/model/processor/support/debugged.h"

namespace headstack {
namespace {

TEST(GdbLineTest, APortThatIsTakenIsAnError) {
  gdb::Socket first(0);
  try {
    gdb::Socket second(first.port());
    FAIL();
  } catch (const RunError& error) {
    EXPECT_NE(std::string(error.what()).find(std::to_string(first.port())), std::string::npos);
    EXPECT_NE(std::string(error.what()).find("in use"), std::string::npos);
  }
}

TEST(GdbLineTest, OnlyThisMachineMayConnectAndOnlyOnce) {
  gdb::Socket socket(0);
  const std::uint16_t port = socket.port();
  EXPECT_FALSE(GdbClient(port, 2).connected()) << "it listens on 127.0.0.1 only";
  const GdbClient client(port);
  ASSERT_TRUE(client.connected());
  socket.accept();
  EXPECT_TRUE(socket.connected());
  EXPECT_FALSE(GdbClient(port).connected());
  EXPECT_EQ(socket.port(), port);
}

// A signal handler that lets calls end, a hundred times a second.
class Alarm {
 public:
  Alarm() {
    struct sigaction action {};
    action.sa_handler = [](int) {};
    sigaction(SIGALRM, &action, &before_);
    ring(10'000);
  }
  ~Alarm() {
    ring(0);
    sigaction(SIGALRM, &before_, nullptr);
  }
  Alarm(const Alarm&) = delete;
  Alarm& operator=(const Alarm&) = delete;

 private:
  static void ring(suseconds_t period) {
    const itimerval timer{{0, period}, {0, period}};
    setitimer(ITIMER_REAL, &timer, nullptr);
  }

  struct sigaction before_ {};
};

TEST(GdbLineTest, ASignalEndsTheWait) {
  gdb::Socket socket(0);
  const Alarm alarm;
  EXPECT_THROW(socket.accept(), RunError);
}

TEST(GdbLineTest, ASignalEndsTheService) {
  Debugged d({rv::kNop});
  const Alarm alarm;
  EXPECT_THROW(d.server.halted(GdbSignal::trap), RunError);
}

TEST(GdbLineTest, ADamagedPacketIsAskedForAgain) {
  Debugged d({rv::kNop});
  d.client.put("$g#00");
  d.client.say("qC");
  d.client.say("c");
  EXPECT_EQ(d.server.halted(GdbSignal::trap), GdbResume::go_on);
  EXPECT_EQ(d.client.get(), '-');
  EXPECT_EQ(d.client.get(), '+');
  EXPECT_EQ(d.client.hear(), "QC1");
  EXPECT_EQ(d.client.get(), '+') << "of the c";
}

TEST(GdbLineTest, AnAnswerThatGotLostIsSentAgain) {
  Debugged d({rv::kNop});
  d.client.put("-");  // there is none yet
  d.client.say("qC");
  d.client.put("-");
  d.client.say("c");
  d.server.halted(GdbSignal::trap);
  EXPECT_EQ(d.client.hear(), "QC1");
  EXPECT_EQ(d.client.hear(), "QC1");
}

TEST(GdbLineTest, AcknowledgementsEndWhenGdbSaysSo) {
  Debugged d({rv::kNop});
  d.client.say("QStartNoAckMode");
  d.client.put("+");
  d.client.say("qC");
  d.client.put("-$g#00");
  d.client.say("c");
  d.server.halted(GdbSignal::trap);
  for (const char byte : std::string("+$OK#9a") + gdb::framed("QC1") + gdb::framed("E01")) {
    EXPECT_EQ(d.client.get(), byte);
  }
}

TEST(GdbLineTest, ALongPacketIsRefused) {
  Debugged d({rv::kNop});
  EXPECT_EQ(d.answer("m" + std::string(gdb::kPacketMost, '0')), "E01");
  EXPECT_EQ(d.answer("qC"), "QC1");
}

TEST(GdbLineTest, AClosedConnectionIsADetach) {
  Debugged d({rv::kNop, rv::jal(0, -4)});
  d.client.say("Z0,10000084,4");
  d.client.put("$m1000");
  d.client.hang_up();
  EXPECT_EQ(d.server.halted(GdbSignal::trap), GdbResume::detached);
  EXPECT_FALSE(d.server.breakpoint(HS_MAP_RESET + 4));
  EXPECT_EQ(d.machine.run().reason, StopReason::limit);
  EXPECT_EQ(d.server.halted(GdbSignal::trap), GdbResume::detached)
      << "it does not wait for another";
  EXPECT_FALSE(d.server.interrupted());
  d.server.exited(0);
}

TEST(GdbLineTest, AConnectionThatIsClosedWhileTheProcessorRunsIsADetach) {
  Debugged d({rv::kNop, rv::jal(0, -4)});
  d.client.say("Z0,10000084,4");
  d.client.say("c");
  EXPECT_EQ(d.server.halted(GdbSignal::trap), GdbResume::go_on);
  d.client.hang_up();
  EXPECT_FALSE(d.server.interrupted());
  EXPECT_FALSE(d.server.breakpoint(HS_MAP_RESET + 4));
  EXPECT_EQ(d.machine.run().reason, StopReason::limit);
}

TEST(GdbLineTest, AConnectionThatIsClosedWithinAPacketIsADetach) {
  Debugged d({rv::jal(0, 0)});
  d.client.say("c");
  d.client.put("$m1000");
  d.client.hang_up();
  EXPECT_EQ(d.serve(), GdbResume::detached);
  EXPECT_FALSE(d.server.interrupted());
}

}  // namespace
}  // namespace headstack
