#include "talus/sand/grid/prepare.h"

#include <algorithm>

#include "talus/exec/reduce.h"
#include "talus/sand/grid/wrap.h"

namespace talus::sand::grid {
namespace {

/// Cells with less of their volume filled have no pressure: what lies in them is spray.
constexpr double least_fill = 0.05;
/// Cohesion acts in cells at least this full: below, grains do not touch.
constexpr double touching_fill = 0.9;
/// The linear weights of the particles smooth the filled share of the cells: under a flat surface on a face
/// a full cell has 7/8, and the empty one above 1/8. Moving this share of the difference from the emptier to
/// the fuller cell takes it back.
constexpr double sharpening = 1.0 / 6;

/// How much a cell with this filled share belongs to the empty side of a surface. Inside of the sand shares
/// vary by a tenth, as particles have positions without order: there the difference is no surface, and
/// sharpening would make these variations larger.
double emptiness(double fill) {
    constexpr double empty = 0.25, full = 0.75;
    return std::clamp((full - fill) / (full - empty), 0.0, 1.0);
}
/// Faces with less than this share of a full face's mass count as this heavy.
constexpr double least_mass_share = 1e-4;

}  // namespace

Vec3d momentumOf(const exec::Exec& exec, const Lattice& l, const SandOnGrid& sand, const Faces& v) {
    return exec::sum(exec, sand.cell_mass.size(), Vec3d{}, [&](std::size_t f) {
        if (l.isCopy(f)) return Vec3d{};
        return Vec3d{sand.mass[0][f] * v[0][f], sand.mass[1][f] * v[1][f], sand.mass[2][f] * v[2][f]};
    });
}

double kineticEnergyOf(const exec::Exec& exec, const Lattice& l, const SandOnGrid& sand, const Faces& v) {
    return exec::sum(exec, sand.cell_mass.size(), 0.0, [&](std::size_t f) {
        double sum = 0;
        for (int a = 0; a < 3 && !l.isCopy(f); ++a) sum += 0.5 * sand.mass[a][f] * v[a][f] * v[a][f];
        return sum;
    });
}

void addGravity(const exec::Exec& exec, const SandOnGrid& sand, const Vec3d& gravity, double dt, Faces& v) {
    for (int a = 0; a < 3; ++a) {
        const double gain = component(gravity, a) * dt;
        exec::for_each(exec, v[a].size(), [&](std::size_t f) {
            if (sand.mass[a][f] > 0) v[a][f] += gain;
        });
    }
}

namespace {

/// The velocity with which the sand of a cell goes into the oblique wall there, along the normal of the wall.
/// Were each face that the wall shuts stopped by itself, it would slow down sand that slides along the wall.
Vec3d approachOf(const Lattice& l, const Solids& s, const SandOnGrid& sand, const Faces& v, std::size_t c) {
    Vec3d mean;
    for (int a = 0; a < 3; ++a) {
        double mass = 0, momentum = 0;
        for (const std::size_t f : {c, c + l.stride(a)}) {
            if (s.face[a][f] == Face::Inside) continue;
            mass += sand.mass[a][f];
            momentum += sand.mass[a][f] * v[a][f];
        }
        setComponent(mean, a, mass > 0 ? momentum / mass : 0);
    }
    const Vec3d& normal = s.oblique[c];
    return normal * std::min(0.0, dot(mean - s.cell_velocity[c], normal));
}

}  // namespace

std::vector<double> stopAtWalls(const exec::Exec& exec, const Lattice& l, const Solids& s,
                                const SandOnGrid& sand, Faces& v) {
    std::vector<double> pressed(l.cells(), 0);
    Faces taken;
    const Faces before = v;
    for (int a = 0; a < 3; ++a) {
        taken[a].assign(l.cells(), 0);
        const std::size_t stride = l.stride(a);
        exec::for_each(exec, v[a].size(), [&](std::size_t f) {
            if (s.face[a][f] != Face::Shut) return;
            const bool above = s.open_cell[f] > 0, below = f >= stride && s.open_cell[f - stride] > 0;
            const double wall = s.velocity[a][f], was = v[a][f];
            const std::size_t cell = above ? f : f - stride;
            if (above != below && s.oblique[cell] != Vec3d{} && !s.isOfBody(a, f))
                v[a][f] = was - component(approachOf(l, s, sand, before, cell), a);
            else
                v[a][f] = above && below ? wall : above ? std::max(was, wall) : std::min(was, wall);
            taken[a][f] = sand.mass[a][f] * std::abs(v[a][f] - was);
        });
    }
    wrapRing(exec, l, v);
    forCells(exec, l, [&](std::size_t c, int, int, int) {
        if (s.open_cell[c] > 0)
            for (int a = 0; a < 3; ++a) {
                const double wall = component(s.area[c], a);
                if (wall != 0)
                    pressed[c] += component(s.rough[c], a) / wall * (taken[a][c] + taken[a][c + l.stride(a)]);
            }
    });
    return pressed;
}

void followBodies(const exec::Exec& exec, const Lattice& l, const Solids& s, Faces& v) {
    if (s.body[0].empty()) return;
    for (int a = 0; a < 3; ++a)
        exec::for_each(exec, l.cells(), [&](std::size_t f) {
            if (s.body[a][f] >= 0 && s.face[a][f] == Face::Shut) v[a][f] = s.velocity[a][f];
        });
}

namespace {

/// Calls take(c) for the cells inside the ring, one after another.
template <class Take>
void serially(const Lattice& l, Take take) {
    for (int k = 1; k < l.count.z - 1; ++k)
        for (int j = 1; j < l.count.y - 1; ++j)
            for (int i = 1; i < l.count.x - 1; ++i) take(l.index(i, j, k));
}

}  // namespace

void addWallImpulses(const Lattice& l, const Solids& s, const SandOnGrid& sand, const Faces& before,
                     const Faces& after, std::vector<Reaction>& reactions) {
    if (!s.any) return;
    serially(l, [&](std::size_t f) {
        for (int a = 0; a < 3; ++a) {
            const double taken = sand.mass[a][f] * (before[a][f] - after[a][f]);
            if (s.face[a][f] != Face::Shut || taken == 0) continue;
            Vec3d impulse;
            setComponent(impulse, a, taken);
            reactions.push_back({l.facePosition(a, f), impulse});
        }
    });
}

void addPressureOnWalls(const Lattice& l, const Solids& s, const Faces& inverse_mass,
                        const std::vector<double>& p, double dt, std::vector<Reaction>& reactions) {
    if (!s.any) return;
    serially(l, [&](std::size_t c) {
        if (p[c] == 0) return;
        for (int a = 0; a < 3; ++a) {
            const std::size_t up = c + l.stride(a);
            const auto through = [&](std::size_t f) { return inverse_mass[a][f] > 0 ? s.open[a][f] : 0; };
            const double wall = through(c) - through(up);
            if (wall == 0) continue;
            Vec3d impulse;
            setComponent(impulse, a, wall * l.area() * p[c] * dt);
            reactions.push_back({l.facePosition(a, wall > 0 ? up : c), impulse});
        }
    });
}

void keepPressed(const exec::Exec& exec, const Lattice& l, const Solids& s, const SandOnGrid& sand,
                 const std::vector<double>& p, const std::vector<std::uint8_t>& full, double dt, Faces& v,
                 std::vector<Reaction>& reactions) {
    const bool bodies = !s.body[0].empty();
    if (!bodies && std::find(full.begin(), full.end(), 1) == full.end()) return;
    constexpr double round_off = 1e-9;
    serially(l, [&](std::size_t f) {
        for (int a = 0; a < 3; ++a) {
            const std::size_t below = f - l.stride(a);
            const bool keeps = s.isOfBody(a, f) || full[f] != 0 || full[below] != 0;
            if (!keeps || s.face[a][f] != Face::Shut || v[a][f] == s.velocity[a][f]) continue;
            const double taken = sand.mass[a][f] * (v[a][f] - s.velocity[a][f]);
            const double pressing = std::max(p[f], p[below]) * l.area() * dt;
            if (taken == 0 || std::abs(taken) > (1 + round_off) * pressing) continue;
            v[a][f] = s.velocity[a][f];
            Vec3d impulse;
            setComponent(impulse, a, taken);
            reactions.push_back({l.facePosition(a, f), impulse});
        }
    });
    wrapRing(exec, l, v);
}

std::vector<double> pressureThatKeeps(const exec::Exec& exec, const Lattice& l, const Solids& s,
                                      const SandOnGrid& sand, const Faces& v, double dt) {
    std::vector<double> least(l.cells(), 0);
    forCells(exec, l, [&](std::size_t c, int, int, int) {
        for (int a = 0; a < 3; ++a)
            for (const std::size_t f : {c, c + l.stride(a)})
                if (s.face[a][f] == Face::Shut)
                    least[c] = std::max(
                        least[c], sand.mass[a][f] * std::abs(v[a][f] - s.velocity[a][f]) / (l.area() * dt));
    });
    return least;
}

double leastMass(const Lattice& l, double density) { return least_mass_share * density * l.volume(); }

Faces inverseMassOf(const exec::Exec& exec, const Lattice& l, const Solids& s, const SandOnGrid& sand,
                    double least) {
    Faces inverse;
    for (int a = 0; a < 3; ++a) {
        inverse[a].assign(l.cells(), 0);
        exec::for_each(exec, l.cells(), [&](std::size_t f) {
            if (s.face[a][f] == Face::Open && sand.mass[a][f] > 0)
                inverse[a][f] = 1 / std::max(sand.mass[a][f], least);
        });
    }
    return inverse;
}

std::vector<double> gapOf(const exec::Exec& exec, const Lattice& l, const Solids& s, const SandOnGrid& sand,
                          double density) {
    std::vector<double> smooth(l.cells(), 0), gap(l.cells(), 0);
    forCells(exec, l, [&](std::size_t c, int, int, int) {
        if (s.open_cell[c] > 0 && s.reach[c] > 0)
            smooth[c] = sand.cell_mass[c] / (density * s.reach[c] * l.volume());
    });
    wrapRing(exec, l, smooth);
    forCells(exec, l, [&](std::size_t c, int, int, int) {
        if (s.open_cell[c] == 0 || s.reach[c] == 0) return;
        double fill = smooth[c];
        for (int a = 0; a < 3; ++a)
            for (const std::size_t other : {c - l.stride(a), c + l.stride(a)})
                if (s.open_cell[other] > 0)
                    fill += sharpening * (smooth[c] - smooth[other]) *
                            emptiness(std::min(smooth[c], smooth[other]));
        // Edges of the sand are made too sharp by it: a cell is too full only if its smooth share says so.
        fill = smooth[c] > 1 ? smooth[c] : std::clamp(fill, 0.0, 1.0);
        gap[c] = s.open_cell[c] * l.volume() * (1 - fill);
    });
    wrapRing(exec, l, gap);
    return gap;
}

std::vector<Cell> cellsOf(const exec::Exec& exec, const Lattice& l, const Solids& s, const SandOnGrid& sand,
                          double density) {
    std::vector<Cell> cells(l.cells(), Cell::Zero);
    exec::for_each(exec, l.cells(), [&](std::size_t c) {
        if (s.open_cell[c] == 0) cells[c] = Cell::Wall;
    });
    forCells(exec, l, [&](std::size_t c, int, int, int) {
        if (s.open_cell[c] > 0 && sand.cell_mass[c] > least_fill * density * s.reach[c] * l.volume())
            cells[c] = Cell::Free;
    });
    wrapRing(exec, l, cells);
    return cells;
}

bool holdsTogether(const Lattice& l, const Solids& s, double gap, std::size_t c) {
    return gap < (1 - touching_fill) * s.open_cell[c] * l.volume();
}

Faces conductanceOf(const exec::Exec& exec, const Lattice& l, const Solids& s, const Faces& inverse_mass,
                    double dt) {
    Faces conductance;
    for (int a = 0; a < 3; ++a) {
        conductance[a].assign(l.cells(), 0);
        exec::for_each(exec, l.cells(), [&](std::size_t f) {
            const double area = s.open[a][f] * l.area();
            conductance[a][f] = dt * area * area * inverse_mass[a][f];
        });
    }
    return conductance;
}

double outflow(const Lattice& l, const Solids& s, const Faces& v, std::size_t c) {
    double sum = 0;
    for (int a = 0; a < 3; ++a) {
        const auto flow = [&](std::size_t f) {
            return s.open[a][f] * v[a][f] + (1 - s.open[a][f]) * s.velocity[a][f];
        };
        sum += flow(c + l.stride(a)) - flow(c);
    }
    return sum * l.area();
}

void pushByPressure(const exec::Exec& exec, const Lattice& l, const Solids& s, const Faces& inverse_mass,
                    const std::vector<double>& p, double dt, Faces& v) {
    for (int a = 0; a < 3; ++a) {
        const std::size_t stride = l.stride(a);
        forCells(exec, l, [&](std::size_t f, int, int, int) {
            if (inverse_mass[a][f] > 0)
                v[a][f] += dt * inverse_mass[a][f] * s.open[a][f] * l.area() * (p[f - stride] - p[f]);
        });
    }
    wrapRing(exec, l, v);
}

}  // namespace talus::sand::grid
