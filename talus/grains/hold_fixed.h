#pragma once
#include <cstdint>
#include <vector>

#include "talus/step/stage.h"

namespace talus::grains {

/// Takes all force and torque off the grains of fixed materials. They start at rest, so they stay where they
/// are, to the last bit, while others bounce off them, rub and roll on them: a rough floor. Comes behind all
/// forces; forces are part of the state, so the next step begins with none.
struct HoldFixed {
    static constexpr const char* name = "hold fixed grains";
    std::vector<std::uint8_t> fixed;  ///< by material: 1 where its grains are

    step::Access access() const;
    void run(step::Step& step) const;
};

}  // namespace talus::grains
