#include "talus/sand/grid/narain.h"

#include <cmath>

#include "talus/sand/grid/flow_rule.h"
#include "talus/sand/grid/prepare.h"
#include "talus/sand/grid/solve/friction.h"
#include "talus/sand/grid/wrap.h"

namespace talus::sand::grid {
namespace {

exec::View<double> viewOf(std::vector<double>& v) { return {v.data(), v.size()}; }

/// What takes the bodies of a step back to their motion before it.
Motions backToStart(const std::vector<FreeBody>& bodies) {
    Motions motions;
    for (const FreeBody& body : bodies) {
        Six& m = motions.emplace_back(body.gain);
        for (double& of : m) of = -of;
    }
    return motions;
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
    boundFriction(step, strengthsOf(step, stresses.pressure, before, g), g);
    for (std::size_t i = 0; i < g.bound.size(); ++i)
        stresses.friction[i] = std::clamp(stresses.friction[i], -g.bound[i], g.bound[i]);
    // The flow from which the compliance follows: that before the step, then that by the last friction.
    Faces flow = g.sand.velocity;
    followBodies(step.exec, l, g.solids, flow);
    Motions of_bodies = backToStart(step.bodies);
    for (int sweep = 0; sweep < settings.sweeps; ++sweep) {
        const FrictionProblem given = problem();
        const Motions by_friction = given.motionsBy(viewOf(stresses.friction));
        g.velocity = g.free;
        given.push(viewOf(stresses.friction), g.velocity);
        add(report.pressure, pressure.run(settings.pressure, by_friction, g.velocity, stresses.pressure));
        const Motions by_pressure = pressure.motionsBy(stresses.pressure);
        if (sweep > 0) {
            flow = g.velocity;
            of_bodies = sumOf(by_pressure, by_friction);
        }
        const Strengths strengths = strengthsOf(step, stresses.pressure, before, g);
        boundFriction(step, strengths, g);
        FrictionProblem friction = problem();
        friction.addCompliance(flowCompliance(step, strengths, friction.strainOf(flow, of_bodies), g));
        g.velocity = g.free;
        followBodies(step.exec, l, g.solids, g.velocity);
        pushByPressure(step.exec, l, g.solids, g.inverse_mass, stresses.pressure, step.dt, g.velocity);
        add(report.friction, solveFriction(step.exec, friction, g.bound, g.velocity, settings.friction,
                                           g.solve, viewOf(stresses.friction), by_pressure));
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
