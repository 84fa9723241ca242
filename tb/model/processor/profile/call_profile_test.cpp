// Calls, returns and cycles of small programs, worked out by hand.
#include "model/processor/profile/call_profile.h"

#include <gtest/gtest.h>

#include "model/processor/iss/iss.h"
#include "tb/model/processor/support/assembler.h"
#include "tb/model/processor/support/elf_file.h"

namespace headstack {
namespace {

using namespace rv;

constexpr std::uint32_t kStart = HS_MAP_RESET;
constexpr std::int32_t kLink = 1;

// A program with named functions, and what the simulator counts of it.
class Profiled {
 public:
  Profiled(const std::vector<std::uint32_t>& code, std::vector<ElfFile::Name> names)
      : image_(image_of(code, std::move(names))),
        memories_({image_.rom_bytes(), 0x40, 0x100}),
        iss_(loaded(image_, memories_)),
        calls_(image_, HS_MAP_RESET) {
    calls_.watch(profile_);
    EXPECT_TRUE(iss_.trace(&calls_));
  }

  // To the ebreak, without the cycles before the first instruction.
  FoldedStacks run() {
    profile_.clear(iss_.cycles());
    EXPECT_EQ(iss_.run(1000).fault, Fault::breakpoint);
    return profile_.folded(calls_.functions(), iss_.cycles());
  }

 private:
  static ElfImage image_of(const std::vector<std::uint32_t>& code,
                           std::vector<ElfFile::Name> names) {
    ElfFile file;
    std::vector<std::uint8_t> bytes(code.size() * 4);
    std::memcpy(bytes.data(), code.data(), bytes.size());
    const auto size = static_cast<std::uint32_t>(bytes.size());
    file.parts.push_back({kStart, kStart, std::move(bytes), size});
    file.names = std::move(names);
    return ElfImage::parse(file.bytes(), "test");
  }
  static Memories& loaded(const ElfImage& image, Memories& memories) {
    image.load(memories);
    return memories;
  }

  ElfImage image_;
  Memories memories_;
  Iss iss_;
  CallStack calls_;
  CallProfile profile_;
};

std::uint32_t ret() { return jalr(0, kLink, 0); }

// A jump takes two cycles, anything else here one. main: a nop, the call, a nop. leaf: a nop and
// the return, which counts for the one that it leaves.
TEST(CallProfileTest, ACallAndItsReturn) {
  Profiled p({kNop, jal(kLink, 12), kNop, kEbreak, kNop, ret()},
             {{"main", kStart, 16}, {"leaf", kStart + 16, 8}});
  EXPECT_EQ(p.run(), (FoldedStacks{{"main", 1 + 2 + 1}, {"main;leaf", 1 + 2}}));
}

// leaf is called by main and by middle; middle's last act is to jump to leaf, in its own place.
TEST(CallProfileTest, AJumpOutOfAFunctionTakesItsPlace) {
  Profiled p({jal(kLink, 12), jal(kLink, 12), kEbreak,  // main
              kNop, jal(0, -0x10 + 0x14),               // 12: middle, to 20
              ret()},                                   // 20: leaf
             {{"main", kStart, 12}, {"middle", kStart + 12, 8}, {"leaf", kStart + 20, 4}});
  const FoldedStacks found = p.run();
  // The first call is of middle, the second (at 4, by 12) of 16: the jump in middle alone.
  EXPECT_EQ(found,
            (FoldedStacks{{"main", 2 + 2}, {"main;leaf", 2 + 2}, {"main;middle", 1 + 2 + 2}}));
}

TEST(CallProfileTest, OneThatCallsItself) {
  // f: x2 -= 1; if (x2 != 0) f(), which keeps its link in x3 + depth: only one level is kept here.
  Profiled p({addi(2, 0, 2), jal(kLink, 8), kEbreak,                  // main
              addi(2, 2, -1), bne(2, 0, 8), ret(),                    // 12: f
              addi(3, 1, 0), jal(kLink, -16), addi(1, 3, 0), ret()},  // 24
             {{"main", kStart, 12}, {"f", kStart + 12, 28}});
  const FoldedStacks found = p.run();
  ASSERT_EQ(found.size(), 3U);
  EXPECT_EQ(found[1].first, "main;f");
  EXPECT_EQ(found[2].first, "main;f;f");
  // The inner one: addi, a branch that is not taken, the return.
  EXPECT_EQ(found[2].second, 1U + 1U + 2U);
}

TEST(CallProfileTest, CodeWithoutAName) {
  Profiled p({jal(kLink, 12), kEbreak, kNop, ret()}, {{"main", kStart, 8}});
  EXPECT_EQ(p.run(), (FoldedStacks{{"main", 2}, {"main;?", 2}}));
}

// What it does not come back from is over when its caller returns.
TEST(CallProfileTest, AReturnPastACaller) {
  Profiled p({jal(kLink, 8), kEbreak,              // main
              addi(3, 1, 0), jal(kLink, 8), kNop,  // 8: middle
              addi(1, 3, 0), ret()},               // 20: leaf returns to main
             {{"main", kStart, 8}, {"middle", kStart + 8, 12}, {"leaf", kStart + 20, 8}});
  EXPECT_EQ(p.run(),
            (FoldedStacks{{"main", 2}, {"main;middle", 1 + 2}, {"main;middle;leaf", 1 + 2}}));
}

}  // namespace
}  // namespace headstack
