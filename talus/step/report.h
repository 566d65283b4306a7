#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "talus/math/vec.h"

namespace talus::step {

/// A limit that a stage met while it ran: the result of the step must not be used.
struct Trouble {
    std::string what;                ///< what is wrong: "grain 17 has a position that is not a number"
    std::string advice;              ///< which setting to change, and how
    std::vector<std::uint32_t> ids;  ///< the particles concerned (the first few)
    std::vector<Vec3d> positions;    ///< where they are [m]
};

/// What the stages of a step report.
struct StepReport {
    std::optional<Trouble> trouble;  ///< the first that was reported

    bool ok() const { return !trouble.has_value(); }
    void fail(Trouble found) {
        if (ok()) trouble = std::move(found);
    }
};

}  // namespace talus::step
