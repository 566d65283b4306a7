#include "talus/core/units.h"

#include <array>
#include <charconv>
#include <cmath>
#include <numbers>
#include <optional>

#include <fmt/format.h>

namespace talus {
namespace {

/// A unit as factor * 10^ten. A negative power divides, so "20 mm" is 20 / 1000, exactly the double 0.02.
struct Scale {
    double factor = 1;
    double ten = 0;
    Dimension dimension;

    /// A number in this unit, in SI.
    double of(double number) const {
        const double power = std::pow(10.0, std::abs(ten));
        return ten < 0 ? number * factor / power : number * factor * power;
    }
};

struct Symbol {
    std::string_view name;
    double factor;
    int ten;
    Dimension dimension;  ///< in halves
    bool takes_prefix;
};

constexpr std::array symbols{
    Symbol{"m", 1, 0, {0, 2, 0, 0, 0}, true},
    Symbol{"g", 1, -3, {2, 0, 0, 0, 0}, true},
    Symbol{"s", 1, 0, {0, 0, 2, 0, 0}, true},
    Symbol{"rad", 1, 0, {0, 0, 0, 2, 0}, true},
    Symbol{"K", 1, 0, {0, 0, 0, 0, 2}, true},
    Symbol{"N", 1, 0, {2, 2, -4, 0, 0}, true},
    Symbol{"Pa", 1, 0, {2, -2, -4, 0, 0}, true},
    Symbol{"J", 1, 0, {2, 4, -4, 0, 0}, true},
    Symbol{"W", 1, 0, {2, 4, -6, 0, 0}, true},
    Symbol{"Hz", 1, 0, {0, 0, -2, 0, 0}, true},
    Symbol{"t", 1, 3, {2, 0, 0, 0, 0}, true},
    Symbol{"min", 60, 0, {0, 0, 2, 0, 0}, false},
    Symbol{"h", 3600, 0, {0, 0, 2, 0, 0}, false},
    Symbol{"deg", std::numbers::pi / 180, 0, {0, 0, 0, 2, 0}, false},
    Symbol{"rpm", std::numbers::pi / 30, 0, {0, 0, -2, 2, 0}, false},
    Symbol{"1", 1, 0, {0, 0, 0, 0, 0}, false},
};

struct Prefix {
    std::string_view name;
    int power;  ///< of ten
};
constexpr std::array prefixes{Prefix{"n", -9}, Prefix{"u", -6}, Prefix{"\u00b5", -6}, Prefix{"\u03bc", -6},
                              Prefix{"m", -3}, Prefix{"c", -2}, Prefix{"d", -1},      Prefix{"k", 3},
                              Prefix{"M", 6},  Prefix{"G", 9}};

Error inputError(std::string message) { return {ErrorKind::Input, std::move(message)}; }

std::string quoted(std::string_view text) {
    std::string out = "'";
    for (const char c : text.substr(0, 32)) {
        const auto byte = static_cast<unsigned char>(c);
        out += byte < 0x20 || byte == 0x7f ? '?' : c;
    }
    return out + (text.size() > 32 ? "...'" : "'");
}

void skipSpaces(std::string_view& text) {
    while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
}

/// Removes a decimal number from the front of the text. No "inf", "nan" or hexadecimal numbers.
std::optional<double> takeNumber(std::string_view& text) {
    std::string_view rest = text;
    if (rest.starts_with('+')) rest.remove_prefix(1);
    const std::string_view digits =
        rest.starts_with('-') && rest.size() == text.size() ? rest.substr(1) : rest;
    if (digits.empty() || !(digits[0] == '.' || (digits[0] >= '0' && digits[0] <= '9'))) return std::nullopt;
    double value = 0;
    const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), value);
    if (error == std::errc::invalid_argument) return std::nullopt;
    if (error == std::errc::result_out_of_range) value = HUGE_VAL;
    text = std::string_view(end, static_cast<std::size_t>(rest.data() + rest.size() - end));
    return value;
}

/// One symbol with its prefix.
std::optional<Scale> findSymbol(std::string_view name) {
    for (const Symbol& symbol : symbols)
        if (name == symbol.name) return Scale{symbol.factor, double(symbol.ten), symbol.dimension};
    for (const Prefix& prefix : prefixes) {
        if (!name.starts_with(prefix.name)) continue;
        for (const Symbol& symbol : symbols)
            if (symbol.takes_prefix && name.substr(prefix.name.size()) == symbol.name)
                return Scale{symbol.factor, double(symbol.ten + prefix.power), symbol.dimension};
    }
    return std::nullopt;
}

bool isSymbolCharacter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || static_cast<unsigned char>(c) >= 0x80;
}

/// Multiplies `unit` by symbol^power. Error where an exponent or the factor becomes too large.
Status multiply(Scale& unit, const Scale& symbol, double power, std::string_view whole) {
    unit.factor *= power == 1 ? symbol.factor : std::pow(symbol.factor, power);
    unit.ten += power * symbol.ten;
    for (int Dimension::*axis : {&Dimension::mass, &Dimension::length, &Dimension::time, &Dimension::angle,
                                 &Dimension::temperature}) {
        unit.dimension.*axis += static_cast<int>(std::lround(power * (symbol.dimension.*axis)));
        if (std::abs(unit.dimension.*axis) > 100)
            return inputError(
                fmt::format("the unit {} has too high a power; at most 50 is possible", quoted(whole)));
    }
    if (!(unit.factor > 0) || !std::isfinite(unit.factor) || std::abs(unit.ten) > 300)
        return inputError(fmt::format("the unit {} is out of range", quoted(whole)));
    return success();
}

/// Removes '^' and the power after it from the front of the text; 1 where there is no '^'.
Result<double> takePower(std::string_view& text, std::string_view whole) {
    if (!text.starts_with('^')) return 1.0;
    text.remove_prefix(1);
    const std::optional<double> power = takeNumber(text);
    if (!power || std::abs(*power) > 12 || *power * 2 != std::floor(*power * 2))
        return inputError(
            fmt::format("the power in the unit {} must be a whole number or a half, as in m^2 or "
                        "m^1.5",
                        quoted(whole)));
    return *power;
}

Result<Scale> parseScale(std::string_view text) {
    const std::string_view whole = text;
    Scale unit;
    bool divided = false;
    skipSpaces(text);
    for (bool first = true; !text.empty(); first = false) {
        const bool divides = text.front() == '/';
        if (divides || (text.front() == '*' && !first)) {
            text.remove_prefix(1);
            skipSpaces(text);
        }
        if (divided && !divides)
            return inputError(
                fmt::format("the unit {} can be read in two ways; write '/' before each symbol "
                            "of the denominator, as in kg/m/s",
                            quoted(whole)));
        divided = divided || divides;
        std::size_t length = 0;
        while (length < text.size() && isSymbolCharacter(text[length])) ++length;
        if (length == 0 && text.starts_with('1')) length = 1;
        const std::string_view name = text.substr(0, length);
        const std::optional<Scale> symbol = findSymbol(name);
        if (!symbol) return inputError(fmt::format("unknown unit {}", quoted(name.empty() ? whole : name)));
        text.remove_prefix(length);
        const Result<double> power = takePower(text, whole);
        if (!power) return power.error();
        const Status status = multiply(unit, *symbol, divides ? -*power : *power, whole);
        if (!status) return status.error();
        skipSpaces(text);
    }
    return unit;
}

}  // namespace

Result<Quantity> parseUnit(std::string_view text) {
    const Result<Scale> scale = parseScale(text);
    if (!scale) return scale.error();
    return Quantity{scale->of(1), scale->dimension};
}

Result<Quantity> parseQuantity(std::string_view text) {
    const std::string_view whole = text;
    skipSpaces(text);
    const std::optional<double> number = takeNumber(text);
    if (!number) return inputError(fmt::format("{} is not a number with a unit", quoted(whole)));
    const Result<Scale> scale = parseScale(text);
    if (!scale) return scale.error();
    const double value = scale->of(*number);
    if (!std::isfinite(value)) return inputError(fmt::format("{} is not a finite number", quoted(whole)));
    return Quantity{value, scale->dimension};
}

std::string describe(const Dimension& dimension) {
    const std::array<std::pair<const char*, int>, 5> bases{{{"kg", dimension.mass},
                                                            {"m", dimension.length},
                                                            {"rad", dimension.angle},
                                                            {"s", dimension.time},
                                                            {"K", dimension.temperature}}};
    const auto factor = [](const char* name, int halves) {
        return halves == 2 ? std::string(name) : fmt::format("{}^{}", name, halves / 2.0);
    };
    std::string over, under;
    for (const auto& [name, halves] : bases) {
        if (halves > 0) over += fmt::format("{}{}", over.empty() ? "" : " ", factor(name, halves));
        if (halves < 0) under += fmt::format("/{}", factor(name, -halves));
    }
    if (over.empty() && under.empty()) return "a pure number";
    return fmt::format("{}{}", over.empty() ? "1" : over, under);
}

}  // namespace talus
