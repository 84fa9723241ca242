#include "model/config/tables/image_schedulers.h"

#include <algorithm>
#include <deque>

#include <fmt/format.h>

extern "C" {
#include <image/block_format.h>
}

namespace headstack {

namespace {

constexpr std::size_t kMostSchedulers = 256;
constexpr std::size_t kMostText = 1024;
constexpr std::uint32_t kPointer = 4;

// Offsets of hs_scheduler_ops and hs_parameter on a machine of 32 bits.
enum Ops : std::uint32_t {
  kName = 0,
  kSummary = 4,
  kPaper = 8,
  kKnowledge = 12,
  kNeeds = 16
};
enum MoreOps : std::uint32_t {
  kInComparator = 20,
  kParameters = 24
};
enum Parameter : std::uint32_t {
  kChoices = 4,
  kDefault = 8,
  kMinimum = 12,
  kMaximum = 16,
  kUnit = 20,
  kWhole = 24,
  kMinor = 25,
  kParameterBytes = 28
};

// Reads values from the ROM. Values outside the ROM are 0.
class Rom {
 public:
  explicit Rom(const Memory& rom) : rom_(rom) {}

  std::uint32_t word(std::uint32_t address) const {
    return rom_.holds(address, kPointer) ? rom_.get<std::uint32_t>(address) : 0;
  }
  bool flag(std::uint32_t address) const {
    return rom_.holds(address, 1) && rom_.get<std::uint8_t>(address) != 0;
  }
  // Returns the text at an address. Empty: there is no text.
  std::string text(std::uint32_t address) const {
    std::string text;
    for (; rom_.holds(address, 1) && text.size() < kMostText; ++address) {
      const char next = rom_.get<char>(address);
      if (next == '\0') {
        return text;
      }
      text += next;
    }
    return "";
  }

 private:
  const Memory& rom_;
};

// Bytes of memory that no scheduler of headstack exceeds. The image's own need is not known here.
std::size_t most_memory(const hs_drive_params* drive, std::uint32_t capacity) {
  std::size_t most = 0;
  for (const hs_scheduler_ops* const* ops = hs_schedulers; *ops != nullptr; ++ops) {
    if ((*ops)->memory != nullptr) {
      most = std::max(most, (*ops)->memory(drive, capacity));
    }
  }
  return most;
}

// A copy of a table of operations, with its texts.
class ImageScheduler : public ForeignScheduler {
 public:
  ImageScheduler(const Rom& rom, std::uint32_t at) {
    ops_.name = keep(rom.text(rom.word(at + kName)));
    ops_.summary = keep(rom.text(rom.word(at + kSummary)));
    ops_.paper = keep(rom.text(rom.word(at + kPaper)));
    ops_.knowledge = static_cast<hs_knowledge>(rom.word(at + kKnowledge));
    ops_.needs = rom.word(at + kNeeds);
    ops_.in_comparator = rom.flag(at + kInComparator);
    for (std::uint32_t i = 0; i < HS_MAX_SCHEDULER_PARAMETERS; ++i) {
      const std::uint32_t parameter = at + kParameters + i * kParameterBytes;
      if (rom.word(parameter) == 0) {
        break;
      }
      ops_.parameters[i] = read(rom, parameter);
    }
    ops_.memory = &most_memory;
    ops_.arrival = [](hs_scheduler*, std::uint32_t) {};
    ops_.pick = [](hs_scheduler*, const hs_drive_view*) { return HS_NO_TASK; };
    ops_.remove = [](hs_scheduler*, std::uint32_t) {};
  }

  void check() override {}  // code in an image keeps no error

  const hs_scheduler_ops& ops() const { return ops_; }

  // True: the values are those of the present headers.
  bool plausible() const {
    constexpr std::uint32_t kAllNeeds = 2 * HS_NEEDS_TIMES - 1;
    return ops_.knowledge <= HS_KNOWS_CACHE && ops_.needs <= kAllNeeds &&
           std::all_of(std::begin(ops_.parameters), std::end(ops_.parameters),
                       [](const hs_parameter& each) {
                         return each.choices != nullptr || (each.minimum <= each.default_value &&
                                                            each.default_value <= each.maximum);
                       });
  }

 private:
  const char* keep(std::string text) { return texts_.emplace_back(std::move(text)).c_str(); }

  hs_parameter read(const Rom& rom, std::uint32_t at) {
    hs_parameter parameter{};
    parameter.name = keep(rom.text(rom.word(at)));
    if (const std::uint32_t list = rom.word(at + kChoices); list != 0) {
      std::vector<const char*>& choices = choices_.emplace_back();
      for (std::uint32_t i = 0; i < kMostSchedulers && rom.word(list + kPointer * i) != 0; ++i) {
        choices.push_back(keep(rom.text(rom.word(list + kPointer * i))));
      }
      choices.push_back(nullptr);
      parameter.choices = choices.data();
    }
    parameter.default_value = rom.word(at + kDefault);
    parameter.minimum = rom.word(at + kMinimum);
    parameter.maximum = rom.word(at + kMaximum);
    parameter.unit = rom.word(at + kUnit) == 0 ? nullptr : keep(rom.text(rom.word(at + kUnit)));
    parameter.whole = rom.flag(at + kWhole);
    parameter.minor = rom.flag(at + kMinor);
    return parameter;
  }

  hs_scheduler_ops ops_{};
  std::deque<std::string> texts_;
  std::deque<std::vector<const char*>> choices_;
};

[[noreturn]] void refuse(const std::string& file, const std::string& why) {
  throw ConfigError("scheduler", fmt::format(" {}: {}", file, why));
}

Memories rom_of(const std::string& file, std::uint32_t& table) {
  try {
    const ElfImage image = ElfImage::read(file);
    Memories memories({image.rom_bytes(), kPointer, kPointer});
    image.load(memories);
    const ElfImage::Symbol* symbol = image.symbol("hs_schedulers");
    if (symbol == nullptr) {
      refuse(file, "has no table hs_schedulers, which names an image's schedulers");
    }
    table = symbol->address;
    return memories;
  } catch (const ElfError& error) {
    throw ConfigError("scheduler", fmt::format(" in {}", error.what()));
  }
}

}  // namespace

std::vector<std::string> scheduler_names(const Memories& memories, std::uint32_t table) {
  const Rom rom(memories.rom);
  std::vector<std::string> names;
  for (std::uint32_t i = 0; i < kMostSchedulers; ++i) {
    std::string name = rom.text(rom.word(rom.word(table + kPointer * i) + kName));
    if (name.empty()) {
      break;
    }
    names.push_back(std::move(name));
  }
  return names;
}

LoadedScheduler image_scheduler(const std::string& file, const std::string& name) {
  std::uint32_t table = 0;
  const Memories memories = rom_of(file, table);
  const std::vector<std::string> names = scheduler_names(memories, table);
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end() || name.size() >= HS_BLOCK_NAME) {
    refuse(file, fmt::format("has no scheduler '{}' (it has {})", name, fmt::join(names, ", ")));
  }
  const Rom rom(memories.rom);
  const auto number = static_cast<std::uint32_t>(found - names.begin());
  const auto scheduler = std::make_shared<ImageScheduler>(rom, rom.word(table + kPointer * number));
  if (!scheduler->plausible()) {
    refuse(file, fmt::format("'{}' was built from other headers; build the image again", name));
  }
  return {&scheduler->ops(), scheduler};
}

}  // namespace headstack
