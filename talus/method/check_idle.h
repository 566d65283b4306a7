#pragma once
#include <initializer_list>

#include <fmt/format.h>

#include "talus/method/checking.h"
#include "talus/settings/given.h"

namespace talus::method {

/// Warns of each of these keys that the file gives though it has no effect there.
/// @param why it has none: "'turbulence' is 0"
inline void warnIdle(const Checking& checking, std::string_view section, std::size_t index,
                     std::initializer_list<std::string_view> keys, std::string_view why,
                     std::string_view hint) {
    for (const std::string_view key : keys)
        if (settings::isGiven(checking.root, section, index, key))
            checking.warn(section, index, key, fmt::format("'{}' does nothing here: {}", key, why),
                          std::string(hint));
}

}  // namespace talus::method
