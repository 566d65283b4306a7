#pragma once
#include <cmath>
#include <concepts>
#include <limits>
#include <optional>

namespace talus {

/// The whole number that a number of a file is; nothing where it has a fraction, is not finite, or is beyond
/// what T holds. A cast alone would cut the fraction off, and is undefined beyond the range of T.
template <std::integral T>
std::optional<T> wholeNumber(double value) {
    // The largest T need not be a double; one above it, a power of two, is.
    const double end = std::ldexp(1.0, std::numeric_limits<T>::digits);
    const double lowest = std::is_signed_v<T> ? -end : 0.0;
    if (!(value >= lowest && value < end) || std::floor(value) != value) return std::nullopt;
    return static_cast<T>(value);
}

}  // namespace talus
