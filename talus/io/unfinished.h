#pragma once
#include <optional>
#include <string>
#include <string_view>

#include "talus/io/confined_path.h"

/// Names of files that are being written (OutputFile).
namespace talus::io {

/// NAME.PID.tmp, with the number of this process, so that two processes can write the same file at once.
std::string unfinishedName(const std::string& name);

struct Unfinished {
    std::string name;  ///< of the file once it is complete
    bool abandoned;    ///< the process that wrote it is gone
};
/// What a file's name says of it; earlier versions wrote NAME.tmp. Nothing: it is no such name.
std::optional<Unfinished> parseUnfinished(std::string_view file);

/// Whether something lies there, be it a link that leads nowhere.
bool isThere(const ConfinedPath& path);

}  // namespace talus::io
