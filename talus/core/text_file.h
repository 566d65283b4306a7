#pragma once
#include <string>

#include "talus/core/result.h"

namespace talus {

/// The whole of a text file that a user wrote. Error (Input) when it is missing (with the nearest name
/// beside it), a directory, a pipe or device (other than by a name in /dev/), unreadable, UTF-16, binary
/// (holds NUL) or larger than 16 MiB.
Result<std::string> readTextFile(const std::string& path);

}  // namespace talus
