#pragma once
#include <cmath>
#include <concepts>
#include <limits>
#include <optional>

namespace talus {

/// Converts a number from a file to an integer; nothing where it has a fraction, is not finite or is out of
/// the range of T. A plain cast would drop the fraction, and is undefined out of the range of T.
template <std::integral T>
std::optional<T> wholeNumber(double value) {
    // The largest T may not be representable as a double; one more than it, a power of two, is.
    const double end = std::ldexp(1.0, std::numeric_limits<T>::digits);
    const double lowest = std::is_signed_v<T> ? -end : 0.0;
    if (!(value >= lowest && value < end) || std::floor(value) != value) return std::nullopt;
    return static_cast<T>(value);
}

}  // namespace talus
