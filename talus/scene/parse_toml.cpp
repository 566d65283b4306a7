#include <algorithm>
#include <stdexcept>

#include <fmt/format.h>

#include "talus/scene/document.h"
#include "talus/scene/prescan.h"

// toml++ 3.3 has assertions that malformed input can reach, and in a release build turns them into
// promises to the optimiser. Here every one is a check that throws, in every build, and the library's
// code is compiled into this file alone.
namespace talus::scene {
namespace {
struct ParserConfused : std::logic_error {
    ParserConfused() : std::logic_error("toml++ lost its way") {}
};
constexpr void check(bool holds) {
    if (!holds) throw ParserConfused();
}
}  // namespace
}  // namespace talus::scene
#undef NDEBUG
#undef TOML_SHARED_LIB
#undef TOML_HEADER_ONLY
#define TOML_HEADER_ONLY 1
#define TOML_EXCEPTIONS 1
#define TOML_ENABLE_FORMATTERS 0
#define TOML_ENABLE_UNRELEASED_FEATURES 0
#define TOML_ASSERT(holds) ::talus::scene::check(static_cast<bool>(holds))
#include <toml++/toml.h>

namespace talus::scene {
namespace {

SourceSpan spanOf(const toml::source_region& region, int source) {
    SourceSpan span{.line = static_cast<int>(region.begin.line),
                    .column = static_cast<int>(region.begin.column),
                    .source = source};
    if (region.end.line == region.begin.line && region.end.column > region.begin.column)
        span.length = static_cast<int>(region.end.column - region.begin.column);
    return span;
}

/// Recursion is bounded: prescan() let the text through.
Node convert(const toml::node& node, int source);

Entries convertTable(const toml::table& table, int source) {
    Entries entries;
    entries.reserve(table.size());
    for (const auto& [key, node] : table)
        entries.push_back({std::string(key.str()), spanOf(key.source(), source), convert(node, source)});
    std::stable_sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) {
        return a.span.line != b.span.line ? a.span.line < b.span.line : a.span.column < b.span.column;
    });
    return entries;
}

Node convert(const toml::node& node, int source) {
    Node out;
    out.span = spanOf(node.source(), source);
    if (const auto* table = node.as_table()) {
        out.value = convertTable(*table, source);
    } else if (const auto* array = node.as_array()) {
        List list;
        list.reserve(array->size());
        for (const toml::node& item : *array) list.push_back(convert(item, source));
        out.value = std::move(list);
    } else if (const auto* text = node.as_string()) {
        out.value = text->get();
    } else if (const auto* integer = node.as_integer()) {
        out.value = std::int64_t{integer->get()};
    } else if (const auto* number = node.as_floating_point()) {
        out.value = number->get();
    } else if (const auto* boolean = node.as_boolean()) {
        out.value = boolean->get();
    }
    return out;
}

/// "Error while parsing value: unexpected ..." without its first part.
std::string reason(std::string_view description) {
    constexpr std::string_view prefix = "Error while parsing ";
    if (description.starts_with(prefix)) {
        const auto colon = description.find(": ");
        if (colon != std::string_view::npos) description.remove_prefix(colon + 2);
    }
    return std::string(description);
}

}  // namespace

std::optional<Entries> parseToml(std::string_view text, int source, Diagnostics& diagnostics) {
    const auto refuse = [&](SourceSpan span, std::string message, std::string hint) {
        span.source = source;
        diagnostics.error(span, std::move(message), std::move(hint));
        return std::nullopt;
    };
    if (const auto found = prescan(text, deepest_nesting))
        return refuse(found->span, found->message, found->hint);
    try {
        const toml::table table = toml::parse(text);
        return convertTable(table, source);
    } catch (const toml::parse_error& error) {
        return refuse(spanOf(error.source(), source),
                      fmt::format("malformed TOML: {}", reason(error.description())), "");
    } catch (const ParserConfused&) {
        return refuse({}, "malformed TOML",
                      "the parser could not tell where; look for unclosed quotes or brackets");
    }
}

}  // namespace talus::scene
