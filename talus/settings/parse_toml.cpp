#include <algorithm>
#include <stdexcept>

#include <fmt/format.h>

#include "talus/settings/document.h"
#include "talus/settings/prescan.h"

// toml++ 3.3 has assertions that malformed input can reach, and in a release build turns them into
// promises to the optimiser. Here every one is a check that throws, in every build, and the library's
// code is compiled into this file alone.
namespace talus::settings {
namespace {
struct ParserConfused : std::logic_error {
    ParserConfused() : std::logic_error("toml++ lost its way") {}
};
constexpr void check(bool holds) {
    if (!holds) throw ParserConfused();
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

/// Turns what toml++ made into the plain tree. Recursion is bounded: the prescan let the text through.
class Converter {
  public:
    Converter(const Prescan& prescan, int source) : prescan_(prescan), source_(source) {}

    SourceSpan span(const toml::source_region& region) const {
        const auto column = [&](const toml::source_position& place) {
            return prescan_.originalColumn(static_cast<int>(place.line), static_cast<int>(place.column));
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
    } catch (const ParserConfused&) {
        return refuse({}, "malformed TOML",
                      "the parser could not tell where; look for unclosed quotes or brackets");
    }
}

}  // namespace talus::settings
