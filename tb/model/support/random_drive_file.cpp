#include "tb/model/support/random_drive_file.h"

#include <algorithm>
#include <optional>
#include <set>
#include <sstream>
#include <utility>
#include <vector>

namespace headstack {
namespace {

class Writer {
 public:
  explicit Writer(Random& random) : random_(random) {}

  std::string text() {
    surfaces_ = pick({1, 2, 4, 13});
    line("description", "\"drawn at random\"");
    line("source", "\"this test\"");
    section("spindle");
    line("rotation", flip() ? quoted(3600 + below(16'400), "rpm") : ms(2, 20));
    layout();
    seek();
    overhead();
    writes_and_bus();
    cache();
    rest();
    return out_.str();
  }

 private:
  std::uint32_t below(std::uint32_t bound) {
    return static_cast<std::uint32_t>(random_.below(bound));
  }
  bool flip() { return below(2) == 0; }
  bool rarely() { return below(4) == 0; }
  std::uint32_t pick(const std::vector<std::uint32_t>& of) {
    return of[below(static_cast<std::uint32_t>(of.size()))];
  }

  static std::string quoted(std::uint64_t number, const std::string& unit) {
    return "\"" + std::to_string(number) + " " + unit + "\"";
  }
  // A time from least to most, in whole microseconds.
  std::string ms(double least, double most) {
    const auto us = static_cast<std::int64_t>((least + random_.uniform() * (most - least)) * 1000);
    return "\"" + std::to_string(us) + " us\"";
  }
  std::string truth() { return flip() ? "true" : "false"; }

  void line(const std::string& key, const std::string& value) {
    out_ << key << " = " << value << "\n";
  }
  void maybe(const std::string& key, const std::string& value) {
    if (rarely()) {
      line(key, value);
    }
  }
  void section(const std::string& name) { out_ << "[" << name << "]\n"; }

  // Up to `most` numbers from `from` to `to`, rising.
  std::string rising(std::uint32_t most, std::uint32_t from, std::uint32_t to) {
    std::set<std::uint32_t> numbers;
    for (std::uint32_t i = below(most + 1); i > 0 && from < to; --i) {
      numbers.insert(from + below(to - from));
    }
    std::string list = "[";
    for (const std::uint32_t one : numbers) {
      list += (list.size() > 1 ? ", " : "") + std::to_string(one);
    }
    return list + "]";
  }

  std::string angle(std::uint32_t sectors) {
    const std::string whole = std::to_string(below(sectors));
    switch (below(4)) {
      case 0:
        return "\"0." + std::to_string(below(1000)) + " rev\"";
      case 1:
        return "\"" + std::to_string(below(78)) + "/78 rev\"";
      case 2:
        return "\"" + whole + "." + std::to_string(below(1000)) + " sectors\"";
      default:
        return "\"" + whole + " sectors\"";
    }
  }

  void layout() {
    section("layout");
    const std::uint32_t zones = 1 + below(4);
    std::vector<std::uint32_t> lengths;
    for (std::uint32_t i = 0; i < zones; ++i) {
      lengths.push_back(4 + below(60));
    }
    const bool gaps = rarely();
    const std::uint32_t gap = gaps ? 3 : 0;
    cylinders_ = gap * (zones - 1);
    for (const std::uint32_t length : lengths) {
      cylinders_ += length;
    }
    line("surfaces", std::to_string(surfaces_));
    line("cylinders", std::to_string(cylinders_));
    line("bytes_per_sector", "512");
    if (gaps) {
      line("cylinder_gaps", flip() ? "\"with skew\"" : "\"without skew\"");
      line("gaps_in_seeks", truth());
    }
    const bool head_skew = rarely();
    if (head_skew) {
      std::string list;
      for (std::uint32_t head = 0; head < surfaces_; ++head) {
        list += (head == 0 ? "" : ", ") + angle(8);
      }
      line("head_skew", "[" + list + "]");
    }
    Random orders(1000 * cylinders_ + surfaces_, 4);  // by itself, as rest_of_zone
    if (orders.below(3) == 0) {
      line("serpentine", orders.below(2) == 0 ? "\"in each zone\"" : "\"on odd cylinders\"");
    }
    maybe("blocks", std::to_string(1 + below(4000)));
    std::uint32_t first = 0;
    for (const std::uint32_t length : lengths) {
      if (!head_skew && orders.below(4) == 0) {
        for (std::uint32_t surface = 0; surface < surfaces_; ++surface) {
          zone(first, length, head_skew, surface);
        }
      } else {
        zone(first, length, head_skew, std::nullopt);
      }
      first += length + gap;
    }
  }

  void zone(std::uint32_t first, std::uint32_t length, bool head_skew,
            std::optional<std::uint32_t> surface) {
    section("[layout.zone]");
    const std::uint32_t sectors = 8 + below(120);
    const std::uint32_t tracks = length * (surface ? 1 : surfaces_);
    const std::string ends[] = {std::to_string(first), std::to_string(first + length - 1)};
    const bool outwards = surface.value_or(0) % 2 == 1;
    line("cylinders", "[" + ends[outwards ? 1 : 0] + ", " + ends[outwards ? 0 : 1] + "]");
    line("sectors_per_track", std::to_string(sectors));
    if (surface) {
      line("surface", std::to_string(*surface));
    }
    if (flip()) {
      line(flip() ? "first_sector" : "phase", quoted(below(sectors), "sectors"));
    }
    if (!head_skew) {
      const std::string track_skew = angle(sectors);
      if (!surface) {
        line("track_skew", track_skew);
      }
      line("cylinder_skew", angle(sectors));
    }
    const std::uint32_t reserved = rarely() ? below(tracks / 2 + 1) : 0;
    line("reserved_tracks", std::to_string(reserved));
    maybe("spare_tracks", std::to_string(below(tracks / 4 + 1)));
    const bool in_groups = flip();
    if (in_groups) {
      const bool track = flip();
      line(track ? "spare_sectors_per_track" : "spare_sectors_per_cylinder",
           std::to_string(below(1 + sectors / 4)));
    }
    maybe("slipped_tracks", rising(3, reserved, tracks));
    maybe("slipped_sectors", rising(6, reserved * sectors, tracks * sectors));
    maybe("reallocated_tracks", rising(1, reserved, tracks));
    maybe("reallocated_sectors", rising(3, reserved * sectors, tracks * sectors));
    rest_of_zone(first, length, sectors, in_groups);
  }

  // Drawn by themselves, so that all other keys stay what they were.
  void rest_of_zone(std::uint32_t first, std::uint32_t length, std::uint32_t sectors,
                    bool in_groups) {
    Random random(1000 * first + sectors, 3);
    if (random.below(4) == 0) {
      line("spare_sectors", std::to_string(random.below(2 * sectors)));
    }
    if (!in_groups && random.below(2) == 0) {
      line("cylinders_per_range", std::to_string(1 + random.below(length)));
      line("spare_sectors_per_range", std::to_string(1 + random.below(sectors)));
      line("range_skew", quoted(random.below(sectors), "sectors"));
    }
    if (random.below(2) == 0) {
      line("tracks_shifted_by_slips",
           random.below(2) == 0 ? "\"later cylinders\"" : "\"later tracks\"");
    }
  }

  void seek() {
    section("seek");
    if (flip()) {
      std::string list = "[1, " + ms(0.4, 2) + "]";
      for (std::uint32_t distance = 2, i = 1; distance < cylinders_; distance *= 3, ++i) {
        list += ", [" + std::to_string(distance) + ", " + ms(i + 0.5, i + 2.0) + "]";
      }
      line("points", "[" + list + "]");
    } else {
      line("first", "[" + ms(0.4, 2) + ", " + ms(1, 3) + "]");
      line("root", "{ base = " + ms(0.5, 3) + ", per_root_cylinder = " + ms(0.05, 0.5) +
                       ", up_to = " + quoted(below(cylinders_), "cylinders") + " }");
      line("linear", "{ base = " + ms(2, 8) + ", per_cylinder = " + ms(0.001, 0.02) + " }");
    }
    line("head_switch", ms(0, 2));
    line("write_settle", ms(-0.1, 1));
    maybe("same_cylinder", ms(0, 1));
    maybe("cylinder_switch", ms(0, 2));
    maybe("read_settle", ms(-0.1, 0.5));
    maybe("write_settle_angle", "\"1/78 rev\"");
    maybe("advance_at_track_end", truth());
    maybe("direction", "[[" + std::to_string(1 + below(400)) + ", " + ms(-0.2, 0.2) + "]]");
  }

  std::string term() {
    static const std::vector<std::string> targets = {"read hit", "read miss", "write", "write data",
                                                     "cached write"};
    static const std::vector<std::string> conditions = {
        "after write", "not after hit",     "sequential",        "not following", "same track",
        "upwards",     "not same cylinder", "crosses track end", "ends track"};
    return "{ of = \"" + targets[below(5)] + "\", when = [\"" + conditions[below(9)] +
           "\"], up_to = \"" + std::to_string(2 + below(50)) +
           " cylinders\", time = " + ms(0, 0.4) + " }";
  }

  // Drawn by itself, as rest_of_zone is.
  std::string streaming_term() {
    Random random(cylinders_, 6);
    return std::string("{ of = \"") + (random.below(2) == 0 ? "read hit" : "read miss") +
           "\", when = [\"" + (random.below(2) == 0 ? "" : "not ") +
           "streaming\"], gaps_within = \"" + std::to_string(1 + random.below(30)) +
           " ms\", time = \"0.3 ms\" }";
  }

  // Drawn by themselves, as rest_of_zone is.
  void ends_of_tracks() {
    Random random(cylinders_, 4);
    const auto some = [&random] {
      return quoted(static_cast<std::uint32_t>(random.below(3000)), "us");
    };
    for (const char* key :
         {"write_near_track_end", "write_near_cylinder_end", "read_track_end_least",
          "read_cylinder_end_least", "read_near_track_end_least", "read_near_cylinder_end_least"}) {
      if (random.below(3) == 0) {
        line(key, some());
      }
    }
    if (random.below(2) == 0) {
      line("read_near_end", quoted(static_cast<std::uint32_t>(random.below(17)), "blocks"));
    }
  }

  void overhead() {
    section("overhead");
    for (const char* key :
         {"read_hit_command", "read_miss_command", "write_command", "write_command_non_sequential",
          "read_disconnect_after_read", "read_disconnect_after_write", "write_disconnect",
          "write_disconnect_non_sequential", "write_disconnect_duration_non_sequential",
          "write_second_disconnect_non_sequential", "write_seek_delay_non_sequential",
          "data_preparation", "read_completion", "write_completion", "first_reselect",
          "second_reselect"}) {
      line(key, ms(0, 1.5));
    }
    for (const char* key :
         {"write_cached_command", "read_last_block", "read_track_end", "write_track_end",
          "write_cylinder_end", "read_hit_during_read_ahead", "prefetch_interrupt",
          "read_hit_per_block", "read_miss_per_block", "write_per_block"}) {
      maybe(key, ms(0, 0.5));
    }
    for (const char* key : {"read_hit_without_read_ahead", "read_miss_after_write",
                            "read_hit_after_write", "read_hit_sequential", "read_miss_sequential",
                            "write_after_write", "write_cached_after_write"}) {
      maybe(key, ms(-0.2, 0.4));
    }
    ends_of_tracks();
    maybe("read_miss_sector_times", "\"0." + std::to_string(below(1000)) + " sectors\"");
    maybe("terms", "[" + term() + ", " + term() + ", " + streaming_term() + "]");
    if (rarely()) {
      section("processor");
      line("per_sector", ms(0, 0.06));
      line("track_end", ms(0, 0.5));
      line("program_end", ms(0, 0.2));
      line("lead", ms(0, 0.2));
    }
  }

  void writes_and_bus() {
    section("write");
    line("minimum_positioning", ms(0, 1));
    line("minimum_blocks", std::to_string(1 + below(8)));
    line("minimum_blocks_large", std::to_string(1 + below(12)));
    line("large_request", quoted(1 + below(64), "blocks"));
    line("reconnect_preparation", ms(0, 1));
    maybe("ahead", "\"" + std::to_string(below(10)) + ".5 blocks\"");
    maybe("start", flip() ? "\"first track\"" : "\"whole request\"");
    maybe("zero_latency", truth());
    maybe("seek_with_data", truth());
    maybe("single_connection", truth());
    maybe("room", quoted(below(101), "%"));
    section("bus");
    line("read_rate", quoted(2 + below(40), "MB/s"));
    line("write_rate", quoted(2 + below(40), "MB/s"));
    maybe("start_marks_per_revolution", std::to_string(below(200)));
    maybe("underrun", ms(0, 0.5));
    maybe("release_reads", truth());
    if (Random(cylinders_, 7).below(2) == 0) {
      line("release_at_track_end", "true");
    }
  }

  void cache() {
    section("cache");
    const std::uint32_t segments = pick({1, 2, 3, 8});
    const std::uint32_t segment = 16 + below(120);
    line("mode", flip() ? "\"prefetch\"" : "\"speed-matching\"");
    line("size", quoted(segments * segment, "blocks"));
    line("segments", std::to_string(segments));
    line("read_watermark", quoted(below(101), "%"));
    const std::uint32_t maximum = below(segment + 1);
    line("prefetch_minimum", quoted(rarely() ? below(maximum + 1) : 0, "blocks"));
    line("prefetch_maximum", quoted(maximum, "blocks"));
    for (const char* key : {"prefetch_on_idle_hit", "hit_on_written_data", "zero_latency_read"}) {
      line(key, truth());
    }
    for (const char* key :
         {"read_watermark_of_segment", "hit_newest_segment_only", "keep_reads_on_write",
          "hit_by_first_block", "partial_hit_disconnects", "read_ahead_after_sequential_only",
          "read_ahead_of_misses_only", "read_ahead_keeps_read", "whole_track_read", "write_back"}) {
      maybe(key, truth());
    }
    Random random(segment, 5);  // by themselves, as ends_of_tracks
    if (random.below(2) == 0) {
      line("read_watermark_all_but",
           quoted(static_cast<std::uint32_t>(random.below(40)), "blocks"));
      line("drop_overlapped_segment", random.below(2) == 0 ? "true" : "false");
      for (const char* key : {"keep_both_sides", "hit_on_written_run", "hit_drops_tracks_before"}) {
        line(key, random.below(2) == 0 ? "true" : "false");
      }
    }
    if (Random(segment, 7).below(2) == 0) {
      line("whole_track_read_of_last_only", "true");
    }
    maybe("read_ahead_reach", flip() ? "\"cylinder\"" : "\"track\"");
  }

  void rest() {
    section("queue");
    line("depth", quoted(1 + below(32), "tasks"));
    if (rarely()) {
      section("variation");
      line("seek", ms(0, 0.1));
      line("seed", std::to_string(below(100)));
    }
    if (rarely()) {
      section("destage");
      line("start",
           std::vector<std::string>{"\"at once\"", "\"idle\"", "\"amount\"", "\"need\""}[below(4)]);
      line("idle_delay", ms(0, 20));
      line("order", flip() ? "\"oldest\"" : "\"ascending\"");
      line("command_first", truth());
    }
  }

  Random& random_;
  std::ostringstream out_;
  std::uint32_t surfaces_ = 1;
  std::uint32_t cylinders_ = 0;
};

std::vector<std::string> lines_of(const std::string& text) {
  std::istringstream in(text);
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);) {
    lines.push_back(line);
  }
  return lines;
}

void replace(std::string& line, const std::string& what, const std::string& by) {
  const std::size_t at = line.find(what);
  if (at != std::string::npos) {
    line.replace(at, what.size(), by);
  }
}

}  // namespace

std::string random_drive_file(Random& random) { return Writer(random).text(); }

std::string with_a_mistake(const std::string& text, Random& random) {
  std::vector<std::string> lines = lines_of(text);
  std::string& line = lines[random.below(lines.size())];
  switch (random.below(8)) {
    case 0:
      line = "";
      break;
    case 1:
      line.erase(random.below(line.size()), 1);
      break;
    case 2:
      replace(line, " us\"", " rpm\"");
      replace(line, " blocks\"", "\"");
      break;
    case 3:
      replace(line, "= ", "= \"-");
      break;
    case 4:
      replace(line, "= ", "= 9");
      replace(line, "\"", "\"9999");
      break;
    case 5:
      replace(line, "_", "");
      break;
    case 6:
      replace(line, "= ", "= [");
      line += "]";
      break;
    default:
      line += "\n" + line;
  }
  std::string changed;
  for (const std::string& one : lines) {
    changed += one + "\n";
  }
  return changed;
}

}  // namespace headstack
