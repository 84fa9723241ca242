#include "model/boxes/controller_cpu/image_state.h"

#include <algorithm>

extern "C" {
#include <hal/registers.h>
}

namespace headstack {

ImageState::ImageState(const ElfImage& image, const Memories& memories) : memories_(memories) {
  const ElfImage::Symbol* symbol = image.symbol("hs_image_layout");
  constexpr std::uint32_t kWord = sizeof(std::uint32_t);
  if (symbol == nullptr) {
    return;
  }
  constexpr std::uint32_t kOldest = HS_LAYOUT_TASK_SLOT;  // parts of the first version
  const std::uint32_t known = symbol->bytes != 0 ? symbol->bytes / kWord : kOldest;
  const std::uint32_t parts = std::min<std::uint32_t>(HS_LAYOUT_PARTS, known);
  if (!memories.rom.holds(symbol->address, parts * kWord)) {
    return;
  }
  layout_.emplace();
  for (std::uint32_t i = 0; i < parts; ++i) {
    layout_->at(i) = memories.rom.get<std::uint32_t>(symbol->address + i * 4);
  }
}

// Reads a value in the RAM. An address outside the RAM gives 0, because data outside the firmware's
// RAM are unknown.
template <typename T>
T ImageState::at(std::uint32_t address) const {
  return memories_.ram.holds(address, sizeof(T)) ? memories_.ram.get<T>(address) : T{};
}

// Reads a part of the state. An address of 0 means that the image does not publish this part.
template <typename T>
T ImageState::field(hs_layout_part part) const {
  return at<T>(layout_->at(part));
}

std::uint64_t ImageState::starts() const {
  return layout_ ? field<std::uint64_t>(HS_LAYOUT_STARTS) : 0;
}

bool ImageState::publishes_starts() const {
  return layout_ && layout_->at(HS_LAYOUT_STARTS) != 0 && layout_->at(HS_LAYOUT_ACTIVE_TASK) != 0 &&
         layout_->at(HS_LAYOUT_TASKS) != 0;
}

std::optional<std::uint32_t> ImageState::blocks_to_fill() const {
  if (!layout_ || layout_->at(HS_LAYOUT_FILLING) == 0) {
    return std::nullopt;
  }
  const auto filling = field<std::uint32_t>(HS_LAYOUT_FILLING);
  if (filling == HS_NO_SEGMENT) {
    return std::nullopt;
  }
  if (layout_->at(HS_LAYOUT_PROGRAM_FIRST) == 0) {
    return HS_DONE_NO_STOP;
  }
  const std::uint32_t segment =
      layout_->at(HS_LAYOUT_SEGMENTS) + filling * layout_->at(HS_LAYOUT_SEGMENT_BYTES);
  return at<std::uint32_t>(segment + 4) - field<std::uint32_t>(HS_LAYOUT_PROGRAM_FIRST);
}

bool ImageState::busy() const {
  return layout_ && layout_->at(HS_LAYOUT_ACTIVE_TASK) != 0 &&
         field<std::uint32_t>(HS_LAYOUT_ACTIVE_TASK) != HS_NO_TASK;
}

bool ImageState::hit() const { return layout_ && field<std::uint8_t>(HS_LAYOUT_ACTIVE_HIT) != 0; }

hs_ticks ImageState::predicted_media() const {
  return layout_ ? field<hs_ticks>(HS_LAYOUT_ACTIVE_PREDICTED) : 0;
}

std::uint32_t ImageState::held() const {
  return layout_ ? field<std::uint32_t>(HS_LAYOUT_HELD) : 0;
}

bool ImageState::inserted() const {
  const std::uint32_t facts = layout_ ? field<std::uint32_t>(HS_LAYOUT_FACTS) : 0;
  if (facts == 0 || !busy()) {
    return false;
  }
  const std::uint32_t entry =
      facts + field<std::uint32_t>(HS_LAYOUT_ACTIVE_TASK) * layout_->at(HS_LAYOUT_FACT_BYTES);
  return at<std::uint8_t>(entry + layout_->at(HS_LAYOUT_FACT_INSERTED)) != 0;
}

FirmwareState ImageState::read() const {
  FirmwareState state;
  if (!layout_) {
    return state;
  }
  state.starts = starts();
  state.busy = busy();
  if (state.busy) {
    const std::uint32_t entry =
        field<std::uint32_t>(HS_LAYOUT_TASKS) +
        field<std::uint32_t>(HS_LAYOUT_ACTIVE_TASK) * layout_->at(HS_LAYOUT_TASK_BYTES);
    state.tag = at<decltype(hs_tag::value)>(entry + layout_->at(HS_LAYOUT_TASK_TAG));
    if (const std::uint32_t slot = layout_->at(HS_LAYOUT_TASK_SLOT); slot != 0) {
      state.slot = at<std::uint32_t>(entry + slot);
    }
  }
  state.hit = hit();
  state.predicted_media = predicted_media();
  const std::uint32_t all = held();
  state.waiting = all - (state.busy && all != 0 ? 1U : 0U);
  state.decisions = field<decltype(hs_scheduler::decisions)>(HS_LAYOUT_DECISIONS);
  state.examined = field<decltype(hs_scheduler::examined)>(HS_LAYOUT_EXAMINED);
  state.segment_count = std::min(field<std::uint32_t>(HS_LAYOUT_SEGMENT_COUNT), HS_CACHE_SEGMENTS);
  state.filling = field<std::uint32_t>(HS_LAYOUT_FILLING);
  const std::uint32_t segments = layout_->at(HS_LAYOUT_SEGMENTS);
  for (std::uint32_t i = 0; i < state.segment_count; ++i) {
    const std::uint32_t segment = segments + i * layout_->at(HS_LAYOUT_SEGMENT_BYTES);
    state.segments.at(i) = {at<std::uint32_t>(segment), at<std::uint32_t>(segment + 4)};
  }
  return state;
}

}  // namespace headstack
