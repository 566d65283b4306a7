#pragma once
#include <string>
#include <vector>

namespace talus::picture {

/// Round numbers on an axis: 1, 2 or 5 times a power of ten apart, after Heckbert 1990, "Nice numbers for
/// graph labels".
struct Ticks {
    std::vector<double> values;       ///< rising, all within the range
    std::vector<std::string> labels;  ///< one for each value, all with the same number of decimals
    int exponent = 0;                 ///< labels are to be multiplied by 10^exponent; 0 for ordinary sizes
    double step = 1;
};

/// At most `most` ticks (but never fewer than two where the range allows). @pre low < high, both finite
Ticks niceTicks(double low, double high, int most);

/// "×10⁻³", or nothing for 0.
std::string powerOfTen(int exponent);

}  // namespace talus::picture
