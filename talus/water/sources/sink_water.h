#pragma once
#include <vector>

#include "talus/environment/sink.h"
#include "talus/step/stage.h"
#include "talus/water/fields.h"
#include "talus/water/sources/fallen.h"

namespace talus::water {

/// Takes out what is in a sink, and what has fallen off the scene; the others keep their order.
struct SinkWater {
    static constexpr const char* name = "sinks";
    std::vector<environment::Sink> sinks;
    std::optional<Fallen> fallen;
    Solids solids;  ///< that it may fall off

    step::Access access() const;
    void run(step::Step& step) const;
};

}  // namespace talus::water
