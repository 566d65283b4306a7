#pragma once
#include <initializer_list>

#include <fmt/format.h>

#include "talus/settings/findings.h"
#include "talus/settings/given.h"

namespace talus::settings {

/// Warns of each of these keys that table `index` of [[section]], or [section], gives though it has no effect
/// there.
/// @param why it has none: "there is no wind"
inline void warnIdle(Diagnostics& diagnostics, const Entries& root, std::string_view section,
                     std::size_t index, std::initializer_list<std::string_view> keys, std::string_view why,
                     std::string_view hint) {
    for (const std::string_view key : keys)
        if (isGiven(root, section, index, key) && diagnostics.warningCount() < max_findings)
            diagnostics.warning(spanOf(root, section, index, key),
                                fmt::format("'{}' does nothing here: {}", key, why), std::string(hint));
}

}  // namespace talus::settings
