#pragma once
#include <vector>

#include "talus/grains/contact_list.h"
#include "talus/step/stage.h"

namespace talus::grains {

/// Keeps the contact list valid: searches anew once a grain has moved half the skin since the last search
/// (then no pair that is not listed can touch), so that a heap at rest hardly ever searches. A grain that
/// has never been searched has an infinite drift.
///
/// Reports trouble when a grain is lost, or moves more than half its radius in one step: then it could
/// pass through another one, and the time step is too long for its speed.
struct FindContacts {
    static constexpr const char* name = "find contacts";
    ContactSearch search;
    std::vector<WallFace> faces;

    step::Access access() const;
    void run(step::Step& step);
};

}  // namespace talus::grains
