#pragma once
#include <optional>
#include <string>
#include <string_view>

#include "talus/io/confined_path.h"

/// Names of files that are not yet complete (OutputFile).
namespace talus::io {

/// NAME.PID.tmp with the id of this process, so that two processes can write the same file at once.
std::string unfinishedName(const std::string& name);

struct Unfinished {
    std::string name;  ///< of the file once it is complete
    bool abandoned;    ///< whether the process that wrote it has ended
};
/// Parses such a name, also NAME.tmp of earlier versions. Nothing where it is not such a name.
std::optional<Unfinished> parseUnfinished(std::string_view file);

/// Whether a file or folder of that name exists; a link counts even where its target does not exist.
bool isThere(const ConfinedPath& path);

}  // namespace talus::io
