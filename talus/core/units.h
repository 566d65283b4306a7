#pragma once
#include <string>
#include <string_view>

#include "talus/core/result.h"

namespace talus {

/// Powers of kg, m, s, rad and K, counted in halves so that N/m^1.5 is exact.
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
/// h deg; '*' or a space multiplies, '/' divides by the one symbol behind it. Error (Input) says what is
/// wrong.
Result<Quantity> parseQuantity(std::string_view text);

/// The unit alone: what one of it is in SI. "" is a pure number.
Result<Quantity> parseUnit(std::string_view text);

/// The SI unit of a dimension in base units: "kg m/s^2"; "a pure number" when it has none.
std::string describe(const Dimension& dimension);

}  // namespace talus
