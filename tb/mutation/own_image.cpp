// Replaces model/processor/own_image.cpp in the mutated tree: the image is a file, which
// HEADSTACK_IMAGE names. Without the variable there is no image.
#include "model/processor/own_image.h"

#include <cstdlib>
#include <fstream>
#include <iterator>

namespace headstack {

bool has_own_image() { return std::getenv("HEADSTACK_IMAGE") != nullptr; }

ElfImage own_image() {
  const char* path = std::getenv("HEADSTACK_IMAGE");
  std::ifstream file(path != nullptr ? path : "", std::ios::binary);
  return ElfImage::parse({std::istreambuf_iterator<char>(file), {}}, "headstack's own image");
}

}  // namespace headstack
