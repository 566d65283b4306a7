#pragma once
#include <optional>
#include <string_view>

#include "talus/core/diagnostics.h"

namespace talus::scene {

/// The first thing in a TOML text that must not reach the parser; none when it may parse the text.
///  - What is not UTF-8.
///  - Brackets, or parts of a dotted key, nested deeper than `deepest`: the parser recurses on both.
///  - Characters beyond ASCII outside of comments and one-line texts: no scene needs them there, and
///    toml++ 3.3 runs into undefined behaviour on some (U+FEC0 to U+FEFE where it looks for blanks).
std::optional<Diagnostic> prescan(std::string_view text, int deepest);

}  // namespace talus::scene
