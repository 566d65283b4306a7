#pragma once
#include <string>
#include <string_view>

#include "talus/core/diagnostics.h"
#include "talus/settings/document.h"

/// What the passes over a scene file share when they report what they find.
namespace talus::settings {

/// A pass stops after so many errors, and tells as many warnings: a hostile file must not make a report of
/// gigabytes.
inline constexpr int most_findings = 50;
inline bool full(const Diagnostics& diagnostics) { return diagnostics.errorCount() >= most_findings; }

/// A user's word in quotes, cut and made safe to print.
std::string quoted(std::string_view word);

/// A positive number cut to two digits: a limit to recommend.
double roundedDown(double value);

/// The place of a key's value; of the table where the key is not given; of nothing where that is not.
SourceSpan placeOf(const Entries& root, std::string_view section, std::size_t index, std::string_view key);

}  // namespace talus::settings
