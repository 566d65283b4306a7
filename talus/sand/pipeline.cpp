#include "talus/sand/pipeline.h"

#include <cmath>

#include "talus/environment/wall_state.h"
#include "talus/sand/grid/stages.h"
#include "talus/sand/mpm/stages.h"
#include "talus/sand/sources/remove.h"
#include "talus/sand/sources/spouts.h"

namespace talus::sand {

step::PhasedStages sourcesOf(const Setup& s) {
    step::PhasedStages all;
    if (!s.spouts.empty())
        all.add(step::Phase::Add,
                AddSpouts{s.spouts, s.spacing, s.domain, s.sand.limit, s.blocks.size(), s.boundaries});
    if (!s.sinks.empty() || s.fallen)
        all.add(step::Phase::Add, RemoveSand{s.sinks, s.fallen, s.boundaries.ground});
    return all;
}

step::PhasedStages stagesOf(const Setup& s) {
    step::PhasedStages all = sourcesOf(s);
    if (s.sand.solver == Solver::Mpm)
        mpm::addStages(s, all);
    else
        grid::addStages(s, all);
    return all;
}

/// Steps of free bodies are at most this long (solids/instance.cpp) [s]. Were those of the sand longer, a
/// body would take its impulses for several steps at once and meet sand that does not know of it: blocks on a
/// bed then move up and down and sink.
constexpr double longest_with_bodies = 1.0 / 240;

Longest longestStep(const Setup& s, double speed) {
    if (s.sand.dt) return {*s.sand.dt, "dt in [sand]"};
    if (s.sand.solver != Solver::Mpm) {
        const double fall = std::sqrt(length(s.gravity) * s.sand.cell);
        const double slow = 1e-6 * s.fastest;  // neither gravity nor motion: any step will do
        const double step = s.sand.cfl * s.sand.cell / std::max(speed + fall, slow);
        if (s.boundaries.walls->anyFreeBody() && step > longest_with_bodies)
            return {longest_with_bodies, "free bodies: they and the sand take turns"};
        return {step, "cfl: the sand's share of a cell in a step"};
    }
    return {s.sand.cfl * s.sand.cell / (s.soundSpeed() + speed), "cfl: sound's share of a cell in a step"};
}

double longestStepNow(const Setup& s, const state::World& world, double fastest) {
    double speed = fastest;
    for (const Spout& spout : s.spouts) speed = std::max(speed, largestRate(spout));
    // What a wall pushes gets its speed within the step.
    const environment::Walls& of = *s.boundaries.walls;
    const environment::WallsAt walls(of, world.time, environment::wallState(world, of));
    for (std::size_t w = 0; w < of.bodies().size(); ++w)
        if (walls.moves(w) && !environment::isAbsent(walls.pose(w)) && walls.pose(w).spin == Vec3d{})
            speed = std::max(speed, length(walls.pose(w).velocity));
    // Above this speed the run stops (Instance::trouble); the time step does not become shorter.
    return longestStep(s, std::isfinite(speed) ? std::min(speed, maxSpeed(s)) : 0).step;
}

}  // namespace talus::sand
