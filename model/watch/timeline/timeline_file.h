// A trace in Perfetto's format: slices of time on tracks, counters, and flows that join slices.
// Source: Perfetto's schema, protos/perfetto/trace/perfetto_trace.proto. The file has nanoseconds,
// rounded down, because Perfetto has no finer time.
#pragma once

#include <cstdint>
#include <fstream>
#include <initializer_list>
#include <string>
#include <string_view>
#include <unordered_map>

namespace headstack {

class TimelineFile {
 public:
  // Part of the simulated time to write, ps. A slice that touches the window is written whole.
  struct Window {
    std::int64_t from = 0;
    std::int64_t to = INT64_MAX;  // not in the window
    bool touches(std::int64_t start, std::int64_t end) const { return end >= from && start < to; }
  };
  enum class Track : std::uint64_t {
    root
  };
  // Joins the slices with the same number, in the order of their starts.
  enum class Flow : std::uint64_t {
    none
  };
  // A number at a slice. `name` must outlive the file.
  struct Fact {
    const char* name = nullptr;
    std::uint64_t value = 0;
  };
  using Facts = std::initializer_list<Fact>;

  // Throws ConfigError if the file cannot be written.
  TimelineFile(const std::string& file, Window window);
  ~TimelineFile() = default;
  TimelineFile(const TimelineFile&) = delete;
  TimelineFile& operator=(const TimelineFile&) = delete;

  // Declares a track below another track. Perfetto shows tracks of one name and one parent
  // together. Slices of one track may be nested; otherwise they must not overlap.
  Track track(std::string_view name, Track parent = Track::root);
  // Declares the track of a counter.
  Track counter(std::string_view name, Track parent);

  // Writes a slice from `start` to `end` (ps). Equal times give an instant. `name` must outlive the
  // file. With `last`, the flow ends here.
  void slice(Track track, const char* name, std::int64_t start, std::int64_t end, Facts facts = {},
             Flow flow = Flow::none, bool last = false);
  // Writes the start or the end of a slice whose inner slices come between the two calls.
  void begin(Track track, const char* name, std::int64_t time, Facts facts = {},
             Flow flow = Flow::none);
  void end(Track track, std::int64_t time);
  // Writes a counter's value from `time` (ps) on.
  void count(Track track, std::int64_t time, std::uint64_t value);

  const Window& window() const { return window_; }

  // Writes everything and closes the file. Throws RunError if a write failed.
  void finish();
  // False: a write failed. Later slices are lost.
  bool good() const { return error_ == 0; }

 private:
  enum class Type : std::int32_t {
    begin = 1,
    end = 2,
    instant = 3,
    counter = 4
  };
  struct Event {
    Type type;
    Track track;
    std::int64_t time;
    const char* name = nullptr;
    Flow flow = Flow::none;
    bool last = false;
  };

  using Numbers = std::unordered_map<const char*, std::uint64_t>;  // of names in the file, from 1

  Track declare(std::string_view name, Track parent, bool counts);
  void write(const Event& event, Facts facts, std::uint64_t value = 0);
  std::uint64_t number_of(const char* name, Numbers& numbers, bool event);
  void flush();
  void note_error();

  std::string name_;
  Window window_;
  std::ofstream file_;
  int error_ = 0;       // errno of the first failure
  std::string buffer_;  // packets that are not yet in the file
  std::uint64_t tracks_ = 0;
  Numbers event_names_;
  Numbers fact_names_;
};

}  // namespace headstack
