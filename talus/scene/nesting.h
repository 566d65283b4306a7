#pragma once
#include <optional>
#include <string_view>

#include "talus/core/diagnostics.h"

namespace talus::scene {

/// Where a TOML text first nests brackets, or parts of a dotted key, deeper than `deepest`; none when it
/// never does. A parser recurses on both, so this is asked before it runs. Text and comments are skipped.
std::optional<SourceSpan> tooDeep(std::string_view text, int deepest);

/// Where a text stops being UTF-8; none when it is all UTF-8.
std::optional<SourceSpan> notUtf8(std::string_view text);

}  // namespace talus::scene
