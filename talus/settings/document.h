#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "talus/core/diagnostics.h"

/// A TOML file as a tree whose nodes hold their positions in the text.
namespace talus::settings {

struct Node;
struct Entry;
using List = std::vector<Node>;
using Entries = std::vector<Entry>;
struct DateOrTime {};  ///< a value that no key accepts

struct Node {
    std::variant<DateOrTime, bool, std::int64_t, double, std::string, List, Entries> value;
    SourceSpan span;
};

struct Entry {
    std::string key;
    SourceSpan span;  ///< of the key
    Node node;
};

inline constexpr int deepest_nesting = 16;  ///< of tables and lists

/// Parses TOML 1.0. Nothing, with an error in `diagnostics`, where the text is malformed or the Prescan
/// refuses it. Entries are in the order of the text.
/// @param source the value of SourceSpan::source in all spans
std::optional<Entries> parseToml(std::string_view text, int source, Diagnostics& diagnostics);

/// The entry of that key, or null.
const Entry* find(const Entries& entries, std::string_view key);
Entry* find(Entries& entries, std::string_view key);

/// The kind of value for messages: "a list", "text", ...
std::string_view kindName(const Node& node);

}  // namespace talus::settings
