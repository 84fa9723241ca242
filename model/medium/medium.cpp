#include "model/medium/medium.h"

#include <algorithm>

namespace headstack {

void Medium::write(hs_pbn place, const unsigned char* data) {
  if (file_ != nullptr) {
    file_->write(place, data);
    return;
  }
  std::unique_ptr<unsigned char[]>& sector = sectors_[key(place)];
  if (sector == nullptr) {
    sector = std::make_unique<unsigned char[]>(bytes_);
  }
  std::copy_n(data, bytes_, sector.get());
}

void Medium::erase() {
  if (file_ != nullptr) {
    file_->erase();
  }
  sectors_.clear();
}

void Medium::read(hs_pbn place, unsigned char* data) const {
  if (file_ != nullptr) {
    file_->read(place, data);
    return;
  }
  const auto found = sectors_.find(key(place));
  if (found == sectors_.end()) {
    std::fill_n(data, bytes_, 0);
  } else {
    std::copy_n(found->second.get(), bytes_, data);
  }
}

}  // namespace headstack
