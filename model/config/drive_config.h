// A drive description (model/drives/*.toml), with every quantity typed and resolved.
// docs/reference/drive-files.md lists the keys. Each field here is a key of that page, and the
// order is the same.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "model/config/layout_config.h"

extern "C" {
#include <controller/command.h>
#include <controller/duration_limits.h>
#include <controller/vendor_pages.h>
#include <disk/drive_params.h>
}

// Equality of a type of the firmware, found by argument-dependent lookup.
inline bool operator==(const hs_duration_limit& a, const hs_duration_limit& b) {
  return a.waiting == b.waiting && a.working == b.working && a.whole == b.whole &&
         a.unit == b.unit && a.waiting_policy == b.waiting_policy &&
         a.working_policy == b.working_policy && a.whole_policy == b.whole_policy;
}

namespace headstack {

using Picoseconds = std::chrono::duration<std::int64_t, std::pico>;

// Error in the input. The message names the input, its place (file, line, key), and a correct
// value.
class ConfigError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
  // Makes an error about one argument. The message is `argument` followed by `what`, which begins
  // with a blank or a colon.
  ConfigError(const std::string& argument, const std::string& what)
      : std::runtime_error(argument + what), argument_(argument) {}

  // Name of the wrong argument. Empty: the message is about no argument, or about several.
  const std::string& argument() const { return argument_; }

 private:
  std::string argument_;
};

// [spindle]
struct SpindleConfig {
  Picoseconds rotation;  // time of a revolution: rotation = "5400 rpm" or "11.11 ms"
  Picoseconds spin_up;   // time from START UNIT until ready
  // correction = "11.5 ppm": a real revolution is longer than `rotation` by this amount.
  std::int32_t correction_thousandths;
};

// Time of a real revolution.
Picoseconds revolution_of(const SpindleConfig& spindle);

// A measured seek: [10, "1.749 ms"].
struct SeekPoint {
  std::uint32_t cylinders;
  Picoseconds time;
};

constexpr bool operator==(const SeekPoint& a, const SeekPoint& b) {
  return a.cylinders == b.cylinders && a.time == b.time;
}

// base + per_root_cylinder * sqrt(d), up to and including `up_to` cylinders.
struct RootSeeks {
  Picoseconds base;
  Picoseconds per_root_cylinder;
  std::uint32_t up_to;
};

// base + per_cylinder * d.
struct LinearSeeks {
  Picoseconds base;
  Picoseconds per_cylinder;
};

// Time added to the settling of a write, after a seek over at most `cylinders` cylinders: [205,
// "1/4 rev"].
struct SettleStep {
  std::uint32_t cylinders;
  Picoseconds time;
  std::optional<AngleConfig> turn;  // if given, replaces the time
};

constexpr bool operator==(const SettleStep& a, const SettleStep& b) {
  return a.cylinders == b.cylinders && a.time == b.time && a.turn == b.turn;
}

// [seek]. The curve is given either by points, with straight lines between and beyond them, or by a
// table, a root and a line. The table has the first distances; the root and then the line follow.
struct SeekConfig {
  std::vector<Picoseconds> first;  // distance 1, 2, ...
  RootSeeks root;  // { base = "3.81 ms", per_root_cylinder = "0.33 ms", up_to = "300 cylinders" }
  LinearSeeks linear;  // { base = "7.75 ms", per_cylinder = "0.0059 ms" }
  Picoseconds head_switch;
  Picoseconds read_settle;
  Picoseconds write_settle;
  Picoseconds same_cylinder;    // positioning at a command's start without a seek
  Picoseconds cylinder_switch;  // in a transfer, to the next cylinder; 0: seek over 1
  bool advance_at_track_end;    // a request that ends a track waits for the move to the next track
  std::optional<AngleConfig> read_settle_angle;  // added to the settle times
  std::optional<AngleConfig> write_settle_angle;
  std::vector<SettleStep> write_settle_steps;  // by distance; after the last step: 0
  // Time, by distance, that is added to seeks towards higher cylinders and subtracted from seeks
  // towards lower cylinders, at the start of a command. Each entry is valid up to its distance.
  // After the last distance the time is 0.
  std::vector<SeekPoint> direction;
  std::vector<SeekPoint> points;  // replace first, root and linear
  // entries of `points` that the curve leaves out on purpose
  std::vector<SeekPoint> dropped_points;
};

// Type of a member here for a type of the firmware's member. Ticks become picoseconds.
struct CommandTerms;
template <class Firmware>
struct Described {
  using Type = Firmware;
};
template <>
struct Described<hs_ticks> {
  using Type = Picoseconds;
};
template <>
struct Described<std::int64_t> {
  using Type = Picoseconds;  // may be negative
};
template <>
struct Described<hs_command_terms> {
  using Type = CommandTerms;
};
#define HEADSTACK_MEMBER(type, name) Described<type>::Type name;

// Times added to the fixed time of a command, by its class and by the request.
struct CommandTerms {
  HS_COMMAND_TERMS(HEADSTACK_MEMBER)
};

// A time that is added to some commands in some situations (firmware/disk/include/disk/terms.h).
struct TermConfig {
  hs_term_target of;        // of = "cached write"
  std::uint16_t when;       // when = ["same track", "not after write"]: HS_IF_* that hold
  std::uint16_t when_not;   // and those that do not
  std::uint32_t beyond;     // beyond = "90 cylinders"
  std::uint32_t up_to;      // up_to = "205 cylinders"; 0: no limit
  Picoseconds within;       // within = "52.4 ms" after the last read; 0: no limit
  Picoseconds gaps_within;  // limit of each gap of a continuing stream; 0: no limit
  Picoseconds time;         // may be negative
};

constexpr bool operator==(const TermConfig& a, const TermConfig& b) {
  return a.of == b.of && a.when == b.when && a.when_not == b.when_not && a.beyond == b.beyond &&
         a.up_to == b.up_to && a.within == b.within && a.gaps_within == b.gaps_within &&
         a.time == b.time;
}

// [overhead]: the controller's published times, used by the `measured` timing.
struct OverheadConfig {
  HS_OVERHEADS(HEADSTACK_MEMBER)
  std::vector<TermConfig> terms;
};

// [processor]: work that delays the command of a hit (model/boxes/controller_cpu/processor_load.h).
struct ProcessorConfig {
  Picoseconds per_sector;
  Picoseconds track_end;
  Picoseconds cylinder_end;
  Picoseconds program_end;
  Picoseconds lead;
  Picoseconds track_gap;
  Picoseconds start_work;
  Picoseconds start_lead;
};

// [write]: the earliest start of a write on the medium, and the times after the write.
struct WriteConfig {
  HS_WRITE_RULES(HEADSTACK_MEMBER)
  std::uint32_t ahead_thousandths;  // ahead = "3.5 blocks": lead of the data in the buffer
};

// [bus]: time of a block of data on the bus, for drive and host together.
struct BusConfig {
  Picoseconds read_rate_as_block_time;  // read_rate = "3.01 MB/s" (10^6 bytes) or "0.1701 ms/block"
  Picoseconds write_rate_as_block_time;
  std::uint32_t width_bits;                  // width = "16 bits"; 0: 8 bits
  Picoseconds transfer_period;               // of a synchronous transfer of that width; 0: no limit
  std::uint32_t start_marks_per_revolution;  // 0: a transfer starts at any time
  std::uint32_t read_marks_per_revolution;   // marks for reads from the medium, by track
  Picoseconds underrun;                      // added once to a transfer that waits for the medium
  Picoseconds underrun_resume;  // from a late block's arrival until the transfer continues
  bool release_reads;
  bool release_at_track_end;  // with release_reads
};

// [cache]
enum class CacheMode : std::uint8_t {
  prefetch,        // a segmented cache with read-ahead
  speed_matching,  // the buffer only matches the rates of bus and media
};
struct CacheConfig {
  CacheMode mode;                // mode = "prefetch" | "speed-matching"
  std::uint32_t size_blocks;     // size = "256 KiB"
  std::uint32_t segments;        // of equal size
  std::uint32_t write_segments;  // for writes; 0: one segment if there are several
  HS_CACHE_RULES(HEADSTACK_MEMBER)
};

// Number of segments for reads: all segments except those for writes, or the only segment.
inline std::uint32_t read_segments(const CacheConfig& c) {
  const std::uint32_t automatic = c.segments > 1 ? 1 : 0;
  return c.segments - (c.write_segments != 0 ? c.write_segments : automatic);
}

// Blocks of the largest possible segment.
inline std::uint32_t largest_segment(const CacheConfig& c) {
  const std::uint32_t segment = c.size_blocks / c.segments;
  return c.adapt_segments_after != 0 ? segment * read_segments(c) : segment;
}

struct DestageConfig {
  hs_destage_start start;    // start = "at once" | "idle" | "amount" | "need"
  Picoseconds idle_delay;    // with "amount" and "need", 0: idleness does not start destaging
  std::uint32_t amount_ppm;  // amount = "50 %" of a segment
  hs_destage_order order;    // order = "oldest" | "ascending"
  bool command_first;        // a command interrupts destaging
};

// [interface]
struct InterfaceConfig {
  hs_standard standard;  // standard = "SCSI-2" | "SPC-4" | "SPC-6"
};

// [power]: effects of a loss of power.
struct PowerConfig {
  std::optional<bool> unit_attention;  // empty: if the run or session starts with a power-on
};

enum class PowerStart : std::uint8_t {
  ready,    // the hosts have seen the power-on
  power_on  // no host has
};

// [power], conditions: the start of a run or session.
struct StartConfig {
  PowerStart start;
};

// [duration_limits], conditions: the limits from the factory, from number 1 on, at most seven of
// each. Only a drive that claims SPC-6 has duration limits.
struct DurationLimitsConfig {
  std::vector<hs_duration_limit> reads;   // page T2A
  std::vector<hs_duration_limit> writes;  // page T2B
};

// [priorities], conditions: times of the task priorities from the factory, from priority 1 on, at
// most 15.
struct PrioritiesConfig {
  // In us; 0: no deadline. Left out: priority p has p times 50 ms.
  std::optional<std::vector<std::uint32_t>> deadlines;
};

// [variation]. Without this table, nothing varies.
struct VariationConfig {
  Picoseconds seek;           // scale of a logistic distribution
  std::uint32_t spindle_ppm;  // spindle = "4 ppm": greatest deviation of the speed
  std::uint32_t seed;
};

// A sector that is bad from a time on: [100, 3, 17] or [100, 3, 17, "2 s"]. Cylinders are numbered
// as in [[layout.zone]].
struct BadSector {
  std::uint32_t cylinder;
  std::uint32_t head;
  std::uint32_t sector;
  Picoseconds since;
};

constexpr bool operator==(const BadSector& a, const BadSector& b) {
  return a.cylinder == b.cylinder && a.head == b.head && a.sector == b.sector && a.since == b.since;
}

// [defects]: errors of the medium (model/medium/media_defects.h). Without this table, the medium
// has no errors.
struct DefectsConfig {
  std::vector<BadSector> unreadable;          // a write reports no error
  std::vector<BadSector> unwritable;          // neither written nor read
  std::vector<BadSector> correctable;         // read only with the help of the ECC
  std::uint32_t soft_rate_ppm;                // soft_rate = "20 ppm" of the blocks that are read
  std::optional<std::uint32_t> soft_retries;  // retry that reads the block; left out: 1
  std::uint32_t soft_correctable_ppm;         // share of the soft errors that the ECC can correct
  std::uint32_t growth_rate_ppm;              // share of the passing blocks that become unreadable
  Picoseconds growth_interval;  // mean time from one new bad sector to the next; 0: never
  std::uint32_t seed;
};

// [comparator]: the box that decides for the schedulers whose names end in _hw.
enum class ComparatorBodyKind : std::uint8_t {
  behavioural,
  rtl,
  verilated,
};

struct ComparatorBodyConfig {
  ComparatorBodyKind kind;
  std::string folder{};  // of the user's own RTL, absolute; empty for the other kinds
};

inline bool operator==(const ComparatorBodyConfig& a, const ComparatorBodyConfig& b) {
  return a.kind == b.kind && a.folder == b.folder;
}

struct ComparatorConfig {
  ComparatorBodyConfig body;               // body = "behavioural" | "rtl" | "verilated:FOLDER"
  std::optional<bool> lockstep;            // compares the RTL with the behavioural body
  std::optional<std::uint32_t> entries;    // left out: 256
  std::optional<std::uint32_t> lanes;      // candidates in a clock cycle; left out: 1
  std::optional<std::uint32_t> distances;  // in its seek table; left out: 16384
  std::optional<Picoseconds> clock;        // clock = "40 MHz", kept as the time of a cycle

  Picoseconds cycle() const { return clock.value_or(Picoseconds{25'000}); }
};

// The processor that runs the firmware (model/processor): the host, or a core with the image.
enum class ControllerCore : std::uint8_t {
  host,
  iss,
  ibex,
  picorv32,
};

// Time of the choice of the next task: while another task is active, or when the next task can
// start.
enum class ControllerChoice : std::uint8_t {
  ahead,
  when_free,
};

// [controller]
struct ControllerConfig {
  ControllerCore core;                     // core = "host" | "iss" | "ibex" | "picorv32"
  std::optional<std::string> firmware;     // firmware = "own.elf"; left out: headstack's image
  std::optional<std::string> lockstep;     // lockstep = "sptf": decides beside the image
  std::optional<Picoseconds> clock;        // clock = "20 MHz"; left out: code takes no time
  std::optional<ControllerChoice> choice;  // left out: ahead if code takes time
  std::optional<std::uint32_t> rom_wait;   // cycles that an access waits
  std::optional<std::uint32_t> ram_wait;
  std::optional<std::uint32_t> ram_kib;  // ram = "512 KiB"; left out: see CoreSetup

  bool takes_time() const { return core != ControllerCore::host && clock.has_value(); }
  bool chooses_ahead() const {
    return choice.value_or(takes_time() ? ControllerChoice::ahead : ControllerChoice::when_free) ==
           ControllerChoice::ahead;
  }
};

// [queue]
struct QueueConfig {
  std::uint32_t depth;  // depth = "1024 tasks": commands that the drive can hold, 1 .. 65536
};

// Settings of a run that are not properties of the drive.
struct Conditions {
  VariationConfig variation;
  DefectsConfig defects;
  DestageConfig destage;
  StartConfig power;
  DurationLimitsConfig duration_limits;
  PrioritiesConfig priorities;
  ComparatorConfig comparator;
  ControllerConfig controller;
};

// Think times of a trace: in a line, each stands after the line's request, or before the request.
enum class ThinkTimes : std::uint8_t {
  unknown,
  after,
  before
};

struct DriveConfig {
  std::string name;                 // file name without .toml
  std::string description;          // "HP C2247, 13 surfaces"
  std::string source;               // sources of the numbers
  std::string serial;               // reported by INQUIRY; up to 16 characters; empty: not known
  std::vector<std::string> fitted;  // keys whose values were fitted to a trace of the real drive
  ThinkTimes think;                 // think = "after" | "before": of that trace
  SpindleConfig spindle;
  LayoutConfig layout;
  SeekConfig seek;
  OverheadConfig overhead;
  ProcessorConfig processor;
  WriteConfig write;
  BusConfig bus;
  CacheConfig cache;
  InterfaceConfig interface;
  PowerConfig power;
  QueueConfig queue;
  Conditions conditions;
};

// Reads and checks a drive file. Throws ConfigError, which names file, line and key. The causes are
// a file that does not exist or is not TOML, an unknown key (with the nearest known key), and
// missing keys (one message names all). Other causes are a value without a unit, with a
// wrong unit or out of range, and a revolution under 2 ms. Zones that overlap or leave a gap, and
// slips, reserved tracks or reallocations that do not fit, are errors too.
//
// `drives`: folder of the drives that any file may name as its base. Empty: no such folder.
DriveConfig load_drive(const std::filesystem::path& file, const std::filesystem::path& drives = {});

// Reads and checks the text of a drive file. `name` is the name of the drive. Messages contain
// `name` where load_drive's have the file.
DriveConfig parse_drive(const std::string& text, const std::string& name);

// The resolved configuration as TOML, with a comment for each key. load_drive reads this text back
// to an equal DriveConfig.
std::string to_toml(const DriveConfig& drive);

// The value of the key at `path` ("seek.write_settle"; zones count from 0, "layout.zone.3.phase")
// as to_toml writes it. Empty: the key was left out, and no written value has this meaning. Throws
// ConfigError for an unknown key.
std::string value_of(const DriveConfig& drive, const std::string& path);

// Changes of keys. Each change has the path of a key, as in value_of, and a value as in a drive
// file: "\"0.42 ms\"". An empty value removes the key, or all keys of a table ("seek.root"). The
// value of "layout.zone" is a list of all zones, each a table: "[{ cylinders = [0, 9], ... }]".
using Changes = std::vector<std::pair<std::string, std::string>>;

// A copy of the drive in which the keys have these values. Throws ConfigError as load_drive does,
// for a required key that is left out, and for "layout.zone" together with a key of a single zone.
DriveConfig with_values(const DriveConfig& drive, const Changes& changes);
inline DriveConfig with_value(const DriveConfig& drive, std::string path, std::string toml) {
  return with_values(drive, {{std::move(path), std::move(toml)}});
}

// A copy without some keys or tables, by their paths. Throws ConfigError as with_values does.
DriveConfig without(const DriveConfig& drive, const std::vector<std::string>& paths);

// Does the work of with_values for keys of Conditions. Throws ConfigError for any other key. The
// second form takes the keys from a file. `drives` is as in load_drive.
DriveConfig with_conditions(const DriveConfig& drive, const Changes& changes);
DriveConfig with_conditions(const DriveConfig& drive, const std::filesystem::path& file,
                            const std::filesystem::path& drives = {});

}  // namespace headstack
