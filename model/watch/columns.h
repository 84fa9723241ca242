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
    Column{"hit", "1", "answered from the drive's buffer; only reads are", &RequestRecord::hit},
    Column{"tag", "1", "SCSI tag", &RequestRecord::tag},
    Column{"retries", "1", "times that a block was tried again, a revolution each",
           &RequestRecord::retries},
    Column{"failed", "1", "ended with an error of the medium", &RequestRecord::failed},
    Column{"sense", "1", "key + 2^8 code + 2^16 qualifier of the SCSI sense data; 0: none",
           &RequestRecord::sense},
    Column{"arrival", "ps", "issued by the workload, from the start of the simulation",
           &RequestRecord::arrival},
    Column{"start", "ps", "taken from the queue, in drive or host", &RequestRecord::start},
    Column{"finish", "ps", "completed: status at the host", &RequestRecord::finish},
    Column{"queue", "ps", "waiting in the queue: start - arrival", &RequestRecord::queue},
    Column{"overhead", "ps",
           "everything else from start to finish: command processing, bus phases without data",
           &RequestRecord::overhead},
    Column{"seek", "ps", "arm movement, head switch, settling; for requested blocks",
           &RequestRecord::seek},
    Column{"rotation", "ps",
           "waiting for the first block that is needed; a write also for its data",
           &RequestRecord::rotation},
    Column{"transfer", "ps",
           "from then on, until the last one has passed, with the switches between left out",
           &RequestRecord::transfer},
    Column{"bus", "ps", "data on the bus while none of seek, rotation and transfer",
           &RequestRecord::bus},
    Column{"seek_at", "ps", "the arm's first movement begins; null (in NumPy 2^63 - 1): none did",
           &RequestRecord::seek_at},
    Column{"rotation_at", "ps", "the head is on the first track; null as above",
           &RequestRecord::rotation_at},
    Column{"transfer_at", "ps", "the first block that is needed begins to pass; null as above",
           &RequestRecord::transfer_at},
    Column{"decision", "1",
           "number of the choice that took it from the queue, from 1: the host's, if that "
           "schedules, else the drive's; 0: not shown",
           &RequestRecord::decision},
    Column{"picked_from", "1", "how many waited then, with this one", &RequestRecord::picked_from},
    Column{"deadline", "ps", "by which it was to be completed; null (in NumPy 2^63 - 1): none",
           &RequestRecord::deadline},
    Column{"class", "1", "part of the workload that it belongs to, from 0",
           &RequestRecord::class_id},
    Column{"inserted", "1", "served out of its class's turn, to save a seek",
           &RequestRecord::inserted},
};

}  // namespace headstack
