#include "talus/sand/grid/zhu_bridson.h"

#include <cmath>

#include "talus/exec/for_each.h"
#include "talus/exec/reduce.h"
#include "talus/sand/grid/behind_thin.h"
#include "talus/sand/grid/clusters.h"
#include "talus/sand/grid/prepare.h"
#include "talus/sand/grid/solve/friction.h"
#include "talus/sand/grid/wrap.h"

namespace talus::sand::grid {
namespace {

exec::View<double> viewOf(std::vector<double>& v) { return {v.data(), v.size()}; }

/// A traceless symmetric tensor of a cell.
struct Deviator {
    double diagonal[3] = {0, 0, 0};
    double shear[3] = {0, 0, 0};  ///< yz, zx, xy
    double squared() const {
        double sum = 0;
        for (int a = 0; a < 3; ++a) sum += diagonal[a] * diagonal[a] + 2 * shear[a] * shear[a];
        return sum;
    }
};

/// The deviator of the rate of strain of each cell: differences between its faces, and the mean of the shear
/// on its edges, where all four faces of an edge have sand. Of a cell with closed faces that a wall cuts only
/// the shear.
Deviator strainOf(const Lattice& l, const Solids& solids, const SandOnGrid& sand, const Faces& v,
                  std::size_t c) {
    const std::size_t stride[3] = {l.stride(0), l.stride(1), l.stride(2)};
    Deviator d;
    double trace = 0;
    const bool whole = hasWholeFaces(solids, l, c);
    for (int a = 0; a < 3; ++a) {
        if (whole) d.diagonal[a] = (v[a][c + stride[a]] - v[a][c]) / l.spacing;
        trace += d.diagonal[a] / 3;
        const int b = (a + 1) % 3, e = (a + 2) % 3;
        const std::size_t sb = stride[b], se = stride[e];
        int edges = 0;
        for (const std::size_t at : {c, c + sb, c + se, c + sb + se}) {
            if (!(sand.mass[b][at] > 0 && sand.mass[b][at - se] > 0 && sand.mass[e][at] > 0 &&
                  sand.mass[e][at - sb] > 0))
                continue;
            d.shear[a] += 0.5 * (v[b][at] - v[b][at - se] + v[e][at] - v[e][at - sb]) / l.spacing;
            ++edges;
        }
        if (edges > 0) d.shear[a] /= edges;
    }
    for (double& x : d.diagonal) x -= trace;
    return d;
}

/// Parts of the step in which the friction stress of flowing cells acts. A part of the step with the stress
/// that stops all strain within the whole step is stable: 1 / (2 dimensions) of it.
constexpr int friction_parts = 6;

/// Cells that are not rigid flow, with a friction stress along their strain: sqrt(J2) = strength, less where
/// that would turn the strain round.
/// @param mean the mean stress over the step, by the parts of solve/friction.h
/// @return the least dissipation s : D of a cell
double flow(const StepOf& step, const std::vector<std::uint8_t>& rigid, const std::vector<double>& p,
            std::vector<double>& mean, SandGrid& g) {
    const exec::Exec& exec = step.exec;
    const Lattice& l = g.lattice;
    const std::size_t n = l.cells(), stride[3] = {l.stride(0), l.stride(1), l.stride(2)};
    const double stopping = step.matter.density * l.area() / step.dt;
    std::vector<Deviator> stress(n);
    std::vector<double> dissipation(n, 0), parts(stress_parts * n, 0);
    mean.assign(stress_parts * n, 0);
    g.bound.assign(stress_parts * n, 0);
    const FrictionProblem force(exec, l, g.solids, g.inverse_mass, g.bound, step.dt / friction_parts);
    double least = 0;
    for (int k = 0; k < friction_parts; ++k) {
        forCells(exec, l, [&](std::size_t c, int, int, int) {
            stress[c] = {};
            dissipation[c] = 0;
            if (g.cells[c] != Cell::Free || rigid[c] != 0 || !hasWholeFaces(g.solids, l, c)) return;
            const Deviator d = strainOf(l, g.solids, g.sand, g.velocity, c);
            const double size = std::sqrt(d.squared());
            if (!(size > 0)) return;
            const double share = std::min(std::sqrt(2.0) * strengthOf(step.matter, g, p, c) / size, stopping);
            for (int a = 0; a < 3; ++a) {
                stress[c].diagonal[a] = share * d.diagonal[a];
                stress[c].shear[a] = share * d.shear[a];
                dissipation[c] += stress[c].diagonal[a] * d.diagonal[a] + 2 * stress[c].shear[a] * d.shear[a];
            }
        });
        wrapRing(exec, l, stress);
        least = exec::reduce(
            exec, n, least, [&](std::size_t c) { return dissipation[c]; }, exec::Smaller{});
        forCells(exec, l, [&](std::size_t c, int, int, int) {
            const double* d = stress[c].diagonal;
            parts[static_cast<std::size_t>(Stress::Tension) * n + c] = (d[0] - d[2]) / std::sqrt(2.0);
            parts[static_cast<std::size_t>(Stress::Squeeze) * n + c] =
                (d[0] - 2 * d[1] + d[2]) / std::sqrt(6.0);
            for (int a = 0; a < 3; ++a) {
                const std::size_t b = stride[(a + 1) % 3], e = stride[(a + 2) % 3];
                // Nothing on edges of walls: their friction is that of the tractions.
                if (!(edgeFill(g, a, c) > 0)) continue;
                parts[(static_cast<std::size_t>(Stress::YZ) + static_cast<std::size_t>(a)) * n + c] =
                    0.25 * (stress[c].shear[a] + stress[c - b].shear[a] + stress[c - e].shear[a] +
                            stress[c - b - e].shear[a]);
            }
        });
        wrapParts(exec, l, viewOf(parts));
        force.push(viewOf(parts), g.velocity);
        exec::for_each(exec, mean.size(), [&](std::size_t i) { mean[i] += parts[i] / friction_parts; });
    }
    return least;
}

/// Without a bound on its sign the pressure acts in cells that contain particles, and in no others: all open
/// faces of these have mass. A face without mass would take part as a wall at rest, and the block that moves
/// past it would lose momentum.
void keepCellsWithParticles(const exec::Exec& exec, const Particles& particles, SandGrid& g) {
    const std::vector<std::uint8_t> inhabited = cellsWithParticles(exec, g.lattice, particles.position);
    exec::for_each(exec, g.lattice.cells(), [&](std::size_t c) {
        if (g.cells[c] == Cell::Free && inhabited[c] == 0) g.cells[c] = Cell::Zero;
    });
}

}  // namespace

ZhuBridsonReport zhuBridsonStep(const StepOf& step, const ZhuBridsonSettings& settings,
                                const Particles& particles, Stresses& stresses, SandGrid& g,
                                exec::View<Vec3d> displacement) {
    ZhuBridsonReport report;
    beginStep(step, particles, g);
    const exec::Exec& exec = step.exec;
    if (!settings.unilateral) keepCellsWithParticles(exec, particles, g);
    const Lattice& l = g.lattice;
    const std::size_t n = l.cells();
    moveTo(exec, l, stresses);
    std::vector<double>& p = stresses.pressure;
    g.velocity = g.free;
    PressureStep pressure(step, settings.unilateral, g);
    report.pressure = pressure.run(settings.pressure, {}, g.velocity, p);

    // The stress that would stop the strain of a cell within the step is rho h^2 / dt D: is it below yield?
    const double stopping = step.matter.density * l.area() / step.dt;
    std::vector<std::uint8_t> rigid(n, 0);
    forCells(exec, l, [&](std::size_t c, int, int, int) {
        if (g.cells[c] != Cell::Free) return;
        const double size = std::sqrt(strainOf(l, g.solids, g.sand, g.velocity, c).squared());
        rigid[c] = stopping * size / std::sqrt(2.0) < strengthOf(step.matter, g, p, c);
    });
    report.least_dissipation = flow(step, rigid, p, stresses.friction, g);
    // Friction on walls: of flowing cells the tractions alone are unknown, of rigid ones the impulses on
    // their clusters.
    g.bound.assign(stress_parts * n, 0);
    std::vector<double> friction_limit(n, 0);
    forCells(exec, l, [&](std::size_t c, int, int, int) {
        const double strength = wallStrengthOf(g, p, stresses.friction, step.dt, c);
        if (rigid[c] != 0) friction_limit[c] = strength * l.area() * step.dt;
        for (const Stress part : {Stress::Wall1, Stress::Wall2})
            g.bound[static_cast<std::size_t>(part) * n + c] = rigid[c] != 0 ? 0 : strength;
    });
    wrapParts(exec, l, viewOf(g.bound));
    FrictionProblem friction(exec, l, g.solids, g.inverse_mass, g.bound, step.dt);
    std::vector<double> tractions(stress_parts * n, 0);
    solveFriction(exec, friction, g.bound, g.velocity, {1e-3, 20}, g.solve, viewOf(tractions));
    friction.push(viewOf(tractions), g.velocity);

    const Clusters clusters = connect(l, rigid);
    makeRigid(exec, l, g.solids, g.sand, clusters, friction_limit, g.velocity, g.reactions);
    report.clusters = clusters.count();
    std::size_t sand_cells = 0, rigid_cells = 0;
    for (std::size_t c = 0; c < n; ++c) {
        sand_cells += g.cells[c] == Cell::Free && !l.isCopy(c);
        rigid_cells += rigid[c];  // none in the ring
    }
    report.rigid = sand_cells > 0 ? static_cast<double>(rigid_cells) / static_cast<double>(sand_cells) : 0;

    pressure.moveBodies(pressure.motionsBy(p), g.velocity);
    keepPressed(step.exec, l, g.solids, g.sand, p, g.full, step.dt, g.velocity, g.reactions);
    report.on_walls = g.momentum - momentumOf(exec, l, g.sand, g.velocity);
    report.squeezed = pressure.squeezed();
    addPressureOnWalls(l, g.solids, g.inverse_mass, p, step.dt, g.reactions);
    friction.addReactions(viewOf(stresses.friction), g.reactions);
    friction.addReactions(viewOf(tractions), g.reactions);
    report.correction = removeOverlap(step, settings.correction, g);
    endStep(step, particles, g, displacement);
    return report;
}

}  // namespace talus::sand::grid
