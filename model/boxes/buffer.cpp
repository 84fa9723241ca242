#include "model/boxes/buffer.h"

#include <algorithm>

namespace headstack {

Buffer::Buffer(sc_core::sc_module_name name) : RegisterBlock(name, HS_PAGE_BUFFER) {
  pieces_.reserve(64);
}

// A block goes over the bus when the one before has gone and it has come off the media. Within a
// piece the media is at a constant rate, so the last block's time is set by the bus alone, or by
// the first or the last block of some piece.
hs_ticks Buffer::drain_end(std::uint32_t blocks, hs_ticks start, hs_ticks per_block) {
  hs_ticks end = start + blocks * per_block;
  const std::int64_t after_last = index_ + blocks;
  for (const MediaPiece& piece : media->pieces_after(start, after_last)) {
    const std::int64_t first = std::max<std::int64_t>(piece.first_block, index_);
    const std::int64_t last =
        std::min<std::int64_t>(std::int64_t{piece.first_block} + piece.blocks, after_last) - 1;
    if (first > last) {
      continue;
    }
    // Rounded up: sectors end at whole ticks, and none before it has ended.
    const auto done_at = [&piece](std::int64_t block) {
      const auto into = static_cast<std::uint64_t>(block - piece.first_block);
      const hs_ticks span = piece.last_done - piece.first_done;
      const hs_ticks steps = std::max(piece.blocks, 2U) - 1;
      return piece.blocks == 1 ? piece.last_done
                               : piece.first_done + (span * into + steps - 1) / steps;
    };
    const auto then = [&](std::int64_t block) {
      return done_at(block) + static_cast<hs_ticks>(after_last - block) * per_block;
    };
    end = std::max({end, then(first), then(last)});
  }
  return end;
}

void Buffer::fill(std::uint32_t blocks, hs_ticks start, hs_ticks per_block,
                  const unsigned char* data) {
  if (contents_ != nullptr) {
    contents_->from_host(address_, data, blocks, start, per_block, time->now());
  }
  const std::uint32_t first = pieces_.empty() ? 0 : pieces_.back().end;
  pieces_.push_back({first + blocks, blocks, start, per_block});
  media->data_scheduled();
}

hs_ticks Buffer::filled_at(std::uint32_t blocks) const {
  for (const Piece& piece : pieces_) {
    if (blocks <= piece.end) {
      return piece.start + (blocks + piece.blocks - piece.end) * piece.per_block;
    }
  }
  return kNever;
}

void Buffer::send(std::uint32_t blocks, hs_ticks end, unsigned char* data) {
  if (contents_ != nullptr) {
    contents_->to_host(address_, data, blocks, end);
  }
}

void Buffer::settle() {
  if (contents_ != nullptr) {
    contents_->advance(time->now());
  }
}

}  // namespace headstack
