#include "tb/model/support/timeline_reader.h"

#include <algorithm>
#include <fstream>
#include <iterator>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <protozero/pbf_reader.hpp>

namespace headstack {

namespace {

using protozero::pbf_reader;

struct Event {
  std::int64_t time = 0;
  int type = 0;  // TrackEvent.Type
  std::uint64_t track = 0;
  std::int64_t value = 0;
  ReadSlice slice;
};

// The names and the events of a file.
class Packets {
 public:
  explicit Packets(const std::string& bytes) {
    pbf_reader trace(bytes);
    while (trace.next(1)) {
      packet(trace.get_message());
    }
    std::stable_sort(events.begin(), events.end(),
                     [](const Event& a, const Event& b) { return a.time < b.time; });
  }

  std::vector<Event> events;
  std::vector<std::uint64_t> uuids;  // of the tracks
  std::vector<ReadTrack> tracks;

 private:
  void packet(pbf_reader packet) {
    std::int64_t time = 0;
    while (packet.next()) {
      switch (packet.tag()) {
        case 8:
          time = static_cast<std::int64_t>(packet.get_uint64());
          break;
        case 11:
          event(packet.get_message(), time);
          break;
        case 12:
          interned(packet.get_message());
          break;
        case 60:
          track(packet.get_message());
          break;
        default:
          packet.skip();
      }
    }
  }

  void interned(pbf_reader names) {
    while (names.next()) {
      auto& into = names.tag() == 2 ? event_names_ : fact_names_;
      pbf_reader entry = names.get_message();
      std::uint64_t number = 0;
      while (entry.next()) {
        entry.tag() == 1 ? void(number = entry.get_uint64())
                         : void(into[number] = entry.get_string());
      }
    }
  }

  void track(pbf_reader track) {
    std::uint64_t uuid = 0;
    std::string name;
    std::string above;
    while (track.next()) {
      if (track.tag() == 1) {
        uuid = track.get_uint64();
      } else if (track.tag() == 2) {
        name = track.get_string();
      } else if (track.tag() == 5) {
        const auto parent = std::find(uuids.begin(), uuids.end(), track.get_uint64());
        ASSERT_NE(parent, uuids.end()) << name;
        above = tracks[static_cast<std::size_t>(parent - uuids.begin())].path + "/";
      } else {
        track.skip();
      }
    }
    uuids.push_back(uuid);
    tracks.push_back({above + name, {}, {}});
  }

  void fact(pbf_reader annotation, ReadSlice& slice) {
    std::string name;
    while (annotation.next()) {
      annotation.tag() == 1 ? void(name = fact_names_.at(annotation.get_uint64()))
                            : void(slice.facts[name] = annotation.get_uint64());
    }
  }

  void event(pbf_reader event, std::int64_t time) {
    Event read;
    read.time = time;
    read.slice.start = time;
    while (event.next()) {
      switch (event.tag()) {
        case 4:
          fact(event.get_message(), read.slice);
          break;
        case 9:
          read.type = event.get_enum();
          break;
        case 10:
          read.slice.name = event_names_.at(event.get_uint64());
          break;
        case 11:
          read.track = event.get_uint64();
          break;
        case 30:
          read.value = event.get_int64();
          break;
        case 47:
        case 48:
          read.slice.last = event.tag() == 48;
          read.slice.flow = event.get_fixed64();
          break;
        default:
          event.skip();
      }
    }
    events.push_back(read);
  }

  std::map<std::uint64_t, std::string> event_names_;
  std::map<std::uint64_t, std::string> fact_names_;
};

std::string bytes_of(const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

// The open slices of each track, by number.
using Open = std::map<std::size_t, std::vector<std::size_t>>;

void add(const Event& event, std::size_t number, ReadTrack& track, Open& open) {
  enum : int {
    kBegin = 1,
    kEnd = 2,
    kInstant = 3,
    kCounter = 4
  };
  if (event.type == kBegin || event.type == kInstant) {
    track.slices.push_back(event.slice);
    track.slices.back().depth = open[number].size();
    track.slices.back().end = event.type == kInstant ? event.time : -1;
    if (event.type == kBegin) {
      open[number].push_back(track.slices.size() - 1);
    }
  } else if (event.type == kEnd) {
    ASSERT_FALSE(open[number].empty()) << track.path << " at " << event.time;
    track.slices[open[number].back()].end = event.time;
    open[number].pop_back();
  } else {
    ASSERT_EQ(event.type, kCounter);
    track.counts.push_back({event.time, event.value});
  }
}

}  // namespace

ReadTimeline::ReadTimeline(const std::string& file) {
  Packets packets(bytes_of(file));
  tracks_ = std::move(packets.tracks);
  Open open;
  for (const Event& event : packets.events) {
    const auto at = std::find(packets.uuids.begin(), packets.uuids.end(), event.track);
    if (at == packets.uuids.end()) {
      ADD_FAILURE() << "no track " << event.track;
      continue;
    }
    const auto number = static_cast<std::size_t>(at - packets.uuids.begin());
    add(event, number, tracks_[number], open);
  }
  for (const auto& [number, slices] : open) {
    EXPECT_TRUE(slices.empty()) << tracks_[number].path;
  }
}

std::vector<ReadSlice> ReadTimeline::slices(const std::string& path) const {
  std::vector<ReadSlice> found;
  for (const ReadTrack& track : tracks_) {
    if (track.path == path) {
      found.insert(found.end(), track.slices.begin(), track.slices.end());
    }
  }
  return found;
}

std::string ReadTimeline::text(const std::string& path) const {
  std::string text;
  for (const ReadSlice& slice : slices(path)) {
    text += fmt::format("{}{} {} {}", text.empty() ? "" : ", ", slice.name,
                        (slice.start + 500) / 1000, (slice.end + 500) / 1000);
  }
  return text;
}

}  // namespace headstack
