#include "talus/settings/read_value.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include <fmt/format.h>

#include "talus/core/nearest.h"
#include "talus/core/printable.h"
#include "talus/core/units.h"
#include "talus/settings/findings.h"

namespace talus::settings {
namespace {

/// Reads one value. The members are needed for error messages.
class ValueReader {
  public:
    ValueReader(const Section& section, const Parameter& row, Diagnostics& diagnostics)
        : section_(section), row_(row), diagnostics_(diagnostics) {}

    std::optional<Value> read(const Node& node) {
        switch (row_.kind) {
            case Kind::Boolean:
                if (const bool* value = std::get_if<bool>(&node.value)) return *value;
                return wrongType(node);
            case Kind::Integer: return wrap(integer(node, node));
            case Kind::Number: return readNumber(node);
            case Kind::Text: return wrap(text(node, node));
            case Kind::Vector: return wrap(vector(node, node));
            case Kind::TextList: return readList<std::string>(node, &ValueReader::text);
            case Kind::IntegerList: return readList<std::int64_t>(node, &ValueReader::integer);
            case Kind::NumberList: return readList<double>(node, &ValueReader::number);
            case Kind::VectorList: return readList<Vec3d>(node, &ValueReader::vector);
        }
        return std::nullopt;
    }

  private:
    template <class T>
    static std::optional<Value> wrap(std::optional<T> value) {
        if (!value) return std::nullopt;
        return Value(std::move(*value));
    }

    std::nullopt_t fail(const Node& node, const std::string& what, const std::string& hint = "") {
        diagnostics_.error(node.span, fmt::format("'{}' {}", row_.key, what),
                           hint.empty() ? brief(section_, row_) : hint);
        return std::nullopt;
    }
    std::nullopt_t wrongType(const Node& node) {
        return fail(node, fmt::format("must be {}, not {}", typeText(row_), kindName(node)));
    }

    /// A finite number in SI and in range. @param whole the value of the key, of which `node` may be a
    /// component
    std::optional<double> number(const Node& node, const Node& whole) {
        double value = 0;
        if (const auto* integer = std::get_if<std::int64_t>(&node.value)) {
            value = static_cast<double>(*integer);
        } else if (const double* given = std::get_if<double>(&node.value)) {
            value = *given;
        } else if (const auto* text = std::get_if<std::string>(&node.value)) {
            const auto converted = withUnit(*text, node);
            if (!converted) return std::nullopt;
            value = *converted;
        } else {
            return &node == &whole ? wrongType(node)
                                   : fail(node, fmt::format("must hold numbers, not {}", kindName(node)));
        }
        if (!std::isfinite(value)) return fail(node, fmt::format("must be a finite number, not {}", value));
        if (!row_.range.contains(value)) {
            if (const auto* text = std::get_if<std::string>(&node.value))
                return fail(node, fmt::format("must be {}, not {}", rangeInUnitOf(*text), quoted(*text)));
            const std::string what = fmt::format("must be {}, not {}", row_.range.text(), value);
            if (row_.unit == "rad" && row_.range.contains(value * std::numbers::pi / 180))
                return fail(node, what,
                            fmt::format("a plain number is in rad; in degrees: \"{:g} deg\"", value));
            return fail(node, what);
        }
        if (!row_.limits.contains(value))
            return fail(node, fmt::format("is out of bounds: {}", value),
                        fmt::format("it must be {}{}{}", row_.allowed().text(), row_.unit.empty() ? "" : " ",
                                    row_.unit));
        return value;
    }

    /// A number with a unit, such as "20 mm", in SI.
    std::optional<double> withUnit(const std::string& text, const Node& node) {
        const auto example = fmt::format("for example {}", exampleOf(section_, row_));
        const Result<Quantity> quantity = parseQuantity(text);
        if (!quantity) {
            const std::string expected = row_.absent.empty() ? "" : fmt::format(" nor \"{}\"", row_.absent);
            return fail(node, fmt::format("cannot be read: {}{}", quantity.error().message, expected),
                        example);
        }
        const Result<Quantity> expected = parseUnit(row_.unit);
        TALUS_ASSERT(expected.ok(), "a unit of the registry cannot be read");
        if (quantity->dimension == expected->dimension) return quantity->value;
        if (quantity->dimension == Dimension{})
            return fail(node, fmt::format("needs a unit in a text: {} has none", quoted(text)),
                        fmt::format("{}; a plain number without quotes is in {}", example, row_.unit));
        return fail(node,
                    fmt::format("must be {}, but {} is in {}",
                                row_.unit.empty() ? "a pure number" : fmt::format("in {}", row_.unit),
                                quoted(text), describe(quantity->dimension)),
                    example);
    }

    /// The range of the row in the unit of a text: ">= 0 and <= 81 deg" for "100 deg".
    /// @pre the text is a number with a unit
    std::string rangeInUnitOf(const std::string& text) const {
        const std::string unit =
            text.substr(std::min(text.size(), text.find_first_not_of(" +-.0123456789eE")));
        const Result<Quantity> one = parseUnit(unit);
        if (!one) return row_.range.text();
        // Twelve digits, without what the division adds.
        const auto in = [&](double bound) { return std::stod(fmt::format("{:.12g}", bound / one->value)); };
        Range range = row_.range;
        range.min = in(range.min);
        range.max = in(range.max);
        return fmt::format("{}{}{}", range.text(), unit.empty() ? "" : " ", unit);
    }

    std::optional<Value> readNumber(const Node& node) {
        if (const auto* word = std::get_if<std::string>(&node.value); word && !row_.absent.empty())
            if (*word == row_.absent) return Value();
        return wrap(number(node, node));
    }

    std::optional<std::int64_t> integer(const Node& node, const Node& whole) {
        const auto* given = std::get_if<std::int64_t>(&node.value);
        if (!given) {
            const double* number = std::get_if<double>(&node.value);
            if (number && std::floor(*number) == *number && std::abs(*number) < 1e18)
                return fail(node, "must be a whole number without point or exponent",
                            fmt::format("write {}", static_cast<std::int64_t>(*number)));
            if (number) return fail(node, fmt::format("must be a whole number, not {}", *number));
            return &node == &whole
                       ? wrongType(node)
                       : fail(node, fmt::format("must hold whole numbers, not {}", kindName(node)));
        }
        const auto value = static_cast<double>(*given);
        if (!row_.range.contains(value))
            return fail(node, fmt::format("must be {}, not {}", row_.range.text(), *given));
        if (!row_.limits.contains(value)) {
            const Range both{.min = std::max(row_.range.min, row_.limits.min),
                             .max = std::min(row_.range.max, row_.limits.max)};
            return fail(node, fmt::format("must be {}, not {}", both.text(), *given));
        }
        return *given;
    }

    std::optional<std::string> text(const Node& node, const Node& whole) {
        const auto* given = std::get_if<std::string>(&node.value);
        if (!given)
            return &node == &whole ? wrongType(node)
                                   : fail(node, fmt::format("must hold texts, not {}", kindName(node)));
        if (!row_.choices.empty()) return chosen(*given, node);
        constexpr std::size_t max_name_size = 64;
        if (std::string fault = invalidTextReason(*given); !fault.empty())
            return fail(node, std::move(fault));
        if (!row_.identifier) return *given;
        if (!isPlainName(*given, max_name_size))
            return fail(node, fmt::format("must be a name, not {}", quoted(*given)),
                        fmt::format("1 to {} letters, digits, '-' and '_'", max_name_size));
        return *given;
    }

    std::optional<std::string> chosen(const std::string& word, const Node& node) {
        if (std::find(row_.choices.begin(), row_.choices.end(), word) != row_.choices.end()) return word;
        const std::vector<std::string> words(row_.choices.begin(), row_.choices.end());
        const auto match = nearest(word, words);
        return fail(node, fmt::format("cannot be {}", quoted(word)),
                    match ? fmt::format("did you mean \"{}\"?", *match)
                          : fmt::format("one of {}", fmt::join(words, ", ")));
    }

    std::optional<Vec3d> vector(const Node& node, const Node& whole) {
        const List* list = std::get_if<List>(&node.value);
        if (!list)
            return &node == &whole
                       ? wrongType(node)
                       : fail(node, fmt::format("must hold lists of 3 numbers, not {}", kindName(node)));
        if (list->size() != 3)
            return fail(node, fmt::format("must {} of 3 numbers, not of {}",
                                          &node == &whole ? "be a list" : "hold lists", list->size()));
        const auto x = number((*list)[0], node), y = number((*list)[1], node), z = number((*list)[2], node);
        if (!x || !y || !z) return std::nullopt;
        return Vec3d{*x, *y, *z};
    }

    template <class T>
    std::optional<Value> readList(const Node& node,
                                  std::optional<T> (ValueReader::*item)(const Node&, const Node&)) {
        const List* list = std::get_if<List>(&node.value);
        if (!list) return wrongType(node);
        if (row_.length > 0 && list->size() != row_.length)
            return fail(node, fmt::format("must be {}, not of {}", typeText(row_), list->size()));
        constexpr std::size_t max_size = std::is_same_v<T, std::string> ? 64 : 100000;
        if (list->size() > max_size)
            return fail(node, fmt::format("must not have more than {} parts", max_size));
        std::vector<T> values;
        for (const Node& part : *list)
            if (auto value = (this->*item)(part, node)) values.push_back(std::move(*value));
        if (values.size() != list->size()) return std::nullopt;
        return Value(std::move(values));
    }

    const Section& section_;
    const Parameter& row_;
    Diagnostics& diagnostics_;
};

}  // namespace

std::string invalidTextReason(std::string_view text) {
    constexpr std::size_t max_size = 1000;
    const auto control = [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; };
    if (std::any_of(text.begin(), text.end(), control)) return "must be one line without control characters";
    if (text.size() > max_size) return fmt::format("must not be longer than {} bytes", max_size);
    return "";
}

std::optional<Value> readValue(const Node& node, const Section& section, const Parameter& row,
                               Diagnostics& diagnostics) {
    return ValueReader(section, row, diagnostics).read(node);
}

}  // namespace talus::settings
