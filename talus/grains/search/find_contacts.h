#pragma once
#include <vector>

#include "talus/environment/sink.h"
#include "talus/grains/search/contact_list.h"
#include "talus/step/stage.h"

namespace talus::grains {

/// Keeps the contact list valid: searches anew once a grain has moved half the skin since the last search
/// (then no pair that is not listed can touch), so that a heap at rest hardly ever searches; or once a grain
/// has appeared, or somebody asked for it (fields.h). Walls that move count likewise. Fast grains may go
/// further, and grains that all rest less far (allowance.h). Grains in a sink are taken out in the search, so
/// at most half a skin late: what moves is searched anew.
///
/// Reports trouble when a grain is lost, or moves more than half its radius in one step: then it could
/// pass through another one, and the time step is too long for its speed.
struct FindContacts {
    static constexpr const char* name = "find contacts";
    ContactSearch search;
    std::shared_ptr<const environment::Walls> walls;
    std::vector<environment::Sink> sinks;
    double ahead = 0;  ///< share of dt by which positions are ahead of the step's time: 1 after the drift

    step::Access access() const;
    void run(step::Step& step);
};

}  // namespace talus::grains
