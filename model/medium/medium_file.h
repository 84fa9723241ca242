// A file with the data of every sector of a medium, by place. The file is sparse: a sector that was
// never written takes no room and reads as zeros.
#pragma once

#include <cstdint>
#include <string>

extern "C" {
#include <disk/types.h>
}

namespace headstack {

// Numbers of cylinders, heads and sectors. `sectors` belongs to the longest track.
struct MediumShape {
  std::uint32_t cylinders;
  std::uint32_t heads;
  std::uint32_t sectors;
};

// Sectors lie in the order of cylinder, head and sector. Each track has room for `shape.sectors`.
class MediumFile {
 public:
  // Opens the file, or makes it. The file is locked as long as this object lives. Throws
  // ConfigError if the file cannot be opened, is in use, or has another size than a file of this
  // shape.
  MediumFile(std::string path, MediumShape shape, std::uint32_t bytes_per_sector);
  ~MediumFile();
  MediumFile(const MediumFile&) = delete;
  MediumFile& operator=(const MediumFile&) = delete;

  // `data` has the bytes of a sector. All functions throw RunError if the system reports an error.
  void write(hs_pbn place, const unsigned char* data);
  void read(hs_pbn place, unsigned char* data) const;
  // Makes every sector read as zeros, and take no room.
  void erase();

 private:
  std::int64_t offset(hs_pbn place) const;

  std::string path_;
  MediumShape shape_;
  std::uint32_t bytes_;
  int file_;
};

}  // namespace headstack
