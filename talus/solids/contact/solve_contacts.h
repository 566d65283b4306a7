#pragma once
#include "talus/solids/bodies.h"
#include "talus/step/stage.h"

namespace talus::solids {

/// Free bodies in contact with each other, walls, prescribed bodies and rigid ground get the impulses of
/// these contacts (contact_world.h).
struct SolveContacts {
    static constexpr const char* name = "solve contacts";
    Setup setup;

    step::Access access() const;
    void run(step::Step& step) const;
};

}  // namespace talus::solids
