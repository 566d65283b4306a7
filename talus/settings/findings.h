#pragma once
#include <string>
#include <string_view>

#include "talus/core/diagnostics.h"
#include "talus/settings/document.h"

/// Helpers for the passes that report errors and warnings of a scene file.
namespace talus::settings {

/// A pass stops after this number of errors, and reports at most this number of warnings: a hostile file must
/// not cause gigabytes of messages.
inline constexpr int max_findings = 50;
/// Whether there are max_findings errors.
inline bool full(const Diagnostics& diagnostics) { return diagnostics.errorCount() >= max_findings; }

/// A word from the file in quotes for a message: shortened, with control characters replaced.
std::string quoted(std::string_view word);

/// A positive number rounded down to two digits, to recommend it as a limit.
double roundedDown(double value);

/// The position of a key's value in the file; of its table where the key is not given; none where neither is.
SourceSpan spanOf(const Entries& root, std::string_view section, std::size_t index, std::string_view key);

}  // namespace talus::settings
