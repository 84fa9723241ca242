// Reads a trace in Perfetto's format as its trace processor does: packets in the order of their
// times, equal times in the order of the file, and slices by track, with the innermost open slice
// first to end.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace headstack {

struct ReadSlice {
  std::string name;
  std::int64_t start = 0;  // ns
  std::int64_t end = -1;   // ns; -1: the file has no end
  std::size_t depth = 0;   // number of slices around it
  std::map<std::string, std::uint64_t> facts;
  std::uint64_t flow = 0;  // 0: none
  bool last = false;       // the flow ends here
};

struct ReadCount {
  std::int64_t time;  // ns
  std::int64_t value;
};

struct ReadTrack {
  std::string path;  // names from the root, with '/'
  std::vector<ReadSlice> slices;
  std::vector<ReadCount> counts;
};

// Adds a failure to the present test for each violation: a name without a declaration, an end
// without a slice, a slice without an end.
class ReadTimeline {
 public:
  explicit ReadTimeline(const std::string& file);

  // All tracks in the order of declaration.
  const std::vector<ReadTrack>& tracks() const { return tracks_; }
  // The slices of all tracks with this path, by track.
  std::vector<ReadSlice> slices(const std::string& path) const;
  // "name start end" of the slices of a path, in us, rounded.
  std::string text(const std::string& path) const;

 private:
  std::vector<ReadTrack> tracks_;
};

}  // namespace headstack
