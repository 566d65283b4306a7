#include "talus/sand/grid/narain.h"

#include <cmath>

#include "talus/sand/grid/prepare.h"
#include "talus/sand/grid/solve/friction.h"
#include "talus/sand/grid/wrap.h"

namespace talus::sand::grid {
namespace {

exec::View<double> viewOf(std::vector<double>& v) { return {v.data(), v.size()}; }

/// The bound of each part of the friction stress, from the pressure. Each part has the whole strength: |s_xy|
/// <= friction p, and so on for the two of the diagonal, whose squares count once in |s|_F^2 = 2 J2.
/// @param before friction stress of the step before
void boundFriction(const StepOf& step, const std::vector<double>& p, const std::vector<double>& before,
                   SandGrid& g) {
    const Lattice& l = g.lattice;
    const std::size_t n = l.cells();
    g.bound.assign(stress_parts * n, 0);
    const auto part = [&](Stress s, std::size_t c) -> double& {
        return g.bound[static_cast<std::size_t>(s) * n + c];
    };
    const auto yield = [&](std::size_t c) { return strengthOf(step.matter, g, p, c); };
    forCells(step.exec, l, [&](std::size_t c, int, int, int) {
        const double here = yield(c);
        if (hasWholeFaces(g.solids, l, c))
            part(Stress::Tension, c) = part(Stress::Squeeze, c) = std::sqrt(2.0) * here;
        part(Stress::Wall1, c) = part(Stress::Wall2, c) = wallStrengthOf(g, p, before, step.dt, c);
        // On an edge the mean of its four cells, less where one of them is loose; nothing beside empty ones
        // and through walls.
        for (int a = 0; a < 3; ++a) {
            const std::size_t b = l.stride((a + 1) % 3), d = l.stride((a + 2) % 3);
            if (const double least = edgeFill(g, a, c); least > 0)
                g.bound[(static_cast<std::size_t>(Stress::YZ) + static_cast<std::size_t>(a)) * n + c] =
                    0.25 * least * (here + yield(c - b) + yield(c - d) + yield(c - b - d));
        }
    });
    wrapParts(step.exec, l, viewOf(g.bound));
}

Motions sumOf(Motions sum, const Motions& more) {
    for (std::size_t b = 0; b < more.size(); ++b)
        for (std::size_t m = 0; m < 6; ++m) sum[b][m] += more[b][m];
    return sum;
}

void add(Solved& sum, const Solved& one) {
    sum = {sum.iterations + one.iterations, sum.products + one.products, one.residual,
           sum.converged && one.converged};
}

}  // namespace

NarainReport narainStep(const StepOf& step, const NarainSettings& settings, const Particles& particles,
                        Stresses& stresses, SandGrid& g, exec::View<Vec3d> displacement) {
    NarainReport report;
    beginStep(step, particles, g);
    const Lattice& l = g.lattice;
    moveTo(step.exec, l, stresses);
    const std::vector<double> before = stresses.friction;
    PressureStep pressure(step, settings.unilateral, g);
    const auto problem = [&] {
        return FrictionProblem(step.exec, l, g.solids, g.inverse_mass, g.bound, step.dt, pressure.bodies());
    };
    boundFriction(step, stresses.pressure, before, g);
    for (std::size_t i = 0; i < g.bound.size(); ++i)
        stresses.friction[i] = std::clamp(stresses.friction[i], -g.bound[i], g.bound[i]);
    for (int sweep = 0; sweep < settings.sweeps; ++sweep) {
        const FrictionProblem given = problem();
        g.velocity = g.free;
        given.push(viewOf(stresses.friction), g.velocity);
        add(report.pressure, pressure.run(settings.pressure, given.motionsBy(viewOf(stresses.friction)),
                                          g.velocity, stresses.pressure));
        boundFriction(step, stresses.pressure, before, g);
        g.velocity = g.free;
        followBodies(step.exec, l, g.solids, g.velocity);
        pushByPressure(step.exec, l, g.solids, g.inverse_mass, stresses.pressure, step.dt, g.velocity);
        FrictionProblem friction = problem();
        add(report.friction,
            solveFriction(step.exec, friction, g.bound, g.velocity, settings.friction, g.solve,
                          viewOf(stresses.friction), pressure.motionsBy(stresses.pressure)));
    }
    // The volume has the last word.
    const FrictionProblem last = problem();
    g.velocity = g.free;
    last.push(viewOf(stresses.friction), g.velocity);
    const Motions by_friction = last.motionsBy(viewOf(stresses.friction));
    add(report.pressure, pressure.run(settings.pressure, by_friction, g.velocity, stresses.pressure));
    report.squeezed = pressure.squeezed();
    pressure.moveBodies(sumOf(pressure.motionsBy(stresses.pressure), by_friction), g.velocity);
    keepPressed(step.exec, l, g.solids, g.sand, stresses.pressure, g.full, step.dt, g.velocity, g.reactions);
    report.on_walls = g.momentum - momentumOf(step.exec, l, g.sand, g.velocity);
    addPressureOnWalls(l, g.solids, g.inverse_mass, stresses.pressure, step.dt, g.reactions);
    last.addReactions(viewOf(stresses.friction), g.reactions);
    report.correction = removeOverlap(step, settings.correction, g);
    endStep(step, particles, g, displacement);
    return report;
}

}  // namespace talus::sand::grid
