// What the drive keeps for each of 16 initiators: sense, attentions, deferred errors and the
// reservation. What one initiator causes reaches those that it concerns, and no others.
#include <cstdint>
#include <string>

#include <gtest/gtest.h>

#include "tb/firmware/support/firmware_bench.h"

extern "C" {
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wmissing-field-initializers"
#include "unit/attention.h"
#include "unit/deferred.h"
#include "unit/reservation.h"
#pragma GCC diagnostic pop
}

namespace headstack {
namespace {

constexpr std::uint8_t kAll = HS_INITIATORS;

TEST(Initiators, AnAttentionIsOneInitiators) {
  for (std::uint8_t of = 0; of < kAll; ++of) {
    hs_logical_unit unit{};
    hs_attention(&unit, of, 0x2a, 0x01);
    for (std::uint8_t i = 0; i < kAll; ++i) {
      EXPECT_EQ(unit.held_up[i], i == of);
      EXPECT_EQ(unit.attention[i].key, i == of ? 0x06 : 0);
      EXPECT_EQ(unit.attention[i].code, i == of ? 0x2a : 0);
      EXPECT_EQ(unit.attention[i].qualifier, i == of ? 0x01 : 0);
    }
  }
}

TEST(Initiators, AnAttentionReachesAllOthers) {
  for (std::uint8_t by = 0; by < kAll; ++by) {
    hs_logical_unit unit{};
    hs_attention_others(&unit, by, 0x2f, 0x00);
    for (std::uint8_t i = 0; i < kAll; ++i) {
      EXPECT_EQ(unit.held_up[i], i != by) << int{by} << " " << int{i};
      EXPECT_EQ(unit.attention[i].code, i != by ? 0x2f : 0);
    }
  }
}

TEST(Initiators, AResetReachesAll) {
  hs_logical_unit unit{};
  hs_attention_all(&unit, 0x29, 0x00);
  for (std::uint8_t i = 0; i < kAll; ++i) {
    EXPECT_TRUE(unit.held_up[i]);
    EXPECT_EQ(unit.attention[i].code, 0x29);
  }
}

// The rank of attentions, lowest first: an event takes the place of one of the same or a lower
// rank.
TEST(Initiators, TheAttentionOfHighestRankIsTold) {
  struct Event {
    std::uint8_t code, qualifier;
    int rank;
  };
  const Event events[] = {{0x2a, 0x01, 0}, {0x2f, 0x00, 0}, {0x29, 0x07, 1}, {0x29, 0x00, 2}};
  for (const Event& first : events) {
    for (const Event& second : events) {
      hs_logical_unit unit{};
      hs_attention(&unit, 3, first.code, first.qualifier);
      hs_attention(&unit, 3, second.code, second.qualifier);
      const Event& told = second.rank >= first.rank ? second : first;
      EXPECT_EQ(unit.attention[3].code, told.code) << int{first.code} << " " << int{second.code};
      EXPECT_EQ(unit.attention[3].qualifier, told.qualifier);
    }
  }
}

TEST(Initiators, TheFirstDeferredErrorIsTold) {
  for (std::uint8_t of = 0; of < kAll; ++of) {
    hs_logical_unit unit{};
    hs_sense sense{};
    sense.key = 0x03;
    sense.code = 0x0c;
    hs_defer_error(&unit, of, sense);
    sense.code = 0x11;
    hs_defer_error(&unit, of, sense);
    for (std::uint8_t i = 0; i < kAll; ++i) {
      EXPECT_EQ(unit.held_up[i], i == of);
      EXPECT_EQ(unit.deferred[i].deferred, i == of);
      EXPECT_EQ(unit.deferred[i].code, i == of ? 0x0c : 0);
    }
  }
}

TEST(Initiators, AReservationIsForOne) {
  hs_logical_unit unit{};
  for (std::uint8_t i = 0; i < kAll; ++i) {
    EXPECT_FALSE(hs_reserved_for_other(&unit, i));
  }
  for (std::uint8_t holder = 0; holder < kAll; ++holder) {
    unit.reserved_for = static_cast<std::uint8_t>(holder + 1);
    for (std::uint8_t i = 0; i < kAll; ++i) {
      EXPECT_EQ(hs_reserved_for_other(&unit, i), i != holder);
    }
  }
}

// ---- The whole firmware

class EachInitiator : public FirmwareBench {
 protected:
  EachInitiator() {
    before_ = us(953);
    after_ = us(57);
  }
  void expect_good() {
    regs_.write(HS_PORT_BEFORE, before_);
    regs_.write(HS_PORT_AFTER, after_);
    expect_go(HS_PORT_OP_STATUS, 0);
  }
  void good(std::initializer_list<std::uint8_t> cdb, std::uint32_t initiator) {
    SCOPED_TRACE(initiator);
    expect_command(cdb, kSlot, HS_ATTRIBUTE_SIMPLE, initiator);
    expect_good();
    interrupt();
  }
  void check(std::initializer_list<std::uint8_t> cdb, std::uint32_t initiator,
             std::uint64_t sense) {
    SCOPED_TRACE(initiator);
    expect_command(cdb, kSlot, HS_ATTRIBUTE_SIMPLE, initiator);
    regs_.write(HS_PORT_BEFORE, before_);
    regs_.write(HS_PORT_AFTER, after_);
    regs_.write(HS_PORT_SENSE, sense);
    expect_go(HS_PORT_OP_STATUS, 0, kSlot, HS_STATUS_CHECK_CONDITION);
    interrupt();
  }
  void conflict(std::uint32_t initiator) {
    SCOPED_TRACE(initiator);
    expect_command({0x00}, kSlot, HS_ATTRIBUTE_SIMPLE, initiator);
    expect_go(HS_PORT_OP_STATUS, 0, kSlot, HS_STATUS_RESERVATION_CONFLICT);
    interrupt();
  }
  // A task management function.
  void function(std::uint32_t function, std::uint32_t initiator, std::uint32_t lun = 0,
                std::uint8_t response = HS_RESPONSE_COMPLETE) {
    expect_cause(HS_CAUSE_FUNCTION);
    regs_.read(HS_PORT_FUNCTION,
               HS_NEXUS(kSlot, kSlot, HS_ATTRIBUTE_SIMPLE, initiator, lun, function, 0));
    expect_go(HS_PORT_OP_STATUS, 0, kSlot, response);
    interrupt();
  }

 private:
  hs_ticks before_;
  hs_ticks after_;
};

TEST_F(EachInitiator, HasTheAttentionOfThePowerOnOnce) {
  power_on_attention_ = true;
  power_on();
  for (std::uint32_t i = 0; i < kAll; ++i) {
    check({0x00}, i, 0x2906);
    good({0x00}, i);
  }
}

TEST_F(EachInitiator, CanReserveTheUnit) {
  for (std::uint32_t holder = 0; holder < kAll; ++holder) {
    power_on();
    good({0x16}, holder);
    for (std::uint32_t i = 0; i < kAll; ++i) {
      if (i == holder) {
        good({0x00}, i);
      } else {
        conflict(i);
      }
    }
    good({0x17}, (holder + 1) % kAll);  // by another initiator: without effect
    conflict((holder + 2) % kAll);
    good({0x17}, holder);
    for (std::uint32_t i = 0; i < kAll; ++i) {
      good({0x00}, i);
    }
  }
}

TEST_F(EachInitiator, HasItsOwnSense) {
  power_on();
  for (std::uint32_t i = 0; i < kAll; ++i) {
    check({0x1b, 0, 0, 0, 0x02, 0}, i, UINT64_C(0x00c0'0004'0100'2405));
  }
  for (std::uint32_t i = 0; i < kAll; ++i) {
    for (std::uint32_t other = 0; other < kAll; ++other) {
      EXPECT_EQ(firmware_.sense[other].key, other < i ? 0 : 0x05);
    }
    good({0x00}, i);
  }
}

// A lost nexus takes the reservation of the initiator, its sense and its deferred error.
TEST_F(EachInitiator, MayLeave) {
  for (std::uint32_t gone = 0; gone < kAll; ++gone) {
    power_on();
    good({0x16}, gone);
    for (std::uint32_t i = 0; i < kAll; ++i) {
      firmware_.sense[i].key = 0x05;
      firmware_.unit.deferred[i].key = 0x03;
      firmware_.unit.translation[i].page = 0x40;
    }
    function(HS_FUNCTION_NEXUS_LOSS, (gone + 1) % kAll);
    EXPECT_EQ(firmware_.unit.reserved_for, gone + 1);
    function(HS_FUNCTION_NEXUS_LOSS, gone);
    EXPECT_EQ(firmware_.unit.reserved_for, 0);
    for (std::uint32_t i = 0; i < kAll; ++i) {
      const bool left = i == gone || i == (gone + 1) % kAll;
      EXPECT_EQ(firmware_.sense[i].key, left ? 0 : 0x05);
      EXPECT_EQ(firmware_.unit.deferred[i].key, left ? 0 : 0x03);
      EXPECT_EQ(firmware_.unit.translation[i].page, left ? 0 : 0x40);
      EXPECT_EQ(firmware_.unit.attention[i].key, left ? 0x06 : 0);
    }
  }
}

TEST_F(EachInitiator, IsToldOfAReset) {
  for (std::uint32_t by = 0; by < kAll; ++by) {
    power_on();
    good({0x16}, by);
    for (std::uint32_t i = 0; i < kAll; ++i) {
      firmware_.sense[i].key = 0x05;
      firmware_.unit.translation[i].page = 0x40;
    }
    function(HS_FUNCTION_LOGICAL_UNIT_RESET, by);
    EXPECT_EQ(firmware_.unit.reserved_for, 0);
    for (std::uint32_t i = 0; i < kAll; ++i) {
      EXPECT_EQ(firmware_.sense[i].key, 0);
      EXPECT_EQ(firmware_.unit.translation[i].page, 0);
      check({0x00}, i, 0x2906);
      good({0x00}, i);
    }
  }
}

TEST_F(EachInitiator, GetsAnAnswerToAFunction) {
  power_on();
  for (std::uint32_t i = 0; i < kAll; ++i) {
    for (std::uint32_t number = 0; number < 8; ++number) {
      SCOPED_TRACE(number);
      const bool known = number >= 1 && number <= 5;
      function(number, i, 0, known ? HS_RESPONSE_COMPLETE : HS_RESPONSE_REJECTED);
      function(number, i, 1, HS_RESPONSE_WRONG_UNIT);
    }
  }
}

}  // namespace
}  // namespace headstack
