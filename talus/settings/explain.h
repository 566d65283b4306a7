#pragma once
#include <string>
#include <string_view>

#include "talus/core/result.h"
#include "talus/settings/registry.h"

/// Text about the registry.
namespace talus::settings {

/// Explains a key ("contact.friction"), a table ("contact") or the whole format (""), as text for a terminal.
/// Error (Input) with the nearest name where there is no such key or table.
Result<std::string> explain(const Registry& registry, std::string_view what);

/// docs/scene-format.md: every table and key.
std::string formatAsMarkdown(const Registry& registry);

/// A JSON Schema (draft 2020-12) with which editors complete and check scene files.
std::string formatAsJsonSchema(const Registry& registry);

}  // namespace talus::settings
