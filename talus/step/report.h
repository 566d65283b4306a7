#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "talus/math/vec.h"

namespace talus::step {

/// A run-time limit that was hit: the step's result must not be used.
struct Trouble {
    std::string what;                ///< "grain 17 has a position that is not a number"
    std::string advice;              ///< which setting to change, and how
    std::vector<std::uint32_t> ids;  ///< the particles concerned (the first few)
    std::vector<Vec3d> positions;    ///< where they are [m]
};

/// What one step says of itself. Stages fill it.
struct StepReport {
    std::optional<Trouble> trouble;  ///< the first trouble wins

    bool ok() const { return !trouble.has_value(); }
    void fail(Trouble found) {
        if (ok()) trouble = std::move(found);
    }
};

}  // namespace talus::step
