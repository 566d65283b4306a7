#include "talus/water/boundary/wall_pressure.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "talus/geometry/closest_point.h"
#include "talus/method/probes/probed_points.h"
#include "talus/water/boundary/solids_now.h"

namespace talus::water {
namespace {

/// A point on a disc, in radii, and its weight in the mean.
struct DiscPoint {
    double u, v, weight;
};
/// Exact for polynomials of degree 5 (Abramowitz and Stegun 1964, 25.4.61).
const std::array<DiscPoint, 7>& discPoints() {
    static const double far = std::sqrt(2.0 / 3), near = std::sqrt(1.0 / 6), across = std::sqrt(0.5);
    static const std::array<DiscPoint, 7> points{{{0, 0, 1.0 / 4},
                                                  {far, 0, 1.0 / 8},
                                                  {-far, 0, 1.0 / 8},
                                                  {near, across, 1.0 / 8},
                                                  {near, -across, 1.0 / 8},
                                                  {-near, across, 1.0 / 8},
                                                  {-near, -across, 1.0 / 8}}};
    return points;
}

/// Minimum free share of the kernel: a sensor in a narrower corner counts as having this share.
constexpr double min_free = 0.2;

/// A particle in front of the sensor.
struct Near {
    Vec3d along;      ///< its projection onto the wall, from the sensor [m]
    Vec3d offset;     ///< from the sensor [m]
    double weight;    ///< 2 V slope: the area of the wall that it represents [m^2]
    double pressure;  ///< [Pa]
};

/// Kernel on a surface with the integral 1 [1/m^2]: the integral of the cubic spline over a plane through its
/// centre is 1.4 / radius.
double onSurface(double distance, double radius) {
    return method::probeWeight(distance, radius) * radius / 1.4;
}

/// Shares of the kernel at any position.
class Surroundings {
  public:
    Surroundings(const Solids& solids, const WallIntegral& integral, const state::World& world)
        : solids_(solids, world), integral_(integral) {}

    /// The share of the kernel about a position that is in no solid.
    double freeShare(const Vec3d& position) {
        facesNear(solids_.at(), position, integral_.reach(), search_.faces);
        return contactsOf(solids_.at(), integral_, position, search_);
    }
    /// The decrease of the share in a wall along a direction [1/m], at least 0.
    double slope(const Vec3d& position, std::uint32_t wall, const Vec3d& direction) {
        freeShare(position);
        double steepest = 0;
        for (const Contact& contact : search_.found)
            if (contact.wall == wall) steepest = std::max(steepest, -dot(contact.gradient, direction));
        return steepest;
    }

  private:
    SolidsNow solids_;
    const WallIntegral& integral_;
    ContactSearch search_;
};

}  // namespace

double freeShareAt(const Solids& solids, const WallIntegral& integral, const state::World& world,
                   const Vec3d& position) {
    return Surroundings(solids, integral, world).freeShare(position);
}

WallPressure::WallPressure(Solids solids, std::shared_ptr<const WallIntegral> integral, Vec3d gravity,
                           double density, double volume)
    : solids_(std::move(solids)),
      integral_(std::move(integral)),
      gravity_(gravity),
      density_(density),
      volume_(volume) {}

double WallPressure::operator()(const state::World& world, const method::WallPatch& patch) const {
    const double support = integral_->reach(), radius = patch.radius.value_or(0);
    const state::Table& rows = world.table(water_table);
    const auto position = rows.read(fields::position);
    const auto pressure = rows.read(fields::pressure);
    Surroundings around(solids_, *integral_, world);
    std::vector<Near> near;
    for (std::size_t i = 0; i < position.size(); ++i) {
        const Vec3d offset = position[i] - patch.at;
        const double off = dot(offset, patch.normal);
        // Water behind a thin wall does not act on its front.
        if (squaredLength(offset) > 2 * (support + radius) * (support + radius) || !(off > 0)) continue;
        if (integral_->slope(off) <= 0) continue;
        if (const double slope = around.slope(position[i], patch.wall, patch.normal); slope > 0)
            near.push_back({offset - patch.normal * off, offset, 2 * volume_ * slope, double{pressure[i]}});
    }
    const Vec3d u = geometry::perpendicularTo(patch.normal) * radius, v = cross(patch.normal, u);
    double mean = 0;
    for (const DiscPoint& point : discPoints()) {
        const Vec3d x = u * point.u + v * point.v;
        double sum = 0;
        for (const Near& one : near)
            // Only water under pressure acts on walls (forces.h). With the hydrostatic difference to the
            // sensor.
            if (one.pressure > 0)
                sum += one.weight * onSurface(length(one.along - x), support) *
                       (one.pressure + density_ * dot(gravity_, x - one.offset));
        if (sum > 0)
            // Divided by the part of the surface that is not behind other walls. Evaluated slightly off the
            // surface: a point on it is on the border of adjacent walls too, which contacts would take for
            // parts of its own plane.
            mean += point.weight * sum /
                    std::clamp(2 * around.freeShare(patch.at + x + patch.normal * (1e-6 * support)), min_free,
                               1.0);
    }
    return mean;
}

}  // namespace talus::water
