#include "talus/couple/granular/work.h"

#include <algorithm>

#include "talus/grains/sources/fill.h"

namespace talus::couple::granular {

double grainSteps(const Scene& scene, double steps) {
    const double duration = scene.time.end();
    double at_start = static_cast<double>(grains::in(scene).placed.size());
    for (const auto& f : grains::in(scene).fills) at_start += grains::fillCount(f);
    for (const auto& i : grains::in(scene).imports) at_start += static_cast<double>(i.grains->size());
    double mean = at_start;
    for (const auto& e : grains::in(scene).emitters) {
        // The number grows evenly until the last one is there.
        const double open = std::max(0.0, duration - e.start);
        const double pours = e.rate > 0 ? std::min(open, static_cast<double>(e.count) / e.rate) : 0;
        mean += e.rate * pours * (open - 0.5 * pours) / duration;
    }
    return mean * steps;
}

}  // namespace talus::couple::granular
