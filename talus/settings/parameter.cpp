#include "talus/settings/parameter.h"

#include <cmath>

#include <fmt/format.h>

#include "talus/settings/magnitudes.h"

namespace talus::settings {
namespace {

/// A double as a TOML float, from which the same bits can be read back.
std::string tomlNumber(double value) {
    std::string text = fmt::format("{}", value);
    return text.find_first_of(".en") == std::string::npos ? text + ".0" : text;
}

/// The short form of a number, such as 1e+08, unless that loses digits.
std::string shortNumber(double value) {
    std::string text = fmt::format("{:g}", value);
    return std::stod(text) == value ? text : fmt::format("{}", value);
}

std::string tomlText(std::string_view text) {
    std::string out = "\"";
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (c == '"' || c == '\\')
            out += {'\\', c};
        else if (byte < 0x20 || byte == 0x7f)
            out += fmt::format("\\u{:04x}", byte);
        else
            out += c;
    }
    return out + '"';
}

std::string tomlItem(const std::string& text) { return tomlText(text); }
std::string tomlItem(double number) { return tomlNumber(number); }
std::string tomlItem(std::int64_t number) { return fmt::format("{}", number); }
std::string tomlItem(const Vec3d& v) {
    return fmt::format("[{}, {}, {}]", tomlNumber(v.x), tomlNumber(v.y), tomlNumber(v.z));
}

template <class T>
std::string tomlList(const std::vector<T>& list) {
    std::string out = "[";
    for (const T& item : list) {
        if (out.size() > 1) out += ", ";
        out += tomlItem(item);
    }
    return out + "]";
}

}  // namespace

bool Range::contains(double value) const {
    return (open_min ? value > min : value >= min) && (open_max ? value < max : value <= max);
}

std::string Range::text() const {
    const bool low = std::isfinite(min), high = std::isfinite(max);
    if (low && high && min == max) return fmt::format("exactly {}", min);
    std::string out;
    if (low) out = fmt::format("{} {}", open_min ? ">" : ">=", shortNumber(min));
    if (high) out += fmt::format("{}{} {}", low ? " and " : "", open_max ? "<" : "<=", shortNumber(max));
    return out;
}

Range Parameter::allowed() const {
    if (!holdsNumbers()) return range;
    Range both = range;
    if (limits.min > both.min) both.min = limits.min, both.open_min = false;
    if (limits.max < both.max) both.max = limits.max, both.open_max = false;
    return both;
}

Range limitsOf(const Parameter& row) { return magnitudesOf(row.unit, row.range); }

std::string Condition::text() const {
    if (!key.empty() && values.empty()) return fmt::format("{} is given", key);
    if (values.size() == 1 && values.front().empty()) return fmt::format("{} is not given", key);
    std::string out;
    for (const std::string_view value : values)
        out += fmt::format("{}\"{}\"", out.empty() ? fmt::format("{} = ", key) : " or ", value);
    return out;
}

std::string toToml(const Value& value, const Parameter& row) {
    if (std::holds_alternative<std::monostate>(value)) return fmt::format("\"{}\"", row.absent);
    if (const bool* b = std::get_if<bool>(&value)) return *b ? "true" : "false";
    if (const auto* integer = std::get_if<std::int64_t>(&value)) return fmt::format("{}", *integer);
    if (const double* number = std::get_if<double>(&value)) return tomlNumber(*number);
    if (const auto* text = std::get_if<std::string>(&value)) return tomlText(*text);
    if (const auto* vector = std::get_if<Vec3d>(&value)) return tomlItem(*vector);
    if (const auto* numbers = std::get_if<std::vector<double>>(&value)) return tomlList(*numbers);
    if (const auto* vectors = std::get_if<std::vector<Vec3d>>(&value)) return tomlList(*vectors);
    if (const auto* texts = std::get_if<std::vector<std::string>>(&value)) return tomlList(*texts);
    return tomlList(std::get<std::vector<std::int64_t>>(value));
}

}  // namespace talus::settings
