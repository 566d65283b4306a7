#include "talus/grains/check/work.h"

#include <algorithm>

#include "talus/grains/sources/emit.h"
#include "talus/grains/sources/fill.h"
#include "talus/grains/sources/grain_file.h"

namespace talus::grains {

using method::Scene;

double grainSteps(const Scene& scene, double steps) {
    const double duration = scene.time.end();
    double at_start = static_cast<double>(in(scene).placed.size());
    for (const auto& f : in(scene).fills) at_start += expectedCount(f);
    for (const auto& i : in(scene).imports) at_start += static_cast<double>(i.grains->size());
    double mean = at_start;
    constexpr int moments = 1000;
    for (const auto& e : in(scene).emitters)
        for (int k = 0; k < moments; ++k) mean += grainsBy(e, duration * (k + 0.5) / moments) / moments;
    return mean * steps;
}

}  // namespace talus::grains
