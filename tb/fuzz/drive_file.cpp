// A drive file with any text. The loader either makes a drive or throws ConfigError with the file's
// name. A drive can be written as a file, which gives the same drive, and has tables.
#include "model/config/file/drive_file.h"

#include <string>

#include "model/config/drive_config.h"
#include "model/config/tables/firmware_params.h"
#include "tb/fuzz/input.h"

extern "C" int sc_main(int, char**) { return 1; }  // SystemC's library names this function

namespace headstack {
namespace {

constexpr const char* kName = "my.toml";

void use(const DriveConfig& drive) {
  const std::string text = to_toml(drive);
  std::string again;
  try {
    again = to_toml(parse_drive(text, kName));
  } catch (const ConfigError& error) {
    fuzz::require(false, std::string("a drive that was written is refused: ") + error.what());
  }
  fuzz::require(again == text, "a drive that was written and read is another drive");
  const DriveTables tables(drive);
  drive_params(drive, tables);
  const hs_geometry& geometry = tables.geometry();
  for (const std::uint32_t lbn : {0U, geometry.block_count / 2, geometry.block_count - 1}) {
    hs_lbn back{};
    const hs_pbn place = hs_lbn_to_pbn(&geometry, {lbn});
    fuzz::require(hs_pbn_to_lbn(&geometry, place, &back) && back.value == lbn,
                  "a block has no place");
  }
}

}  // namespace
}  // namespace headstack

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace headstack;
  const std::string text(reinterpret_cast<const char*>(data), size);
  try {
    with_new_names(text, kName);
  } catch (const ConfigError&) {
    // the text is no TOML
  }
  try {
    use(parse_drive(text, kName));
  } catch (const ConfigError& error) {
    fuzz::require(std::string(error.what()).rfind(kName, 0) == 0,
                  std::string("an error does not name the file: ") + error.what());
  }
  return 0;
}
