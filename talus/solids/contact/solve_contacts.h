#pragma once
#include <memory>

#include "talus/solids/bodies.h"
#include "talus/solids/contact/deep_overlap.h"
#include "talus/step/stage.h"

namespace talus::solids {

/// Free bodies in contact with each other, walls, prescribed bodies and rigid ground get the impulses of
/// these contacts (contact_world.h).
struct SolveContacts {
    static constexpr const char* name = "solve contacts";
    Setup setup;
    std::shared_ptr<OverlapRecord> overlaps;  ///< of the run; null: they are not kept

    step::Access access() const;
    void run(step::Step& step) const;
};

}  // namespace talus::solids
