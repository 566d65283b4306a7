#pragma once
#include <vector>

#include "talus/environment/sink.h"
#include "talus/grains/clumps/clump_columns.h"
#include "talus/grains/search/contact_list.h"
#include "talus/step/stage.h"

namespace talus::grains {

/// Keeps the contact list valid. It searches when a grain or a wall has moved further than its allowance,
/// which is half the skin for most grains: until then no pair that is not listed can touch, and a heap at
/// rest hardly ever searches. It also searches when a grain has appeared, or when the field search_due asks
/// for it. Fast grains have a longer allowance, and grains that are all at rest a shorter one (allowance.h).
/// Grains in a sink are removed by the search, so at most one allowance after they have entered it.
///
/// Reports trouble when a grain is lost, or moves more than half its radius in one step. Such a grain could
/// pass through another one: the time step is too long for its speed.
struct FindContacts {
    static constexpr const char* name = "find contacts";
    ContactSearch search;
    std::shared_ptr<const environment::Walls> walls;
    std::vector<environment::Sink> sinks;
    ClumpShapes shapes{};  ///< empty in scenes without clumps
    double ahead = 0;      ///< share of dt by which positions are ahead of the step's time: 1 after the drift

    step::Access access() const;
    void run(step::Step& step);
};

}  // namespace talus::grains
