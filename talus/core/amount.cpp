#include "talus/core/amount.h"

#include <fmt/format.h>

namespace talus {
namespace {

struct Unit {
    double size;  ///< in SI
    const char* name;
};

/// In the largest unit of which it is one at least; in the smallest where there is none.
template <std::size_t count>
std::string inUnits(double value, const Unit (&largest_first)[count]) {
    // 999.9999 mm, from round-off, reads as 1000 mm with three digits: that is 1 m.
    constexpr double round_off = 1 - 1e-9;
    const Unit* chosen = largest_first;
    while (chosen + 1 < largest_first + count && value < chosen->size * round_off) ++chosen;
    if (value == 0) return "0";
    return fmt::format("{:.3g} {}", value / chosen->size, chosen->name);
}

}  // namespace

std::string lengthText(double metres) {
    constexpr Unit units[] = {{1e3, "km"}, {1, "m"}, {1e-3, "mm"}, {1e-6, "um"}};
    return inUnits(metres, units);
}

std::string massText(double kilograms) {
    constexpr Unit units[] = {{1e3, "t"}, {1, "kg"}, {1e-3, "g"}, {1e-6, "mg"}, {1e-9, "ug"}};
    return inUnits(kilograms, units);
}

}  // namespace talus
