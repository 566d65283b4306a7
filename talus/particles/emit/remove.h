#pragma once
#include <vector>

#include "talus/environment/sink.h"
#include "talus/particles/fields.h"
#include "talus/step/stage.h"

namespace talus::particles {

/// Takes out particles whose life is over and those in sinks, and enters into the ledger what they had. The
/// last rows fill the gaps.
struct Remove {
    static constexpr const char* name = "remove";
    Names tables;
    std::vector<environment::Sink> sinks;

    step::Access access() const;
    void run(step::Step& step);
};

}  // namespace talus::particles
