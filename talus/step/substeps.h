#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>

namespace talus::step {

/// How many equal steps, each at most as long as `longest`, make up one.
inline std::uint64_t substeps(double step, double longest) {
    return static_cast<std::uint64_t>(std::max(1.0, std::ceil(step / longest * (1 - 1e-12))));
}

}  // namespace talus::step
