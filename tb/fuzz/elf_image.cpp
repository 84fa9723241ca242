// An image of the firmware from any file. ElfImage either takes the file or throws ElfError. What
// it takes can be loaded, or does not fit its memories, which is ElfError too. The processor runs
// what has been loaded for a few cycles.
#include "model/processor/elf_image.h"

#include <vector>

#include "model/processor/iss/iss.h"
#include "tb/fuzz/input.h"

namespace headstack {
namespace {

constexpr std::uint32_t kRomBytes = 0x8000;
constexpr std::uint64_t kCycles = 500;

void use(const ElfImage& image) {
  for (const ElfImage::Symbol& symbol : image.symbols()) {
    fuzz::require(image.symbol(symbol.name) != nullptr, "a symbol has no name");
    fuzz::require(!image.place(symbol.address).empty(), "an address has no place");
  }
  image.place(HS_MAP_RESET);
  fuzz::require(image.rom_bytes() % 4 == 0, "the ROM is no whole number of words");
  fuzz::require(image.rom_bytes() <= HS_MAP_ROM_MOST, "the ROM is too large");
  Memories memories({kRomBytes, 0x100, 0x1000});
  image.load(memories);
  Iss iss(memories);
  const Stop stop = iss.run(kCycles);
  if (stop.reason == StopReason::load) {
    iss.answer(0);
  }
  iss.run(kCycles);
}

}  // namespace
}  // namespace headstack

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const char* const first = reinterpret_cast<const char*>(data);
  try {
    headstack::use(headstack::ElfImage::parse({first, first + size}, "my.elf"));
  } catch (const headstack::ElfError&) {
    return 0;  // the file is refused
  }
  return 0;
}
