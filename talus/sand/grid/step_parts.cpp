#include "talus/sand/grid/step_parts.h"

#include "talus/sand/grid/behind_thin.h"
#include "talus/sand/grid/prepare.h"
#include "talus/sand/grid/solve/friction.h"
#include "talus/sand/grid/solve/pressure.h"
#include "talus/sand/grid/wrap.h"

namespace talus::sand::grid {
namespace {

/// Cells that are this nearly full resist compression, and close the rest of their empty volume by a share in
/// each step; overlap opens by a larger share (removeOverlap). So the set of cells with pressure stays the
/// same at rest, and sand neither keeps volume in cells that never close nor loses it. Fitted to beds that
/// start and land (bench/results/sand_verification-2026-11.md, Volume).
constexpr double nearly = 0.08, closing_share = 0.02;

/// The volume by which a cell may become denser in a step. @param capacity open volume of the cell [m^3]
double closing(double gap, double capacity) {
    const double small = std::clamp(gap, 0.0, nearly * capacity);
    return std::max(gap - small, 0.0) + closing_share * small;
}

exec::View<double> viewOf(std::vector<double>& v) { return {v.data(), v.size()}; }

}  // namespace

void beginStep(const StepOf& step, const Particles& particles, SandGrid& g) {
    const exec::Exec& exec = step.exec;
    g.lattice = boxAround(exec, particles.position, step.spacing, step.origin, step.period);
    const Lattice& l = g.lattice;
    toGrid(exec, l, particles, g.sand, g.transfer);
    sampleSolids(exec, l, step.solid, step.thin, g.solids, g.sand.cell_mass,
                 step.thin ? cellsWithParticles(exec, l, particles.position) : std::vector<std::uint8_t>{});
    moveOutOfWalls(exec, l, g.solids, g.sand.mass, g.sand.velocity, g.sand.cell_mass);
    g.free = g.sand.velocity;
    addGravity(exec, g.sand, step.gravity, step.dt, g.free);
    g.momentum = momentumOf(exec, l, g.sand, g.free);
    const Faces falling = g.free;
    g.pressed = stopAtWalls(exec, l, g.solids, g.sand, g.free);
    g.reactions.clear();
    addWallImpulses(l, g.solids, g.sand, falling, g.free, g.reactions);
    g.inverse_mass = inverseMassOf(exec, l, g.solids, g.sand, leastMass(l, step.matter.density));
    g.gap = gapOf(exec, l, g.solids, g.sand, step.matter.density);
    g.cells = cellsOf(exec, l, g.solids, g.sand, step.matter.density);
    g.fill.assign(l.cells(), 0);
    exec::for_each(exec, l.cells(), [&](std::size_t c) {
        if (g.cells[c] == Cell::Free)
            g.fill[c] = std::min(1.0, 1 - g.gap[c] / (g.solids.open_cell[c] * l.volume()));
    });
}

void moveTo(const exec::Exec& exec, const Lattice& lattice, Stresses& s) {
    if (s.lattice == lattice && s.pressure.size() == lattice.cells()) return;
    const std::size_t n = lattice.cells(), m = s.lattice.cells();
    std::vector<double> pressure(n, 0), friction(stress_parts * n, 0);
    const bool fits = s.pressure.size() == m && s.friction.size() == stress_parts * m &&
                      s.lattice.spacing == lattice.spacing && s.lattice.origin == lattice.origin &&
                      s.lattice.wraps == lattice.wraps;
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
    wrapRing(exec, lattice, pressure);
    wrapParts(exec, lattice, viewOf(friction));
    s = {lattice, std::move(pressure), std::move(friction)};
}

PressureStep::PressureStep(const StepOf& step, bool unilateral, SandGrid& g)
    : step_(step), grid_(g), unilateral_(unilateral) {
    conductance_ = conductanceOf(step.exec, g.lattice, g.solids, g.inverse_mass, step.dt);
    bodies_ = bodyRowsOf(g.lattice, g.solids, g.cells, g.sand.mass, step.bodies);
    closed_ = closedRegions(g.lattice, conductance_, g.cells, bodies_);
    room_.assign(g.lattice.cells(), 0);
    for (const ClosedRegion& region : closed_)
        for (const std::uint32_t c : region.cells)
            room_[c] = g.solids.open_cell[c] * g.lattice.volume() / step.dt;
    const std::size_t n = g.lattice.cells();
    g.low.assign(n, 0);
    g.high.assign(n, 0);
    g.right.assign(n, 0);
    const Matter& matter = step.matter;
    const double tension = matter.friction > 0 ? matter.cohesion / matter.friction : 0;
    forCells(step.exec, g.lattice, [&](std::size_t c, int, int, int) {
        if (g.cells[c] != Cell::Free) return;
        g.low[c] = !unilateral                                       ? -bounded::infinity
                   : holdsTogether(g.lattice, g.solids, g.gap[c], c) ? -tension
                                                                     : 0;
        g.high[c] = bounded::infinity;
    });
}

Solved PressureStep::run(const Stop& stop, const Motions& by_friction, Faces& v, std::vector<double>& p) {
    SandGrid& g = grid_;
    const Lattice& l = g.lattice;
    forCells(step_.exec, l, [&](std::size_t c, int, int, int) {
        if (g.cells[c] != Cell::Free) return;
        // Cohesive sand keeps its volume; sand that is too dense is moved, not sped up.
        const double gap = g.low[c] < 0 ? 0 : closing(g.gap[c], g.solids.open_cell[c] * l.volume());
        g.right[c] = outflow(l, g.solids, v, c) + gap / step_.dt;
    });
    if (!by_friction.empty()) addMotions(bodies_, by_friction, viewOf(g.right));
    exec::for_each(step_.exec, g.right.size(), [&](std::size_t c) { g.right[c] = -g.right[c]; });
    const FullRegions full(closed_, viewOf(room_), !unilateral_, viewOf(g.right));
    squeezed_ = full.taken() * step_.dt;
    const Solved solved =
        solvePressure(step_.exec, l, conductance_, g.cells, viewOf(g.right), viewOf(g.low), viewOf(g.high),
                      viewOf(p), stop, g.solve, {bodies_.empty() ? nullptr : &bodies_, step_.dt});
    g.full.assign(l.cells(), 0);
    if (full.any()) {
        std::vector<double> least = pressureThatKeeps(step_.exec, l, g.solids, g.sand, v, step_.dt);
        full.setLevel(viewOf(least), viewOf(p));
        full.mark(g.full);
        wrapRing(step_.exec, l, g.full);
    }
    wrapRing(step_.exec, l, p);
    pushByPressure(step_.exec, l, g.solids, g.inverse_mass, p, step_.dt, v);
    return solved;
}

Motions PressureStep::motionsBy(const std::vector<double>& p) const {
    return grid::motionsBy(bodies_, step_.dt, {p.data(), p.size()});
}

void PressureStep::moveBodies(const Motions& motions, Faces& v) {
    SandGrid& g = grid_;
    const Lattice& l = g.lattice;
    if (bodies_.empty() || g.solids.body[0].empty()) return;
    const Faces before = v;
    forCells(step_.exec, l, [&](std::size_t f, int, int, int) {
        for (int a = 0; a < 3; ++a) {
            const int body = g.solids.body[a][f];
            if (body < 0 || g.solids.face[a][f] == Face::Open) continue;
            const Six& m = motions[static_cast<std::size_t>(body)];
            const Vec3d arm = l.facePosition(a, f) - bodies_[static_cast<std::size_t>(body)].centre;
            const Vec3d gain = Vec3d{m[0], m[1], m[2]} + cross(Vec3d{m[3], m[4], m[5]}, arm);
            g.solids.velocity[a][f] += component(gain, a);
        }
    });
    wrapRing(step_.exec, l, g.solids.velocity);
    stopAtWalls(step_.exec, l, g.solids, g.sand, v);
    addWallImpulses(l, g.solids, g.sand, before, v, g.reactions);
}

double strengthOf(const Matter& matter, const SandGrid& g, const std::vector<double>& p, std::size_t c) {
    if (g.cells[c] != Cell::Free) return 0;
    const double cohesion =
        matter.cohesion > 0 && holdsTogether(g.lattice, g.solids, g.gap[c], c) ? matter.cohesion : 0;
    return std::max(matter.friction * p[c] + cohesion, 0.0);
}

double wallStrengthOf(const SandGrid& g, const std::vector<double>& p, const std::vector<double>& friction,
                      double dt, std::size_t c) {
    const Vec3d& rough = g.solids.rough[c];
    if (!(g.fill[c] > 0) || rough == Vec3d{}) return 0;
    Vec3d pressed;
    for (int a = 0; a < 3; ++a)
        setComponent(
            pressed, a,
            component(rough, a) * std::max(p[c] - normalStress(friction, g.lattice.cells(), c, a), 0.0));
    return (length(pressed) + g.pressed[c] / dt) / g.lattice.area();
}

bool hasWholeFaces(const Solids& s, const Lattice& l, std::size_t c) {
    if (s.open_cell[c] == 1) return true;
    for (int a = 0; a < 3; ++a)
        if (s.face[a][c] != Face::Open || s.face[a][c + l.stride(a)] != Face::Open) return false;
    return true;
}

double edgeFill(const SandGrid& g, int axis, std::size_t c) {
    const int along = (axis + 1) % 3, across = (axis + 2) % 3;
    const std::size_t b = g.lattice.stride(along), d = g.lattice.stride(across);
    const auto isOpen = [&](int of, std::size_t f) { return g.solids.face[of][f] == Face::Open; };
    if (!isOpen(along, c) || !isOpen(along, c - d) || !isOpen(across, c) || !isOpen(across, c - b)) return 0;
    return std::min({g.fill[c], g.fill[c - b], g.fill[c - d], g.fill[c - b - d]});
}

Solved removeOverlap(const StepOf& step, double share, SandGrid& g) {
    const exec::Exec& exec = step.exec;
    const Lattice& l = g.lattice;
    const std::size_t n = l.cells();
    for (int a = 0; a < 3; ++a) g.shift[a].assign(n, 0);
    if (!(share > 0)) return {};
    // The same problem for displacements: none without overlap, and sand moves only into empty volume.
    Faces unit;
    for (int a = 0; a < 3; ++a) {
        unit[a].assign(n, 0);
        exec::for_each(exec, n, [&](std::size_t f) {
            if (g.inverse_mass[a][f] > 0) unit[a][f] = 1 / (step.matter.density * l.volume());
        });
    }
    const Faces conductance = conductanceOf(exec, l, g.solids, unit, 1);
    std::vector<double> q(n, 0), low(n, 0), high(n, 0), right(n, 0);
    forCells(exec, l, [&](std::size_t c, int, int, int) {
        if (g.cells[c] != Cell::Free) return;
        high[c] = bounded::infinity;
        right[c] = g.gap[c] < 0 ? -share * g.gap[c] : -g.gap[c];
    });
    std::vector<double> capacity(n, 0);
    exec::for_each(exec, n, [&](std::size_t c) { capacity[c] = g.solids.open_cell[c] * l.volume(); });
    const FullRegions full(closedRegions(l, conductance, g.cells), viewOf(capacity), false, viewOf(right));
    const Solved solved = solvePressure(exec, l, conductance, g.cells, viewOf(right), viewOf(low),
                                        viewOf(high), viewOf(q), {1e-4, 50}, g.solve);
    wrapRing(exec, l, q);
    pushByPressure(exec, l, g.solids, unit, q, 1, g.shift);
    return solved;
}

void endStep(const StepOf& step, const Particles& particles, SandGrid& g, exec::View<Vec3d> displacement) {
    const Lattice& l = g.lattice;
    continueIntoWalls(step.exec, l, g.solids, &g.solids.velocity, g.velocity);
    // Displacements of walls are in their velocities.
    continueIntoWalls(step.exec, l, g.solids, nullptr, g.shift);
    toParticles(step.exec, l, g.velocity, g.velocity, Transfer::Affine, particles);
    exec::for_each(step.exec, displacement.size(), [&](std::size_t p) {
        const Vec3d& x = particles.position[p];
        displacement[p] = velocityAt(l, g.velocity, x) * step.dt + velocityAt(l, g.shift, x);
    });
}

}  // namespace talus::sand::grid
