#include "talus/core/amount.h"

#include <fmt/format.h>

namespace talus {
namespace {

struct Unit {
    double size;  ///< in SI
    const char* name;
};

/// The value in the largest unit that is not larger than it; in the smallest unit where every unit is larger.
template <std::size_t count>
std::string inUnits(double value, const Unit (&largest_first)[count]) {
    // 999.9999 mm (1 m but for round-off) would be printed as 1000 mm with three digits; it must read 1 m.
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
