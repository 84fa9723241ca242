// The comparator's body from a shared library, which `headstack verilate` has built from the user's
// SystemVerilog.
#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <filesystem>
#include <fstream>
#include <system_error>
#include <unistd.h>

#include <fmt/format.h>

#include "model/boxes/comparator/body.h"
#include "model/boxes/comparator/clocked_body.h"

extern "C" {
#include <comparator_slot.h>
}

namespace headstack {

namespace {

constexpr const char* kLibrary = "comparator.so";

[[noreturn]] void refuse(const std::string& what) {
  throw ConfigError("key `comparator.body`: " + what);
}

std::string remedy(const std::string& folder) { return "headstack verilate " + folder; }

// A library that stays loaded as long as this object.
class Library {
 public:
  explicit Library(const std::string& folder);
  ~Library() { dlclose(handle_); }
  Library(const Library&) = delete;
  Library& operator=(const Library&) = delete;

  const hs_slot& slot() const { return *slot_; }

 private:
  void* handle_;
  const hs_slot* slot_ = nullptr;
};

// Loads a copy of a library. A process loads a path only once, but the user may build the library
// again. A run keeps its copy. Returns null, and dlerror() has the reason, if the file is no
// library.
void* load_copy(const std::string& path) {
  std::string copy = (std::filesystem::temp_directory_path() / "headstack-XXXXXX").string();
  const int file = mkstemp(copy.data());
  if (file < 0) {
    throw RunError(fmt::format("{} cannot be copied to {}: {}", path, copy,
                               std::generic_category().message(errno)));
  }
  close(file);
  std::error_code error;
  std::filesystem::copy_file(path, copy, std::filesystem::copy_options::overwrite_existing, error);
  void* const handle = error ? nullptr : dlopen(copy.c_str(), RTLD_NOW | RTLD_LOCAL);
  std::filesystem::remove(copy);
  if (error) {
    throw RunError(fmt::format("{} cannot be copied to {}: {}", path, copy, error.message()));
  }
  return handle;
}

void* opened(const std::string& folder) {
  if (!std::filesystem::is_directory(folder)) {
    refuse(folder + " is no folder; give the folder of your SystemVerilog");
  }
  const std::string path = folder + '/' + kLibrary;
  if (!std::filesystem::exists(path)) {
    refuse(fmt::format("{} has no {}; build it: {}", folder, kLibrary, remedy(folder)));
  }
  void* const handle = load_copy(path);
  if (handle == nullptr) {
    refuse(fmt::format("{} cannot be loaded: {}; build it again: {}", path, dlerror(),
                       remedy(folder)));
  }
  return handle;
}

std::uint64_t hash_of(std::ifstream& file) {
  std::uint64_t hash = 0xcbf2'9ce4'8422'2325U;
  std::array<char, 4096> part{};
  while (file.read(part.data(), part.size()), file.gcount() > 0) {
    for (std::streamsize i = 0; i < file.gcount(); ++i) {
      hash = (hash ^ static_cast<unsigned char>(part.at(static_cast<std::size_t>(i)))) *
             0x100'0000'01b3U;
    }
  }
  return hash;
}

// Throws ConfigError if a source of the library has changed since the build. A source that is not
// there is no fault: a folder may hold the library alone.
void check_sources(const std::string& folder, const hs_slot& slot) {
  for (const hs_slot_source* source = slot.sources; source->path != nullptr; ++source) {
    const std::filesystem::path path = std::filesystem::path(folder) / source->path;
    std::ifstream file(path, std::ios::binary);
    if (file && hash_of(file) != source->hash) {
      refuse(fmt::format("{} is not the file that {}/{} was built from; build it again: {}",
                         path.lexically_normal().string(), folder, kLibrary, remedy(folder)));
    }
  }
}

Library::Library(const std::string& folder) : handle_(opened(folder)) {
  const std::string path = folder + '/' + kLibrary;
  try {
    slot_ = static_cast<const hs_slot*>(dlsym(handle_, "hs_comparator_slot"));
    if (slot_ == nullptr) {
      refuse(fmt::format("{} is no comparator (it has no hs_comparator_slot); build it again: {}",
                         path, remedy(folder)));
    }
    if (slot_->version != HS_SLOT_VERSION || slot_->pins_bytes != sizeof(hs_slot_pins) ||
        std::strcmp(slot_->headstack, HEADSTACK_VERSION) != 0) {
      refuse(fmt::format("{} was built for another version of headstack; build it again: {}", path,
                         remedy(folder)));
    }
    check_sources(folder, *slot_);
  } catch (...) {
    dlclose(handle_);
    throw;
  }
}

// The pins of a module in a library.
class SlotModel : public hs_slot_pins {
 public:
  explicit SlotModel(std::shared_ptr<const Library> library)
      : hs_slot_pins{}, library_(std::move(library)), model_(library_->slot().create()) {
    if (model_ == nullptr) {
      throw RunError("no memory for the RTL of the comparator");
    }
  }
  ~SlotModel() { library_->slot().destroy(model_); }
  SlotModel(const SlotModel&) = delete;
  SlotModel& operator=(const SlotModel&) = delete;

  bool watched() const { return library_->slot().watched != 0; }
  static constexpr const std::vector<ComparatorLane>* lanes() { return nullptr; }
  void eval() {
    library_->slot().eval(model_, this);
    if (stopped != 0) {
      fail_comparator(
          "the RTL of the comparator has stopped the simulation, by $finish, $stop, $fatal or a "
          "failed assertion; its message is on the standard error");
    }
  }

 private:
  std::shared_ptr<const Library> library_;
  void* model_;
};

class OwnComparator final : public ClockedBody<SlotModel> {
 public:
  using ClockedBody::ClockedBody;
  std::uint64_t clocks() const override { return scanned(); }
};

// Returns the shape that the module states.
ComparatorShape stated_shape(ComparatorBody& body) {
  std::uint64_t ident = 0;
  if (!body.read(offsetof(hs_comparator_t, ident), ident)) {
    refuse("the RTL answers a read of its register IDENT with an error");
  }
  return {static_cast<std::uint32_t>(ident & 0xffffU),
          static_cast<std::uint32_t>(ident >> 16U & 0xffffU),
          static_cast<std::uint32_t>(ident >> 32U)};
}

}  // namespace

std::unique_ptr<ComparatorBody> make_own_comparator(const ComparatorShape& shape,
                                                    const std::string& folder) {
  const auto library = std::make_shared<const Library>(folder);
  std::unique_ptr<ComparatorBody> body;
  ComparatorShape stated{};
  try {
    body = std::make_unique<OwnComparator>(shape, library);
    stated = stated_shape(*body);
  } catch (const sc_core::sc_report& report) {  // no process of the simulation runs yet
    throw RunError(report.get_msg());
  }
  // IDENT has 16 bits for the entries, and 65,536 entries are allowed.
  if (stated.entries != (shape.entries & 0xffffU) || stated.lanes != (shape.lanes & 0xffffU) ||
      stated.distances != shape.distances) {
    refuse(fmt::format(
        "the RTL in {} has {} entries, {} lanes and {} distances, and the drive's comparator has "
        "{}, {} and {}; set comparator.entries, comparator.lanes and comparator.distances, or "
        "build "
        "it again: {} --entries {} --lanes {} --distances {}",
        folder, stated.entries, stated.lanes, stated.distances, shape.entries, shape.lanes,
        shape.distances, remedy(folder), shape.entries, shape.lanes, shape.distances));
  }
  return body;
}

}  // namespace headstack
