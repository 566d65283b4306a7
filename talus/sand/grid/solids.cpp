#include "talus/sand/grid/solids.h"

#include <algorithm>
#include <cmath>

#include "talus/sand/grid/behind_thin.h"
#include "talus/sand/grid/wrap.h"

namespace talus::sand::grid {
namespace {

/// Open shares below this count as none: such faces would hardly let sand through.
constexpr double least_open = 0.02;

/// Whether the normal of a surface is along no axis, but for round-off.
bool isOblique(const Vec3d& normal) {
    return normal != Vec3d{} &&
           std::max({std::abs(normal.x), std::abs(normal.y), std::abs(normal.z)}) < 1 - 1e-6;
}

/// Steps to neighbours: those beside a face along the two other axes, or all those of a cell; by how many
/// axes they go along, the nearest first.
struct Near {
    std::vector<std::size_t> steps[3];
};
/// @param axis of faces; 3 for cells
Near nearOf(const Lattice& l, int axis) {
    Near near;
    for (int c = -1; c <= 1; ++c)
        for (int b = -1; b <= 1; ++b)
            for (int a = -1; a <= 1; ++a) {
                const int along[3] = {a, b, c};
                const int axes = std::abs(a) + std::abs(b) + std::abs(c);
                if (axes == 0 || (axis < 3 && along[axis] != 0)) continue;
                // Unsigned arithmetic wraps, so that adding this goes back where a step is negative.
                near.steps[axes - 1].push_back(static_cast<std::size_t>(a) +
                                               static_cast<std::size_t>(b) * l.stride(1) +
                                               static_cast<std::size_t>(c) * l.stride(2));
            }
    return near;
}

/// What a node inside of a wall has is shared by the nearest open ones near it, all alike.
struct Shares {
    std::vector<std::uint8_t> distance;  ///< which of Near::steps leads to them
    std::vector<std::uint8_t> count;     ///< how many there are; 0 also of open nodes
};
template <class Open>
Shares sharesOf(const exec::Exec& exec, const Lattice& l, const Near& near, Open open) {
    const std::size_t n = l.cells();
    Shares shares{std::vector<std::uint8_t>(n, 0), std::vector<std::uint8_t>(n, 0)};
    exec::for_each(exec, n, [&](std::size_t at) {
        if (open(at)) return;
        for (std::uint8_t k = 0; k < 3 && shares.count[at] == 0; ++k)
            for (const std::size_t step : near.steps[k])
                if (at + step < n && open(at + step)) {
                    ++shares.count[at];
                    shares.distance[at] = k;
                }
    });
    wrapRing(exec, l, shares.distance);
    wrapRing(exec, l, shares.count);
    return shares;
}

/// The part of a unit square that is outside, from the distances at its corners in order round it.
double openShare(const double (&distance)[4], double tiny) {
    double d[4];
    for (int i = 0; i < 4; ++i) d[i] = std::abs(distance[i]) < tiny ? 0 : distance[i];  // round-off
    double x[8], y[8];
    const double cx[4] = {0, 1, 1, 0}, cy[4] = {0, 0, 1, 1};
    int n = 0;
    bool any = false;
    for (int i = 0; i < 4; ++i) {
        const int j = (i + 1) % 4;
        if (d[i] > tiny) any = true;
        if (d[i] >= 0) {
            x[n] = cx[i];
            y[n++] = cy[i];
        }
        if ((d[i] < 0) != (d[j] < 0)) {
            const double t = d[i] / (d[i] - d[j]);
            x[n] = cx[i] + t * (cx[j] - cx[i]);
            y[n++] = cy[i] + t * (cy[j] - cy[i]);
        }
    }
    if (!any) return 0;
    double area = 0;
    for (int i = 0; i < n; ++i) {
        const int j = (i + 1) % n;
        area += 0.5 * (x[i] * y[j] - x[j] * y[i]);
    }
    return area < least_open ? 0 : std::min(area, 1.0);
}

/// Sand slides along a wall that is oblique to the grid. A closed face of cells that the wall cuts would stop
/// it, so it counts as inside of the wall where one beside it, which takes its sand, does not.
void openObliqueWalls(const exec::Exec& exec, const Lattice& l, Solids& s) {
    for (int a = 0; a < 3; ++a) {
        const Near near = nearOf(l, a);
        const std::vector<Face> was = s.face[a];
        const std::size_t n = l.cells(), stride = l.stride(a);
        const auto isCut = [&](std::size_t f) {
            const bool whole = s.open_cell[f] == 1 || (f >= stride && s.open_cell[f - stride] == 1);
            return was[f] == Face::Shut && !whole;
        };
        exec::for_each(exec, n, [&](std::size_t f) {
            if (!isCut(f)) return;
            for (const std::vector<std::size_t>& steps : near.steps)
                for (const std::size_t step : steps)
                    if (const std::size_t other = f + step; other < n && was[other] == Face::Open)
                        s.face[a][f] = Face::Inside;
        });
        wrapRing(exec, l, s.face[a]);
    }
}

}  // namespace

void sampleSolids(const exec::Exec& exec, const Lattice& l, const SolidField& solid, const ThinField& thin,
                  Solids& s, const std::vector<double>& cell_mass,
                  const std::vector<std::uint8_t>& occupied) {
    const std::size_t n = l.cells();
    for (std::vector<int>& of_axis : s.body.of) of_axis.clear();
    s.cell_body.clear();
    for (int a = 0; a < 3; ++a) {
        s.face[a].assign(n, Face::Open);
        s.open[a].assign(n, 1);
        s.velocity[a].assign(n, 0);
    }
    s.open_cell.assign(n, 1);
    s.reach.assign(n, 1);
    s.area.assign(n, {});
    s.cell_velocity.assign(n, {});
    s.rough.assign(n, {});
    s.position.assign(n, {});
    s.oblique.assign(n, {});
    s.any = solid || thin;
    if (!s.any) return;

    // A corner is sampled if one of the 64 cells about it has sand: dilate by two cells, along each axis.
    std::vector<std::uint8_t> near(n, 1);
    const bool repeats = l.wraps[0] || l.wraps[1] || l.wraps[2];
    if (!cell_mass.empty() && !repeats) {
        exec::for_each(exec, n, [&](std::size_t c) { near[c] = cell_mass[c] > 0; });
        for (int a = 0; a < 3; ++a) {
            const std::vector<std::uint8_t> was = near;
            const std::size_t step = l.stride(a);
            exec::for_each(exec, n, [&](std::size_t c) {
                for (const std::size_t d : {step, 2 * step})
                    near[c] |= (c >= d ? was[c - d] : 0) | (c + d < n ? was[c + d] : 0);
            });
        }
    }
    std::vector<double> corner(n, 2 * l.spacing);
    std::vector<int> body(n, -1);
    std::vector<Vec3d> moving(n);
    exec::for_each(
        exec, n,
        [&](std::size_t c) {
            if (near[c] == 0 || !solid) return;
            const int i = static_cast<int>(c % l.stride(1)),
                      j = static_cast<int>(c % l.stride(2) / l.stride(1)),
                      k = static_cast<int>(c / l.stride(2));
            const SolidAt at =
                solid(l.position({static_cast<double>(i), static_cast<double>(j), static_cast<double>(k)}));
            corner[c] = at.distance;
            body[c] = at.body;
            moving[c] = at.velocity;
        },
        256);
    wrapRing(exec, l, corner);
    wrapRing(exec, l, body);
    wrapRing(exec, l, moving);
    const double tiny = 1e-9 * l.spacing;
    const bool any_body = std::any_of(body.begin(), body.end(), [](int b) { return b >= 0; });
    for (std::vector<int>& of_axis : s.body.of) of_axis.assign(any_body ? n : 0, -1);
    s.cell_body.assign(any_body ? n : 0, -1);
    // All but the last cells along each axis have eight corners in the arrays.
    const auto inside = [&](std::size_t c) {
        return static_cast<int>(c % l.stride(1)) < l.count.x - 1 &&
               static_cast<int>(c % l.stride(2) / l.stride(1)) < l.count.y - 1 &&
               static_cast<int>(c / l.stride(2)) < l.count.z - 1;
    };
    const std::size_t stride[3] = {l.stride(0), l.stride(1), l.stride(2)};
    exec::for_each(exec, n, [&](std::size_t c) {
        if (!inside(c)) {
            s.open_cell[c] = corner[c] > 0 ? 1 : 0;
            for (int a = 0; a < 3; ++a) s.open[a][c] = s.open_cell[c];
            return;
        }
        for (int a = 0; a < 3; ++a) {
            const std::size_t b = stride[(a + 1) % 3], d = stride[(a + 2) % 3];
            s.open[a][c] = openShare({corner[c], corner[c + b], corner[c + b + d], corner[c + d]}, tiny);
            if (any_body) {
                std::size_t nearest = c;
                for (const std::size_t at : {c + b, c + b + d, c + d})
                    if (corner[at] < corner[nearest]) nearest = at;
                // The nearest solid may be far away: only what it shuts is its own.
                s.body[a][c] = s.open[a][c] < 1 ? body[nearest] : -1;
            }
            s.velocity[a][c] =
                0.25 * component(moving[c] + moving[c + b] + moving[c + b + d] + moving[c + d], a);
        }
        double mean = 0, slope = 0;
        for (int corners = 0; corners < 8; ++corners)
            mean += 0.125 * corner[c + (corners & 1 ? stride[0] : 0) + (corners & 2 ? stride[1] : 0) +
                                   (corners & 4 ? stride[2] : 0)];
        for (int a = 0; a < 3; ++a) {
            const std::size_t b = stride[(a + 1) % 3], d = stride[(a + 2) % 3], e = stride[a];
            slope += 0.25 *
                     std::abs(corner[c + e] + corner[c + e + b] + corner[c + e + d] + corner[c + e + b + d] -
                              corner[c] - corner[c + b] - corner[c + d] - corner[c + b + d]);
        }
        double least = corner[c], most = corner[c];
        for (int corners = 1; corners < 8; ++corners) {
            const double d = corner[c + (corners & 1 ? stride[0] : 0) + (corners & 2 ? stride[1] : 0) +
                                    (corners & 4 ? stride[2] : 0)];
            least = std::min(least, d);
            most = std::max(most, d);
        }
        s.open_cell[c] = most <= tiny ? 0 : least >= -tiny ? 1 : std::clamp(0.5 + mean / slope, 0.0, 1.0);
        if (s.open_cell[c] < least_open) s.open_cell[c] = 0;
    });
    wrapRing(exec, l, s.open);
    wrapRing(exec, l, s.body);
    wrapRing(exec, l, s.velocity);
    wrapRing(exec, l, s.open_cell);
    // What thin walls shut, by the cell of the face, and what solids shut in part or whole.
    PerAxis<std::vector<ThinBetween>> between;
    PerAxis<std::vector<std::uint8_t>> crossed, by_solid;
    if (thin)
        for (int a = 0; a < 3; ++a) {
            between[a].resize(n);
            crossed[a].assign(n, 0);
            by_solid[a].resize(n);
            exec::for_each(exec, n, [&](std::size_t f) { by_solid[a][f] = s.open[a][f] < 1; });
        }
    if (thin)
        forCells(exec, l, [&](std::size_t c, int i, int j, int k) {
            if (near[c] == 0) return;
            const Vec3d here = l.position({i + 0.5, j + 0.5, k + 0.5});
            for (int a = 0; a < 3; ++a) {
                if (s.open[a][c] == 0) continue;
                Vec3d there = here;
                setComponent(there, a, component(here, a) - l.spacing);
                between[a][c] = thin(there, here);
                if (!between[a][c].crossed) continue;
                crossed[a][c] = 1;
                s.open[a][c] = 0;
                s.velocity[a][c] = component(between[a][c].velocity, a);
                if (any_body) s.body[a][c] = -1;
            }
        });
    if (thin) {
        wrapRing(exec, l, s.open);
        wrapRing(exec, l, s.velocity);
        wrapRing(exec, l, s.body);
        wrapRing(exec, l, between);
        wrapRing(exec, l, crossed);
    }
    if (thin && !occupied.empty()) closeBehindThin(exec, l, crossed, occupied, s);
    forCells(exec, l, [&](std::size_t c, int i, int j, int k) {
        if (s.open_cell[c] == 0) return;
        for (int a = 0; a < 3; ++a)
            setComponent(s.area[c], a, (s.open[a][c + stride[a]] - s.open[a][c]) * l.area());
        // In a corner the wall that rubs most stands for all.
        const Vec3d wall = s.area[c];
        if (wall == Vec3d{}) return;
        double most = -1;
        for (int a = 0; a < 3; ++a) {
            const double part = component(wall, a);
            if (part == 0) continue;
            Vec3d position{i + 0.5, j + 0.5, k + 0.5};
            setComponent(position, a, component(position, a) + (part > 0 ? -0.5 : 0.5));
            position = l.position(position);
            const std::size_t face = part > 0 ? c : c + stride[a];
            const SolidAt at = thin && between[a][face].crossed
                                   ? SolidAt{0, between[a][face].velocity, between[a][face].friction}
                               : solid && (!thin || by_solid[a][face]) ? solid(position)
                                                                       : SolidAt{};
            setComponent(s.rough[c], a, part * at.friction);
            if (!(std::abs(part) * at.friction > most)) continue;
            most = std::abs(part) * at.friction;
            s.position[c] = position;
            s.cell_velocity[c] = at.velocity;
            s.oblique[c] = isOblique(at.normal) ? at.normal : Vec3d{};
            if (any_body) s.cell_body[c] = at.body;
        }
    });
    exec::for_each(exec, n, [&](std::size_t c) {
        for (int a = 0; a < 3; ++a) {
            const bool here = s.open_cell[c] > 0, below = c >= stride[a] && s.open_cell[c - stride[a]] > 0;
            if (!here && !below) s.open[a][c] = 0;
            s.face[a][c] = s.open[a][c] > 0 ? Face::Open : here || below ? Face::Shut : Face::Inside;
        }
    });
    wrapRing(exec, l, s.face);
    openObliqueWalls(exec, l, s);
    wrapRing(exec, l, s.area);
    wrapRing(exec, l, s.rough);
    wrapRing(exec, l, s.cell_velocity);
    wrapRing(exec, l, s.cell_body);
    wrapRing(exec, l, s.oblique);
    wrapRing(exec, l, s.open);
    wrapRing(exec, l, s.face);
    // The share of a cell's weights that is not in walls, by the integrals 1/8, 3/4, 1/8 of a linear weight.
    std::vector<double> reach(n, 0);
    forCells(exec, l, [&](std::size_t c, int, int, int) {
        const double weight[3] = {0.125, 0.75, 0.125};
        double sum = 0;
        for (int z = 0; z < 3; ++z)
            for (int y = 0; y < 3; ++y)
                for (int x = 0; x < 3; ++x)
                    sum += weight[x] * weight[y] * weight[z] *
                           s.open_cell[c + l.index(x, y, z) - l.index(1, 1, 1)];
        reach[c] = sum;
    });
    wrapRing(exec, l, reach);
    s.reach = reach;
    Faces none;
    moveOutOfWalls(exec, l, s, none, none, s.reach);
}

namespace {

/// Adds the shares of the nodes inside of walls to the open ones.
template <class Open, class Value>
void gather(const exec::Exec& exec, const Lattice& l, const Near& near, const Shares& shares, Open open,
            Value value, std::vector<double>& sum) {
    const std::size_t n = l.cells();
    exec::for_each(exec, n, [&](std::size_t c) {
        if (!open(c)) return;
        for (std::size_t k = 0; k < 3; ++k)
            for (const std::size_t step : near.steps[k]) {
                const std::size_t at = c + step;
                if (at >= n || shares.count[at] == 0 || shares.distance[at] != k) continue;
                if (const double here = value(at); here != 0) sum[c] += here / shares.count[at];
            }
    });
    wrapRing(exec, l, sum);
}

}  // namespace

void moveOutOfWalls(const exec::Exec& exec, const Lattice& l, const Solids& s, Faces& mass, Faces& velocity,
                    std::vector<double>& cell_mass) {
    if (!s.any) return;
    const std::size_t n = l.cells();
    std::vector<double> sum(n);
    const auto open_cell = [&](std::size_t c) { return s.open_cell[c] > 0; };
    exec::for_each(exec, n, [&](std::size_t c) { sum[c] = open_cell(c) ? cell_mass[c] : 0; });
    const Near near_cells = nearOf(l, 3);
    gather(
        exec, l, near_cells, sharesOf(exec, l, near_cells, open_cell), open_cell,
        [&](std::size_t c) { return cell_mass[c]; }, sum);
    cell_mass = sum;
    if (mass[0].empty()) return;
    std::vector<double> momentum(n);
    for (int a = 0; a < 3; ++a) {
        const auto open = [&](std::size_t f) { return s.face[a][f] != Face::Inside; };
        exec::for_each(exec, n, [&](std::size_t f) {
            sum[f] = open(f) ? mass[a][f] : 0;
            momentum[f] = open(f) ? mass[a][f] * velocity[a][f] : 0;
        });
        const Near near = nearOf(l, a);
        const Shares shares = sharesOf(exec, l, near, open);
        gather(
            exec, l, near, shares, open, [&](std::size_t f) { return mass[a][f]; }, sum);
        gather(
            exec, l, near, shares, open, [&](std::size_t f) { return mass[a][f] * velocity[a][f]; },
            momentum);
        exec::for_each(exec, n, [&](std::size_t f) {
            mass[a][f] = sum[f];
            velocity[a][f] = sum[f] > 0 ? momentum[f] / sum[f] : 0;
        });
    }
}

void continueIntoWalls(const exec::Exec& exec, const Lattice& l, const Solids& s, const Faces* of_walls,
                       Faces& values) {
    if (!s.any) return;
    const std::size_t n = l.cells();
    for (int a = 0; a < 3; ++a) {
        const Near near = nearOf(l, a);
        const auto open = [&](std::size_t f) { return s.face[a][f] != Face::Inside; };
        std::vector<double>& v = values[a];
        const Shares shares = sharesOf(exec, l, near, open);
        exec::for_each(exec, n, [&](std::size_t f) {
            if (open(f)) return;
            double sum = 0;
            for (const std::size_t step : near.steps[shares.distance[f]])
                if (f + step < n && open(f + step)) sum += v[f + step];
            v[f] = shares.count[f] > 0 ? sum / shares.count[f] : of_walls != nullptr ? (*of_walls)[a][f] : 0;
        });
        wrapRing(exec, l, v);
    }
}

}  // namespace talus::sand::grid
