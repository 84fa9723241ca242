#include "model/watch/timeline/media_tracks.h"

#include <algorithm>

namespace headstack {

MediaTracks::MediaTracks(TimelineFile& file, TimelineFile::Track parent)
    : file_(file),
      actuator_(file.track("actuator", parent)),
      head_(file.track("rotation", parent)),
      transfer_(file.track("media transfer", parent)) {}

void MediaTracks::extent(const MediaExtent& extent, const Times& times) {
  const char* name = extent.write ? "write" : extent.ahead ? "read ahead" : "read";
  extents_.push_back({times, extent.track, extent.sector, extent.blocks, name, extent.ahead,
                      TimelineFile::Flow::none});
}

void MediaTracks::stop(std::int64_t time) {
  for (Extent& extent : extents_) {
    Times& times = extent.times;
    for (std::int64_t* each : {&times.seek_start, &times.arrive, &times.first, &times.end}) {
      *each = std::min(*each, time);
    }
  }
}

void MediaTracks::served(TimelineFile::Flow flow, std::int64_t start) {
  for (Extent& extent : extents_) {
    if (!extent.ahead && extent.flow == TimelineFile::Flow::none && extent.times.end > start) {
      extent.flow = flow;
    }
  }
}

void MediaTracks::settle(std::int64_t now, bool busy) {
  while (!extents_.empty() && extents_.front().times.end < now) {
    const Extent& next = extents_.front();
    if (busy && !next.ahead && next.flow == TimelineFile::Flow::none) {
      return;
    }
    write(next);
    extents_.pop_front();
  }
}

void MediaTracks::write(const Extent& extent) {
  const auto& [seek_start, arrive, first, end] = extent.times;
  const std::uint64_t cylinder = extent.track.cylinder.value;
  const std::uint64_t head = extent.track.head.value;
  if (arrive > seek_start) {
    file_.slice(actuator_, "seek", seek_start, arrive, {{"cylinder", cylinder}, {"head", head}});
  }
  if (first > arrive) {
    file_.slice(head_, "wait for sector", arrive, first, {{"sector", extent.sector}});
  }
  if (end > first) {
    file_.slice(transfer_, extent.name, first, end,
                {{"cylinder", cylinder},
                 {"head", head},
                 {"sector", extent.sector},
                 {"blocks", extent.blocks}},
                extent.flow);
  }
}

}  // namespace headstack
