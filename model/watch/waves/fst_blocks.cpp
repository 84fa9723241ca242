#include "model/watch/waves/fst_blocks.h"

#include <array>
#include <cstdint>
#include <fstream>

namespace headstack {

namespace {

constexpr std::uint8_t kHeader = 0;
constexpr std::uint8_t kHierarchy = 6;  // compressed by LZ4

struct Block {
  std::uint8_t kind = 0;
  std::uint64_t length = 0;  // bytes after the byte of the kind; 0: no block could be read
};

// A block begins with its kind, and with its length as eight bytes, the highest byte first.
Block block_at(std::ifstream& file, std::uint64_t place) {
  std::array<char, 9> head{};
  Block block;
  if (file.seekg(static_cast<std::streamoff>(place)) && file.read(head.data(), head.size())) {
    block.kind = static_cast<std::uint8_t>(head[0]);
    for (std::size_t i = 1; i < head.size(); ++i) {
      block.length = block.length << 8 | static_cast<std::uint8_t>(head.at(i));
    }
  }
  return block;
}

}  // namespace

bool fst_is_complete(const std::string& file) {
  std::ifstream in(file, std::ios::binary | std::ios::ate);
  const auto bytes = static_cast<std::uint64_t>(std::streamoff(in.tellg()));
  std::uint64_t place = 0;
  std::uint8_t last = kHeader;
  while (in && place < bytes) {
    const Block block = block_at(in, place);
    if (block.length < sizeof(block.length) || block.length >= bytes - place ||
        (block.kind == kHeader) != (place == 0)) {
      return false;
    }
    last = block.kind;
    place += 1 + block.length;
  }
  return in && place == bytes && last == kHierarchy;
}

}  // namespace headstack
