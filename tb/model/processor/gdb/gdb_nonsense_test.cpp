// Packets with small errors, and lines that are not packets. The server refuses them, and continues
// to serve.
#include <iterator>
#include <string>

#include <gtest/gtest.h>

#include "tb/firmware/support/rng.h"
#include "tb/model/processor/support/debugged.h"

namespace headstack {
namespace {

const char* const kPackets[] = {"?",
                                "G00",
                                "Hg0",
                                "M30000000,4:00112233",
                                "P5=00112233",
                                "QStartNoAckMode",
                                "T1",
                                "Z0,10000084,4",
                                "g",
                                "m30000000,40",
                                "p20",
                                "qC",
                                "qRcmd,68656c6c6f",
                                "qSupported:swbreak+",
                                "qXfer:features:read:target.xml:0,100",
                                "s",
                                "vCont;c:1",
                                "z0,10000084,4"};
constexpr char kBytes[] = "0123456789abcdef,;:=-+$#}*\x03 qvZmM";

// With a few of its bytes changed, taken out or put in.
std::string spoilt(std::string text, Rng& rng) {
  for (std::uint32_t n = rng.below(4); n > 0; --n) {
    const std::size_t at = rng.below(static_cast<std::uint32_t>(text.size() + 1));
    const char byte = kBytes[rng.below(sizeof kBytes - 1)];
    if (rng.one_in(3)) {
      text.insert(at, 1, byte);
    } else if (at < text.size()) {
      rng.one_in(2) ? text.erase(at, 1) : text.replace(at, 1, 1, byte);
    }
  }
  return text;
}

TEST(GdbNonsenseTest, IsRefusedAndDoesNoHarm) {
  Rng rng(1);
  for (int session = 0; session < 300; ++session) {
    Debugged d({rv::kNop, rv::addi(1, 1, 1), rv::jal(0, -8)});
    for (int n = 0; n < 20; ++n) {
      const std::string packet = kPackets[rng.below(std::size(kPackets))];
      if (rng.one_in(2)) {
        d.client.say(spoilt(packet, rng));
      } else {
        d.client.put(spoilt(gdb::framed(packet), rng));
      }
    }
    d.client.put("#00");  // ends one without an end
    d.client.say("k");
    EXPECT_EQ(d.serve(), GdbResume::kill);
    EXPECT_FALSE(d.server.breakpoint(HS_MAP_RESET + 4));
  }
}

}  // namespace
}  // namespace headstack
