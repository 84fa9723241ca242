#include "model/config/tables/scheduler_library.h"

#include <cstring>
#include <dlfcn.h>

#include <fmt/format.h>

extern "C" {
#include <schedulers/library.h>
}

namespace headstack {

namespace {

constexpr std::uint32_t kSizes[] = HS_LIBRARY_SIZES;
// A scheduler outside of headstack gets these facts, and no tables.
constexpr std::uint32_t kAllowedNeeds =
    HS_NEEDS_DEADLINES | HS_NEEDS_WEIGHTS | HS_NEEDS_CLASSES | HS_NEEDS_PRIORITIES | HS_NEEDS_TIMES;

class Library : public ForeignScheduler {
 public:
  explicit Library(void* handle) : handle_(handle) {}
  ~Library() override { dlclose(handle_); }
  Library(const Library&) = delete;
  Library& operator=(const Library&) = delete;

  void check() override {}  // C code keeps no error

  // Null: the library has no symbol of this name.
  const void* symbol(const std::string& name) const { return dlsym(handle_, name.c_str()); }

 private:
  void* handle_;
};

[[noreturn]] void refuse(const std::string& file, const std::string& why) {
  throw ConfigError("scheduler", fmt::format(" {}: {}", file, why));
}

// Returns the fault for which the firmware cannot call this table. Empty: the table has no fault.
std::string fault_of(const hs_scheduler_ops& ops, const std::string& name) {
  if (ops.name == nullptr || name != ops.name) {
    return fmt::format("its field `name` must be \"{}\"", name);
  }
  if (ops.summary == nullptr || ops.paper == nullptr) {
    return "it has no `summary` or no `paper`";
  }
  if (ops.arrival == nullptr || ops.remove == nullptr ||
      (ops.pick == nullptr && ops.take == nullptr)) {
    return "it must have `arrival`, `remove`, and `pick` or `take`";
  }
  if (ops.knowledge < HS_KNOWS_NOTHING || ops.knowledge > HS_KNOWS_CACHE) {
    return "its `knowledge` is none of hs_knowledge";
  }
  if (ops.in_comparator) {
    return "a scheduler outside of headstack cannot decide in the comparator";
  }
  if ((ops.needs & ~kAllowedNeeds) != 0) {
    return "its `needs` may have deadlines, weights, classes, priorities and times";
  }
  for (const hs_parameter& parameter : ops.parameters) {
    if (parameter.name != nullptr && parameter.choices == nullptr &&
        (parameter.default_value < parameter.minimum ||
         parameter.default_value > parameter.maximum)) {
      return fmt::format("the default of its parameter `{}` is out of its range", parameter.name);
    }
  }
  return "";
}

}  // namespace

LoadedScheduler load_scheduler(const std::string& file, const std::string& name) {
  // Without a slash, the loader would look in the folders of the system.
  const std::string path = file.find('/') == std::string::npos ? "./" + file : file;
  void* const handle = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (handle == nullptr) {
    refuse(file, fmt::format("cannot be loaded: {}", dlerror()));
  }
  const auto library = std::make_shared<Library>(handle);
  const void* const sizes = library->symbol("hs_library_sizes");
  if (sizes == nullptr) {
    refuse(file, "has no hs_library_sizes; headstack new-scheduler writes a project that has it");
  }
  if (std::memcmp(sizes, kSizes, sizeof kSizes) != 0) {
    refuse(file, "was built from the headers of another version; build it again");
  }
  const auto* const ops = static_cast<const hs_scheduler_ops*>(library->symbol("hs_" + name));
  if (ops == nullptr) {
    refuse(file, fmt::format("has no scheduler '{0}' (no hs_scheduler_ops named hs_{0})", name));
  }
  if (const std::string fault = fault_of(*ops, name); !fault.empty()) {
    refuse(file, fmt::format("hs_{}: {}", name, fault));
  }
  return {ops, library};
}

}  // namespace headstack
