// A request's service time, computed again, track by track and without any table.
#pragma once

#include <algorithm>
#include <cstdint>

extern "C" {
#include "disk/predict.h"
}

namespace headstack {

// Returns the time from the start of the first block under its head, at `first`, to the end of the
// last block.
inline hs_ticks time_on_medium_from(const hs_drive_params& drive, const hs_task& task,
                                    hs_ticks first) {
  hs_ticks at = first;
  std::uint32_t done = 0;
  hs_track track = task.track;
  while (done < task.blocks) {
    const hs_lbn lbn = {task.lbn.value + done};
    const hs_extent run = hs_map_extent(&drive.geometry, lbn, task.blocks - done);
    const hs_track there = {run.first.cylinder, run.first.head};
    if (done != 0) {
      at += hs_crossing(&drive.mechanics, track, there, task.write);
      at += static_cast<hs_angle>(run.angle - static_cast<hs_angle>(at));
    }
    const hs_zone* zone = hs_zone_of_lbn(&drive.geometry, lbn);
    at += hs_sector_offset(zone, run.first.sector.value + run.blocks) -
          hs_sector_offset(zone, run.first.sector.value);
    track = there;
    done += run.blocks;
  }
  return at - first;
}

// Returns this time for a transfer that begins with its first block.
inline hs_ticks time_on_medium(const hs_drive_params& drive, const hs_task& task) {
  return time_on_medium_from(drive, task, task.angle);
}

// From now to the completion, track by track.
inline hs_ticks service(const hs_drive_params& drive, const hs_drive_view& view,
                        const hs_task& task) {
  const hs_ticks first = hs_predict_media_start(&drive, &view, &task);
  const hs_ticks medium = time_on_medium_from(drive, task, first);
  const hs_ticks bus = task.blocks * drive.write_per_block;
  const hs_overheads& o = drive.overheads;
  if (task.write) {
    return first - view.now + std::max(medium, bus) + drive.write.reconnect_preparation +
           o.second_reselect + o.write_completion;
  }
  // The drive needs the bus when it has read the watermark. Here the watermark is a share of the
  // request, or of a segment.
  std::uint32_t chunk = task.blocks;
  if (drive.cache.segment_blocks != 0) {
    chunk = std::min(chunk, drive.cache.segment_blocks);
  }
  const auto mark =
      static_cast<std::uint32_t>(std::uint64_t{chunk} * drive.cache.read_watermark_ppm / 1'000'000);
  const hs_ticks begin = medium / task.blocks * std::max(mark, 1U);
  const hs_ticks over =
      std::max(medium + drive.write_per_block, begin + o.first_reselect + o.data_preparation + bus);
  return first - view.now + over + o.read_completion;
}

}  // namespace headstack
