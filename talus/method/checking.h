#pragma once
#include <optional>
#include <string>
#include <string_view>

#include "talus/core/diagnostics.h"
#include "talus/method/files.h"
#include "talus/method/scene.h"
#include "talus/settings/findings.h"

namespace talus::method {

/// The input of a check of a scene file, and the diagnostics to which it adds what it finds.
struct Checking {
    const Scene& scene;
    const settings::Entries& root;
    const Files& files;
    Diagnostics& diagnostics;

    /// The position in the file of the value of a key (settings::spanOf).
    SourceSpan spanOf(std::string_view section, std::size_t index, std::string_view key) const {
        return settings::spanOf(root, section, index, key);
    }
    void error(std::string_view section, std::size_t index, std::string_view key, std::string message,
               std::string hint) const {
        if (!settings::full(diagnostics))
            diagnostics.error(spanOf(section, index, key), std::move(message), std::move(hint));
    }
    /// Files::path() of the file that a key names; nothing, with an error, where run.toml cannot hold that
    /// path.
    std::optional<std::string> path(std::string_view section, std::size_t index, std::string_view key,
                                    const std::string& word) const;
    /// Takes memory from the budget (MemoryBudget) that the file or the setting of a key needs for the whole
    /// run. False, with an error at that key, where less than this is left.
    /// @param what needs it, in the plural: "the mask's cells"
    bool takeMemory(std::string_view section, std::size_t index, std::string_view key,
                    const std::string& what, double bytes, const std::string& hint) const;
    /// Adds a warning, unless there are max_findings already.
    void warn(SourceSpan span, std::string message, std::string hint) const {
        if (diagnostics.warningCount() < settings::max_findings)
            diagnostics.warning(span, std::move(message), std::move(hint));
    }
    void warn(std::string_view section, std::size_t index, std::string_view key, std::string message,
              std::string hint) const {
        warn(spanOf(section, index, key), std::move(message), std::move(hint));
    }
};

}  // namespace talus::method
