// What a drive description (model/drives/*.toml) says, with every quantity typed and resolved.
// docs/reference/drive-files.md lists the keys; every field here is one key there, in the same
// order.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

extern "C" {
#include <disk/drive_params.h>
}

namespace headstack {

using Picoseconds = std::chrono::duration<std::int64_t, std::pico>;

// Bad input: what, where (file, line, key) and what would be right.
class ConfigError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
  // About one argument. The message is `argument`, then `what`, which begins with a blank or colon.
  ConfigError(const std::string& argument, const std::string& what)
      : std::runtime_error(argument + what), argument_(argument) {}

  // Name of the argument that the message is about. Empty: no argument, or several.
  const std::string& argument() const { return argument_; }

 private:
  std::string argument_;
};

// [spindle]
struct SpindleConfig {
  Picoseconds rotation;  // of a revolution: rotation = "5400 rpm" or "11.11 ms"
  Picoseconds spin_up;   // from START UNIT to ready
  // correction = "11.5 ppm": a revolution is so much longer than that.
  std::int32_t correction_thousandths;
};

// How long a revolution really takes.
Picoseconds revolution_of(const SpindleConfig& spindle);

// An angle as it is written: a fraction of a revolution in lowest terms, or a number of sectors,
// numerator / parts of them.
struct AngleConfig {
  std::uint64_t numerator;    // "163/975 rev", "14 sectors", "1013/500 sectors"
  std::uint64_t denominator;  // 0: sectors
  std::uint64_t parts = 1;    // of a sector
};

constexpr bool operator==(const AngleConfig& a, const AngleConfig& b) {
  return a.numerator == b.numerator && a.denominator == b.denominator && a.parts == b.parts;
}

// Each slipped sector turns what lies behind it in the zone on by a sector.
enum class SlipsTurn : std::uint8_t {
  nothing,
  later_cylinders,
  later_tracks,
};

// [[layout.zone]]. Sectors and tracks are numbered from the zone's first physical one, reserved
// ones included.
struct ZoneConfig {
  std::uint32_t first_cylinder;  // cylinders = [first, last]
  std::uint32_t last_cylinder;
  std::uint32_t sectors_per_track;
  std::optional<std::uint32_t> first_sector;  // first_sector = "14 sectors": first track's, from
                                              // the index
  std::optional<AngleConfig> phase;           // phase = "0.25 rev": the same as an angle
  std::optional<AngleConfig> track_skew;      // track_skew = "13 sectors"; left out if
  std::optional<AngleConfig> cylinder_skew;   // layout.head_skew is given, like this one
  std::uint32_t reserved_tracks;              // before the first data track
  std::uint32_t spare_tracks;                 // at the end; slips are taken out of these
  std::uint32_t spare_sectors;                // at the end too, before the spare tracks
  std::uint32_t spare_sectors_per_track;      // at the end of each; at most one of these three
  std::uint32_t spare_sectors_per_cylinder;
  std::uint32_t spare_sectors_per_range;
  std::uint32_t cylinders_per_range;           // 0: there are no ranges
  std::optional<AngleConfig> range_skew;       // instead of the skew from one cylinder to the next
  std::vector<std::uint32_t> slipped_tracks;   // rising
  std::vector<std::uint32_t> slipped_sectors;  // rising
  SlipsTurn slips_turn;  // slips_turn = "later cylinders" | "later tracks"; left out: nothing
  std::vector<std::uint32_t> reallocated_tracks;
  std::vector<std::uint32_t> reallocated_sectors;
};

// Cylinders between two zones that belong to none.
enum class LeftOutCylinders : std::uint8_t {
  none,          // there are none
  without_skew,  // the zone behind them continues the angle as if they were not there
  with_skew,     // they turn it on as those of the zone before them do
};

// [layout]
struct LayoutConfig {
  std::uint32_t surfaces;
  std::uint32_t cylinders;  // left-out ones included
  std::uint32_t bytes_per_sector;
  std::vector<AngleConfig> head_skew;   // from head h to the next; the last to the next cylinder
  LeftOutCylinders left_out_cylinders;  // left_out_cylinders = "without skew" | "with skew"
  bool left_out_cylinders_in_seeks;     // cylinders left out have a number
  std::uint32_t blocks;                 // in use; 0: all that the zones hold
  std::vector<ZoneConfig> zones;
};

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

// What a write settles longer, after a seek over at most so many cylinders: [205, "1/4 rev"].
struct SettleStep {
  std::uint32_t cylinders;
  Picoseconds time;
  std::optional<AngleConfig> turn;  // instead of the time
};

constexpr bool operator==(const SettleStep& a, const SettleStep& b) {
  return a.cylinders == b.cylinders && a.time == b.time && a.turn == b.turn;
}

// [seek]: either points, with straight lines between and beyond them; or first distances by table,
// then by the root, then by the line.
struct SeekConfig {
  std::vector<Picoseconds> first;  // distance 1, 2, ...
  RootSeeks root;  // { base = "3.81 ms", per_root_cylinder = "0.33 ms", up_to = "300 cylinders" }
  LinearSeeks linear;  // { base = "7.75 ms", per_cylinder = "0.0059 ms" }
  Picoseconds head_switch;
  Picoseconds read_settle;
  Picoseconds write_settle;
  Picoseconds same_cylinder;    // at the start of a command without a seek
  Picoseconds cylinder_switch;  // in a transfer, to the next cylinder; 0: the seek over one
  bool go_on_at_track_end;      // a request that ends a track waits for the move to the next
  std::optional<AngleConfig> read_settle_turn;  // added to the settle times
  std::optional<AngleConfig> write_settle_turn;
  std::vector<SettleStep> write_settle_steps;  // by distance; none beyond the last
  // Up to each distance, seeks towards higher cylinders take so much longer at the start of a
  // command, and those towards lower ones so much less. Beyond the last, and if empty: the same.
  std::vector<SeekPoint> direction;
  std::vector<SeekPoint> points;          // instead of first, root and linear
  std::vector<SeekPoint> dropped_points;  // points that are left out on purpose
};

// A member here for one of the firmware's: its times in ticks are picoseconds.
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

// What a command takes beyond its fixed time, by class and by request.
struct CommandTerms {
  HS_COMMAND_TERMS(HEADSTACK_MEMBER)
};

// A time that is added to some commands in some situations (firmware/disk/include/disk/terms.h).
struct TermConfig {
  hs_term_target of;        // of = "cached write"
  std::uint16_t when;       // when = ["same track", "not after write"]: HS_IF_* that hold
  std::uint16_t when_not;   // and those that do not
  std::uint32_t beyond;     // beyond = "90 cylinders"
  std::uint32_t up_to;      // up_to = "205 cylinders"; 0: however far
  Picoseconds within;       // within = "52.4 ms" of the last read's end; 0: whenever
  Picoseconds gaps_within;  // and so each read of the stream that goes on; 0: whenever
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

// [processor]: what delays the command of a hit (model/boxes/controller_cpu/processor_load.h).
struct ProcessorConfig {
  Picoseconds per_sector;
  Picoseconds track_end;
  Picoseconds cylinder_end;
  Picoseconds program_end;
  Picoseconds lead;
  Picoseconds quiet;
  Picoseconds start_work;
  Picoseconds start_lead;
};

// [write]: when a media write may start, and what follows it.
struct WriteConfig {
  HS_WRITE_RULES(HEADSTACK_MEMBER)
  std::uint32_t ahead_thousandths;  // ahead = "3.5 blocks" that the buffer stays ahead of the media
};

// [bus]: time for a block of data on the bus, drive and host together.
struct BusConfig {
  Picoseconds read_rate_as_block_time;  // read_rate = "3.01 MB/s" (10^6 bytes) or "0.1701 ms/block"
  Picoseconds write_rate_as_block_time;
  std::uint32_t width_bits;                  // width = "16 bits"; 0: as narrow as can be, 8
  Picoseconds transfer_period;               // of a synchronous transfer of that width; 0: no limit
  std::uint32_t start_marks_per_revolution;  // 0: a transfer starts at any time
  std::uint32_t read_marks_per_revolution;   // the same for reads from the medium, by track
  Picoseconds underrun;                      // added to a transfer that has to wait for the medium
  Picoseconds underrun_resume;               // from each block waited for until it goes on
  bool release_reads;
  bool release_at_track_end;  // with release_reads
};

// [cache]
enum class CacheMode : std::uint8_t {
  prefetch,        // a segmented cache with read-ahead
  speed_matching,  // the buffer only evens out the rates of bus and media
};
struct CacheConfig {
  CacheMode mode;                // mode = "prefetch" | "speed-matching"
  std::uint32_t size_blocks;     // size = "256 KiB"
  std::uint32_t segments;        // of equal size
  std::uint32_t write_segments;  // of them; 0: one, if there is more than one
  HS_CACHE_RULES(HEADSTACK_MEMBER)
};

// Segments that hold reads: what the writes leave, and all of a single one.
inline std::uint32_t read_segments(const CacheConfig& c) {
  const std::uint32_t automatic = c.segments > 1 ? 1 : 0;
  return c.segments - (c.write_segments != 0 ? c.write_segments : automatic);
}

// Blocks of the largest segment there can be.
inline std::uint32_t largest_segment(const CacheConfig& c) {
  const std::uint32_t segment = c.size_blocks / c.segments;
  return c.adapt_segments_after != 0 ? segment * read_segments(c) : segment;
}

struct DestageConfig {
  hs_destage_start start;    // start = "at once" | "idle" | "amount" | "need"
  Picoseconds idle_delay;    // with "amount" and "need", 0: idleness does not start it
  std::uint32_t amount_ppm;  // amount = "50 %" of a segment
  hs_destage_order order;    // order = "oldest" | "ascending"
  bool command_first;        // a command interrupts destaging
};

// [power]: what follows a loss of power.
struct PowerConfig {
  bool unit_attention;
};

// [variation]: off when it is left out.
struct VariationConfig {
  Picoseconds seek;           // scale of a logistic spread
  std::uint32_t spindle_ppm;  // spindle = "4 ppm": most deviation of the speed
  std::uint32_t seed;
};

// A place that is bad from some time on: [100, 3, 17] or [100, 3, 17, "2 s"]; cylinders numbered as
// in [[layout.zone]].
struct BadSector {
  std::uint32_t cylinder;
  std::uint32_t head;
  std::uint32_t sector;
  Picoseconds since;
};

constexpr bool operator==(const BadSector& a, const BadSector& b) {
  return a.cylinder == b.cylinder && a.head == b.head && a.sector == b.sector && a.since == b.since;
}

// [defects]: what goes wrong on the medium; nothing when it is left out
// (model/medium/media_defects.h).
struct DefectsConfig {
  std::vector<BadSector> unreadable;          // writes do not notice
  std::vector<BadSector> unwritable;          // neither written nor read
  std::vector<BadSector> correctable;         // read only with the help of the ECC
  std::uint32_t soft_rate_ppm;                // soft_rate = "20 ppm" of the blocks that are read
  std::optional<std::uint32_t> soft_retries;  // the retry that gets the block; the first
  std::uint32_t soft_correctable_ppm;         // share of the soft errors that the ECC can correct
  std::uint32_t growth_rate_ppm;  // share of the blocks passing by that become unreadable
  Picoseconds growth_interval;    // mean time from one new bad sector to the next; 0: never
  std::uint32_t seed;
};

// [comparator]: the box that the schedulers named _hw decide in.
enum class ComparatorBodyKind : std::uint8_t {
  behavioural,
  rtl,
};

struct ComparatorConfig {
  ComparatorBodyKind body;                 // body = "behavioural" | "rtl"
  std::optional<std::uint32_t> entries;    // 256
  std::optional<std::uint32_t> lanes;      // candidates a clock; 1
  std::optional<std::uint32_t> distances;  // in its seek table; 16384
  std::optional<Picoseconds> clock;        // clock = "40 MHz", kept as the time of a cycle

  Picoseconds cycle() const { return clock.value_or(Picoseconds{25'000}); }
};

// What runs the firmware (model/processor): the host, or its image a processor of its own.
enum class ControllerCore : std::uint8_t {
  host,
  iss,
  ibex,
  picorv32,
};

// When the next task is chosen: while another is at work, or when it can start.
enum class ControllerChoice : std::uint8_t {
  ahead,
  when_free,
};

// [controller]
struct ControllerConfig {
  ControllerCore core;                     // core = "host" | "iss" | "ibex" | "picorv32"
  std::optional<std::string> firmware;     // firmware = "own.elf"; none: headstack's image
  std::optional<Picoseconds> clock;        // clock = "20 MHz"; none: code takes no time
  std::optional<ControllerChoice> choice;  // none: ahead if code takes time
  std::optional<std::uint32_t> rom_wait;   // cycles that an access waits
  std::optional<std::uint32_t> ram_wait;

  bool takes_time() const { return core != ControllerCore::host && clock.has_value(); }
  bool chooses_ahead() const {
    return choice.value_or(takes_time() ? ControllerChoice::ahead : ControllerChoice::when_free) ==
           ControllerChoice::ahead;
  }
};

// [queue]
struct QueueConfig {
  std::uint32_t depth;  // depth = "1024 tasks": most that the drive can hold, 1 .. 65536
};

// What is done to a drive and chosen for it, beside what it is.
struct Conditions {
  VariationConfig variation;
  DefectsConfig defects;
  DestageConfig destage;
  ComparatorConfig comparator;
  ControllerConfig controller;
};

struct DriveConfig {
  std::string name;                 // file name without .toml
  std::string description;          // "HP C2247, 13 surfaces"
  std::string source;               // where the numbers are from
  std::string serial;               // of INQUIRY; up to 16 characters, empty: none is known
  std::vector<std::string> fitted;  // keys whose values were fitted to a trace of the real drive
  SpindleConfig spindle;
  LayoutConfig layout;
  SeekConfig seek;
  OverheadConfig overhead;
  ProcessorConfig processor;
  WriteConfig write;
  BusConfig bus;
  CacheConfig cache;
  PowerConfig power;
  QueueConfig queue;
  Conditions conditions;
};

// Reads and checks a drive file. Throws ConfigError naming file, line and key for: a file that is
// not there or not TOML, an unknown key (with the nearest right one), a missing key, a value
// without or with the wrong unit, a value out of range, zones that overlap or leave a gap, slips,
// reserved tracks or reallocations that do not fit, a period under 2 ms.
DriveConfig load_drive(const std::filesystem::path& file);

// The same from a file's text; `name` is the drive's, and stands for the file in messages.
DriveConfig parse_drive(const std::string& text, const std::string& name);

// The resolved configuration as TOML that load_drive reads back to an equal DriveConfig, each key
// with a comment saying what it is.
std::string to_toml(const DriveConfig& drive);

// The value of the key at `path` ("seek.write_settle"; zones count from 0, "layout.zone.3.phase")
// as to_toml writes it; empty if it was left out and has no value that says so. Throws ConfigError
// for an unknown key.
std::string value_of(const DriveConfig& drive, const std::string& path);

// Keys by their paths, as above, and their values, written as in a drive file: "\"0.42 ms\"". An
// empty one leaves the key out, or all keys of a table ("seek.root"). The value of "layout.zone" is
// a list of all zones, each a table: "[{ cylinders = [0, 9], ... }]".
using Changes = std::vector<std::pair<std::string, std::string>>;

// A copy of the drive in which the keys have these values. Throws ConfigError as load_drive does,
// for a key that is left out and may not be, and for all zones beside a key of one.
DriveConfig with_values(const DriveConfig& drive, const Changes& changes);
inline DriveConfig with_value(const DriveConfig& drive, std::string path, std::string toml) {
  return with_values(drive, {{std::move(path), std::move(toml)}});
}

// A copy without some keys or tables, by their paths. Throws ConfigError as with_values does.
DriveConfig without(const DriveConfig& drive, const std::vector<std::string>& paths);

// As with_values, for keys of Conditions only: ConfigError for any other. Or those that a file
// says, which holds nothing else.
DriveConfig with_conditions(const DriveConfig& drive, const Changes& changes);
DriveConfig with_conditions(const DriveConfig& drive, const std::filesystem::path& file);

}  // namespace headstack
