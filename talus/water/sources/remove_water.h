#pragma once
#include <vector>

#include "talus/environment/sink.h"
#include "talus/step/stage.h"
#include "talus/water/fields.h"
#include "talus/water/sources/fallen.h"

namespace talus::water {

/// Removes particles in sinks, and those that have fallen off the scene. The others keep their order.
struct RemoveWater {
    static constexpr const char* name = "sinks";
    std::vector<environment::Sink> sinks;
    std::optional<Fallen> fallen;
    Solids solids;  ///< for the height below which water has fallen off

    step::Access access() const;
    void run(step::Step& step) const;
};

}  // namespace talus::water
