#include "talus/geometry/liquid_surface/smooth.h"

#include <numbers>

#include "talus/exec/for_each.h"
#include "talus/math/quad.h"

namespace talus::geometry::liquid {
namespace {

/// Twice the area around a point, as a vector outwards.
Vec3d areaAround(const std::vector<Vec3d>& points, const Rings& rings, std::size_t i) {
    Vec3d sum{};
    for (std::uint32_t k = rings.first[i]; k < rings.first[i + 1]; ++k)
        sum += cross(points[rings.sides[k][0]] - points[i], points[rings.sides[k][1]] - points[i]);
    return sum;
}

/// The number of each point's part of the mesh: that of the part's first point.
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

/// Six times the volume of each part, at its number; places are taken from its first point, which keeps the
/// digits of parts far from the origin.
std::vector<double> volumes(const Mesh& mesh, const std::vector<std::uint32_t>& part) {
    std::vector<double> volume(mesh.points.size());
    for (const auto& [i, j, k] : mesh.triangles) {
        const Vec3d& origin = mesh.points[part[i]];
        volume[part[i]] +=
            dot(mesh.points[i] - origin, cross(mesh.points[j] - origin, mesh.points[k] - origin));
    }
    return volume;
}

/// Moves points along their normals by weight * d, with one d for each part. To first order that adds
/// d sum(weight |A|) / 3 to a volume, where A is the sum of the triangles' areas around a point. @param most
/// of d
void giveVolumeBack(const exec::Exec& exec, Mesh& mesh, const Rings& rings, const std::vector<float>& weight,
                    const std::vector<std::uint32_t>& part, const std::vector<double>& wanted, double most) {
    const std::vector<double> volume = volumes(mesh, part);
    std::vector<Vec3d> area(mesh.points.size());
    exec::for_each(exec, area.size(), [&](std::size_t i) { area[i] = areaAround(mesh.points, rings, i); });
    std::vector<double> hold(area.size());
    for (std::size_t i = 0; i < area.size(); ++i) hold[part[i]] += weight[i] * length(area[i]);
    exec::for_each(exec, area.size(), [&](std::size_t i) {
        const double size = length(area[i]), all = hold[part[i]];
        if (!(size > 0) || !(all > 0)) return;
        const double out = std::clamp((wanted[part[i]] - volume[part[i]]) / all, -most, most);
        mesh.points[i] += area[i] * (weight[i] * out / size);
    });
}

/// What a pass of smoothing needs to know of each point.
struct Leaning {
    std::vector<std::uint32_t> points;  ///< the points around each, ring by ring
    std::vector<Quad<float>> lean;      ///< from the point to the mean of those around it [m]; its weight
};
Leaning leaningOf(const exec::Exec& exec, const std::vector<Vec3d>& points, const Rings& rings,
                  const std::vector<float>& weight) {
    Leaning around{std::vector<std::uint32_t>(rings.sides.size()), std::vector<Quad<float>>(points.size())};
    exec::for_each(exec, points.size(), [&](std::size_t i) {
        const std::uint32_t first = rings.first[i], end = rings.first[i + 1];
        Vec3d sum{};
        for (std::uint32_t k = first; k < end; ++k) {
            around.points[k] = rings.sides[k][0];
            sum += points[around.points[k]] - points[i];
        }
        around.lean[i] = quad<float>(sum / static_cast<double>(end - first), double{weight[i]});
    });
    return around;
}

/// One pass, P, moves each point by its weight of the way to the mean of those around it. What n passes take
/// away is smoothed in the same way and put back (twicing), so that together they are h(P) with h(t) = 2 t^n
/// - t^2n; the shift of the points is g(P) of the first pass's shift, g = (h - 1) / (t - 1). With its 2n - 1
/// powers as a sum of Chebyshev polynomials few of them count: some four square roots of n.
/// The eigenvalues of P are between -1/2 (all three points of a triangle against each other) and 1.
constexpr double lowest = -0.5, middle = 0.5 * (1 + lowest), half = 0.5 * (1 - lowest);
/// Of a bump, how much of it any sum of what is left out may leave or take.
constexpr double negligible = 1e-2;

/// The coefficients of g.
std::vector<float> chebyshevOf(std::size_t passes) {
    const auto n = static_cast<double>(passes);
    // g has 2n - 1 powers: with 2n of them it is exact. Beyond some six roots of n there is nothing.
    const std::size_t all = std::min(2 * passes, static_cast<std::size_t>(16 * std::sqrt(n)) + 16);
    const auto at = [&](std::size_t j) {
        return std::numbers::pi * (static_cast<double>(j) + 0.5) / static_cast<double>(all);
    };
    std::vector<double> exact(all);
    for (std::size_t j = 0; j < all; ++j) {
        const double t = middle + half * std::cos(at(j)), once = std::pow(t, n);
        const double g = (2 * once - once * once - 1) / (t - 1);
        for (std::size_t k = 0; k < all; ++k)
            exact[k] +=
                g * std::cos(static_cast<double>(k) * at(j)) * (k == 0 ? 1 : 2) / static_cast<double>(all);
    }
    std::size_t count = all;
    for (double left = 0; count > 1; --count)
        if ((left += 2 * half * std::abs(exact[count - 1])) > negligible) break;
    return {exact.begin(), exact.begin() + static_cast<std::ptrdiff_t>(count)};
}

/// What smoothing by so many passes, and twicing, shifts the points by, in single: it is small wherever the
/// mesh is.
std::vector<Quad<float>> shiftsOf(const exec::Exec& exec, const Rings& rings, const Leaning& around,
                                  std::size_t passes) {
    const std::vector<float> coefficient = chebyshevOf(passes);
    const std::size_t count = around.lean.size();
    std::vector<Quad<float>> now(count), before(count), sum(count);
    exec::for_each(exec, count, [&](std::size_t i) {
        const float weight = around.lean[i].w;
        now[i] = {around.lean[i].x * weight, around.lean[i].y * weight, around.lean[i].z * weight, 0};
        sum[i] += now[i].xyz() * coefficient[0];
    });
    for (std::size_t k = 1; k < coefficient.size(); ++k) {
        // T_1 = Q, T_k+1 = 2 Q T_k - T_k-1, with Q = (P - middle) / half.
        const float twice = k == 1 ? 1.0f : 2.0f, less = k == 1 ? 0.0f : 1.0f;
        const auto scale = static_cast<float>(twice / half), shift = static_cast<float>(1 - middle);
        exec::for_each(exec, count, [&, share = coefficient[k]](std::size_t i) {
            const std::uint32_t first = rings.first[i], end = rings.first[i + 1];
            Quad<float> ring;
            for (std::uint32_t r = first; r < end; ++r) {
                const Quad<float>& other = now[around.points[r]];
                ring.x += other.x;
                ring.y += other.y;
                ring.z += other.z;
                ring.w += other.w;  // a number more, and the processor adds them all at once
            }
            const float per = 1 / static_cast<float>(end - first);
            const Vec3f own = now[i].xyz(), way = (ring.xyz() * per - own) * around.lean[i].w;
            const Vec3f next = (own * shift + way) * scale - before[i].xyz() * less;
            before[i] = {next.x, next.y, next.z, 0};
            sum[i] += next * share;
        });
        now.swap(before);
    }
    return sum;
}

}  // namespace

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
            // n is 1 on a particle alone, 1.5 on a line of them, 2 on a sheet, 2.2 to 2.4 on the surface of
            // many.
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
    // A pass spreads a point's place over its ring: a variance of half the mean square of a side along each
    // of two axes. Measured on balls of particles: 1.08 cells^2 at first, 0.8 once smoothed.
    constexpr double square_side = 0.8;
    const auto passes =
        static_cast<std::size_t>(std::lround(2 * width * width / (square_side * cell * cell)));
    if (passes == 0 || mesh.points.empty()) return;
    const std::vector<std::uint32_t> part = partsOf(mesh);
    const std::vector<double> volume = volumes(mesh, part);
    // What the passes take away is smoothed in the same way and put back (Tukey's twicing): where it was
    // bumps it has no mean, where it was the roundness of a surface it returns, close to where it was.
    const std::vector<Quad<float>> shift =
        shiftsOf(exec, rings, leaningOf(exec, mesh.points, rings, weight), passes);
    exec::for_each(exec, shift.size(), [&](std::size_t i) { mesh.points[i] += wide(shift[i].xyz()); });
    // Twice, because it is right to first order only; what is lost is less than the width around any part
    // that is more than its rim.
    for (int pass = 0; pass < 2; ++pass) giveVolumeBack(exec, mesh, rings, weight, part, volume, width);
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
