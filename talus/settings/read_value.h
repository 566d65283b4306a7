#pragma once
#include <optional>
#include <string>
#include <string_view>

#include "talus/core/diagnostics.h"
#include "talus/settings/document.h"
#include "talus/settings/registry.h"

namespace talus::settings {

/// Why a text cannot be a value, as the rest of a sentence ("must be one line without control characters");
/// "" where it can.
std::string invalidTextReason(std::string_view text);

/// The value of a key, if it has the kind and range of the row; otherwise nothing, with errors.
std::optional<Value> readValue(const Node& node, const Section& section, const Parameter& row,
                               Diagnostics& diagnostics);

}  // namespace talus::settings
