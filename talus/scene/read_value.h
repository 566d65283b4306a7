#pragma once
#include <optional>

#include "talus/core/diagnostics.h"
#include "talus/scene/document.h"
#include "talus/scene/registry.h"

namespace talus::scene {

/// The value of a key, of the kind and in the range that its row asks for; nothing, with errors, otherwise.
std::optional<Value> readValue(const Node& node, const Section& section, const Parameter& row,
                               Diagnostics& diagnostics);

}  // namespace talus::scene
