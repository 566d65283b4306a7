#include "talus/cloth/sheet/grid.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace talus::cloth {
namespace {

using Edge = std::array<std::uint32_t, 2>;

/// An edge of a mesh with the triangles at it. An edge of three or more triangles has a hinge for each pair
/// of triangles that follow one another.
struct EdgeUse {
    Edge edge{};
    std::vector<std::uint32_t> triangles, opposite;
};

std::vector<EdgeUse> edgesOf(const geometry::Mesh& shape) {
    struct Side {
        Edge edge;
        std::uint32_t triangle, opposite;
    };
    std::vector<Side> sides;
    for (std::uint32_t t = 0; t < shape.triangles.size(); ++t)
        for (std::size_t k = 0; k < 3; ++k) {
            const std::uint32_t a = shape.triangles[t][k], b = shape.triangles[t][(k + 1) % 3];
            sides.push_back({{std::min(a, b), std::max(a, b)}, t, shape.triangles[t][(k + 2) % 3]});
        }
    std::stable_sort(sides.begin(), sides.end(),
                     [](const Side& a, const Side& b) { return a.edge < b.edge; });
    std::vector<EdgeUse> edges;
    for (const Side& side : sides) {
        if (edges.empty() || edges.back().edge != side.edge) edges.push_back({side.edge, {}, {}});
        edges.back().triangles.push_back(side.triangle);
        edges.back().opposite.push_back(side.opposite);
    }
    return edges;
}

double areaOf(const geometry::Mesh& shape, std::uint32_t triangle) {
    const auto& [a, b, c] = shape.triangles[triangle];
    return 0.5 * length(cross(shape.points[b] - shape.points[a], shape.points[c] - shape.points[a]));
}

/// K of a direction of the sheet: that along x and along y, each by the square of its cosine.
double stretchAlong(const Sheet& sheet, const Vec3d& d) {
    const double x = d.x * d.x, y = d.y * d.y;
    if (!sheet.stretch_y || x + y == 0) return sheet.stretch;
    return (sheet.stretch * x + *sheet.stretch_y * y) / (x + y);
}

/// Cotangent of the angle between two vectors.
double cotangent(const Vec3d& a, const Vec3d& b) { return dot(a, b) / length(cross(a, b)); }

}  // namespace

geometry::Mesh shapeOf(const Sheet& sheet) {
    if (sheet.mesh) return *sheet.mesh;
    geometry::Mesh shape;
    const auto nx = static_cast<std::uint32_t>(sheet.points_x),
               ny = static_cast<std::uint32_t>(sheet.points_y);
    for (std::uint32_t j = 0; j < ny; ++j)
        for (std::uint32_t i = 0; i < nx; ++i)
            shape.points.push_back({(static_cast<double>(i) / (nx - 1) - 0.5) * sheet.width,
                                    (static_cast<double>(j) / (ny - 1) - 0.5) * sheet.height, 0});
    for (std::uint32_t j = 0; j + 1 < ny; ++j)
        for (std::uint32_t i = 0; i + 1 < nx; ++i) {
            const std::uint32_t a = j * nx + i, b = a + 1, c = a + nx, d = c + 1;
            // Diagonals alternate, so that the sheet has no preferred one.
            if ((i + j) % 2 == 0) {
                shape.triangles.push_back({a, b, d});
                shape.triangles.push_back({a, d, c});
            } else {
                shape.triangles.push_back({a, b, c});
                shape.triangles.push_back({b, d, c});
            }
        }
    return shape;
}

std::vector<BuiltSpring> springsOf(const Sheet& sheet, const geometry::Mesh& shape) {
    std::vector<BuiltSpring> springs;
    const auto add = [&](std::uint32_t a, std::uint32_t b, double stiffness) {
        const double l = length(shape.points[b] - shape.points[a]);
        if (stiffness > 0 && l > 0) springs.push_back({{a, b}, l, stiffness, sheet.damping, 0});
    };
    if (!sheet.isGrid()) {
        for (const EdgeUse& use : edgesOf(shape)) {
            double area = 0;
            for (const std::uint32_t t : use.triangles) area += areaOf(shape, t);
            const Vec3d along = shape.points[use.edge[1]] - shape.points[use.edge[0]];
            add(use.edge[0], use.edge[1], stretchAlong(sheet, along) * area / squaredLength(along));
            if (sheet.bending == Bending::Springs)
                for (std::size_t k = 0; k + 1 < use.opposite.size(); ++k)
                    add(use.opposite[k], use.opposite[k + 1], sheet.bend_springs);
        }
        return springs;
    }
    const auto nx = static_cast<std::uint32_t>(sheet.points_x),
               ny = static_cast<std::uint32_t>(sheet.points_y);
    const double dx = sheet.width / (nx - 1), dy = sheet.height / (ny - 1);
    const double along_x = sheet.stretch * dy / dx,
                 along_y = sheet.stretch_y.value_or(sheet.stretch) * dx / dy;
    // Strain of a diagonal under a shear angle g is g dx dy / (dx^2 + dy^2); both diagonals of a cell store
    // the energy of shear, 1/2 G g^2 dx dy.
    const double diagonal = 0.5 * sheet.shear * (dx * dx + dy * dy) / (dx * dy);
    const auto at = [nx](std::uint32_t i, std::uint32_t j) { return j * nx + i; };
    for (std::uint32_t j = 0; j < ny; ++j)
        for (std::uint32_t i = 0; i + 1 < nx; ++i)
            add(at(i, j), at(i + 1, j), along_x * (j == 0 || j + 1 == ny ? 0.5 : 1));
    for (std::uint32_t j = 0; j + 1 < ny; ++j)
        for (std::uint32_t i = 0; i < nx; ++i)
            add(at(i, j), at(i, j + 1), along_y * (i == 0 || i + 1 == nx ? 0.5 : 1));
    for (std::uint32_t j = 0; j + 1 < ny; ++j)
        for (std::uint32_t i = 0; i + 1 < nx; ++i) {
            add(at(i, j), at(i + 1, j + 1), diagonal);
            add(at(i + 1, j), at(i, j + 1), diagonal);
        }
    if (sheet.bending == Bending::Springs) {
        for (std::uint32_t j = 0; j < ny; ++j)
            for (std::uint32_t i = 0; i + 2 < nx; ++i) add(at(i, j), at(i + 2, j), sheet.bend_springs);
        for (std::uint32_t j = 0; j + 2 < ny; ++j)
            for (std::uint32_t i = 0; i < nx; ++i) add(at(i, j), at(i, j + 2), sheet.bend_springs);
    }
    return springs;
}

std::vector<BuiltHinge> hingesOf(const Sheet& sheet, const geometry::Mesh& shape) {
    std::vector<BuiltHinge> hinges;
    if (sheet.bending != Bending::Hinge || sheet.bend == 0) return hinges;
    for (const EdgeUse& use : edgesOf(shape))
        for (std::size_t k = 0; k + 1 < use.triangles.size(); ++k) {
            const Vec3d x0 = shape.points[use.edge[0]], x1 = shape.points[use.edge[1]],
                        x2 = shape.points[use.opposite[k]], x3 = shape.points[use.opposite[k + 1]];
            const double area = areaOf(shape, use.triangles[k]) + areaOf(shape, use.triangles[k + 1]);
            // Angles of both triangles at the ends of the edge.
            const double c01 = cotangent(x1 - x0, x2 - x0), c02 = cotangent(x1 - x0, x3 - x0),
                         c03 = cotangent(x0 - x1, x2 - x1), c04 = cotangent(x0 - x1, x3 - x1);
            BuiltHinge hinge{
                use.edge, {use.opposite[k], use.opposite[k + 1]}, {c01 + c02, -c01 - c03, -c02 - c04}};
            hinge.bend = sheet.bend / area;
            const Vec3d sum =
                (x1 - x0) * hinge.weight.x + (x2 - x0) * hinge.weight.y + (x3 - x0) * hinge.weight.z;
            const Vec3d normal = cross(x1 - x0, x2 - x0) - cross(x1 - x0, x3 - x0);
            hinge.curl = squaredLength(normal) > 0 ? dot(sum, normalized(normal)) : 0;
            // Round-off of a flat sheet is no curl.
            if (std::abs(hinge.curl) < 1e-9 * length(x1 - x0)) hinge.curl = 0;
            hinges.push_back(hinge);
        }
    return hinges;
}

std::vector<std::uint8_t> ownedBy(const std::vector<std::array<std::uint32_t, 3>>& triangles,
                                  std::size_t points) {
    std::vector<std::uint8_t> owned(triangles.size(), 0);
    std::vector<bool> taken(points, false);
    struct Side {
        Edge edge;
        std::uint32_t triangle;
        std::uint8_t bit;
    };
    std::vector<Side> sides;
    for (std::uint32_t t = 0; t < triangles.size(); ++t)
        for (std::size_t k = 0; k < 3; ++k) {
            const std::uint32_t a = triangles[t][k], b = triangles[t][(k + 1) % 3];
            if (!taken[a]) owned[t] = static_cast<std::uint8_t>(owned[t] | 1U << k);
            taken[a] = true;
            sides.push_back({{std::min(a, b), std::max(a, b)}, t, static_cast<std::uint8_t>(8U << k)});
        }
    std::stable_sort(sides.begin(), sides.end(),
                     [](const Side& a, const Side& b) { return a.edge < b.edge; });
    for (std::size_t s = 0; s < sides.size(); ++s)
        if (s == 0 || sides[s - 1].edge != sides[s].edge)
            owned[sides[s].triangle] = static_cast<std::uint8_t>(owned[sides[s].triangle] | sides[s].bit);
    return owned;
}

}  // namespace talus::cloth
