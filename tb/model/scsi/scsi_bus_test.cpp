// The SCSI bus by itself, with targets that follow a script: who gets it when, and its errors.
#include <map>
#include <memory>
#include <random>
#include <string>

#include <gtest/gtest.h>

#include "tb/model/support/bus_rig.h"

namespace headstack {
namespace {

using Payload = ScsiTransaction;
using sc_core::SC_MS;
using sc_core::sc_time;

// Does what the test tells it to, now or later.
class ScriptedTarget : public sc_core::sc_module {
 public:
  tlm_utils::passthrough_target_socket<ScriptedTarget, 32, ScsiProtocol> scsi;
  std::function<void(Payload&, const ScsiPhase&)> on_phase;

  explicit ScriptedTarget(const sc_core::sc_module_name& name) : sc_module(name), scsi("scsi") {
    scsi.register_nb_transport_fw(this, &ScriptedTarget::from_bus);
    SC_HAS_PROCESS(ScriptedTarget);
    SC_METHOD(due);
    sensitive << event_;
  }

  void say(Payload& transaction, ScsiPhase phase, double delay_ms = 0) {
    ScsiPhase p = phase;
    sc_time delay(delay_ms, SC_MS);
    scsi->nb_transport_bw(transaction, p, delay);
  }
  void at(double time_ms, std::function<void()> action) {
    later_.emplace(sc_time(time_ms, SC_MS), std::move(action));
    event_.notify(sc_core::SC_ZERO_TIME);
  }
  void after(double wait_ms, std::function<void()> action) {
    at(sc_core::sc_time_stamp().to_seconds() * 1e3 + wait_ms, std::move(action));
  }

 private:
  tlm::tlm_sync_enum from_bus(Payload& transaction, ScsiPhase& phase, sc_time& /*delay*/) {
    on_phase(transaction, phase);
    return tlm::TLM_ACCEPTED;
  }
  void due() {
    while (!later_.empty() && later_.begin()->first <= sc_core::sc_time_stamp()) {
      const auto action = later_.begin()->second;
      later_.erase(later_.begin());
      action();
    }
    if (!later_.empty()) {
      event_.notify(later_.begin()->first - sc_core::sc_time_stamp());
    }
  }

  std::multimap<sc_time, std::function<void()>> later_;
  sc_core::sc_event event_;
};

class ScsiBusTest : public testing::Test {
 protected:
  ScsiBusTest() : bus("bus"), host0("host0", 7), host1("host1", 6) {
    host0.scsi.bind(bus.initiators);
    host1.scsi.bind(bus.initiators);
    for (int i = 0; i < 3; ++i) {
      targets.push_back(std::make_unique<ScriptedTarget>(("target" + std::to_string(i)).c_str()));
      bus.targets.bind(targets.back()->scsi);
    }
  }
  void run() {
    sc_core::sc_start();
    host0.expect_all_done();
    host1.expect_all_done();
  }
  // The target holds the bus for a while, then the command is over.
  static void hold_and_finish(ScriptedTarget& target, Payload& transaction, double hold_ms) {
    target.after(hold_ms, [&target, &transaction] { target.say(transaction, ScsiPhase::status); });
  }

  SimulationContext context;
  ScsiBus bus;
  ScsiTester host0;
  ScsiTester host1;
  std::vector<std::unique_ptr<ScriptedTarget>> targets;
};

// Three commands are disconnected at the targets. From 1 to 5 ms target 0 holds the bus; meanwhile
// host 1 (id 6), host 0 (id 7), and targets 2, 0, 1 want it, in this order.
TEST_F(ScsiBusTest, TheHigherIdGoesFirst) {
  std::map<std::uint64_t, Payload*> open;
  for (auto& target : targets) {
    target->on_phase = [&, me = target.get()](Payload& transaction, ScsiPhase phase) {
      const double now = sc_core::sc_time_stamp().to_seconds() * 1e3;
      if (phase == ScsiPhase::reselection || now > 4.5) {
        hold_and_finish(*me, transaction, 1);
      } else if (now < 0.5) {
        open[transaction.get_address()] = &transaction;
        me->say(transaction, ScsiPhase::disconnect);
      } else {
        me->say(transaction, ScsiPhase::disconnect, 4);
        me->at(20, [me, &transaction] { me->say(transaction, ScsiPhase::reselection_request); });
      }
    };
  }
  for (const std::uint64_t target : {2U, 1U, 0U}) {
    host1.send(read_order(0, 1, target));
  }
  host0.send_at(1, read_order(0, 1, 0));
  host1.send_at(2, read_order(0, 1, 1));
  host0.send_at(2.5, read_order(0, 1, 2));
  double request = 3;
  for (const std::uint64_t target : {2U, 0U, 1U}) {
    targets[0]->at(request, [&, target] {
      targets[target]->say(*open[target], ScsiPhase::reselection_request);
    });
    request += 0.5;
  }
  run();
  EXPECT_DOUBLE_EQ(host0[1].ms(1), 5);   // host 0
  EXPECT_DOUBLE_EQ(host1[3].ms(1), 6);   // host 1
  EXPECT_DOUBLE_EQ(host1[0].ms(3), 7);   // target 2
  EXPECT_DOUBLE_EQ(host1[1].ms(3), 8);   // target 1
  EXPECT_DOUBLE_EQ(host1[2].ms(3), 9);   // target 0
  EXPECT_DOUBLE_EQ(host0[0].ms(3), 20);  // nobody else then
  EXPECT_NEAR(bus.busy_time().to_seconds() * 1e3, 4 + 5 + 1, 1e-9);
}

// SPI-3 10.5: 7 is the highest id, then 6 to 0, then 15 to 8.
int rank_of(int id) { return id < 8 ? 7 - id : 23 - id; }

// Hosts of all 16 ids want the bus while it is held. Each holds it for 1 ms.
TEST_F(ScsiBusTest, HostsInTheOrderOfTheirIds) {
  targets[0]->on_phase = [&](Payload& transaction, const ScsiPhase&) {
    hold_and_finish(*targets[0], transaction, transaction.tag == 99 ? 5 : 1);
  };
  std::vector<std::unique_ptr<ScsiTester>> hosts;
  for (int id = 0; id < 16; ++id) {
    const std::string name = "id" + std::to_string(id);
    hosts.push_back(std::make_unique<ScsiTester>(name.c_str(), static_cast<std::uint8_t>(id)));
    hosts.back()->scsi.bind(bus.initiators);
    hosts.back()->send_at(1 + 0.01 * (id * 7 % 16), read_order(0, 1));
  }
  Order first = read_order(0, 1);
  first.tag = 99;
  host0.send(first);
  run();
  for (int id = 0; id < 16; ++id) {
    EXPECT_DOUBLE_EQ((*hosts[static_cast<std::size_t>(id)])[0].ms(1), 5 + rank_of(id)) << id;
    hosts[static_cast<std::size_t>(id)]->expect_all_done();
  }
}

// Targets of all 16 ids reselect while the bus is held.
TEST(ScsiBusIds, TargetsInTheOrderOfTheirIds) {
  const SimulationContext context;
  std::vector<std::uint8_t> ids(16);
  for (std::size_t i = 0; i < 16; ++i) {
    ids[i] = static_cast<std::uint8_t>(i * 7 % 16);
  }
  ScsiBus bus("bus", ids);
  ScsiTester host("host", 7);
  host.scsi.bind(bus.initiators);
  std::vector<std::unique_ptr<ScriptedTarget>> targets;
  for (std::size_t i = 0; i < 16; ++i) {
    targets.push_back(std::make_unique<ScriptedTarget>(("target" + std::to_string(i)).c_str()));
    bus.targets.bind(targets.back()->scsi);
    targets.back()->on_phase = [me = targets.back().get()](Payload& transaction, ScsiPhase phase) {
      if (phase == ScsiPhase::reselection) {
        me->after(1, [me, &transaction] { me->say(transaction, ScsiPhase::status); });
      } else if (transaction.tag == 99) {
        me->after(5, [me, &transaction] { me->say(transaction, ScsiPhase::status); });
      } else {
        me->say(transaction, ScsiPhase::disconnect);
        me->at(2, [me, &transaction] { me->say(transaction, ScsiPhase::reselection_request); });
      }
    };
  }
  for (std::uint64_t id = 0; id < 16; ++id) {
    host.send(read_order(0, 1, id));
  }
  Order holder = read_order(0, 1, 3);
  holder.tag = 99;
  host.send_at(1, holder);
  sc_core::sc_start();
  host.expect_all_done();
  for (int id = 0; id < 16; ++id) {
    EXPECT_DOUBLE_EQ(host[static_cast<std::size_t>(id)].ms(3), 6 + rank_of(id)) << id;
  }
}

TEST(ScsiBusIds, AnIdBelongsToOneTarget) {
  const SimulationContext context;
  EXPECT_THROW(ScsiBus("bus", {1, 2, 1}), sc_core::sc_report);
}

TEST_F(ScsiBusTest, ACommandsOfOneInitiatorGoInTheirOrder) {
  targets[0]->on_phase = [&](Payload& transaction, const ScsiPhase&) {
    hold_and_finish(*targets[0], transaction, 1);
  };
  for (int i = 0; i < 5; ++i) {
    host0.send(read_order(0, 1));
  }
  run();
  for (std::size_t i = 0; i < 5; ++i) {
    EXPECT_DOUBLE_EQ(host0[i].ms(1), static_cast<double>(i));
  }
}

// An initiator hears of what it must act on, and of the rest if it asks.
TEST_F(ScsiBusTest, PhasesBetweenAreForWhoAsks) {
  targets[0]->on_phase = [&](Payload& transaction, ScsiPhase phase) {
    if (phase == ScsiPhase::selection) {
      transaction.all_phases = transaction.tag == 0;
      targets[0]->say(transaction, ScsiPhase::disconnect);
      targets[0]->after(5, [&] { targets[0]->say(transaction, ScsiPhase::reselection_request); });
    } else {
      targets[0]->say(transaction, ScsiPhase::data_in, 1);
      hold_and_finish(*targets[0], transaction, 2);
    }
  };
  host0.on_status = [&](const Exchange&) { host0.check_phases = false; };  // it misses some
  host0.send(read_order(0, 1));
  host0.send_at(50, read_order(0, 1));
  run();
  EXPECT_EQ(host0[0].story(), "A S D R in !");
  EXPECT_EQ(host0[1].story(), "A S !");
}

TEST_F(ScsiBusTest, NoSuchTarget) {
  targets[0]->on_phase = [&](Payload& transaction, const ScsiPhase&) {
    hold_and_finish(*targets[0], transaction, 5);
  };
  host0.send(read_order(0, 1, 0));
  host0.send_at(1, read_order(0, 1, 3));  // while the bus is held
  host1.send_at(10, read_order(0, 1, 99));
  host1.send_at(10, read_order(0, 1, ~std::uint64_t{0}));
  run();
  EXPECT_EQ(host0[0].response, tlm::TLM_INCOMPLETE_RESPONSE);  // the script sets none
  for (const Exchange* refused : {&host0[1], &host1[0], &host1[1]}) {
    EXPECT_EQ(refused->response, tlm::TLM_ADDRESS_ERROR_RESPONSE);
    EXPECT_EQ(refused->story(), "A !");
    EXPECT_EQ(refused->ms(0), refused->ms(1));
  }
  EXPECT_NEAR(bus.busy_time().to_seconds() * 1e3, 5, 1e-9);
}

// ---- Errors, which are SystemC reports and so exceptions

TEST_F(ScsiBusTest, ATargetThatDoesNotHoldTheBus) {
  targets[0]->on_phase = [&](Payload& transaction, const ScsiPhase&) {
    targets[0]->say(transaction, ScsiPhase::disconnect);
    targets[0]->say(transaction, ScsiPhase::data_in);
  };
  host0.send(read_order(0, 1));
  EXPECT_THROW(sc_core::sc_start(), sc_core::sc_report);
}

TEST_F(ScsiBusTest, ATargetThatUsesTheBusOfAnother) {
  targets[0]->on_phase = [](Payload&, const ScsiPhase&) {};  // holds it
  targets[1]->on_phase = [&](Payload& transaction, const ScsiPhase&) {
    targets[1]->say(transaction, ScsiPhase::disconnect);
    targets[1]->at(2, [&] { targets[1]->say(transaction, ScsiPhase::data_in); });
  };
  host0.send(read_order(0, 1, 1));
  host0.send_at(1, read_order(0, 1, 0));
  EXPECT_THROW(sc_core::sc_start(), sc_core::sc_report);
}

class RudeInitiator : public sc_core::sc_module {
 public:
  tlm_utils::simple_initiator_socket<RudeInitiator, 32, ScsiProtocol> scsi;
  explicit RudeInitiator(const sc_core::sc_module_name& name) : sc_module(name), scsi("scsi") {
    SC_HAS_PROCESS(RudeInitiator);
    SC_METHOD(talk);
  }
  ScsiPhase phase = ScsiPhase::arbitration;
  sc_time delay;

 private:
  void talk() {
    Payload payload;
    payload.set_address(0);
    scsi->nb_transport_fw(payload, phase, delay);
  }
};

class RudeTest : public ScsiBusTest {
 protected:
  RudeTest() : rude("rude") { rude.scsi.bind(bus.initiators); }
  RudeInitiator rude;
};

TEST_F(RudeTest, AnInitiatorSendsArbitrationOnly) {
  rude.phase = ScsiPhase::selection;
  EXPECT_THROW(sc_core::sc_start(), sc_core::sc_report);
}

TEST_F(RudeTest, AnInitiatorSendsNoDelay) {
  rude.delay = sc_time(1, SC_MS);
  EXPECT_THROW(sc_core::sc_start(), sc_core::sc_report);
}

// ---- Drives

// Three drives and two hosts that keep them busy: the monitor sees the bus's rules kept, and the
// drives work at the same time.
TEST(ScsiBusDrives, ContendAndOverlap) {
  RigOptions options;
  options.drives = 3;
  options.initiators = 2;
  BusRig rig(options);
  std::mt19937_64 rng(41);
  constexpr std::size_t kEach = 1'500;
  for (const auto& host : rig.hosts) {
    const auto random_order = [&rng] {
      const auto lbn = static_cast<std::uint32_t>(rng() % 2'000'000);
      const auto blocks = static_cast<std::uint16_t>(1 + rng() % 64);
      const std::uint64_t target = rng() % 3;
      return rng() % 3 == 0 ? write_order(lbn, blocks, target) : read_order(lbn, blocks, target);
    };
    host->on_status = [me = host.get(), random_order](const Exchange& e) {
      EXPECT_EQ(e.status, 0x00);
      EXPECT_EQ(e.response, tlm::TLM_OK_RESPONSE);
      if (me->exchanges().size() < kEach) {
        me->send(random_order());
      }
    };
    for (int i = 0; i < 6; ++i) {
      host->send(random_order());
    }
  }
  rig.run();
  EXPECT_EQ(rig.host(0).exchanges().size(), kEach);
  EXPECT_GT(rig.monitor.contended(), 10U);
  double last = 0;
  for (const auto& host : rig.hosts) {
    for (const Exchange& e : host->exchanges()) {
      last = std::max(last, e.end_ms());
    }
  }
  const double bus_ms = rig.bus.busy_time().to_seconds() * 1e3;
  EXPECT_LT(bus_ms, last);
  // A drive alone takes some 24 ms for such a request.
  EXPECT_LT(last, 2 * kEach * 24.0 / 2);
}

}  // namespace
}  // namespace headstack
