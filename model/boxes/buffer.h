// Buffer: the RAM between bus and media, which have different rates. This class decides whether the
// bus waits for the media, or the media wait for the bus.
#pragma once

#include <vector>

#include "model/base/register_block.h"
#include "model/base/wires.h"
#include "model/medium/contents.h"

namespace headstack {

class Buffer final : public RegisterBlock, public HostSide, public Fill {
 public:
  Wire<MediaSide> media;

  Wire<TimeBase, sc_core::SC_ZERO_OR_MORE_BOUND> time;  // for contents

  explicit Buffer(sc_core::sc_module_name name);

  // Makes the buffer simulate the RAM's data too. `contents` must outlive the buffer.
  void keep_contents(Contents& contents) { contents_ = &contents; }

  hs_ticks drain_end(std::uint32_t blocks, hs_ticks start, hs_ticks per_block,
                     hs_ticks resume) override;
  hs_ticks came_at(std::uint32_t blocks) override;
  void fill(std::uint32_t blocks, hs_ticks start, hs_ticks per_block,
            const unsigned char* data) override;
  void send(std::uint32_t blocks, hs_ticks end, unsigned char* data) override;
  void settle() override;

  void clear() override { pieces_.clear(); }
  bool scheduled() const override { return !pieces_.empty(); }
  hs_ticks filled_at(std::uint32_t blocks) const override;
  hs_ticks per_block() const override { return pieces_.front().per_block; }

  bool read(std::uint32_t address, std::uint64_t& value) override {
    switch (static_cast<BufferRead>(address)) {
      case BufferRead::different:
        value = take_different();
        return true;
    }
    return false;
  }
  [[gnu::always_inline]] bool write(std::uint32_t address, std::uint64_t value) override {
    switch (static_cast<BufferWrite>(address)) {
      case BufferWrite::address:
        address_ = value;
        return true;
      case BufferWrite::index:
        index_ = static_cast<std::int32_t>(static_cast<std::uint32_t>(value));
        return true;
    }
    return false;
  }

 private:
  std::uint64_t take_different();
  hs_ticks stop_and_go_end(std::uint32_t blocks, hs_ticks start, hs_ticks per_block,
                           hs_ticks resume);

  std::int64_t index_ = 0;                   // HS_BUFFER_INDEX
  std::uint64_t address_ = HS_ADDRESS_NONE;  // HS_BUFFER_ADDRESS
  Contents* contents_ = nullptr;
  // A DATA_OUT of the channel's program.
  struct Piece {
    std::uint32_t end;  // number of the block after the piece's last block
    std::uint32_t blocks;
    hs_ticks start;
    hs_ticks per_block;
  };
  std::vector<Piece> pieces_;
};

}  // namespace headstack
