// What goes wrong on the medium: sectors that are bad, from the start or later, and reads that fail
// at random. It says which block of a transfer is the first that cannot be had.
#pragma once

#include <cstdint>
#include <vector>

#include "model/base/random.h"
#include "model/config/drive_config.h"
#include "model/config/tick_clock.h"
#include "model/medium/media_program.h"

namespace headstack {

// Random events among the blocks that pass by, each block alike: the number of blocks up to the
// next event is drawn, so that blocks without an event cost a subtraction.
class RareEvent {
 public:
  RareEvent(std::uint32_t ppm, Random random);
  // Let `blocks` blocks pass. True: `which` of them, from 0, has the event, and those behind it
  // have not passed yet.
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

  // Whether anything can go wrong at all.
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
  // Sectors go bad anywhere, as time passes.
  void grow_until(hs_ticks time);
  hs_pbn any_place();
  // Sectors go bad that pass by. Returns the first block of a read that does, or `blocks`.
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
  bool soft_can_be_corrected_ = false;  // the soft error that is being retried
  std::uint32_t soft_left_ = 0;         // as often it is going to fail again
  RareEvent growth_;
  double growth_interval_;  // ticks
  Random growth_random_;
  hs_ticks next_growth_ = 0;
};

}  // namespace headstack
