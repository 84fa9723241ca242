// What the kinds of values say of themselves: values as TOML, ranges, and forms for other programs.
// The form of a kind has the limits that the file accepts, as TOML.
#include "model/config/keys/key_kinds.h"

#include <chrono>
#include <string>

#include <gtest/gtest.h>

namespace headstack {
namespace {

using std::chrono::milliseconds;

std::string range_of(const ValueForm& form) {
  return form.kind + " [" + form.unit + "] " + form.least + " to " + form.most;
}

TEST(KeyKinds, Durations) {
  const DurationKind kind{Picoseconds{0}, milliseconds{100}};
  EXPECT_EQ(kind.write(Picoseconds{1'500'000'000}), "\"1.5 ms\"");
  EXPECT_EQ(range_of(kind.form()), "time [ms] \"0 ms\" to \"100 ms\"");
  EXPECT_NE(kind.values().find("0 ms to 100 ms"), std::string::npos) << kind.values();
}

TEST(KeyKinds, Shares) {
  const ShareKind kind{5, 75};
  EXPECT_EQ(kind.write(125'000), "\"12.5 %\"");
  EXPECT_EQ(kind.write(0), "\"0 %\"");
  EXPECT_EQ(range_of(kind.form()), "share [%] \"5 %\" to \"75 %\"");
  EXPECT_NE(kind.values().find("5 % to 75 %"), std::string::npos) << kind.values();
}

TEST(KeyKinds, Counts) {
  const CountKind bare{2, 16};
  EXPECT_EQ(bare.write(7), "7");
  EXPECT_EQ(range_of(bare.form()), "whole number [] 2 to 16");
  EXPECT_NE(bare.values().find("2 to 16"), std::string::npos) << bare.values();
  const CountOfKind tracks{"tracks", 1, 9};
  EXPECT_EQ(tracks.write(1), "\"1 track\"");
  EXPECT_EQ(tracks.write(2), "\"2 tracks\"");
  EXPECT_EQ(range_of(tracks.form()), "number [tracks] \"1 track\" to \"9 tracks\"");
}

TEST(KeyKinds, Blocks) {
  const BlocksKind kind{1, 64};
  EXPECT_EQ(kind.write(1), "\"1 block\"");
  EXPECT_EQ(kind.write(2), "\"2 blocks\"");
  EXPECT_EQ(range_of(kind.form()), "size [blocks] \"1 block\" to \"64 blocks\"");
  EXPECT_NE(kind.values().find("1 block to 64 blocks"), std::string::npos) << kind.values();
}

TEST(KeyKinds, NumbersWithThreeDecimals) {
  const SignedThousandthsKind kind{"sectors", 20};
  EXPECT_EQ(kind.write(0), "\"0 sectors\"");
  EXPECT_EQ(kind.write(-1), "\"-0.001 sectors\"");
  EXPECT_EQ(kind.write(1), "\"0.001 sectors\"");
  EXPECT_EQ(kind.write(-12'500), "\"-12.5 sectors\"");
  EXPECT_EQ(range_of(kind.form()), "number [sectors] \"-20 sectors\" to \"20 sectors\"");
  EXPECT_EQ(kind.values(), "number of sectors, decimals allowed, from -20 to 20");
  const ThousandthsKind plain{"sectors", 20};
  EXPECT_EQ(plain.write(2'250), "\"2.25 sectors\"");
  EXPECT_EQ(range_of(plain.form()), "number [sectors] \"0 sectors\" to \"20 sectors\"");
}

TEST(KeyKinds, ListsAndWords) {
  const ListKind<CountKind> list{{0, 9}};
  EXPECT_EQ(list.write({}), "[]");
  EXPECT_EQ(list.write({1}), "[1]");
  EXPECT_EQ(list.write({1, 2, 3}), "[1, 2, 3]");
  EXPECT_TRUE(list.form().list);
  EXPECT_EQ(list.values(), "list; each " + list.item.values());
  EXPECT_FALSE(list.item.form().list);
  EXPECT_EQ(words_text({"a"}), "\"a\"");
  EXPECT_EQ(words_text({"a", "b"}), "\"a\" or \"b\"");
  EXPECT_EQ(words_text({"a", "b", "c"}), "\"a\" or \"b\" or \"c\"");
  const SwitchKind on_or_off{};
  EXPECT_EQ(on_or_off.write(true), "true");
  EXPECT_EQ(on_or_off.write(false), "false");
}

}  // namespace
}  // namespace headstack
