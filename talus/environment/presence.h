#pragma once
#include <optional>

namespace talus::environment {

/// When a body is in the scene. Before and after, nothing touches it and pictures do not show it.
struct Presence {
    double enters = 0;             ///< [s], >= 0
    std::optional<double> leaves;  ///< [s], later than `enters`; absent: it stays

    bool at(double time) const { return time >= enters && (!leaves || time < *leaves); }
};

}  // namespace talus::environment
