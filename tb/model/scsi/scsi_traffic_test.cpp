// Ten thousand random commands, valid and invalid, from two initiators to three drives. An oracle
// gives the correct answer to each command. Every command gets its status once.
#include <algorithm>
#include <map>
#include <random>

#include <gtest/gtest.h>

#include "tb/model/support/bus_rig.h"

namespace headstack {
namespace {

constexpr std::uint32_t kBlocks = 2'054'864;
constexpr std::size_t kDrives = 3;
constexpr std::size_t kEach = 5'000;  // commands of each initiator

using Bytes = std::vector<unsigned char>;

struct Sense {
  unsigned char key = 0;
  unsigned char code = 0;
  bool valid = false;
  std::uint32_t information = 0;

  Bytes bytes() const {
    Bytes out(18);
    out[0] = valid ? 0xf0 : 0x70;
    out[2] = key;
    for (std::size_t i = 0; i < 4; ++i) {
      out[3 + i] = static_cast<unsigned char>(information >> (24 - 8 * i));
    }
    out[7] = 10;
    out[12] = code;
    return out;
  }
};

struct Answer {
  std::uint8_t status = 0;
  Sense sense;
  Bytes response;         // parameter data
  std::size_t moved = 0;  // bytes, data of blocks too
  int data_phases = 0;
};

std::uint32_t number(const CommandBlock& cdb, std::size_t from, std::size_t bytes) {
  std::uint32_t value = 0;
  for (std::size_t i = from; i < from + bytes; ++i) {
    value = value << 8 | cdb[i];
  }
  return value;
}

// What SCSI-2 says, for one drive and one initiator; remembers the sense.
class Oracle {
 public:
  Answer answer(const Order& order) {
    const Answer a = decide(order);
    kept_ = a.status == 0x02 ? a.sense : Sense();
    return a;
  }

 private:
  static Answer check_condition(unsigned char code, bool valid = false,
                                std::uint32_t information = 0) {
    Answer a;
    a.status = 0x02;
    a.sense = {0x05, code, valid, information};
    return a;
  }
  static Answer response(Bytes bytes, std::size_t allocation) {
    Answer a;
    bytes.resize(std::min(bytes.size(), allocation));
    a.data_phases = bytes.empty() ? 0 : 1;
    a.moved = bytes.size();
    a.response = std::move(bytes);
    return a;
  }
  static Answer transfer(std::uint32_t lbn, std::uint32_t blocks) {
    if (lbn >= kBlocks || blocks > kBlocks - lbn) {
      return check_condition(0x21, true, std::max(lbn, kBlocks));
    }
    Answer a;
    a.data_phases = blocks == 0 ? 0 : 1;
    a.moved = std::size_t{blocks} * 512;
    return a;
  }
  static Bytes inquiry(unsigned lun) {
    const std::string text = "HEADSTCKhp_c2247        0001";
    Bytes out = {static_cast<unsigned char>(lun == 0 ? 0 : 0x7f), 0, 2, 2, 31, 0, 0, 0x12};
    out.insert(out.end(), text.begin(), text.end());
    return out;
  }

  Answer decide(const Order& order) const {
    const auto& cdb = order.cdb;
    if (cdb[0] == 0x12) {
      return response(inquiry(order.lun), cdb[4]);
    }
    if (cdb[0] == 0x03) {
      const Sense no_unit = {0x05, 0x25, false, 0};
      return response((order.lun == 0 ? kept_ : no_unit).bytes(), cdb[4]);
    }
    if (order.lun != 0) {
      return check_condition(0x25);
    }
    switch (cdb[0]) {
      case 0x00:
        return Answer();
      case 0x25:
        return response({0x00, 0x1f, 0x5a, 0xcf, 0, 0, 2, 0}, 8);  // block 2,054,863 of 512 bytes
      case 0x08:
      case 0x0a:
        return transfer(number(cdb, 1, 3) & 0x1fffff, cdb[4] == 0 ? 256 : cdb[4]);
      case 0x28:
      case 0x2a:
        return transfer(number(cdb, 2, 4), number(cdb, 7, 2));
      default:
        return check_condition(0x20);
    }
  }

  Sense kept_;
};

class Traffic {
 public:
  Traffic(ScsiTester& host, std::uint64_t seed) : host_(host), rng_(seed) {
    host_.on_selection = [this](const Exchange& e) {
      expected_[e.number] = oracles_[e.order.target].answer(e.order);
    };
    host_.on_status = [this](const Exchange& e) {
      check(e);
      if (host_.exchanges().size() < kEach) {
        host_.send(random_order());
      }
    };
    for (int i = 0; i < 16; ++i) {
      host_.send(random_order());
    }
  }

  std::map<std::uint8_t, int> statuses;
  int refused = 0;

 private:
  std::uint32_t below(std::uint32_t bound) { return static_cast<std::uint32_t>(rng_() % bound); }

  Order six(bool write) {
    Order order = parameter_order(write ? 0x0a : 0x08, static_cast<std::uint8_t>(below(20)));
    const std::uint32_t lbn = below(0x200000);
    order.cdb[1] = static_cast<std::uint8_t>(lbn >> 16);
    order.cdb[2] = static_cast<std::uint8_t>(lbn >> 8);
    order.cdb[3] = static_cast<std::uint8_t>(lbn);
    order.write = write;
    order.with_data = false;
    order.bytes = (order.cdb[4] == 0 ? 256U : order.cdb[4]) * 512U;
    return order;
  }

  Order random_place() {
    const auto blocks = static_cast<std::uint16_t>(below(65));  // 0: no data
    lbn_ = below(3) == 0 ? lbn_ : below(kBlocks - 64);          // else go on: hits
    const std::uint32_t lbn = lbn_;
    lbn_ = std::min(lbn_ + blocks, kBlocks - 64);
    return below(3) == 0 ? write_order(lbn, blocks) : read_order(lbn, blocks);
  }

  Order random_order() {
    static constexpr std::uint8_t kBad[] = {0x01, 0x02, 0x0b, 0x0c, 0x18, 0x1e, 0x2b,
                                            0x3b, 0x41, 0x5e, 0x89, 0xa3, 0xc0, 0xff};
    Order order;
    switch (below(16)) {
      case 0:
        order = parameter_order(0x12, static_cast<std::uint8_t>(below(60)));
        break;
      case 1:
        order = parameter_order(0x00, 0);
        break;
      case 2:
      case 3:
        order = parameter_order(0x03, static_cast<std::uint8_t>(below(30)));
        break;
      case 4:
        order = parameter_order(0x25, 8);
        break;
      case 5:
        order = parameter_order(kBad[below(sizeof kBad)], 0);
        break;
      case 6: {
        const std::uint32_t lbn = below(2) == 0 ? kBlocks - below(64) : kBlocks + (below(~0U) >> 1);
        order = read_order(lbn, static_cast<std::uint16_t>(64 + below(9)));
        order.cdb[0] = below(2) == 0 ? 0x28 : 0x2a;
        order.write = order.cdb[0] == 0x2a;
        break;
      }
      case 7:
        order = six(below(2) == 0);
        break;
      default:
        order = random_place();
    }
    order.target = below(200) == 0 ? kDrives + below(5) : below(kDrives);
    order.lun = below(30) == 0 ? static_cast<std::uint8_t>(1 + below(7)) : std::uint8_t{0};
    const std::uint32_t attribute = below(10);
    order.attribute = attribute == 0   ? QueueAttribute::ordered
                      : attribute == 1 ? QueueAttribute::head_of_queue
                                       : QueueAttribute::simple;
    order.tag = static_cast<std::uint16_t>(host_.exchanges().size());
    return order;
  }

  void check(const Exchange& e) {
    if (e.order.target >= kDrives) {
      EXPECT_EQ(e.response, tlm::TLM_ADDRESS_ERROR_RESPONSE);
      ++refused;
      return;
    }
    const Answer& a = expected_.at(e.number);
    const std::string what = "command " + std::to_string(e.number) + ", operation " +
                             std::to_string(e.order.cdb[0]) + ": " + e.story();
    EXPECT_EQ(e.response, tlm::TLM_OK_RESPONSE) << what;
    EXPECT_EQ(e.status, a.status) << what;
    ++statuses[e.status];
    EXPECT_EQ(e.sense_bytes, a.status == 0x02 ? 18 : 0) << what;
    if (a.status == 0x02) {
      EXPECT_EQ(Bytes(e.sense.begin(), e.sense.end()), a.sense.bytes()) << what;
    }
    EXPECT_EQ(e.moved_bytes, a.moved) << what;
    if (!a.response.empty()) {
      const auto end = e.data.begin() + static_cast<std::ptrdiff_t>(a.response.size());
      EXPECT_EQ(Bytes(e.data.begin(), end), a.response) << what;
      EXPECT_TRUE(std::all_of(end, e.data.end(), [](unsigned char b) { return b == 0xee; }))
          << what;
    }
    int data_phases = 0;
    for (const SeenPhase& seen : e.phases) {
      data_phases += seen.phase == ScsiPhase::data_in || seen.phase == ScsiPhase::data_out ? 1 : 0;
    }
    EXPECT_EQ(data_phases, a.data_phases) << what;
  }

  ScsiTester& host_;
  std::mt19937_64 rng_;
  std::uint32_t lbn_ = 0;
  std::map<std::uint64_t, Oracle> oracles_;  // by drive
  std::map<std::size_t, Answer> expected_;
};

TEST(ScsiTraffic, EveryCommandIsAnsweredRightAndOnce) {
  for (const char* scheduler : {"fcfs", "sptf"}) {
    RigOptions options;
    options.drives = kDrives;
    options.initiators = 2;
    options.scheduler = scheduler;
    BusRig rig(options);
    Traffic first(rig.host(0), 51);
    Traffic second(rig.host(1), 52);
    rig.run();
    for (const Traffic* traffic : {&first, &second}) {
      EXPECT_GT(traffic->statuses.at(0x00), 3'500);
      EXPECT_GT(traffic->statuses.at(0x02), 500);
      EXPECT_EQ(traffic->statuses.size(), 2U);
      EXPECT_GT(traffic->refused, 5);
    }
    EXPECT_GT(rig.monitor.contended(), 50U);
  }
}

TEST(ScsiTraffic, NoMoreThanThePayloadHasRoomFor) {
  BusRig rig;
  Order order = parameter_order(0x12, 36);
  order.bytes = 10;
  rig.host().send(order);
  rig.run();
  const Bytes& data = rig.host()[0].data;
  EXPECT_EQ(data[7], 0x12);
  EXPECT_EQ(data[9], 'E');
  EXPECT_TRUE(
      std::all_of(data.begin() + 10, data.end(), [](unsigned char b) { return b == 0xee; }));
}

TEST(ScsiTraffic, SenseIsKeptForEachInitiatorUntilItsNextCommand) {
  RigOptions options;
  options.initiators = 2;
  BusRig rig(options);
  rig.host(0).send_at(0, parameter_order(0xc0, 0));
  rig.host(1).send_at(10, parameter_order(0x03, 18));
  rig.host(1).send_at(20, read_order(kBlocks, 1));
  rig.host(0).send_at(30, parameter_order(0x03, 18));
  rig.host(0).send_at(40, parameter_order(0x03, 18));
  rig.host(1).send_at(50, read_order(0, 1));
  rig.host(1).send_at(100, parameter_order(0x03, 18));
  rig.run();
  const auto sense = [](const Exchange& e) { return std::make_pair(e.data[2], e.data[12]); };
  const auto none = std::make_pair<unsigned char, unsigned char>(0, 0);
  EXPECT_EQ(sense(rig.host(1)[0]), none);
  EXPECT_EQ(sense(rig.host(0)[1]),
            std::make_pair(static_cast<unsigned char>(0x05), static_cast<unsigned char>(0x20)));
  EXPECT_EQ(sense(rig.host(0)[2]), none);
  EXPECT_EQ(sense(rig.host(1)[3]), none);  // the read was its next command
}

}  // namespace
}  // namespace headstack
