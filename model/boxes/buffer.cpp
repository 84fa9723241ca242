#include "model/boxes/buffer.h"

#include <algorithm>

namespace headstack {

Buffer::Buffer(sc_core::sc_module_name name) : RegisterBlock(name, HS_PAGE_BUFFER) {
  pieces_.reserve(64);
}

namespace {

// Returns the instant at which a block of the piece is in the buffer. The instant is rounded up,
// because sectors end at whole ticks, and a block is not available before its end.
hs_ticks done_at(const MediaPiece& piece, std::int64_t block) {
  const auto into = static_cast<std::uint64_t>(block - piece.first_block);
  const hs_ticks span = piece.last_done - piece.first_done;
  const hs_ticks steps = std::max(piece.blocks, 2U) - 1;
  return piece.blocks == 1 ? piece.last_done : piece.first_done + (span * into + steps - 1) / steps;
}

}  // namespace

// A block is sent over the bus when the block before has been sent and the block itself has come
// off the media. Within a piece, the media have a constant rate. Only the rate of the bus and the
// first and last block of each piece can therefore limit the end.
hs_ticks Buffer::drain_end(std::uint32_t blocks, hs_ticks start, hs_ticks per_block,
                           hs_ticks resume) {
  if (resume != 0) {
    return stop_and_go_end(blocks, start, per_block, resume);
  }
  hs_ticks end = start + blocks * per_block;
  const std::int64_t after_last = index_ + blocks;
  for (const MediaPiece& piece : media->pieces_after(start, after_last)) {
    const std::int64_t first = std::max<std::int64_t>(piece.first_block, index_);
    const std::int64_t last =
        std::min<std::int64_t>(std::int64_t{piece.first_block} + piece.blocks, after_last) - 1;
    if (first > last) {
      continue;
    }
    const auto then = [&](std::int64_t block) {
      return done_at(piece, block) + static_cast<hs_ticks>(after_last - block) * per_block;
    };
    end = std::max({end, then(first), then(last)});
  }
  return end;
}

// Returns the end of a transfer that pauses at every late block.
hs_ticks Buffer::stop_and_go_end(std::uint32_t blocks, hs_ticks start, hs_ticks per_block,
                                 hs_ticks resume) {
  hs_ticks now = start;
  std::int64_t next = index_;
  const std::int64_t after_last = index_ + blocks;
  for (const MediaPiece& piece : media->pieces_after(start, after_last)) {
    const std::int64_t first = std::max<std::int64_t>(piece.first_block, next);
    const std::int64_t end =
        std::min<std::int64_t>(std::int64_t{piece.first_block} + piece.blocks, after_last);
    if (first >= end) {
      continue;
    }
    now += static_cast<hs_ticks>(first - next) * per_block;
    for (std::int64_t block = first; block < end; ++block) {
      const hs_ticks there = done_at(piece, block);
      now = (there > now ? there + resume : now) + per_block;
    }
    next = end;
  }
  return now + static_cast<hs_ticks>(after_last - next) * per_block;
}

hs_ticks Buffer::came_at(std::uint32_t blocks) {
  const std::int64_t last = index_ + blocks - 1;
  for (const MediaPiece& piece : media->pieces_after(0, last + 1)) {
    if (piece.first_block <= last && last < std::int64_t{piece.first_block} + piece.blocks) {
      return done_at(piece, last);
    }
  }
  return 0;
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

// Without contents, no block differs.
std::uint64_t Buffer::take_different() {
  if (contents_ == nullptr) {
    return 0;
  }
  contents_->advance(time->now());
  const std::optional<std::uint32_t> block = contents_->take_different();
  return block ? HS_DIFFERENT(*block, 1U) : 0;
}

void Buffer::settle() {
  if (contents_ != nullptr) {
    contents_->advance(time->now());
  }
}

}  // namespace headstack
