#include "talus/geometry/liquid_surface/smooth.h"

#include "talus/exec/for_each.h"
#include "talus/math/quad.h"

namespace talus::geometry::liquid {
namespace {

/// Twice the sum of the area vectors of the triangles around a point, outwards.
Vec3d areaAround(const std::vector<Vec3d>& points, const Rings& rings, std::size_t i) {
    Vec3d sum{};
    for (std::uint32_t k = rings.first[i]; k < rings.first[i + 1]; ++k)
        sum += cross(points[rings.sides[k][0]] - points[i], points[rings.sides[k][1]] - points[i]);
    return sum;
}

/// Six times the volume of each part, at the part's index. Positions are relative to its first point, which
/// keeps the precision of parts far from the origin.
std::vector<double> volumes(const Mesh& mesh, const std::vector<std::uint32_t>& part) {
    std::vector<double> volume(mesh.points.size());
    for (const auto& [i, j, k] : mesh.triangles) {
        const Vec3d& origin = mesh.points[part[i]];
        volume[part[i]] +=
            dot(mesh.points[i] - origin, cross(mesh.points[j] - origin, mesh.points[k] - origin));
    }
    return volume;
}

/// The neighbours of each point and its offset to their mean, for the passes of smoothing.
struct Neighbourhood {
    std::vector<std::uint32_t> points;  ///< the neighbours of each point, indexed like Rings::sides
    std::vector<Quad<float>> offset;    ///< from the point to the mean of its neighbours [m], and its weight
};
Neighbourhood neighbourhoodOf(const exec::Exec& exec, const std::vector<Vec3d>& points, const Rings& rings,
                              const std::vector<float>& weight) {
    Neighbourhood around{std::vector<std::uint32_t>(rings.sides.size()),
                         std::vector<Quad<float>>(points.size())};
    exec::for_each(exec, points.size(), [&](std::size_t i) {
        const std::uint32_t first = rings.first[i], end = rings.first[i + 1];
        Vec3d sum{};
        for (std::uint32_t k = first; k < end; ++k) {
            around.points[k] = rings.sides[k][0];
            sum += points[around.points[k]] - points[i];
        }
        around.offset[i] = quad<float>(sum / static_cast<double>(end - first), double{weight[i]});
    });
    return around;
}

/// Laplacian smoothing: `passes` times, moves each point by its weight times the vector to the mean of its
/// neighbours. `shift` is the displacement of each point. Single precision is enough, since it is small
/// wherever the mesh is.
/// @param of_mesh whether the mesh is smoothed, or only the given shifts
void blur(const exec::Exec& exec, std::vector<Quad<float>>& shift, const Rings& rings,
          const Neighbourhood& around, bool of_mesh, std::size_t passes) {
    std::vector<Quad<float>> moved(shift.size());
    const float share = of_mesh ? 1.0f : 0.0f;
    for (std::size_t pass = 0; pass < passes; ++pass) {
        exec::for_each(exec, moved.size(), [&](std::size_t i) {
            const std::uint32_t first = rings.first[i], end = rings.first[i + 1];
            const Quad<float> own = shift[i], offset = around.offset[i];
            Quad<float> sum;
            for (std::uint32_t k = first; k < end; ++k) {
                const Quad<float>& other = shift[around.points[k]];
                sum.x += other.x;
                sum.y += other.y;
                sum.z += other.z;
                sum.w += other.w;  // not used; with it the processor adds all four at once
            }
            const float per = 1 / static_cast<float>(end - first);
            const Vec3f step = sum.xyz() * per - own.xyz() + offset.xyz() * share;
            moved[i] = own;
            moved[i] += step * offset.w;
        });
        shift.swap(moved);
    }
}

}  // namespace

std::vector<std::uint32_t> partsOf(const Mesh& mesh) {
    std::vector<std::uint32_t> part(mesh.points.size());
    for (std::size_t i = 0; i < part.size(); ++i) part[i] = static_cast<std::uint32_t>(i);
    const auto root = [&part](std::uint32_t i) {
        while (part[i] != i) i = part[i] = part[part[i]];
        return i;
    };
    for (const auto& triangle : mesh.triangles)
        for (const std::size_t k : {1, 2}) {
            const std::uint32_t a = root(triangle[0]), b = root(triangle[k]);
            part[std::max(a, b)] = std::min(a, b);
        }
    for (std::size_t i = 0; i < part.size(); ++i) part[i] = part[part[i]];
    return part;
}

void restoreVolume(const exec::Exec& exec, Mesh& mesh, const Rings& rings, const std::vector<float>& weight,
                   const std::vector<std::uint32_t>& part, const std::vector<double>& wanted,
                   double max_shift) {
    const std::vector<double> volume = volumes(mesh, part);
    std::vector<Vec3d> area(mesh.points.size());
    exec::for_each(exec, area.size(), [&](std::size_t i) { area[i] = areaAround(mesh.points, rings, i); });
    std::vector<double> weighted_area(area.size());
    for (std::size_t i = 0; i < area.size(); ++i) weighted_area[part[i]] += weight[i] * length(area[i]);
    exec::for_each(exec, area.size(), [&](std::size_t i) {
        const double size = length(area[i]), all = weighted_area[part[i]];
        if (!(size > 0) || !(all > 0)) return;
        const double out = std::clamp((wanted[part[i]] - volume[part[i]]) / all, -max_shift, max_shift);
        mesh.points[i] += area[i] * (weight[i] * out / size);
    });
}

Rings Rings::of(const Mesh& mesh) {
    Rings rings;
    rings.first.resize(mesh.points.size() + 1);
    for (const auto& triangle : mesh.triangles)
        for (const std::uint32_t i : triangle) ++rings.first[i + 1];
    for (std::size_t i = 0; i < mesh.points.size(); ++i) rings.first[i + 1] += rings.first[i];
    rings.sides.resize(3 * mesh.triangles.size());
    std::vector<std::uint32_t> next(rings.first.begin(), rings.first.end() - 1);
    for (const auto& [i, j, k] : mesh.triangles) {
        rings.sides[next[i]++] = {j, k};
        rings.sides[next[j]++] = {k, i};
        rings.sides[next[k]++] = {i, j};
    }
    return rings;
}

AtPoints atPoints(const exec::Exec& exec, const Particles& p, const Mesh& mesh) {
    AtPoints out;
    const bool moves = !p.velocity.empty();
    out.weight.resize(mesh.points.size());
    if (moves) out.velocity.resize(mesh.points.size());
    exec::for_each_range(exec, mesh.points.size(), [&](std::size_t begin, std::size_t end) {
        Around around(*p.grid);
        for (std::size_t i = begin; i < end; ++i) {
            float sum = 0, crowd = 0;
            Vec3f velocity{};
            for (const auto& range : around(mesh.points[i]))
                for (std::size_t j = range.begin; j < range.end; ++j) {
                    const double square = squaredLength(mesh.points[i] - p.position.data()[j]);
                    const float k = kernel(static_cast<float>(square) * p.inverse_square.data()[j]);
                    sum += k;
                    crowd += k * p.crowd.data()[j];
                    if (moves) velocity += k * p.velocity.data()[j];
                }
            if (!(sum > 0)) continue;
            // n is 1 on a single particle, 1.5 on a line of particles, 2 on a sheet, 2.2 to 2.4 on the
            // surface of a large volume.
            constexpr float none = 1, full = 1.8f;
            const float x = std::clamp((crowd / sum - none) / (full - none), 0.0f, 1.0f);
            out.weight[i] = x * x * (3 - 2 * x);
            if (moves) out.velocity[i] = velocity / sum;
        }
    });
    return out;
}

void smooth(const exec::Exec& exec, Mesh& mesh, const Rings& rings, const std::vector<float>& weight,
            double cell, double width) {
    // A pass adds to the variance along each of two axes half the mean square of the distance to the
    // neighbours. That mean, measured on balls of particles: 1.08 cells^2 at first, 0.8 after smoothing.
    constexpr double square_side = 0.8;
    const auto passes =
        static_cast<std::size_t>(std::lround(2 * width * width / (square_side * cell * cell)));
    if (passes == 0 || mesh.points.empty()) return;
    const std::vector<std::uint32_t> part = partsOf(mesh);
    const std::vector<double> volume = volumes(mesh, part);
    // The total shift is smoothed in the same way and subtracted (Tukey's twicing). For bumps its mean is
    // zero, so they stay removed; the shrinking of curved surfaces is mostly reversed.
    const Neighbourhood around = neighbourhoodOf(exec, mesh.points, rings, weight);
    std::vector<Quad<float>> shift(mesh.points.size());
    blur(exec, shift, rings, around, true, passes);
    std::vector<Quad<float>> lost = shift;
    blur(exec, lost, rings, around, false, passes);
    exec::for_each(exec, lost.size(),
                   [&](std::size_t i) { mesh.points[i] += wide(shift[i].xyz() - lost[i].xyz()); });
    // Twice, because it is exact to first order only. The shift needed is smaller than the width, except for
    // parts thinner than that.
    for (int pass = 0; pass < 2; ++pass) restoreVolume(exec, mesh, rings, weight, part, volume, width);
}

std::vector<Vec3f> normals(const exec::Exec& exec, const Mesh& mesh, const Rings& rings) {
    std::vector<Vec3f> normal(mesh.points.size());
    exec::for_each(exec, normal.size(), [&](std::size_t i) {
        const Vec3d area = areaAround(mesh.points, rings, i);
        const double size = length(area);
        // A point whose triangles cancel out (a sheet folded onto itself) still has a unit normal.
        normal[i] = size > 0 ? narrow(area / size) : Vec3f{0, 0, 1};
    });
    return normal;
}

}  // namespace talus::geometry::liquid
