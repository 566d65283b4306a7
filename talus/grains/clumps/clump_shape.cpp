#include "talus/grains/clumps/clump_shape.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <optional>

#include <fmt/format.h>

#include "talus/geometry/grow_box.h"
#include "talus/math/principal_axes.h"

namespace talus::grains {
namespace {

using geometry::Sphere;

/// Integrals of 1, x and x x^T over a solid.
struct Moments {
    double volume = 0;
    Vec3d first, squares, products;  ///< products: yz, zx, xy

    SolidMass mass() const {
        const Vec3d c = first / volume;
        const double xx = squares.x - volume * c.x * c.x, yy = squares.y - volume * c.y * c.y,
                     zz = squares.z - volume * c.z * c.z;
        const double yz = products.x - volume * c.y * c.z, zx = products.y - volume * c.z * c.x,
                     xy = products.z - volume * c.x * c.y;
        return {volume, c, {{yy + zz, -xy, -zx}, {-xy, zz + xx, -yz}, {-zx, -yz, xx + yy}}};
    }
};

void addSphere(const Sphere& s, Moments& m) {
    const double volume = 4.0 / 3.0 * std::numbers::pi * s.radius * s.radius * s.radius;
    const double own = 0.2 * s.radius * s.radius;  // mean of x^2 about the centre
    const Vec3d& c = s.centre;
    m.volume += volume;
    m.first += c * volume;
    m.squares += Vec3d{c.x * c.x + own, c.y * c.y + own, c.z * c.z + own} * volume;
    m.products += Vec3d{c.y * c.z, c.z * c.x, c.x * c.y} * volume;
}

bool anyOverlap(const std::vector<Sphere>& spheres) {
    for (std::size_t i = 0; i < spheres.size(); ++i)
        for (std::size_t j = i + 1; j < spheres.size(); ++j) {
            const double reach = spheres[i].radius + spheres[j].radius;
            if (squaredLength(spheres[i].centre - spheres[j].centre) < reach * reach * (1 - 1e-12))
                return true;
        }
    return false;
}

/// Adds a prism over a cell of x and y, from z = a to z = b.
void addPrism(double x, double y, double area, double a, double b, Moments& m) {
    const double height = b - a, volume = area * height, z = 0.5 * (a + b);
    m.volume += volume;
    m.first += Vec3d{x, y, z} * volume;
    m.squares += Vec3d{x * x, y * y, z * z + height * height / 12} * volume;
    m.products += Vec3d{y * z, z * x, x * y} * volume;
}

/// 1 / M + the largest change of velocity along a unit force at `lever`, for M = 1: the largest eigenvalue
/// of the mobility, bounded by its value in a number of directions and along the axes of the lever.
double largestMobility(const Vec3d& lever, const Vec3d& inertia) {
    double largest = 0;
    for (int x = -1; x <= 1; ++x)
        for (int y = -1; y <= 1; ++y)
            for (int z = -1; z <= 1; ++z) {
                if (x == 0 && y == 0 && z == 0) continue;
                const Vec3d arm = cross(lever, normalized(Vec3d{double(x), double(y), double(z)}));
                largest = std::max(largest, arm.x * arm.x / inertia.x + arm.y * arm.y / inertia.y +
                                                arm.z * arm.z / inertia.z);
            }
    return 1 + largest;
}

double lightestPoint(const ClumpShape& shape) {
    double lightest = 1;
    for (const Sphere& s : shape.spheres) {
        lightest = std::min(lightest, 1 / largestMobility(s.centre, shape.inertia));
        for (int x = -1; x <= 1; ++x)
            for (int y = -1; y <= 1; ++y)
                for (int z = -1; z <= 1; ++z) {
                    if (x == 0 && y == 0 && z == 0) continue;
                    const Vec3d at = s.centre + normalized(Vec3d{double(x), double(y), double(z)}) * s.radius;
                    lightest = std::min(lightest, 3.5 / largestMobility(at, shape.inertia));
                }
    }
    return lightest;
}

/// Error (Input) where there is no sphere, or there are too many.
Status checkCount(const std::vector<Sphere>& spheres) {
    if (spheres.empty()) return Error{ErrorKind::Input, "a shape needs one sphere at least"};
    if (spheres.size() > max_clump_spheres)
        return Error{ErrorKind::Input,
                     fmt::format("{} spheres are too many for a shape; at most {} can be used",
                                 spheres.size(), max_clump_spheres)};
    return success();
}

/// The sphere that another one contains, or nothing.
std::optional<std::size_t> hiddenSphere(const std::vector<Sphere>& spheres) {
    for (std::size_t i = 0; i < spheres.size(); ++i)
        for (std::size_t j = 0; j < spheres.size(); ++j)
            if (i != j &&
                length(spheres[i].centre - spheres[j].centre) + spheres[i].radius <=
                    spheres[j].radius * (1 + 1e-12) &&
                (spheres[i].radius < spheres[j].radius || i > j))
                return i;
    return std::nullopt;
}

}  // namespace

SolidMass massOfUnion(const std::vector<Sphere>& spheres) {
    Moments m;
    if (!anyOverlap(spheres)) {
        for (const Sphere& s : spheres) addSphere(s, m);
        return m.mass();
    }
    geometry::Box box = geometry::emptyBox();
    for (const Sphere& s : spheres) {
        const Vec3d r{s.radius, s.radius, s.radius};
        include(box, s.centre - r);
        include(box, s.centre + r);
    }
    // The error falls with the number of cells to the power 3/2: heights end with a vertical slope.
    const auto along = static_cast<int>(std::clamp(std::sqrt(4e7 / double(spheres.size())), 200.0, 800.0));
    const Vec3d cell = (box.max - box.min) / double(along);
    std::vector<std::pair<double, double>> spans;
    for (int i = 0; i < along; ++i)
        for (int j = 0; j < along; ++j) {
            const double x = box.min.x + (i + 0.5) * cell.x, y = box.min.y + (j + 0.5) * cell.y;
            spans.clear();
            for (const Sphere& s : spheres) {
                const double dx = x - s.centre.x, dy = y - s.centre.y,
                             square = s.radius * s.radius - dx * dx - dy * dy;
                if (square <= 0) continue;
                const double half = std::sqrt(square);
                spans.emplace_back(s.centre.z - half, s.centre.z + half);
            }
            if (spans.empty()) continue;
            std::sort(spans.begin(), spans.end());
            double begin = spans.front().first, end = spans.front().second;
            for (const auto& [a, b] : spans) {
                if (a > end) {
                    addPrism(x, y, cell.x * cell.y, begin, end, m);
                    begin = a;
                }
                end = std::max(end, b);
            }
            addPrism(x, y, cell.x * cell.y, begin, end, m);
        }
    return m.mass();
}

Result<ClumpShape> clumpShapeOf(const std::vector<Sphere>& spheres, const SolidMass& mass) {
    if (const Status fits = checkCount(spheres); !fits) return fits.error();
    if (!(mass.volume > 0) || !std::isfinite(mass.volume))
        return Error{ErrorKind::Input, "the shape has no volume"};
    const double radius = std::cbrt(mass.volume / (4.0 / 3.0 * std::numbers::pi));
    const PrincipalAxes axes = principalAxes(mass.per_density);
    ClumpShape shape;
    shape.inertia = axes.values / (mass.volume * radius * radius);
    const Vec3d& moments = shape.inertia;
    if (!std::isfinite(moments.x + moments.y + moments.z) ||
        !(std::min({moments.x, moments.y, moments.z}) > 1e-6))
        return Error{ErrorKind::Input, "the shape is too thin to turn: one of its moments of inertia is 0"};
    shape.inverse_inertia = {1 / shape.inertia.x, 1 / shape.inertia.y, 1 / shape.inertia.z};
    shape.reach = shape.largest = shape.mean = 0;
    shape.smallest = std::numeric_limits<double>::infinity();
    for (const Sphere& s : spheres) {
        const Vec3d centre = rotatedBack(axes.axes, s.centre - mass.centre) / radius;
        const double a = s.radius / radius;
        shape.spheres.push_back({centre, a});
        shape.reach = std::max(shape.reach, length(centre) + a);
        shape.smallest = std::min(shape.smallest, a);
        shape.largest = std::max(shape.largest, a);
        shape.mean += a / double(spheres.size());
    }
    shape.lightest = lightestPoint(shape);
    return shape;
}

Result<ClumpShape> clumpShapeOf(const std::vector<Sphere>& spheres) {
    if (spheres.size() == 1) {
        ClumpShape ball;
        ball.spheres = {{{}, 1}};
        return ball;
    }
    if (const Status fits = checkCount(spheres); !fits) return fits.error();
    if (const auto hidden = hiddenSphere(spheres))
        return Error{ErrorKind::Input,
                     fmt::format("sphere {} is inside of another one; leave it out", *hidden + 1)};
    return clumpShapeOf(spheres, massOfUnion(spheres));
}

}  // namespace talus::grains
