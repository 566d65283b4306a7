#include "talus/sand/grid/narain.h"

#include <cmath>

#include "talus/sand/grid/prepare.h"
#include "talus/sand/grid/solve/friction.h"
#include "talus/sand/grid/solve/pressure.h"

namespace talus::sand::grid {
namespace {

/// Cells that are this nearly full count as full, and cells count as too full only beyond the second share:
/// at rest the set of cells with pressure then stays the same. Fitted to heaps that come to rest.
constexpr double nearly = 0.03, too_much = 0.05;

exec::View<double> viewOf(std::vector<double>& v) { return {v.data(), v.size()}; }

/// The pressure with the friction stress given: p, and the velocity with both.
struct PressureStep {
    const exec::Exec& exec;
    const Matter& matter;
    const NarainSettings& settings;
    double dt;
    NarainGrid& g;
    Faces conductance;

    PressureStep(const exec::Exec& of_loops, const Matter& of_sand, const NarainSettings& how, double step,
                 NarainGrid& grid)
        : exec(of_loops), matter(of_sand), settings(how), dt(step), g(grid) {
        conductance = conductanceOf(exec, g.lattice, g.solids, g.inverse_mass, dt);
        const std::size_t n = g.lattice.cells();
        g.low.assign(n, 0);
        g.high.assign(n, 0);
        g.right.assign(n, 0);
        const double tension = matter.friction > 0 ? matter.cohesion / matter.friction : 0;
        exec::for_each(exec, n, [&](std::size_t c) {
            if (g.cells[c] != Cell::Free) return;
            g.low[c] = settings.unilateral ? -(isDense(c) ? tension : 0) : -bounded::infinity;
            g.high[c] = bounded::infinity;
        });
    }

    /// Whether the grains of a cell hold together: its density is nearly that at rest.
    bool isDense(std::size_t c) const { return holdsTogether(g.lattice, g.solids, g.gap[c], c); }

    /// @param v velocity without this pressure; with it after the call
    Solved run(Faces& v, std::vector<double>& p) {
        const Lattice& l = g.lattice;
        forCells(exec, l, [&](std::size_t c, int, int, int) {
            if (g.cells[c] != Cell::Free) return;
            // Cohesive sand keeps its volume; sand that is too dense is moved, not sped up.
            const bool held = !settings.unilateral || g.low[c] < 0;
            const double gap =
                held ? 0 : std::max(g.gap[c] - nearly * g.solids.open_cell[c] * l.volume(), 0.0);
            g.right[c] = -(outflow(l, g.solids, v, c) + gap / dt);
        });
        const Solved solved = solvePressure(exec, l, conductance, g.cells, viewOf(g.right), viewOf(g.low),
                                            viewOf(g.high), viewOf(p), settings.pressure, g.solve);
        pushByPressure(exec, l, g.solids, g.inverse_mass, p, dt, v);
        return solved;
    }
};

/// The bound of each part of the friction stress, from the pressure.
void boundFriction(const exec::Exec& exec, const Matter& matter, const std::vector<double>& p, double dt,
                   NarainGrid& g) {
    const Lattice& l = g.lattice;
    const std::size_t n = l.cells();
    g.bound.assign(stress_parts * n, 0);
    const std::size_t stride[3] = {l.stride(0), l.stride(1), l.stride(2)};
    const auto part = [&](Stress s, std::size_t c) -> double& {
        return g.bound[static_cast<std::size_t>(s) * n + c];
    };
    const auto yield = [&](std::size_t c) {
        if (g.cells[c] != Cell::Free) return 0.0;
        const double cohesion =
            matter.cohesion > 0 && holdsTogether(l, g.solids, g.gap[c], c) ? matter.cohesion : 0;
        return std::max(matter.friction * p[c] + cohesion, 0.0);
    };
    forCells(exec, l, [&](std::size_t c, int, int, int) {
        const double here = yield(c);
        part(Stress::Tension, c) = part(Stress::Squeeze, c) = std::sqrt(2.0) * here;
        const double wall = length(g.solids.area[c]);
        part(Stress::Wall1, c) = part(Stress::Wall2, c) =
            wall > 0 && g.fill[c] > 0
                ? g.solids.friction[c] * (std::max(p[c], 0.0) + g.pressed[c] / (dt * wall))
                : 0;
        // On an edge the mean of its four cells, less where one of them is loose; nothing beside empty ones.
        for (int a = 0; a < 3; ++a) {
            const std::size_t b = stride[(a + 1) % 3], d = stride[(a + 2) % 3];
            const double least = std::min({g.fill[c], g.fill[c - b], g.fill[c - d], g.fill[c - b - d]});
            if (least > 0)
                g.bound[(static_cast<std::size_t>(Stress::YZ) + static_cast<std::size_t>(a)) * n + c] =
                    0.25 * least * (here + yield(c - b) + yield(c - d) + yield(c - b - d));
        }
    });
}

/// Moves what the last step left to the lattice of this one.
void moveTo(const Lattice& lattice, Stresses& s) {
    if (s.lattice == lattice && s.pressure.size() == lattice.cells()) return;
    const std::size_t n = lattice.cells(), m = s.lattice.cells();
    std::vector<double> pressure(n, 0), friction(stress_parts * n, 0);
    const bool fits = s.pressure.size() == m && s.friction.size() == stress_parts * m &&
                      s.lattice.spacing == lattice.spacing && s.lattice.origin == lattice.origin;
    if (fits) {
        const Vec3i by = lattice.low - s.lattice.low;
        for (int k = 1; k < lattice.count.z - 1; ++k)
            for (int j = 1; j < lattice.count.y - 1; ++j)
                for (int i = 1; i < lattice.count.x - 1; ++i) {
                    const int x = i + by.x, y = j + by.y, z = k + by.z;
                    if (x < 1 || y < 1 || z < 1 || x >= s.lattice.count.x - 1 || y >= s.lattice.count.y - 1 ||
                        z >= s.lattice.count.z - 1)
                        continue;
                    const std::size_t to = lattice.index(i, j, k), from = s.lattice.index(x, y, z);
                    pressure[to] = s.pressure[from];
                    for (std::size_t part = 0; part < stress_parts; ++part)
                        friction[part * n + to] = s.friction[part * m + from];
                }
    }
    s = {lattice, std::move(pressure), std::move(friction)};
}

void add(Solved& sum, const Solved& one) {
    sum = {sum.iterations + one.iterations, sum.products + one.products, one.residual,
           sum.converged && one.converged};
}

}  // namespace

NarainReport narainStep(const exec::Exec& exec, const Matter& matter, const NarainSettings& settings,
                        const SolidField& solid, const Vec3d& gravity, double dt, double spacing,
                        const Vec3d& origin, const Particles& particles, Stresses& stresses, NarainGrid& g,
                        exec::View<Vec3d> displacement) {
    NarainReport report;
    g.lattice = boxAround(exec, particles.position, spacing, origin);
    const Lattice& l = g.lattice;
    toGrid(exec, l, particles, g.sand, g.transfer);
    sampleSolids(exec, l, solid, g.solids, g.sand.cell_mass);
    moveOutOfWalls(exec, l, g.solids, g.sand.mass, g.sand.velocity, g.sand.cell_mass);
    const Vec3d before = momentumOf(exec, g.sand, g.sand.velocity);
    Faces free = g.sand.velocity;
    addGravity(exec, g.sand, gravity, dt, free);
    const Vec3d given = momentumOf(exec, g.sand, free) - before;
    const Faces falling = free;
    g.pressed = stopAtWalls(exec, l, g.solids, g.sand, free);
    g.inverse_mass = inverseMassOf(exec, l, g.solids, g.sand, leastMass(l, matter.density));
    g.gap = gapOf(exec, l, g.solids, g.sand, matter.density);
    g.cells = cellsOf(exec, l, g.solids, g.sand, matter.density);
    g.fill.assign(l.cells(), 0);
    exec::for_each(exec, l.cells(), [&](std::size_t c) {
        if (g.cells[c] == Cell::Free)
            g.fill[c] = std::min(1.0, 1 - g.gap[c] / (g.solids.open_cell[c] * l.volume()));
    });
    moveTo(l, stresses);

    PressureStep pressure(exec, matter, settings, dt, g);
    std::vector<double> b(stress_parts * l.cells());
    const auto withFriction = [&] {
        g.velocity = free;
        FrictionProblem(exec, l, g.solids, g.inverse_mass, g.bound, dt)
            .push(viewOf(stresses.friction), g.velocity);
    };
    boundFriction(exec, matter, stresses.pressure, dt, g);
    for (std::size_t i = 0; i < b.size(); ++i)
        stresses.friction[i] = std::clamp(stresses.friction[i], -g.bound[i], g.bound[i]);
    for (int sweep = 0; sweep < settings.sweeps; ++sweep) {
        withFriction();
        add(report.pressure, pressure.run(g.velocity, stresses.pressure));
        boundFriction(exec, matter, stresses.pressure, dt, g);
        FrictionProblem problem(exec, l, g.solids, g.inverse_mass, g.bound, dt);
        g.velocity = free;
        pushByPressure(exec, l, g.solids, g.inverse_mass, stresses.pressure, dt, g.velocity);
        std::fill(b.begin(), b.end(), 0);
        problem.strain(g.velocity, true, viewOf(b));
        g.least.resize(b.size());
        for (std::size_t i = 0; i < b.size(); ++i) g.least[i] = -g.bound[i];
        add(report.friction, solveBounded(exec, problem, viewOf(b), viewOf(g.least), viewOf(g.bound),
                                          viewOf(stresses.friction), settings.friction, g.solve));
    }
    // The volume has the last word.
    withFriction();
    add(report.pressure, pressure.run(g.velocity, stresses.pressure));
    report.on_walls = given + before - momentumOf(exec, g.sand, g.velocity);
    g.reactions.clear();
    addWallImpulses(l, g.solids, g.sand, falling, free, g.reactions);
    addPressureOnWalls(l, g.solids, g.inverse_mass, stresses.pressure, dt, g.reactions);
    FrictionProblem(exec, l, g.solids, g.inverse_mass, g.bound, dt)
        .addReactions(viewOf(stresses.friction), g.reactions);

    const std::size_t n = l.cells();
    for (int a = 0; a < 3; ++a) g.shift[a].assign(n, 0);
    if (settings.correction > 0) {
        // The same problem for displacements: none without overlap, and sand moves only into empty volume.
        Faces unit;
        for (int a = 0; a < 3; ++a) {
            unit[a].assign(n, 0);
            exec::for_each(exec, n, [&](std::size_t f) {
                if (g.inverse_mass[a][f] > 0) unit[a][f] = 1 / (matter.density * l.volume());
            });
        }
        const Faces conductance = conductanceOf(exec, l, g.solids, unit, 1);
        std::vector<double> q(n, 0), low(n, 0), high(n, 0), right(n, 0);
        exec::for_each(exec, n, [&](std::size_t c) {
            if (g.cells[c] != Cell::Free) return;
            high[c] = bounded::infinity;
            const double much = too_much * g.solids.open_cell[c] * l.volume();
            right[c] = g.gap[c] < -much ? settings.correction * (-g.gap[c] - much) : -std::max(g.gap[c], 0.0);
        });
        add(report.correction, solvePressure(exec, l, conductance, g.cells, viewOf(right), viewOf(low),
                                             viewOf(high), viewOf(q), {1e-3, 50}, g.solve));
        pushByPressure(exec, l, g.solids, unit, q, 1, g.shift);
    }
    continueIntoWalls(exec, l, g.solids, g.velocity);
    continueIntoWalls(exec, l, g.solids, g.shift);
    toParticles(exec, l, g.velocity, g.velocity, Transfer::Affine, particles);
    exec::for_each(exec, displacement.size(), [&](std::size_t p) {
        const Vec3d& x = particles.position[p];
        displacement[p] = velocityAt(l, g.velocity, x) * dt + velocityAt(l, g.shift, x);
    });
    return report;
}

}  // namespace talus::sand::grid
