// Closed loops that compete: each class keeps its own number of requests in the system (the share
// paper, 3.1).
#pragma once

#include <cstdint>
#include <vector>

#include <systemc>

#include "model/host/workload.h"

namespace headstack {

// A class of requests, uniformly random over the disk. Sizes are normally distributed and rounded.
// A size below a block or above `most_blocks` is drawn again.
struct LoadClass {
  std::uint32_t outstanding = 0;
  double mean_blocks = 0.0;
  double deviation_blocks = 0.0;
  double read_fraction = 0.0;
};

struct ClassesWorkload {
  std::vector<LoadClass> classes;  // numbered from 0
  std::uint64_t requests = 0;      // of all classes together; the workload then ends
  std::uint64_t seed = 0;          // the sequence of requests of a class depends on the seed alone
};

class ClassesPlayer : public WorkloadPlayer {
 public:
  ClassesPlayer(sc_core::sc_module_name name, DeviceDriver& driver, const ClassesWorkload& workload,
                std::uint32_t disk_blocks);
  std::uint64_t size() const override { return workload_.requests; }
  void after(const RequestRecord& served) override { issue(served.class_id); }

 private:
  struct Streams {
    Random places;
    Random kinds;
    Random sizes;
  };

  void start();
  void issue(std::uint16_t class_id);
  std::uint32_t size_of(std::uint16_t class_id);

  const ClassesWorkload& workload_;
  std::uint32_t disk_blocks_;
  std::uint64_t made_ = 0;
  std::vector<Streams> random_;
};

}  // namespace headstack
