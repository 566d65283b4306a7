#include <algorithm>
#include <stdexcept>

#include <fmt/format.h>

#include "talus/settings/document.h"
#include "talus/settings/prescan.h"

// Malformed input can reach assertions of toml++ 3.3, which in a release build become assumptions for the
// optimiser. Here each assertion is a check that throws, in every build, and the library is compiled into
// this file only.
namespace talus::settings {
namespace {
struct ParserAssertionFailed : std::logic_error {
    ParserAssertionFailed() : std::logic_error("an assertion of toml++ failed") {}
};
constexpr void check(bool holds) {
    if (!holds) throw ParserAssertionFailed();
}
}  // namespace
}  // namespace talus::settings
#undef NDEBUG
#undef TOML_SHARED_LIB
#undef TOML_HEADER_ONLY
#define TOML_HEADER_ONLY 1
#define TOML_EXCEPTIONS 1
#define TOML_ENABLE_FORMATTERS 0
#define TOML_ENABLE_UNRELEASED_FEATURES 0
#define TOML_ASSERT(holds) ::talus::settings::check(static_cast<bool>(holds))
#include <toml++/toml.h>

namespace talus::settings {
namespace {

/// Converts the tree of toml++ to Entries. The Prescan has bounded the depth of the recursion.
class Converter {
  public:
    Converter(const Prescan& prescan, int source) : prescan_(prescan), source_(source) {}

    SourceSpan span(const toml::source_region& region) const {
        const auto column = [&](const toml::source_position& position) {
            return prescan_.originalColumn(static_cast<int>(position.line),
                                           static_cast<int>(position.column));
        };
        SourceSpan span{
            .line = static_cast<int>(region.begin.line), .column = column(region.begin), .source = source_};
        if (region.end.line == region.begin.line && region.end.column > region.begin.column)
            span.length = column(region.end) - span.column;
        return span;
    }

    Entries table(const toml::table& table) const {
        Entries entries;
        entries.reserve(table.size());
        for (const auto& [key, item] : table)
            entries.push_back({std::string(key.str()), span(key.source()), node(item)});
        std::stable_sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) {
            return a.span.line != b.span.line ? a.span.line < b.span.line : a.span.column < b.span.column;
        });
        return entries;
    }

  private:
    Node node(const toml::node& given) const {
        Node out;
        out.span = span(given.source());
        if (const auto* entries = given.as_table()) {
            out.value = table(*entries);
        } else if (const auto* array = given.as_array()) {
            List list;
            list.reserve(array->size());
            for (const toml::node& item : *array) list.push_back(node(item));
            out.value = std::move(list);
        } else if (const auto* text = given.as_string()) {
            out.value = text->get();
        } else if (const auto* integer = given.as_integer()) {
            out.value = std::int64_t{integer->get()};
        } else if (const auto* number = given.as_floating_point()) {
            out.value = number->get();
        } else if (const auto* boolean = given.as_boolean()) {
            out.value = boolean->get();
        }
        return out;
    }

    const Prescan& prescan_;
    int source_;
};

/// An error message of toml++ without the "Error while parsing ...: " at its beginning.
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
    const Prescan prescan(text, deepest_nesting);
    if (const auto& refusal = prescan.refusal())
        return refuse(refusal->span, refusal->message, refusal->hint);
    const Converter convert(prescan, source);
    try {
        const toml::table table = toml::parse(prescan.ascii());
        return convert.table(table);
    } catch (const toml::parse_error& error) {
        return refuse(convert.span(error.source()),
                      fmt::format("malformed TOML: {}", reason(error.description())), "");
    } catch (const ParserAssertionFailed&) {
        return refuse({}, "malformed TOML",
                      "the parser cannot say where; look for unclosed quotes or brackets");
    }
}

}  // namespace talus::settings
