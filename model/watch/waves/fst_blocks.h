// Checks the blocks of an FST file. The library that writes the file reports no error of writing.
#pragma once

#include <string>

namespace headstack {

// True: the file is a header, whole blocks of values, and the blocks of the declarations up to its
// end.
bool fst_is_complete(const std::string& file);

}  // namespace headstack
