#include "talus/water/pipeline.h"

#include <algorithm>

#include "talus/water/boundary/loads.h"
#include "talus/water/forces/surface_tension.h"
#include "talus/water/motion/move.h"
#include "talus/water/search/find_neighbours.h"
#include "talus/water/solver/corrections.h"
#include "talus/water/solver/last_pressure.h"
#include "talus/water/solver/mueller.h"
#include "talus/water/solver/relaxation.h"
#include "talus/water/solver/wcsph.h"
#include "talus/water/sources/inflow.h"
#include "talus/water/sources/rain.h"
#include "talus/water/sources/remove_water.h"

namespace talus::water {
namespace {

using step::Phase;
using Parts = LoadWalls::Parts;

template <class T>
std::optional<T> when(bool wanted, T stage) {
    if (!wanted) return std::nullopt;
    return stage;
}

Move moveOf(const Setup& s, Move::By by) {
    // No friction in collisions with walls: viscosity accounts for it.
    const bool by_depth = s.water.solver == Solver::Mueller;
    return {s.solids,
            s.rigid,
            {s.water.restitution, 0, by_depth},
            s.mass,
            s.smoothing.support,
            s.smoothing.domain,
            s.gravity,
            by};
}

std::shared_ptr<const WallIntegral> integralFor(const Setup& s) {
    return std::make_shared<const WallIntegral>(s.smoothing.kernel, s.smoothing.support, s.water.spacing);
}

IntegrateBoundaries integrateBoundaries(const Setup& s, std::shared_ptr<const WallIntegral> integral) {
    return {s.solids, std::move(integral), IntegrateBoundaries::nearestFor(s.water.spacing),
            s.smoothing.domain};
}

std::optional<Cohesion> cohesionFor(const Setup& s) {
    return when(s.water.surface_tension > 0, Cohesion{s.smoothing, s.cohesion()});
}

std::optional<SurfaceTension> surfaceTensionOf(const Setup& s) {
    return when(s.water.surface_tension > 0, SurfaceTension{s.smoothing, s.surfaceLaw(), s.solids.any()});
}

step::PhasedStages dfsph(const Setup& s) {
    const Water& w = s.water;
    const bool walls = s.solids.any(), sticks = s.stick() > 0 && w.viscosity > 0, thick = s.solvesViscosity();
    const Friction on_walls = s.wallFriction();
    const LoadWalls friction_loads{s.solids, s.mass, Parts::Friction, on_walls};
    const auto integral = integralFor(s);
    step::PhasedStages all = sourcesOf(s);
    all.add(Phase::Search, FindNeighbours{s.smoothing.support, w.density, s.smoothing.domain},
            integrateBoundaries(s, integral), ApplyGravity{s.gravity, integral});
    all.add(Phase::Force, FindDensity{s.smoothing, w.density}, viscosityOf(s),
            when(walls && sticks && !thick, WallFriction{on_walls}),
            when(walls && sticks && !thick, friction_loads), surfaceTensionOf(s));
    all.add(Phase::Kick, Kick{}, when(thick, AddLastPressure{s.smoothing, w.density, s.viscosity()}),
            viscousSolveOf(s), when(walls && sticks && thick, friction_loads),
            when(thick, SubtractLastPressure{}), correctVelocityOf(s), driveInflowsOf(s),
            when(walls, LoadWalls{s.solids, s.mass, Parts::PressureAndWeight, {}}), correctPositionsOf(s));
    all.add(Phase::End, moveOf(s, Move::By::FlowAndShift));
    return all;
}

/// Closing gaps (corrections.h) needs pressure. The pressure that holds a body at rest is the one without it:
/// so this stage sets densities below that at rest to it.
struct DisableClosing {
    static constexpr const char* name = "disable closing";

    step::Access access() const {
        return {
            .reads = {{work_table, &fields::flow}}, .writes = {{work_table, &fields::flow}}, .resizes = {}};
    }
    void run(step::Step& step) const {
        for (Quad<float>& flow : step.write(work_table, fields::flow))
            if (flow.w > open_density) flow.w = std::max(flow.w, 1.0f);
    }
};

/// The stages that find the pressures on water and bodies before they move.
step::PhasedStages dfsphStart(const Setup& s) {
    const auto integral = integralFor(s);
    // There is no first guess from a step before, and the remaining error reduces the load on bodies.
    CorrectVelocity solve = correctVelocityOf(s);
    solve.limits.error *= 0.01;
    step::PhasedStages all;
    all.add(Phase::Search, FindNeighbours{s.smoothing.support, s.water.density, s.smoothing.domain},
            integrateBoundaries(s, integral), ApplyGravity{s.gravity, integral});
    all.add(Phase::Force, FindDensity{s.smoothing, s.water.density}, DisableClosing{});
    all.add(Phase::Kick, Kick{}, solve, LoadWalls{s.solids, s.mass, Parts::PressureAndWeight, {}});
    return all;
}

step::PhasedStages wcsph(const Setup& s) {
    const Water& w = s.water;
    const bool walls = s.solids.any(), sticks = s.stick() > 0 && w.viscosity > 0;
    const Compressible law = s.compressible();
    const Friction on_walls = s.wallFriction();
    const auto integral = integralFor(s);
    step::PhasedStages all = sourcesOf(s);
    all.add(Phase::Search, FindNeighbours{s.smoothing.support, w.density, s.smoothing.domain},
            integrateBoundaries(s, integral), ApplyGravity{s.gravity, integral});
    all.add(Phase::Force, Predict{law}, viscosityOf(s), when(walls && sticks, WallFriction{on_walls}),
            cohesionFor(s), FindRates{s.smoothing, law});
    all.add(Phase::Kick, FinishStep{w.density, law}, driveInflowsOf(s),
            when(walls, LoadWalls{s.solids, s.mass, Parts::All, on_walls}));
    all.add(Phase::End, moveOf(s, Move::By::State));
    return all;
}

step::PhasedStages mueller(const Setup& s) {
    const Water& w = s.water;
    const MuellerLaw law{s.mass,      w.density,         w.gas_stiffness,
                         w.viscosity, w.surface_tension, w.tension_threshold};
    step::PhasedStages all = sourcesOf(s);
    all.add(Phase::Search, FindNeighbours{s.smoothing.support, w.density, s.smoothing.domain},
            FindClearance{s.solids, s.smoothing.support});
    all.add(Phase::Force, MuellerDensity{s.smoothing, law}, ApplyGravity{s.gravity},
            MuellerForces{s.smoothing, law});
    all.add(Phase::Kick, LeapKick{});
    all.add(Phase::End, moveOf(s, Move::By::Flow), LeapMean{});
    return all;
}

}  // namespace

step::PhasedStages sourcesOf(const Setup& s) {
    step::PhasedStages all;
    all.add(
        Phase::Add,
        when(!s.rains.empty(), AddRain{s.rains, s.seed, s.smoothing.volume, s.water.density, s.water.limit}),
        when(!s.inflows.empty(), AddInflow{s.inflows, s.water.spacing, s.water.density, s.water.limit}),
        when(!s.sinks.empty() || s.fallen, RemoveWater{s.sinks, s.fallen, s.solids.ground}));
    return all;
}

std::optional<Viscosity> viscosityOf(const Setup& s) {
    const Water& w = s.water;
    if (w.solver == Solver::Wcsph) return when(w.xsph > 0, Viscosity{s.smoothing, {}, w.xsph});
    const bool thick = s.solvesViscosity();
    const Friction friction = thick ? Friction{} : s.friction();
    return when(friction.any() || w.xsph > 0 || w.artificial_viscosity > 0 || w.noise_damping > 0,
                Viscosity{s.smoothing, friction, w.xsph,
                          w.artificial_viscosity * s.fastest * 0.5 * s.smoothing.support, w.noise_damping,
                          thick ? 0 : s.noiseViscosity()});
}

std::optional<ViscousSolve> viscousSolveOf(const Setup& s) {
    return when(s.solvesViscosity(), ViscousSolve{s.smoothing, s.viscosity(), s.stick()});
}

std::optional<DriveInflows> driveInflowsOf(const Setup& s) {
    return when(!s.inflows.empty(),
                DriveInflows{s.inflows, s.water.spacing, s.water.solver == Solver::Wcsph});
}

CorrectVelocity correctVelocityOf(const Setup& s) {
    const Water& w = s.water;
    return {s.smoothing,
            w.density,
            {w.velocity_error, 2, w.max_iterations, relaxationFor(w.kernel, w.support)},
            s.solids,
            s.mass};
}

CorrectPositions correctPositionsOf(const Setup& s) {
    const Water& w = s.water;
    return {s.smoothing,
            w.density,
            {w.density_error, 1, w.max_iterations, relaxationFor(w.kernel, w.support)},
            s.depth()};
}

step::PhasedStages startStagesOf(const Setup& setup) { return dfsphStart(setup); }

step::PhasedStages stagesOf(const Setup& setup) {
    switch (setup.water.solver) {
        case Solver::Dfsph: return dfsph(setup);
        case Solver::Wcsph: return wcsph(setup);
        case Solver::Mueller: return mueller(setup);
    }
    return {};
}

}  // namespace talus::water
