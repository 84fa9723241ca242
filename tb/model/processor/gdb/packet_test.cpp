// Frames of GDB's protocol: made, taken apart, and damaged.
#include "model/processor/gdb/packet.h"

#include <vector>

#include <gtest/gtest.h>

#include "model/processor/gdb/text.h"

namespace headstack::gdb {
namespace {

// All that a line brings.
std::vector<Token> tokens(PacketReader& reader, std::string_view line) {
  std::vector<Token> found;
  for (const char byte : line) {
    if (const auto token = reader.take(byte)) {
      found.push_back(*token);
    }
  }
  return found;
}

TEST(GdbPacketTest, AFrameHasTheSumOfItsBytes) {
  EXPECT_EQ(framed(""), "$#00");
  EXPECT_EQ(framed("OK"), "$OK#9a");
  EXPECT_EQ(framed("m10000080,4"), "$m10000080,4#56");
}

TEST(GdbPacketTest, FourBytesAreEscaped) {
  EXPECT_EQ(framed("#"), "$}\x03#80");
  EXPECT_EQ(framed("a}b"), "$a}]b#9d");
  PacketReader reader;
  EXPECT_EQ(tokens(reader, framed("#$}*\x03+-")), std::vector<Token>{Token::packet});
  EXPECT_EQ(reader.contents(), "#$}*\x03+-");
}

TEST(GdbPacketTest, BetweenPacketsAreTokensAndNoise) {
  PacketReader reader;
  EXPECT_EQ(tokens(reader, "+#x$?#3f+-\x03"),
            (std::vector<Token>{Token::packet, Token::again, Token::stop}));
  EXPECT_EQ(reader.contents(), "?");
}

TEST(GdbPacketTest, AWrongSumIsFoundOut) {
  PacketReader reader;
  EXPECT_EQ(tokens(reader, "$OK#9b"), std::vector<Token>{Token::damaged});
  EXPECT_EQ(tokens(reader, "$OK#zz"), std::vector<Token>{Token::damaged});
  EXPECT_EQ(tokens(reader, "$OK# 9"), std::vector<Token>{Token::damaged});
  EXPECT_EQ(tokens(reader, "$OK#9A"), std::vector<Token>{Token::packet});
}

TEST(GdbPacketTest, APacketWithoutAnEndIsGivenUp) {
  PacketReader reader;
  EXPECT_EQ(tokens(reader, "$m1000$OK"), std::vector<Token>{});
  EXPECT_TRUE(reader.inside());
  EXPECT_EQ(tokens(reader, "#9a"), std::vector<Token>{Token::packet});
  EXPECT_EQ(reader.contents(), "OK");
  EXPECT_FALSE(reader.inside());
}

TEST(GdbPacketTest, ItsLengthHasALimit) {
  PacketReader reader;
  EXPECT_EQ(tokens(reader, framed(std::string(kPacketMost, 'm'))),
            std::vector<Token>{Token::packet});
  EXPECT_EQ(tokens(reader, framed(std::string(kPacketMost + 1, 'm'))),
            std::vector<Token>{Token::too_long});
  EXPECT_EQ(tokens(reader, framed("OK")), std::vector<Token>{Token::packet});
}

TEST(GdbTextTest, BytesAreDigitsAndBack) {
  EXPECT_EQ(hex({"\x00\x7f\xff", 3}), "007fff");
  EXPECT_EQ(hex_word(0x12345678), "78563412");
  EXPECT_EQ(bytes_of("6869"), "hi");
  EXPECT_EQ(bytes_of(""), "");
  EXPECT_EQ(bytes_of("686"), std::nullopt);
  EXPECT_EQ(bytes_of("6g"), std::nullopt);
  EXPECT_EQ(bytes_of("-1"), std::nullopt);
  EXPECT_EQ(word_of("78563412"), 0x12345678U);
  EXPECT_EQ(word_of("785634"), std::nullopt);
}

TEST(GdbTextTest, NumbersHaveAtMost32Bits) {
  Scan scan("ffffffff,1g");
  EXPECT_EQ(scan.number(), 0xffffffffU);
  EXPECT_EQ(scan.number(), std::nullopt);
  EXPECT_TRUE(scan.skip(","));
  EXPECT_EQ(scan.number(), 1U);
  EXPECT_EQ(scan.rest(), "g");
  EXPECT_EQ(Scan("100000000").number(), std::nullopt);
  EXPECT_EQ(Scan("-1").number(), std::nullopt);
}

}  // namespace
}  // namespace headstack::gdb
