// The firmware's state, read from the RAM of the processor that runs its image.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "model/processor/elf_image.h"
#include "model/processor/memories.h"
#include "model/watch/firmware_state.h"

extern "C" {
#include <image/layout.h>
}

namespace headstack {

class ImageState {
 public:
  // `memories` holds the image, and must outlive the object.
  ImageState(const ElfImage& image, const Memories& memories);

  // Reads the state. All values are zero for an image that does not publish the place of its state.
  FirmwareState read() const;
  // Reads only the number of starts, because every access needs it.
  std::uint64_t starts() const;
  // True: the image publishes the number of starts, and which task is active.
  bool publishes_starts() const;
  // Blocks of the channel's program up to the end of the segment that is being filled. Empty: the
  // image says that no segment is being filled. HS_DONE_NO_STOP: the image does not publish the
  // program's first block.
  std::optional<std::uint32_t> blocks_to_fill() const;
  bool busy() const;
  bool hit() const;
  hs_ticks predicted_media() const;
  std::uint32_t held() const;
  // Whether the active task was served out of its class's turn.
  bool inserted() const;

 private:
  template <typename T>
  T at(std::uint32_t address) const;
  template <typename T>
  T field(hs_layout_part part) const;

  const Memories& memories_;
  std::optional<std::array<std::uint32_t, HS_LAYOUT_PARTS>> layout_;
};

}  // namespace headstack
