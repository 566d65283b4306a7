#include "talus/settings/magnitudes.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace talus::settings {
namespace {

struct Magnitude {
    std::string_view unit;
    double smallest;  ///< for values that must be above 0
    double largest;
};

// The ranges are wider than the extreme values that the comments name.
constexpr std::array<Magnitude, 20> magnitudes{{
    {"", 1e-9, 1e9},             // fractions, factors, components of directions
    {"m", 1e-9, 1e8},            // dust, 1e-8; diameter of the Earth, 1.3e7
    {"s", 1e-12, 1e10},          // contact of stiff dust; a human life, 3e9
    {"m/s", 1e-9, 1e5},          // an impact from space, 7e4
    {"m/s^2", 1e-9, 1e7},        // an ultracentrifuge, 1e6
    {"rad", 1e-9, 1e6},          // rotations of keyframes
    {"rad/s", 1e-9, 1e7},        // a ball spun up in a magnetic field, 4e6
    {"kg", 1e-15, 1e15},         // dust of micrometres; a mountain
    {"kg/m^3", 1e-3, 1e12},      // gas; bodies that nothing can move
    {"m^3", 1e-24, 1e6},         // liquid between two grains of dust
    {"N", 1e-15, 1e12},          // van der Waals between grains of dust
    {"N/m", 1e-9, 1e12},         // springs of contacts of metal, 1e9
    {"N/m^1.5", 1e-6, 1e15},     // E sqrt(R) of diamond, 1e12
    {"N s/m", 1e-12, 1e12},      // dashpots for these springs
    {"N s/m^1.5", 1e-12, 1e15},  // dashpots for these springs
    {"Pa s", 1e-9, 1e12},        // a gas; the Earth, over a day
    {"Pa", 1e-1, 1e30},          // gel; a rigid partner in a contact, as in papers
    {"J", 1e-24, 1e6},           // energy between two molecules
    {"J/m^2", 1e-6, 1e3},        // clean metal, 3
    {"1/s", 1e-9, 1e12},         // one grain in years; a rain of dust
}};
// For units that are not in the table. Products of several such values do not overflow.
constexpr Magnitude others{"", 1e-12, 1e12};

}  // namespace

Range magnitudesOf(std::string_view unit, const Range& range) {
    const auto* known = std::find_if(magnitudes.begin(), magnitudes.end(),
                                     [&](const Magnitude& m) { return m.unit == unit; });
    // Hz and 1/s are the same unit.
    if (unit == "Hz") return magnitudesOf("1/s", range);
    const Magnitude& found = known == magnitudes.end() ? others : *known;
    const bool above_zero = range.min == 0 && range.open_min;
    return between(above_zero                 ? found.smallest
                   : std::isfinite(range.min) ? range.min
                                              : -found.largest,
                   std::isfinite(range.max) ? range.max : found.largest);
}

}  // namespace talus::settings
