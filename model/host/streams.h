// Media streams: each asks for its data piece by piece, wants each piece by a deadline, and asks
// for the next when the deadline has come (Real-time paper, 3.3); and best-effort traffic beside
// them.
#pragma once

#include <cstdint>
#include <functional>
#include <queue>
#include <vector>

#include <systemc>

#include "model/host/workload.h"

namespace headstack {

// When a stream asks for its next piece.
enum class StreamIssue : std::uint8_t {
  after,  // at the deadline of the one before, but not before that has been served
  open    // at the deadline, whatever the drive does
};

// Streams of one kind; a class of requests.
struct StreamGroup {
  std::uint32_t streams = 0;
  double blocks_per_s = 0.0;  // rate at which each plays or records
  // The time from the first request to its play. Every deadline is later by it, and a stream asks
  // that much before it has used up what it has.
  std::int64_t buffered_ps = 0;
  double read_fraction = 1.0;
};

// Traffic without deadlines, whose class follows those of the groups.
struct BestEffort {
  RandomRequests what;  // requests == 0: none
  double rate_per_s = 0.0;
  std::uint32_t outstanding = 0;  // if not 0, a closed loop instead
};

// Stream requests of 1 to `most_tracks` tracks of `track_blocks`, uniformly random over the disk.
// A stream's own sequence of requests depends on the seed alone.
struct StreamsWorkload {
  std::vector<StreamGroup> groups;
  std::uint64_t requests = 0;  // of all streams together; they stop when so many have been issued
  std::uint32_t track_blocks = 0;
  std::uint32_t least_tracks = 1;
  std::uint32_t most_tracks = 1;
  double first_per_s =
      1.0;  // a stream's first request comes after an exponential time, mean 1 / it
  StreamIssue issue = StreamIssue::after;
  std::uint64_t seed = 0;
  BestEffort best_effort;
};

class StreamsPlayer : public WorkloadPlayer {
 public:
  StreamsPlayer(sc_core::sc_module_name name, DeviceDriver& driver, const StreamsWorkload& workload,
                std::uint32_t disk_blocks);
  std::uint64_t size() const override;
  void after(const RequestRecord& served) override;

 private:
  struct Stream {
    std::uint16_t group;
    Random random;
    std::int64_t deadline;  // of its last request; before the first one, when playing begins
  };
  struct Due {
    std::int64_t at;
    std::uint32_t stream;  // or kBestEffort
    bool operator>(const Due& other) const {
      return at != other.at ? at > other.at : stream > other.stream;
    }
  };

  void start();
  void issue_due();
  void issue(std::uint32_t number);
  void issue_best_effort();
  void wait_until(std::int64_t at, std::uint32_t stream);
  void wait_for_best_effort();
  void submit(RequestRecord& request, std::uint32_t owner);

  StreamsWorkload workload_;
  std::uint32_t disk_blocks_;
  std::vector<Stream> streams_;
  std::vector<std::uint32_t> owner_;  // by id: the stream, or kBestEffort
  std::uint64_t issued_ = 0;          // by streams
  RequestMaker best_effort_;
  Random best_effort_times_;
  std::priority_queue<Due, std::vector<Due>, std::greater<>> due_;
  sc_core::sc_event due_event_;
};

}  // namespace headstack
