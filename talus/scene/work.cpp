#include "talus/scene/work.h"

#include <algorithm>

#include "talus/grains/fill.h"
#include "talus/scene/simulation.h"

namespace talus::scene {

double grainSteps(const Scene& scene) {
    const double duration = scene.time.end();
    double at_start = static_cast<double>(scene.placed.size());
    for (const auto& f : scene.fills) at_start += grains::fillCount(f);
    for (const auto& i : scene.imports) at_start += static_cast<double>(i.grains->size());
    double mean = at_start;
    for (const auto& e : scene.emitters) {
        // The number grows evenly until the last one is there.
        const double open = std::max(0.0, duration - e.start);
        const double pours = e.rate > 0 ? std::min(open, static_cast<double>(e.count) / e.rate) : 0;
        mean += e.rate * pours * (open - 0.5 * pours) / duration;
    }
    return mean * static_cast<double>(estimate(scene).steps);
}

}  // namespace talus::scene
