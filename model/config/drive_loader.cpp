// load_drive: the declared keys, read one after the other, and then what holds between them. Which
// file a key comes from, the drive's own or its base, is DriveFile's affair.
#include <string>

#include "model/config/drive_checks.h"
#include "model/config/drive_config.h"
#include "model/config/drive_file.h"
#include "model/config/drive_keys.h"

namespace headstack {
namespace {

// Reads one key out of `table`; `site` is where it stands or should.
template <class Owner>
void read_key(const Key<Owner>& key, const toml::table& table, const ValueSite& site,
              Owner& owner) {
  if (const toml::node* node = find_node(table, key.path)) {
    key.read(site, *node, owner);
  } else if (!key.optional) {
    site.fail("is missing: " + key.description + "; " + key.values);
  }
}

void read_zones(const DriveFile& file, LayoutConfig& layout) {
  const toml::node* zones = find_node(file.root(), kZonePath);
  if (zones == nullptr || zones->as_array()->empty()) {
    file.site(kZonePath).fail("is missing: at least one zone, each a table [[layout.zone]]");
  }
  layout.zones.resize(zones->as_array()->size());
  for (std::size_t i = 0; i < layout.zones.size(); ++i) {
    for (const Key<ZoneConfig>& key : zone_keys()) {
      read_key(key, file.zone(i), file.zone_site(i, key.path), layout.zones[i]);
    }
  }
}

}  // namespace

DriveConfig load_drive(const std::filesystem::path& file) {
  const DriveFile source(file);
  DriveConfig drive{};
  drive.name = file.stem().string();
  for (const Key<DriveConfig>& key : drive_keys()) {
    ValueSite site = source.site(key.path);
    site.bytes_per_sector = drive.layout.bytes_per_sector;  // declared before whatever needs it
    read_key(key, source.root(), site, drive);
  }
  read_zones(source, drive.layout);
  check_drive(source, drive);
  return drive;
}

}  // namespace headstack
