// Errors of the medium: sectors that are bad from the start or become bad later, and reads that
// fail at random. The class finds the first block of a transfer that fails.
#pragma once

#include <cstdint>
#include <vector>

#include "model/base/random.h"
#include "model/config/drive_config.h"
#include "model/config/tick_clock.h"
#include "model/medium/media_program.h"

namespace headstack {

// Random events among the blocks that pass. The probability is equal for each block. The class
// draws the number of blocks until the next event. A block without an event therefore costs only a
// subtraction.
class RareEvent {
 public:
  RareEvent(std::uint32_t ppm, Random random);
  // Counts `blocks` blocks as passed. True: block `which`, from 0, has the event, and the blocks
  // after it are not counted yet.
  bool among(std::uint32_t blocks, std::uint32_t& which);

 private:
  void draw();

  double rate_;  // of an exponential distribution; 0: never
  Random random_;
  std::uint64_t until_ = 0;  // blocks before the next event
};

class MediaDefects : public MediumErrors {
 public:
  // Precondition: load_drive would accept the places. `geometry` must outlive the object.
  MediaDefects(const DefectsConfig& config, const hs_geometry& geometry, const TickClock& clock);

  // True: errors can occur.
  bool any() const { return any_; }

  bool first_failure(const MediaExtent& extent, bool retry, MediaFailure& failure) override;

 private:
  enum class Kind : std::uint8_t {
    correctable,
    unreadable,
    unwritable
  };
  struct Bad {
    std::uint64_t place;  // hs_place_key
    hs_ticks since;
    Kind kind;
  };

  void add(const BadSector& sector, Kind kind, const TickClock& clock);
  void insert(const Bad& bad);
  // Makes sectors anywhere on the disk bad, up to `time`.
  void grow_until(hs_ticks time);
  hs_pbn any_place();
  // Makes passing sectors bad. Returns the first block of a read that becomes bad, or `blocks`.
  std::uint32_t grow_among(const MediaExtent& extent, std::uint32_t from, std::uint32_t blocks);
  bool first_bad(const MediaExtent& extent, MediaFailure& failure) const;
  void first_soft(const MediaExtent& extent, std::uint32_t from, bool& failed,
                  MediaFailure& failure);

  const hs_geometry& geometry_;
  std::vector<Bad> bad_;  // rising
  bool any_;
  RareEvent soft_;
  std::uint32_t soft_retries_;
  std::uint32_t soft_correctable_ppm_;
  Random correctable_random_;
  bool soft_can_be_corrected_ = false;  // the ECC can correct the soft error that is being retried
  std::uint32_t soft_left_ = 0;         // retries that will still fail
  RareEvent growth_;
  double growth_interval_;  // ticks
  Random growth_random_;
  hs_ticks next_growth_ = 0;
};

}  // namespace headstack
