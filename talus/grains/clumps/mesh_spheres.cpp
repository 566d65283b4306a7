#include "talus/grains/clumps/mesh_spheres.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include <fmt/format.h>

#include "talus/geometry/liquid_surface/cube_table.h"
#include "talus/grains/clumps/depth_field.h"

namespace talus::grains {
namespace {

using geometry::Sphere;

/// They repel each other pair by pair; more would take seconds.
constexpr std::size_t max_spheres = 1024;

/// Calls take(a, b, c) for the triangles of the surface where the field is zero.
template <class Take>
void forZeroTriangles(const DepthField& field, Take take) {
    const auto& edges = geometry::cubeEdges();
    const auto& cases = geometry::cubeCases();
    const auto [nx, ny, nz] = field.nodes();
    for (std::size_t k = 0; k + 1 < nz; ++k)
        for (std::size_t j = 0; j + 1 < ny; ++j)
            for (std::size_t i = 0; i + 1 < nx; ++i) {
                const auto corner = [&](std::size_t c) {
                    return std::array<std::size_t, 3>{i + (c & 1), j + (c >> 1 & 1), k + (c >> 2)};
                };
                unsigned inside = 0;
                for (std::size_t c = 0; c < 8; ++c)
                    if (field.at(corner(c)) < 0) inside |= 1u << c;
                const geometry::CubeCase& found = cases[inside];
                for (std::size_t t = 0; t < found.count; ++t) {
                    Vec3d p[3];
                    for (std::size_t v = 0; v < 3; ++v) {
                        const geometry::CubeEdge edge = edges[found.triangles[t][v]];
                        const auto from = corner(edge.from), to = corner(edge.to());
                        const double a = field.at(from), b = field.at(to);
                        p[v] = field.place(from) + (field.place(to) - field.place(from)) * (a / (a - b));
                    }
                    take(p[0], p[1], p[2]);
                }
            }
}

/// Points on the surface at that depth, and its area.
struct Spread {
    std::vector<Vec3d> points;
    double area = 0;
};

Spread spreadOn(const DepthField& field, double per_area, const Random& random) {
    Spread spread;
    std::uint64_t drawn = 0, triangle = 0;
    constexpr std::uint32_t count_channel = 0, first_channel = 1, second_channel = 2;
    forZeroTriangles(field, [&](const Vec3d& a, const Vec3d& b, const Vec3d& c) {
        const double area = 0.5 * length(cross(b - a, c - a)), wanted = per_area * area;
        spread.area += area;
        auto count = static_cast<std::uint64_t>(wanted);
        if (random.uniform(triangle++, count_channel) < wanted - std::floor(wanted)) ++count;
        for (; count > 0; --count, ++drawn) {
            double u = random.uniform(drawn, first_channel), v = random.uniform(drawn, second_channel);
            if (u + v > 1) u = 1 - u, v = 1 - v;
            if (spread.points.size() <= max_spheres) spread.points.push_back(a + (b - a) * u + (c - a) * v);
        }
    });
    return spread;
}

/// Moves points along the surface away from each other, and back to it, until they hardly move.
void relax(const DepthField& field, double area, double radius, std::vector<Vec3d>& points) {
    if (points.empty()) return;
    // Points of a triangular lattice on that area are this far apart.
    const double apart = std::sqrt(2 / std::numbers::sqrt3 * area / static_cast<double>(points.size()));
    const double reach = 1.5 * apart;
    std::vector<Vec3d> moved(points.size());
    constexpr int max_sweeps = 200;
    for (int sweep = 0; sweep < max_sweeps; ++sweep) {
        double farthest = 0;
        for (std::size_t i = 0; i < points.size(); ++i) {
            Vec3d push;
            for (std::size_t j = 0; j < points.size(); ++j) {
                const Vec3d from = points[i] - points[j];
                const double square = squaredLength(from);
                if (j == i || square >= reach * reach) continue;
                const double distance = std::sqrt(square);
                // Points at one place part along the diagonal.
                push += distance > 0 ? from * ((1 - distance / reach) * 0.25 * apart / distance)
                                     : Vec3d{1, 1, 1} * ((i < j ? 0.1 : -0.1) * apart);
            }
            const DepthField::Value here = field.value(points[i]);
            // The push acts along the surface; the rest of the velocity is -phi N.
            push = push - here.normal * dot(push, here.normal) - here.normal * here.depth;
            moved[i] = points[i] + push;
            farthest = std::max(farthest, length(push));
        }
        points.swap(moved);
        if (farthest < 0.01 * radius) break;
    }
    for (int k = 0; k < 4; ++k)
        for (Vec3d& p : points) {
            const DepthField::Value here = field.value(p);
            p -= here.normal * here.depth;
        }
}

}  // namespace

Result<std::vector<Sphere>> spheresOf(const geometry::Mesh& mesh, double radius, double density,
                                      const Random& random) {
    Result<DepthField> field = DepthField::of(mesh, radius);
    if (!field) return field.error();
    Spread spread = spreadOn(*field, density / (std::numbers::pi * radius * radius), random);
    if (spread.area == 0)
        return Error{ErrorKind::Input, "the mesh is too thin for these spheres: lower sphere_radius"};
    if (spread.points.size() > max_spheres)
        return Error{
            ErrorKind::Input,
            fmt::format("more than {} spheres are needed: raise sphere_radius, or lower cover", max_spheres)};
    if (spread.points.empty())
        return Error{ErrorKind::Input,
                     "no sphere was put into the mesh: raise cover, or lower sphere_radius"};
    relax(*field, spread.area, radius, spread.points);
    std::vector<Sphere> spheres;
    for (const Vec3d& p : spread.points) spheres.push_back({p, radius});
    return spheres;
}

double gapAt(const Vec3d& point, const std::vector<Sphere>& spheres) {
    double gap = std::numeric_limits<double>::infinity();
    for (const Sphere& s : spheres) gap = std::min(gap, length(point - s.centre) - s.radius);
    return std::max(gap, 0.0);
}

std::uint32_t partsOf(const Vec3d& u, const Vec3d& v, double unit) {
    const double longest = std::max({length(u), length(v), length(u - v)});
    return static_cast<std::uint32_t>(std::clamp(std::ceil(longest / (0.05 * unit)), 1.0, 100.0));
}

MeshCover coverOf(const geometry::Mesh& mesh, const std::vector<Sphere>& spheres, double unit, double near) {
    MeshCover cover{.near = near};
    double covered = 0, area = 0, gaps = 0;
    for (const auto& [i, j, k] : mesh.triangles) {
        const Vec3d a = mesh.points[i], u = mesh.points[j] - a, v = mesh.points[k] - a;
        const double of_triangle = 0.5 * length(cross(u, v));
        const std::uint32_t parts = partsOf(u, v, unit);
        const double share = of_triangle / (0.5 * parts * (parts + 1));
        for (std::uint32_t p = 0; p < parts; ++p)
            for (std::uint32_t q = 0; p + q < parts; ++q) {
                const Vec3d at = a + u * ((p + 1.0 / 3) / parts) + v * ((q + 1.0 / 3) / parts);
                const double gap = gapAt(at, spheres) / unit;
                area += share;
                gaps += share * gap;
                cover.largest_gap = std::max(cover.largest_gap, gap);
                if (gap <= near) covered += share;
            }
    }
    cover.coverage = covered / area;
    cover.mean_gap = gaps / area;
    return cover;
}

}  // namespace talus::grains
