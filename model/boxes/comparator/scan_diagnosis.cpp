#include "model/boxes/comparator/scan_diagnosis.h"

#include <algorithm>
#include <cstddef>

#include <fmt/format.h>

extern "C" {
#include <hal/comparator_registers.h>
}

namespace headstack {

namespace {

#define AT(name) offsetof(hs_comparator_t, name)
#define FIELD(value, name) \
  (((value) & (HS_COMPARATOR__##name##_bm)) >> (HS_COMPARATOR__##name##_bp))

constexpr std::size_t kMostLines = 32;

// The result of a scan of the body.
struct Seen {
  std::uint64_t key;
  std::optional<std::uint32_t> number;  // none: the body does not show it
};

class Diagnosis {
 public:
  Diagnosis(ComparatorBody& body, const ReferenceComparator& reference,
            const ComparatorShape& shape, const ScanInputs& inputs,
            const std::optional<ComparatorSignals>& signals)
      : body_(body), reference_(reference), shape_(shape), inputs_(inputs), signals_(signals) {}

  std::string text();

 private:
  void clear() { body_.write(AT(leave), HS_COMPARATOR__LEAVE__EVERYONE_bm); }
  void enter(const ExaminedEntry& entry);
  void fill();  // enters a task that wins against none of the entries
  Seen scan();
  std::vector<std::uint64_t> keys_alone();
  std::string rows_of(const std::vector<std::uint64_t>& alone) const;
  std::string entry_line(const ExaminedEntry& entry, std::uint64_t alone) const;
  std::string inputs_of(const ExaminedEntry& entry) const;
  std::string first_wrong_row();
  const ExaminedEntry& best() const {
    return *std::min_element(inputs_.entries.begin(), inputs_.entries.end(), better);
  }

  ComparatorBody& body_;
  const ReferenceComparator& reference_;
  const ComparatorShape& shape_;
  const ScanInputs& inputs_;
  const std::optional<ComparatorSignals>& signals_;
};

void Diagnosis::enter(const ExaminedEntry& entry) {
  body_.write(AT(place), entry.place);
  body_.write(AT(claim), entry.claim);
  body_.write(AT(handicap), entry.handicap);
  body_.write(AT(entry), entry.entry);
}

void Diagnosis::fill() {
  ExaminedEntry filler{};
  filler.claim = inputs_.claim;
  filler.handicap = HS_COMPARATOR__HANDICAP__TICKS_bm | HS_COMPARATOR__HANDICAP__TASK_NUMBER_bm;
  filler.entry = HS_COMPARATOR__ENTRY__CACHED_bm;
  enter(filler);
}

Seen Diagnosis::scan() {
  body_.write(AT(claim), inputs_.claim);
  body_.write(AT(heads), inputs_.heads);
  body_.write(AT(free), inputs_.free);
  body_.write(AT(start), inputs_.start);
  Seen seen{};
  body_.read(AT(key), seen.key);
  if (signals_) {
    seen.number = signals_->number;
  }
  return seen;
}

std::vector<std::uint64_t> Diagnosis::keys_alone() {
  std::vector<std::uint64_t> keys;
  for (const ExaminedEntry& entry : inputs_.entries) {
    clear();
    enter(entry);
    keys.push_back(scan().key);
  }
  return keys;
}

std::string Diagnosis::entry_line(const ExaminedEntry& entry, std::uint64_t alone) const {
  return fmt::format("\n  {:>5} {:>5} {:>6} {:>6} {:>16} {:>16}{}{}", entry.tag / shape_.lanes,
                     entry.tag % shape_.lanes, entry.tag, entry.number, entry.key, alone,
                     entry.key == alone ? "" : "  differs",
                     entry.tag == best().tag ? "  expected winner" : "");
}

// The entries row by row. Of many entries, those that differ and the expected winner.
std::string Diagnosis::rows_of(const std::vector<std::uint64_t>& alone) const {
  std::string text = fmt::format("\n  {:>5} {:>5} {:>6} {:>6} {:>16} {:>16}", "row", "lane",
                                 "entry", "task", "expected key", "key of the RTL");
  const bool all = inputs_.entries.size() <= kMostLines;
  std::size_t lines = 0;
  for (std::size_t i = 0; i < inputs_.entries.size(); ++i) {
    const ExaminedEntry& entry = inputs_.entries[i];
    const bool differs = entry.key != alone[i] && lines < kMostLines;
    if (all || differs || entry.tag == best().tag) {
      text += entry_line(entry, alone[i]);
      ++lines;
    }
  }
  if (lines < inputs_.entries.size()) {
    text += fmt::format("\n  and {} more entries", inputs_.entries.size() - lines);
  }
  return text;
}

// The values that decide about the key of an entry, in the words of docs/reference/registers.md.
std::string Diagnosis::inputs_of(const ExaminedEntry& entry) const {
  const bool write = FIELD(entry.entry, ENTRY__WRITE) != 0;
  const std::uint64_t situation = FIELD(inputs_.start, START__SITUATION);
  const bool sequential = FIELD(entry.entry, ENTRY__LBN) == FIELD(inputs_.heads, HEADS__LAST_END) &&
                          write == (situation >> 2U != 0);
  const auto [start, ready, data] = reference_.prospect(situation, write, sequential);
  return fmt::format(
      "\n  entry:    cylinder {}, head {}, block {}, angle {:#010x}, span {:#010x}, lead {}, "
      "order {}, handicap {}{}{}{}"
      "\n  heads:    cylinder {}, head {}, end of the last request {}, angle {:#010x}"
      "\n  prospect: situation {}{}: start {}, ready {}, data {}; the arm is free at {}",
      FIELD(entry.entry, ENTRY__CYLINDER), FIELD(entry.entry, ENTRY__HEAD),
      FIELD(entry.entry, ENTRY__LBN), FIELD(entry.place, PLACE__ANGLE),
      FIELD(entry.place, PLACE__SPAN), FIELD(entry.claim, CLAIM__LEAD),
      FIELD(entry.claim, CLAIM__ORDER), FIELD(entry.handicap, HANDICAP__TICKS),
      write ? ", write" : ", read", FIELD(entry.entry, ENTRY__CACHED) != 0 ? ", cached" : "",
      FIELD(entry.entry, ENTRY__BOUND) != 0 ? ", bound" : "", FIELD(inputs_.heads, HEADS__CYLINDER),
      FIELD(inputs_.heads, HEADS__HEAD), FIELD(inputs_.heads, HEADS__LAST_END),
      FIELD(inputs_.start, START__NOW), situation, sequential ? ", sequential" : "", start, ready,
      data, FIELD(inputs_.free, FREE__TICKS));
}

// Enters the rows one after another, each entry in its place, with a scan after each row.
std::string Diagnosis::first_wrong_row() {
  clear();
  const ExaminedEntry* winner = nullptr;
  std::uint32_t next = 0;  // entry that the body takes next
  auto entry = inputs_.entries.begin();
  while (entry != inputs_.entries.end()) {
    const std::uint32_t row = entry->tag / shape_.lanes;
    for (; entry != inputs_.entries.end() && entry->tag / shape_.lanes == row; ++entry, ++next) {
      for (; next < entry->tag; ++next) {
        fill();
      }
      enter(*entry);
      winner = winner == nullptr || better(*entry, *winner) ? &*entry : winner;
    }
    const Seen seen = scan();
    if (seen.key != winner->key || (seen.number && *seen.number != winner->number)) {
      return fmt::format(
          "\nEach entry alone has the right key. The choice among the entries is wrong: after row "
          "{} the best is entry {} (task {}, key {}), and the RTL has {}key {}.{}",
          row, winner->tag, winner->number, winner->key,
          seen.number ? fmt::format("task {}, ", *seen.number) : "", seen.key, inputs_of(*winner));
    }
  }
  return "\nEach entry alone has the right key, and so has each row when the entries are entered "
         "again. The fault depends on earlier accesses, such as entries that left.";
}

std::string Diagnosis::text() {
  const std::vector<std::uint64_t> alone = keys_alone();
  std::string found = rows_of(alone);
  for (std::size_t i = 0; i < alone.size(); ++i) {
    const ExaminedEntry& entry = inputs_.entries[i];
    if (entry.key != alone[i]) {
      return found +
             fmt::format("\nThe first wrong key is that of entry {} (task {}), {} too {}.",
                         entry.tag, entry.number,
                         entry.key < alone[i] ? alone[i] - entry.key : entry.key - alone[i],
                         entry.key < alone[i] ? "large" : "small") +
             inputs_of(entry);
    }
  }
  return found + first_wrong_row();
}

}  // namespace

void ScanInputs::note(std::uint32_t offset, std::uint64_t value) {
  switch (offset) {
    case AT(claim):
      claim = value;
      break;
    case AT(heads):
      heads = value;
      break;
    case AT(free):
      free = value;
      break;
    case AT(start):
      start = value;
      break;
    default:
      break;
  }
}

std::string diagnose_scan(ComparatorBody& body, const ReferenceComparator& reference,
                          const ComparatorShape& shape, const ScanInputs& inputs,
                          const std::optional<ComparatorSignals>& signals) {
  return Diagnosis(body, reference, shape, inputs, signals).text();
}

}  // namespace headstack
