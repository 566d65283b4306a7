#pragma once
#include <vector>

#include "talus/grains/contact_list.h"
#include "talus/grains/integrate.h"
#include "talus/step/stage.h"

namespace talus::grains {

/// Keeps the contact list valid: searches anew once a grain has moved half the skin since the last search
/// (then no pair that is not listed can touch), so that a heap at rest hardly ever searches. A grain that
/// has never been searched has an infinite drift. Walls that move count likewise. Fast grains may go further,
/// and grains that all rest less far (leeway.h).
/// Grains in a sink are taken out in the search, so at most half a skin late: what moves is searched anew.
///
/// Reports trouble when a grain is lost, or moves more than half its radius in one step: then it could
/// pass through another one, and the time step is too long for its speed.
struct FindContacts {
    static constexpr const char* name = "find contacts";
    ContactSearch search;
    std::shared_ptr<const Walls> walls;
    std::vector<Sink> sinks;
    double ahead = 0;  ///< share of dt by which positions are ahead of the step's time: 1 after the drift
    std::shared_ptr<const MovedAhead> moved = {};  ///< where steps end with MoveAhead

    step::Access access() const;
    void run(step::Step& step);
};

}  // namespace talus::grains
