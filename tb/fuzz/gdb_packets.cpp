// A debugger that sends anything. The server answers, refuses or continues, and at the end of the
// connection it has removed all breakpoints. Packets in the input are lines: the bytes of a line
// are the contents of a packet, and a line that begins with '!' is sent as it is.
#include <algorithm>
#include <string_view>

#include "tb/fuzz/input.h"
#include "tb/model/processor/support/debugged.h"

namespace headstack {
namespace {

// The server sends up to 4 KiB for each byte of the input, and the line has to hold all of it,
// because the client does not read.
constexpr std::size_t kMostBytes = 400;
void read_back(std::string_view text) {
  gdb::PacketReader reader;
  for (const char byte : gdb::framed(text)) {
    if (const auto token = reader.take(byte)) {
      fuzz::require(token == gdb::Token::packet && reader.contents() == text,
                    "a packet is read back as another");
    }
  }
  fuzz::require(!reader.inside(), "a packet has no end");
}

}  // namespace
}  // namespace headstack

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace headstack;
  std::string_view rest(reinterpret_cast<const char*>(data), std::min(size, kMostBytes));
  Debugged d({rv::kNop, rv::addi(1, 1, 1), rv::lw(2, 0, 3), rv::jal(0, -12)});
  while (!rest.empty()) {
    const std::string_view line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(rest.size(), line.size() + 1));
    if (!line.empty() && line.front() == '!') {
      d.client.put(line.substr(1));
    } else {
      read_back(line);
      d.client.say(line);
    }
  }
  d.client.put("#00");  // ends a packet without an end
  d.client.say("k");
  d.serve();
  for (const auto& [pc, changes] : d.changes) {
    fuzz::require(!d.server.breakpoint(pc), "a breakpoint is left");
  }
  return 0;
}
