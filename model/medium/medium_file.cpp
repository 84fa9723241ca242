#include "model/medium/medium_file.h"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <unistd.h>
#include <utility>

#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>

#include "model/base/run_error.h"
#include "model/config/drive_config.h"

namespace headstack {

namespace {

constexpr mode_t kMode = 0600;  // the data are the user's own

std::int64_t bytes_of(MediumShape shape, std::uint32_t bytes_per_sector) {
  return std::int64_t{shape.cylinders} * shape.heads * shape.sectors * bytes_per_sector;
}

// Locks the file, and gives a new file its size. Returns the fault; empty: no fault.
std::string prepare(int file, std::int64_t bytes) {
  if (flock(file, LOCK_EX | LOCK_NB) != 0) {
    return "is in use by another drive";
  }
  struct stat found {};
  if (fstat(file, &found) != 0) {
    return std::strerror(errno);
  }
  if (!S_ISREG(found.st_mode)) {
    return "is not a regular file";
  }
  if (found.st_size == 0 && (ftruncate(file, bytes) != 0 || fstat(file, &found) != 0)) {
    return std::strerror(errno);
  }
  return found.st_size == bytes
             ? ""
             : fmt::format("has {} bytes; the medium of this drive has {}", found.st_size, bytes);
}

}  // namespace

MediumFile::MediumFile(std::string path, MediumShape shape, std::uint32_t bytes_per_sector)
    : path_(std::move(path)),
      shape_(shape),
      bytes_(bytes_per_sector),
      file_(open(path_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, kMode)) {
  if (file_ < 0) {
    throw ConfigError(fmt::format("contents '{}': {}", path_, std::strerror(errno)));
  }
  const std::string fault = prepare(file_, bytes_of(shape, bytes_per_sector));
  if (!fault.empty()) {
    close(file_);
    throw ConfigError(fmt::format("contents '{}': {}", path_, fault));
  }
}

MediumFile::~MediumFile() { close(file_); }

std::int64_t MediumFile::offset(hs_pbn place) const {
  const std::int64_t track = std::int64_t{place.cylinder.value} * shape_.heads + place.head.value;
  return (track * shape_.sectors + place.sector.value) * bytes_;
}

void MediumFile::write(hs_pbn place, const unsigned char* data) {
  if (pwrite(file_, data, bytes_, offset(place)) != static_cast<ssize_t>(bytes_)) {
    throw RunError(fmt::format("contents '{}': {}", path_, std::strerror(errno)));
  }
}

void MediumFile::erase() {
  if (ftruncate(file_, 0) != 0 || ftruncate(file_, bytes_of(shape_, bytes_)) != 0) {
    throw RunError(fmt::format("contents '{}': {}", path_, std::strerror(errno)));
  }
}

void MediumFile::read(hs_pbn place, unsigned char* data) const {
  if (pread(file_, data, bytes_, offset(place)) != static_cast<ssize_t>(bytes_)) {
    throw RunError(fmt::format("contents '{}': {}", path_, std::strerror(errno)));
  }
}

}  // namespace headstack
