#pragma once
#include <vector>

#include "talus/environment/sink.h"
#include "talus/step/stage.h"
#include "talus/water/fields.h"

namespace talus::water {

/// Takes out what is in a sink; the others keep their order.
struct SinkWater {
    static constexpr const char* name = "sinks";
    std::vector<environment::Sink> sinks;

    step::Access access() const;
    void run(step::Step& step) const;
};

}  // namespace talus::water
