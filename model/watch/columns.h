// The columns of the results: the members of RequestRecord that Python gets, with their meanings.
#pragma once

#include <array>
#include <variant>

#include "model/watch/request_record.h"

namespace headstack {

struct Column {
  const char* name;
  const char* unit;  // "1": no unit
  const char* meaning;
  std::variant<std::uint64_t RequestRecord::*, std::int64_t RequestRecord::*,
               std::uint32_t RequestRecord::*, std::uint16_t RequestRecord::*,
               bool RequestRecord::*>
      member;
};

// In the order of the table of results. The names and texts of Python, of Parquet files and of
// docs/reference/metrics.md come from this list.
inline constexpr std::array kColumns{
    Column{"id", "1", "number of the request, from 0, in order of issue", &RequestRecord::id},
    Column{"lbn", "block", "first logical block", &RequestRecord::lbn},
    Column{"blocks", "block", "length", &RequestRecord::blocks},
    Column{"write", "1", "true for a write", &RequestRecord::write},
    Column{"hit", "1", "true for a read that the drive's buffer answered", &RequestRecord::hit},
    Column{"tag", "1", "SCSI tag", &RequestRecord::tag},
    Column{"retries", "1", "retries of blocks; each retry takes a revolution",
           &RequestRecord::retries},
    Column{"failed", "1", "true if the request ended with an error of the medium",
           &RequestRecord::failed},
    Column{"sense", "1", "key + 2^8 code + 2^16 qualifier of the SCSI sense data; 0: none",
           &RequestRecord::sense},
    Column{"arrival", "ps", "time of issue by the workload, from the start of the simulation",
           &RequestRecord::arrival},
    Column{"start", "ps", "time at which the request left the queue, in drive or host",
           &RequestRecord::start},
    Column{"finish", "ps", "time of completion: the status is at the host", &RequestRecord::finish},
    Column{"queue", "ps", "time in the queue: start - arrival", &RequestRecord::queue},
    Column{"overhead", "ps",
           "all other time from start to finish: command processing, bus phases without data",
           &RequestRecord::overhead},
    Column{"seek", "ps", "arm movement, head switches and settling for requested blocks",
           &RequestRecord::seek},
    Column{"rotation", "ps",
           "wait for the first block that is needed; for a write, also for its data",
           &RequestRecord::rotation},
    Column{"transfer", "ps",
           "time from the first block that is needed until the last has passed, without switches "
           "between tracks",
           &RequestRecord::transfer},
    Column{"bus", "ps", "time of data on the bus outside seek, rotation and transfer",
           &RequestRecord::bus},
    Column{"seek_at", "ps",
           "start of the arm's first movement; null (in NumPy 2^63 - 1): no movement",
           &RequestRecord::seek_at},
    Column{"rotation_at", "ps", "arrival of the head on the first track; null as for seek_at",
           &RequestRecord::rotation_at},
    Column{"transfer_at", "ps", "start of the first block that is needed; null as for seek_at",
           &RequestRecord::transfer_at},
    Column{"decision", "1",
           "number, from 1, of the decision that chose the request: the host's if the host "
           "schedules, otherwise the drive's; 0: not shown",
           &RequestRecord::decision},
    Column{"picked_from", "1", "requests that waited at this decision, this request included",
           &RequestRecord::picked_from},
    Column{"deadline", "ps", "deadline of the request; null (in NumPy 2^63 - 1): none",
           &RequestRecord::deadline},
    Column{"class", "1", "part of the workload to which the request belongs, from 0",
           &RequestRecord::class_id},
    Column{"inserted", "1",
           "true if the request was served out of its class's turn, to save a seek",
           &RequestRecord::inserted},
};

}  // namespace headstack
