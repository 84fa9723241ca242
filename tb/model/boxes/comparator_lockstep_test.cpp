// Lock-step of a comparator body with the behavioural body. The bodies under test are behavioural
// bodies with a planted bug in what they are told.
#include <cstddef>
#include <functional>
#include <memory>
#include <string>

#include <gtest/gtest.h>

#include "model/boxes/comparator/body.h"
#include "model/run/simulation_context.h"

extern "C" {
#include <hal/comparator_registers.h>
}

namespace headstack {
namespace {

#define AT(name) static_cast<std::uint32_t>(offsetof(hs_comparator_t, name))

constexpr ComparatorShape kShape{8, 2, 16};
constexpr std::uint64_t kEveryone = HS_COMPARATOR__LEAVE__EVERYONE_bm;

// Changes the values that reach a behavioural body, or its answers.
struct Bug {
  std::function<std::uint64_t(std::uint32_t, std::uint64_t)> written;
  std::function<bool(std::uint32_t, std::uint64_t&)> answer;
};

class BuggyBody : public ComparatorBody, private ComparatorWatch {
 public:
  BuggyBody(Bug bug, bool watched)
      : ComparatorBody(kShape), bug_(std::move(bug)), inside_(make_behavioural_comparator(kShape)) {
    if (watched) {
      inside_->watch(this);
    }
  }
  bool read(std::uint32_t offset, std::uint64_t& value) override {
    return inside_->read(offset, value) && (!bug_.answer || bug_.answer(offset, value));
  }
  bool write(std::uint32_t offset, std::uint64_t value) override {
    return inside_->write(offset, bug_.written ? bug_.written(offset, value) : value);
  }

 private:
  void clocks(std::uint64_t count, const ComparatorSignals& signals) override {
    if (watch_ != nullptr) {
      watch_->clocks(count, signals);
    }
  }
  Bug bug_;
  std::unique_ptr<ComparatorBody> inside_;
};

class ComparatorLockstep : public testing::Test {
 protected:
  void plant(Bug bug, bool watched = true) {
    body_ = make_lockstep_comparator(kShape, std::make_unique<BuggyBody>(std::move(bug), watched));
  }
  // Each seek of `d` cylinders takes 256 * d ticks. All prospects are 0.
  void load() {
    for (std::uint64_t d = 0; d < kShape.distances; ++d) {
      const std::uint64_t distance = d << HS_COMPARATOR__SEEK__DISTANCE_bp;
      write(AT(seek), distance | d);
      write(AT(seek), HS_COMPARATOR__SEEK__UP_bm | distance | d);
    }
  }
  void enter(std::uint64_t number, std::uint64_t cylinder, std::uint64_t angle, std::uint64_t order,
             std::uint64_t span = 0) {
    write(AT(place), span << 32U | angle);
    write(AT(claim), order);
    write(AT(handicap), number << HS_COMPARATOR__HANDICAP__TASK_NUMBER_bp);
    write(AT(entry), (100 + number) | cylinder << HS_COMPARATOR__ENTRY__CYLINDER_bp);
  }
  // Returns the text of the difference that the access finds. Empty: both bodies agree.
  std::string write(std::uint32_t offset, std::uint64_t value) {
    try {
      known_ = body_->write(offset, value);
    } catch (const sc_core::sc_report& report) {
      return report.get_msg();
    }
    return "";
  }
  std::string read(std::uint32_t offset) {
    std::uint64_t value = 0;
    try {
      known_ = body_->read(offset, value);
    } catch (const sc_core::sc_report& report) {
      return report.get_msg();
    }
    return "";
  }
  std::string scan(std::uint64_t angle = 0) {
    write(AT(heads), std::uint64_t{2} << HS_COMPARATOR__HEADS__CYLINDER_bp);
    return write(AT(start), angle);
  }

  SimulationContext context_;
  std::unique_ptr<ComparatorBody> body_;
  bool known_ = false;
};

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST_F(ComparatorLockstep, EqualBodiesAgreeInEveryAccess) {
  plant({});
  load();
  enter(7, 3, 5000, 1);
  enter(8, 5, 100'000, 2);
  EXPECT_EQ(scan(), "");
  EXPECT_EQ(read(AT(ident)) + read(AT(status)) + read(AT(key)) + read(AT(result)), "");
  EXPECT_EQ(read(AT(place)), "");  // an error in both
  EXPECT_FALSE(known_);
  EXPECT_EQ(scan(), "");
  EXPECT_EQ(write(AT(leave), kEveryone) + scan() + read(AT(result)), "");
}

// The heads at cylinder 2 and angle 0 reach cylinder 3 after 256 ticks, and the angle 5000 after
// 5000. With a span of 6000 from the angle 250 on, a transfer at cylinder 3 begins at 256 at once.
TEST_F(ComparatorLockstep, NamesTheEntryWithAWrongKey) {
  const Bug no_span{[](std::uint32_t offset, std::uint64_t value) {
                      return offset == AT(place) ? value & UINT32_MAX : value;
                    },
                    {}};
  plant(no_span);
  load();
  enter(7, 3, 5000, 1);
  enter(8, 3, 250, 2, 6000);
  const std::string found = scan();
  EXPECT_TRUE(contains(found,
                       "differs from the behavioural body at 0.000 us, in access 42: "
                       "the scan of comparator.start"))
      << found;
  EXPECT_TRUE(contains(found, "expected: task 8, key 256\n  found:    task 7, key 5000")) << found;
  // Without the span, the platter turns 2^32 - 6 ticks more.
  EXPECT_TRUE(contains(found,
                       "    0     1      1      8              256       4294967546  differs"
                       "  expected winner"))
      << found;
  EXPECT_TRUE(contains(found,
                       "The first wrong key is that of entry 1 (task 8), 4294967290 too "
                       "large.\n  entry:    cylinder 3, head 0, block 108, angle 0x000000fa, "
                       "span 0x00001770, lead 0, order 2, handicap 0, read\n"
                       "  heads:    cylinder 2, head 0, end of the last request 0, angle "
                       "0x00000000\n  prospect: situation 0: start 0, ready 0, data 0"))
      << found;
}

// Of equal keys, the body takes the newest. Entries 0 and 4 have the least key, in rows 0 and 2.
TEST_F(ComparatorLockstep, NamesTheRowOfAWrongChoice) {
  const Bug newest{[](std::uint32_t offset, std::uint64_t value) {
                     return offset == AT(claim) ? (value & ~std::uint64_t{UINT32_MAX}) |
                                                      (UINT32_MAX - (value & UINT32_MAX))
                                                : value;
                   },
                   {}};
  plant(newest);
  load();
  for (const std::uint64_t number : {1, 2, 3, 4, 5, 6}) {
    enter(number, 3, number == 1 || number == 5 ? 5000 : 9000 + number, number);
  }
  const std::string found = scan();
  EXPECT_TRUE(contains(found, "expected: task 1, key 5000\n  found:    task 5, key 5000")) << found;
  EXPECT_TRUE(contains(found,
                       "Each entry alone has the right key. The choice among the entries is "
                       "wrong: after row 2 the best is entry 0 (task 1, key 5000), and the "
                       "RTL has task 5, key 5000."))
      << found;
}

TEST_F(ComparatorLockstep, WithoutSignalsTheResultTells) {
  const Bug other{{}, [](std::uint32_t offset, std::uint64_t& value) {
                    value ^= offset == AT(result) ? 1U : 0U;
                    return true;
                  }};
  plant(other, false);
  load();
  enter(6, 3, 5000, 1);
  EXPECT_EQ(scan(), "");
  const std::string found = read(AT(result));
  EXPECT_TRUE(contains(found,
                       "read comparator.result\n  expected: 0x10006 (task 6)\n"
                       "  found:    0x10007 (task 7)"))
      << found;
  EXPECT_TRUE(contains(found, "The fault depends on earlier accesses")) << found;
}

TEST_F(ComparatorLockstep, AnErrorOfOneBodyIsADifference) {
  plant({{}, [](std::uint32_t offset, std::uint64_t&) { return offset != AT(key); }});
  EXPECT_EQ(read(AT(status)), "");
  EXPECT_TRUE(contains(read(AT(key)),
                       "in access 2: read comparator.key\n  expected: an answer\n"
                       "  found:    an error"));
}

TEST_F(ComparatorLockstep, ClocksAndBusyMayDiffer) {
  plant({{}, [](std::uint32_t offset, std::uint64_t& value) {
           value ^= offset == AT(status)   ? std::uint64_t{HS_COMPARATOR__STATUS__BUSY_bm}
                    : offset == AT(result) ? std::uint64_t{7} << HS_COMPARATOR__RESULT__CLOCKS_bp
                                           : 0;
           return true;
         }});
  load();
  enter(6, 3, 5000, 1);
  EXPECT_EQ(scan() + read(AT(status)) + read(AT(result)), "");
}

// Each prospect of the behavioural body is the one that was loaded for this situation and kind.
TEST(ReferenceComparatorTest, HasTheProspectsThatWereLoaded) {
  const auto body = make_behavioural_comparator(kShape);
  const auto value = [](std::uint64_t situation, bool write, bool sequential, std::uint64_t of) {
    return 1000 + situation * 100 + (write ? 20U : 0U) + (sequential ? 10U : 0U) + of;
  };
  const auto each = [](const auto& act) {
    for (std::uint64_t situation = 0; situation < 8; ++situation) {
      for (const bool write : {false, true}) {
        for (const bool sequential : {false, true}) {
          act(situation, write, sequential);
        }
      }
    }
  };
  each([&](std::uint64_t situation, bool write, bool sequential) {
    for (std::uint64_t instant = 0; instant < 3; ++instant) {
      const std::uint64_t kind = (write ? HS_COMPARATOR__PROSPECT__WRITE_bm : 0U) |
                                 (sequential ? HS_COMPARATOR__PROSPECT__SEQUENTIAL_bm : 0U);
      EXPECT_TRUE(body->write(AT(prospect), situation << HS_COMPARATOR__PROSPECT__SITUATION_bp |
                                                kind |
                                                instant << HS_COMPARATOR__PROSPECT__INSTANT_bp |
                                                value(situation, write, sequential, instant)));
    }
  });
  each([&](std::uint64_t situation, bool write, bool sequential) {
    const auto found = body->prospect(situation, write, sequential);
    for (std::uint64_t instant = 0; instant < 3; ++instant) {
      EXPECT_EQ(found.at(instant), value(situation, write, sequential, instant)) << situation;
    }
  });
}

TEST(ComparatorLockstepChoice, TheBehaviouralBodyIsNotComparedWithItself) {
  ComparatorConfig config{};
  config.lockstep = true;
  try {
    make_comparator(config);
    FAIL();
  } catch (const ConfigError& error) {
    EXPECT_TRUE(contains(error.what(), "key `comparator.lockstep`: compares RTL with"))
        << error.what();
  }
}

}  // namespace
}  // namespace headstack
