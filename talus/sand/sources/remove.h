#pragma once
#include <optional>
#include <vector>

#include "talus/sand/fields.h"
#include "talus/sand/setup.h"
#include "talus/step/stage.h"

namespace talus::sand {

/// Removes sand in sinks, and sand that fell off the scene.
struct RemoveSand {
    static constexpr const char* name = "sinks";
    std::vector<environment::Sink> sinks;
    std::optional<method::Fallen> fallen;
    std::optional<environment::GroundSurface> ground;

    step::Access access() const;
    void run(step::Step& step) const;
};

}  // namespace talus::sand
