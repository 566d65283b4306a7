#include <algorithm>
#include <cmath>
#include <numbers>

#include "talus/water/pipeline.h"

namespace talus::water {

bool Setup::solvesViscosity() const {
    const double driven = length(gravity) + capillarySpeed() * capillarySpeed() / water.spacing;
    const double calm = 0.25 * water.cfl * std::sqrt(water.spacing / std::max(driven, 1e-3));
    return water.solver == Solver::Dfsph && 0.125 * water.spacing * water.spacing < calm * viscosity();
}

Longest longestStep(const Setup& s, double speed, double pressure) {
    const Water& w = s.water;
    Longest longest{1e300, "nothing"};
    const auto limit = [&](double step, const char* why) {
        if (step < longest.step) longest = {step, why};
    };
    if (w.dt) return {*w.dt, "dt in [water]"};
    const double smoothing = 0.5 * s.smoothing.support, gravity = length(s.gravity);
    switch (w.solver) {
        case Solver::Dfsph:
            limit(w.cfl * w.spacing / speed, "cfl: the fastest particle's share of a spacing in a step");
            // Up to a factor, the speed to which the pressure accelerates water. Fitted together with Depth.
            if (const Depth depth = s.depth(); pressure > 0)
                limit(
                    1.25 * w.cfl * w.spacing / std::sqrt(std::min(pressure, depth.max_pressure) / w.density),
                    "cfl: pressure");
            // At rest: a quarter of the step at the speed after a fall through one spacing. Fitted: columns
            // of water come to rest with steps up to twice as long.
            if (gravity > 0) limit(0.25 * w.cfl * std::sqrt(w.spacing / gravity), "cfl: the start of a fall");
            break;
        case Solver::Wcsph:
            limit(w.cfl * smoothing / (s.sound_speed + speed),
                  "cfl: sound's share of a smoothing length in a step");
            break;
        case Solver::Mueller:
            // Kelager (2006), 5.3: the speed of sound of this gas is sqrt(k).
            limit(w.cfl * w.smoothing / (std::sqrt(w.gas_stiffness) + speed),
                  "cfl: sound's share of the kernel");
            break;
    }
    // Morris, Fox, Zhu (1997), equation 24, and Brackbill, Kothe, Zemach (1992), "A continuum method for
    // modeling surface tension", equation 61, in the form of Morris (2000), equation 5.
    const double length = w.solver == Solver::Mueller ? 0.5 * w.smoothing : w.spacing;
    if (w.viscosity > 0 && !s.solvesViscosity())
        limit(0.125 * length * length / s.viscosity(), "viscosity between particles");
    if (w.surface_tension > 0)
        limit(0.25 * std::sqrt(w.density * std::pow(length, 3) / (2 * std::numbers::pi * w.surface_tension)),
              "waves of surface tension between two particles");
    return longest;
}

double longestStepNow(const Setup& s, const Extremes& now) {
    double speed = std::isfinite(now.speed) ? now.speed : 0;
    // Water that flows in during the next step moves in it.
    for (const Inflow& inflow : s.inflows) speed = std::max(speed, largestRate(inflow));
    // Above this speed trouble() stops the run; the time step does not become shorter.
    return longestStep(s, std::min(speed, 25 * s.reachable + 2),
                       std::isfinite(now.pressure) ? now.pressure : 0)
        .step;
}

}  // namespace talus::water
