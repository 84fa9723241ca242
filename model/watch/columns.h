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
    Column{"retries", "1", "number of retries of blocks; each retry takes a revolution",
           &RequestRecord::retries},
    Column{
        "failed", "1",
        "true if the request ended with an error of the medium, or without its data because of its "
        "duration limit",
        &RequestRecord::failed},
    Column{"sense", "1", "key + 2^8 code + 2^16 qualifier of the SCSI sense data; 0: none",
           &RequestRecord::sense},
    Column{"arrival", "ps", "time of issue by the workload, from the start of the simulation",
           &RequestRecord::arrival},
    Column{"start", "ps", "time at which the request left the queue of the drive or of the host",
           &RequestRecord::start},
    Column{"finish", "ps", "time of completion, when the status is at the host",
           &RequestRecord::finish},
    Column{"queue", "ps", "time in the queue: start - arrival", &RequestRecord::queue},
    Column{"overhead", "ps",
           "rest of the time from start to finish: command processing and bus phases without data",
           &RequestRecord::overhead},
    Column{"seek", "ps", "arm movement, head switches and settling for requested blocks",
           &RequestRecord::seek},
    Column{"rotation", "ps",
           "wait until the first needed block reaches the head; for a write, also the wait for the "
           "data",
           &RequestRecord::rotation},
    Column{"transfer", "ps",
           "time from the start of the first needed block to the end of the last needed block, "
           "without switches between tracks",
           &RequestRecord::transfer},
    Column{"bus", "ps", "time of data on the bus outside seek, rotation and transfer",
           &RequestRecord::bus},
    Column{"not_ready", "ps",
           "part of `rotation` in which the transfer cannot start: the drive prepares the "
           "transfer, or the buffer lacks the data of a write",
           &RequestRecord::not_ready},
    Column{"seek_at", "ps",
           "start of the first positioning; null (2^63 - 1 in NumPy): no positioning",
           &RequestRecord::seek_at},
    Column{"rotation_at", "ps",
           "arrival of the head on the first track; null (2^63 - 1 in NumPy): no arrival",
           &RequestRecord::rotation_at},
    Column{"transfer_at", "ps",
           "start of the first needed block; null (2^63 - 1 in NumPy): no needed block passed the "
           "head",
           &RequestRecord::transfer_at},
    Column{"decision", "1",
           "number, from 1, of the scheduler's decision that chose the request; in the host if the "
           "host schedules, otherwise in the drive; 0: not known",
           &RequestRecord::decision},
    Column{"picked_from", "1",
           "number of requests that waited at this decision, including this request",
           &RequestRecord::picked_from},
    Column{"deadline", "ps", "deadline of the request; null (2^63 - 1 in NumPy): no deadline",
           &RequestRecord::deadline},
    Column{"class", "1", "number, from 0, of the part of the workload to which the request belongs",
           &RequestRecord::class_id},
    Column{
        "limit", "1",
        "number of the duration limit that the command names, 1 to 7; 0: none. `deadline` is then "
        "the end of the limit's whole time",
        &RequestRecord::limit},
    Column{"priority", "1", "priority of the command (SAM-5 8.7): 1, the highest, to 15; 0: none",
           &RequestRecord::priority},
    Column{"inserted", "1",
           "true if the request was served out of its class's turn, to save a seek",
           &RequestRecord::inserted},
};

}  // namespace headstack
