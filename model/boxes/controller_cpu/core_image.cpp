#include "model/boxes/controller_cpu/core_image.h"

#include <cstring>
#include <vector>

#include <fmt/format.h>

#include "model/boxes/controller_cpu/memory_use.h"
#include "model/config/drive_config.h"
#include "model/processor/own_image.h"

extern "C" {
#include <image/parameter_block.h>
}

namespace headstack {

namespace {

// Runs `work`. Converts an error about the image to a ConfigError.
template <typename Work>
auto as_config(const Work& work) {
  try {
    return work();
  } catch (const ElfError& error) {
    throw ConfigError(error.what());
  }
}

// Returns the largest RAM that the firmware can need. The sum has the stack, the variables, and the
// memory that headstack's own firmware gets on the host, where pointers are longer. The sum also
// has twice the size of the parameter block, for the block's contents, and a reserve.
std::size_t ram_for(const ElfImage& image, const hs_firmware_config& config, std::size_t block) {
  constexpr std::size_t kMore = 0x40000;
  return HS_MAP_STACK_BYTES + image.ram_bytes() + hs_firmware_memory(&config) + 2 * block + kMore;
}

// Throws ConfigError if the sizes exceed the memory map.
std::uint32_t within(const char* memory, std::size_t bytes, std::size_t most) {
  const std::size_t whole = (bytes + 7) / 8 * 8;
  if (whole > most) {
    throw ConfigError(
        fmt::format("controller.core: the firmware's image takes {} bytes of {} on this drive, and "
                    "the processor has room for {}",
                    whole, memory, most));
  }
  return static_cast<std::uint32_t>(whole);
}

MemorySizes sizes_for(const ElfImage& image, const CoreSetup& setup,
                      const hs_firmware_config& config) {
  const std::size_t block = hs_block_bytes(&config);
  const std::size_t ram = setup.ram_bytes != 0 ? setup.ram_bytes : ram_for(image, config, block);
  const std::size_t least = HS_MAP_STACK_BYTES + image.ram_bytes();
  if (setup.ram_bytes != 0 && ram < least) {
    throw ConfigError(fmt::format(
        "controller.ram: {} bytes, but the image's stack and variables take {} bytes", ram, least));
  }
  return {image.rom_bytes(), within("parameters", block, HS_MAP_PARAMETERS_MOST),
          within("RAM", ram, HS_MAP_RAM_MOST)};
}

}  // namespace

ElfImage read_image(const CoreSetup& setup) {
  if (!has_core(setup.kind)) {
    throw ConfigError(
        fmt::format("controller.core = \"{0}\": this build has no {0}; install the Python package "
                    "pythondata-cpu-{0}, and configure the build again; \"iss\" has Ibex's cycles",
                    name_of(setup.kind)));
  }
  if (setup.image.empty() && !has_own_image()) {
    throw ConfigError(
        "controller.core: this build has no image of the firmware; install the package "
        "gcc-riscv64-unknown-elf, and configure the build again");
  }
  return as_config([&] { return setup.image.empty() ? own_image() : ElfImage::read(setup.image); });
}

Memories memories_of(const ElfImage& image, const CoreSetup& setup,
                     const hs_firmware_config& config) {
  Memories memories(sizes_for(image, setup, config));
  as_config([&] { image.load(memories); });
  paint_stack(memories);
  std::vector<std::uint64_t> block(memories.parameters.size() / 8);
  hs_block_write(&config, memories.ram.size(), block.data());
  std::memcpy(memories.parameters.data(), block.data(), memories.parameters.size());
  return memories;
}

}  // namespace headstack
