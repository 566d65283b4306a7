#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "talus/core/diagnostics.h"

/// A TOML file as a plain tree in which everything knows its place.
namespace talus::settings {

struct Node;
struct Entry;
using List = std::vector<Node>;
using Entries = std::vector<Entry>;
struct DateOrTime {};  ///< no key takes one

struct Node {
    std::variant<DateOrTime, bool, std::int64_t, double, std::string, List, Entries> value;
    SourceSpan span;
};

struct Entry {
    std::string key;
    SourceSpan span;  ///< of the key
    Node node;
};

inline constexpr int deepest_nesting = 16;

/// Parses TOML 1.0; nothing, with an error in `diagnostics`, when it is malformed or does not pass the
/// Prescan. Entries come in the order of the text.
/// @param source what the spans' `source` becomes
std::optional<Entries> parseToml(std::string_view text, int source, Diagnostics& diagnostics);

/// The entry of that key; null when there is none.
const Entry* find(const Entries& entries, std::string_view key);
Entry* find(Entries& entries, std::string_view key);

/// "a list", "text", ...: what a user calls it.
std::string_view kindName(const Node& node);

}  // namespace talus::settings
