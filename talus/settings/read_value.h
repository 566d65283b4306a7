#pragma once
#include <optional>
#include <string>
#include <string_view>

#include "talus/core/diagnostics.h"
#include "talus/settings/document.h"
#include "talus/settings/registry.h"

namespace talus::settings {

/// What keeps a text from being a value ("must be one line without control characters"); "" where nothing
/// does.
std::string faultOfText(std::string_view text);

/// The value of a key, of the kind and in the range that its row asks for; nothing, with errors, otherwise.
std::optional<Value> readValue(const Node& node, const Section& section, const Parameter& row,
                               Diagnostics& diagnostics);

}  // namespace talus::settings
