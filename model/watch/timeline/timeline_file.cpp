#include "model/watch/timeline/timeline_file.h"

#include <cerrno>
#include <system_error>

#include <protozero/pbf_builder.hpp>

#include "model/base/run_error.h"
#include "model/config/drive_config.h"

namespace headstack {

namespace {

constexpr std::int64_t kPsPerNs = 1000;
constexpr std::size_t kFlushAt = 1 << 18;  // bytes
constexpr std::uint32_t kSequence = 1;     // all packets come from one writer

// Numbers of fields in Perfetto's schema.
using Tag = protozero::pbf_tag_type;
enum class Trace : Tag {
  packet = 1
};
enum class Packet : Tag {
  timestamp = 8,
  sequence_id = 10,
  track_event = 11,
  interned = 12,
  sequence_flags = 13,
  track = 60
};
enum class EventField : Tag {
  annotation = 4,
  type = 9,
  name = 10,
  track = 11,
  counter = 30,
  flow = 47,
  last_flow = 48
};
enum class Annotation : Tag {
  name = 1,
  value = 3
};
enum class TrackField : Tag {
  uuid = 1,
  name = 2,
  parent = 5,
  counter = 8,
  order = 11,
  rank = 12
};
enum class Names : Tag {
  events = 2,
  facts = 3
};
enum class NameField : Tag {
  number = 1,
  text = 2
};

constexpr std::uint32_t kNamesBegin = 1;           // SEQ_INCREMENTAL_STATE_CLEARED
constexpr std::uint32_t kUsesNames = 2;            // SEQ_NEEDS_INCREMENTAL_STATE
constexpr std::int32_t kInOrderOfDeclaration = 3;  // ChildTracksOrdering.EXPLICIT

using Builder = protozero::pbf_builder<Packet>;

// Adds a packet to the buffer. `fill` writes the fields of the packet.
template <typename Fill>
void add_packet(std::string& buffer, std::uint32_t flags, Fill fill) {
  protozero::pbf_builder<Trace> trace(buffer);
  Builder packet(trace, Trace::packet);
  packet.add_uint32(Packet::sequence_id, kSequence);
  packet.add_uint32(Packet::sequence_flags, flags);
  fill(packet);
}

}  // namespace

TimelineFile::TimelineFile(const std::string& file, Window window)
    : name_(file), window_(window), file_(file, std::ios::binary) {
  if (!file_) {
    throw ConfigError("timeline", ": the file " + file + " cannot be written");
  }
  buffer_.reserve(2 * kFlushAt);
  add_packet(buffer_, kNamesBegin, [](Builder&) {});
}

TimelineFile::Track TimelineFile::track(std::string_view name, Track parent) {
  return declare(name, parent, false);
}

TimelineFile::Track TimelineFile::counter(std::string_view name, Track parent) {
  return declare(name, parent, true);
}

TimelineFile::Track TimelineFile::declare(std::string_view name, Track parent, bool counts) {
  const std::uint64_t uuid = ++tracks_;
  add_packet(buffer_, kUsesNames, [&](Builder& packet) {
    protozero::pbf_builder<TrackField> track(packet, Packet::track);
    track.add_uint64(TrackField::uuid, uuid);
    track.add_string(TrackField::name, name.data(), name.size());
    if (parent != Track::root) {
      track.add_uint64(TrackField::parent, static_cast<std::uint64_t>(parent));
    }
    if (counts) {
      track.add_message(TrackField::counter, "", 0);
    }
    track.add_enum(TrackField::order, kInOrderOfDeclaration);
    track.add_int32(TrackField::rank, static_cast<std::int32_t>(uuid));
  });
  return Track{uuid};
}

void TimelineFile::slice(Track track, const char* name, std::int64_t start, std::int64_t end,
                         Facts facts, Flow flow, bool last) {
  if (!window_.touches(start, end)) {
    return;
  }
  if (start == end) {
    write({Type::instant, track, start, name, flow, last}, facts);
  } else {
    write({Type::begin, track, start, name, flow, last}, facts);
    write({Type::end, track, end}, {});
  }
}

void TimelineFile::begin(Track track, const char* name, std::int64_t time, Facts facts, Flow flow) {
  write({Type::begin, track, time, name, flow, false}, facts);
}

void TimelineFile::end(Track track, std::int64_t time) { write({Type::end, track, time}, {}); }

void TimelineFile::count(Track track, std::int64_t time, std::uint64_t value) {
  if (window_.touches(time, time)) {
    write({Type::counter, track, time}, {}, value);
  }
}

void TimelineFile::write(const Event& event, Facts facts, std::uint64_t value) {
  const std::uint64_t name = event.name == nullptr ? 0 : number_of(event.name, event_names_, true);
  for (const Fact& fact : facts) {
    number_of(fact.name, fact_names_, false);
  }
  add_packet(buffer_, kUsesNames, [&](Builder& packet) {
    packet.add_uint64(Packet::timestamp, static_cast<std::uint64_t>(event.time / kPsPerNs));
    protozero::pbf_builder<EventField> field(packet, Packet::track_event);
    field.add_enum(EventField::type, static_cast<std::int32_t>(event.type));
    field.add_uint64(EventField::track, static_cast<std::uint64_t>(event.track));
    if (name != 0) {
      field.add_uint64(EventField::name, name);
    }
    if (event.type == Type::counter) {
      field.add_int64(EventField::counter, static_cast<std::int64_t>(value));
    }
    if (event.flow != Flow::none) {
      field.add_fixed64(event.last ? EventField::last_flow : EventField::flow,
                        static_cast<std::uint64_t>(event.flow));
    }
    for (const Fact& fact : facts) {
      protozero::pbf_builder<Annotation> annotation(field, EventField::annotation);
      annotation.add_uint64(Annotation::name, fact_names_.at(fact.name));
      annotation.add_uint64(Annotation::value, fact.value);
    }
  });
  if (buffer_.size() >= kFlushAt) {
    flush();
  }
}

// Returns the number of a name in the file. A new name gets a packet of its own.
std::uint64_t TimelineFile::number_of(const char* name, Numbers& numbers, bool event) {
  const auto [found, is_new] = numbers.try_emplace(name, numbers.size() + 1);
  if (is_new) {
    add_packet(buffer_, kUsesNames, [&](Builder& packet) {
      protozero::pbf_builder<Names> names(packet, Packet::interned);
      protozero::pbf_builder<NameField> entry(names, event ? Names::events : Names::facts);
      entry.add_uint64(NameField::number, found->second);
      entry.add_string(NameField::text, name);
    });
  }
  return found->second;
}

void TimelineFile::flush() {
  file_.write(buffer_.data(), static_cast<std::streamsize>(buffer_.size()));
  buffer_.clear();
  note_error();
}

void TimelineFile::note_error() {
  if (!file_ && error_ == 0) {
    error_ = errno == 0 ? EIO : errno;
  }
}

void TimelineFile::finish() {
  flush();
  file_.close();
  note_error();
  if (!good()) {
    throw RunError("timeline: " + name_ +
                   " cannot be written to its end: " + std::generic_category().message(error_));
  }
}

}  // namespace headstack
