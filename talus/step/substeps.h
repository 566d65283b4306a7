#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>

namespace talus::step {

/// The smallest number of equal sub-steps of a step that are each at most as long as `longest`.
inline std::uint64_t substeps(double step, double longest) {
    return static_cast<std::uint64_t>(std::max(1.0, std::ceil(step / longest * (1 - 1e-12))));
}

}  // namespace talus::step
