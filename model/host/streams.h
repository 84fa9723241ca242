// Media streams, and additional best-effort traffic. Each stream requests its data in pieces. Each
// piece has a deadline. At the deadline, the stream requests the next piece (Real-time paper, 3.3).
#pragma once

#include <cstdint>
#include <functional>
#include <queue>
#include <vector>

#include <systemc>

#include "model/base/agenda.h"
#include "model/base/timer.h"
#include "model/host/workload.h"

namespace headstack {

// When a stream asks for its next piece.
enum class StreamIssue : std::uint8_t {
  after,  // at the deadline of the last piece, or when this piece has been served, if later
  open    // at the deadline of the last piece, served or not
};

// Streams of one kind. Their requests form a class.
struct StreamGroup {
  std::uint32_t streams = 0;
  double blocks_per_s = 0.0;  // rate at which each stream plays or records
  // Time from the first request of a stream to the start of its play. Every deadline is later by
  // this time. A stream requests data this long before its present data are used up.
  std::int64_t buffered_ps = 0;
  double read_fraction = 1.0;
};

// Traffic without deadlines. The class of this traffic comes after the classes of the groups.
struct BestEffort {
  RandomRequests what;  // requests == 0: no such traffic
  double rate_per_s = 0.0;
  std::uint32_t outstanding = 0;  // if not 0, a closed loop of this size, without a rate
};

// Stream requests of 1 to `most_tracks` tracks of `track_blocks`, uniformly random over the disk.
// The sequence of requests of a stream depends on the seed alone.
struct StreamsWorkload {
  std::vector<StreamGroup> groups;
  // number of requests of all streams, after which the streams stop
  std::uint64_t requests = 0;
  std::uint32_t track_blocks = 0;
  std::uint32_t least_tracks = 1;
  std::uint32_t most_tracks = 1;
  double first_per_s =
      1.0;  // a stream's first request comes after an exponential time with mean 1 / rate
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
    // deadline of the stream's last request; before the first request, the start of play
    std::int64_t deadline;
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

  Agenda& agenda_ = Agenda::current();
  StreamsWorkload workload_;
  std::uint32_t disk_blocks_;
  std::vector<Stream> streams_;
  std::vector<std::uint32_t> owner_;  // by id: the stream, or kBestEffort
  std::uint64_t issued_ = 0;          // number of requests that the streams have issued
  RequestMaker best_effort_;
  Random best_effort_times_;
  std::priority_queue<Due, std::vector<Due>, std::greater<>> due_;
  Timer due_timer_;
};

}  // namespace headstack
