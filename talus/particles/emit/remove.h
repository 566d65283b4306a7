#pragma once
#include <vector>

#include "talus/environment/sink.h"
#include "talus/particles/fields.h"
#include "talus/step/stage.h"

namespace talus::particles {

/// Removes particles whose lifetime has ended and particles in sinks, and adds their mass, momentum and
/// energy to the ledger. The last rows of the table fill the gaps.
struct Remove {
    static constexpr const char* name = "remove";
    Names tables;
    std::vector<environment::Sink> sinks;

    step::Access access() const;
    void run(step::Step& step);
};

}  // namespace talus::particles
