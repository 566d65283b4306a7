#pragma once
#include <string>
#include <string_view>

#include "talus/core/result.h"

namespace talus {

/// Exponents of kg, m, s, rad and K, in halves: 2 stands for the power 1, so N/m^1.5 is exact.
struct Dimension {
    int mass = 0;
    int length = 0;
    int time = 0;
    int angle = 0;
    int temperature = 0;
    bool operator==(const Dimension&) const = default;
};

/// A finite number in SI units, and its dimension.
struct Quantity {
    double value = 0;
    Dimension dimension;
};

/// A number with an optional unit: "20 mm", "9.81 m/s^2", "1e5 N/m^1.5", "25 /s", "0.5".
/// A unit is a product of symbols, each with an optional SI prefix and power: m g s rad K N Pa J W Hz t min
/// h deg; '*' or a space multiplies, '/' divides by the one symbol after it. Error (Input) where the text is
/// not a number with a unit.
Result<Quantity> parseQuantity(std::string_view text);

/// A unit without a number: the SI value of one such unit. "" is a pure number.
Result<Quantity> parseUnit(std::string_view text);

/// The SI unit of a dimension in base units: "kg m/s^2"; "a pure number" when it has none.
std::string describe(const Dimension& dimension);

}  // namespace talus
