#pragma once
#include <vector>

#include "talus/environment/sink.h"
#include "talus/method/sources/fallen.h"
#include "talus/step/stage.h"
#include "talus/water/fields.h"

namespace talus::water {

/// Removes particles in sinks, and those that have fallen off the scene. The others keep their order.
struct RemoveWater {
    static constexpr const char* name = "sinks";
    std::vector<environment::Sink> sinks;
    std::optional<method::Fallen> fallen;
    std::optional<environment::GroundSurface> ground;  ///< water far below it has fallen off

    step::Access access() const;
    void run(step::Step& step) const;
};

}  // namespace talus::water
