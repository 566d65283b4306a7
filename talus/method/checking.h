#pragma once
#include <optional>
#include <string>
#include <string_view>

#include "talus/core/diagnostics.h"
#include "talus/method/files.h"
#include "talus/method/scene.h"
#include "talus/settings/findings.h"

namespace talus::method {

/// What a check of a scene file gets, and where it puts what it finds.
struct Checking {
    const Scene& scene;
    const settings::Entries& root;
    const Files& files;
    Diagnostics& diagnostics;

    /// Where a key's value stands (settings::placeOf).
    SourceSpan place(std::string_view section, std::size_t index, std::string_view key) const {
        return settings::placeOf(root, section, index, key);
    }
    void error(std::string_view section, std::size_t index, std::string_view key, std::string message,
               std::string hint) const {
        if (!settings::full(diagnostics))
            diagnostics.error(place(section, index, key), std::move(message), std::move(hint));
    }
    /// Files::path() of a file that a key names; nothing, with an error, where a run could not write it down.
    std::optional<std::string> path(std::string_view section, std::size_t index, std::string_view key,
                                    const std::string& word) const;
    /// Counts memory that the file or the setting of a key takes for the whole run. False, with an error
    /// there, where so much is not left.
    /// @param what takes it: "the mask's cells"
    bool takeMemory(std::string_view section, std::size_t index, std::string_view key,
                    const std::string& what, double bytes, const std::string& hint) const;
    /// Adds a warning while there are not too many.
    void warn(SourceSpan span, std::string message, std::string hint) const {
        if (diagnostics.warningCount() < settings::most_findings)
            diagnostics.warning(span, std::move(message), std::move(hint));
    }
    void warn(std::string_view section, std::size_t index, std::string_view key, std::string message,
              std::string hint) const {
        warn(place(section, index, key), std::move(message), std::move(hint));
    }
};

}  // namespace talus::method
