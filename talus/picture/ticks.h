#pragma once
#include <string>
#include <vector>

namespace talus::picture {

/// Round numbers on an axis. Their spacing is 1, 2 or 5 times a power of ten (Heckbert 1990, "Nice numbers
/// for graph labels").
struct Ticks {
    std::vector<double> values;       ///< rising, all within the range
    std::vector<std::string> labels;  ///< one for each value, all with the same number of decimals
    int exponent = 0;                 ///< a label times 10^exponent is the value; 0 for ordinary sizes
    double step = 1;                  ///< between two ticks
};

/// At most `max_ticks` ticks, but at least two where the range allows it. @pre low < high, both finite
Ticks niceTicks(double low, double high, int max_ticks);

/// "×10⁻³", or nothing for 0.
std::string powerOfTen(int exponent);

}  // namespace talus::picture
