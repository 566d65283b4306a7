#pragma once
#include <string>

#include "talus/core/result.h"

namespace talus {

/// Reads a whole text file that a user wrote. Error (Input) where it is missing (with the nearest name in its
/// folder as a hint), is a directory, is a pipe or device (other than by a name in /dev/), cannot be read, is
/// UTF-16, is binary (holds NUL) or is larger than 16 MiB.
Result<std::string> readTextFile(const std::string& path);

}  // namespace talus
