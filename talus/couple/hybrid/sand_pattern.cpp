#include "talus/couple/hybrid/sand_pattern.h"

#include <algorithm>
#include <numbers>

#include "talus/core/check.h"

namespace talus::couple {
namespace {

enum Channel : std::uint32_t { x_channel = 1, y_channel, z_channel };

/// The minimum image of a difference of two positions in a periodic cube.
Vec3d nearest(const Vec3d& d, double side) {
    return {d.x - side * std::round(d.x / side), d.y - side * std::round(d.y / side),
            d.z - side * std::round(d.z / side)};
}

/// Moves overlapping balls of diameter 1 apart, each by half of the overlap. Returns the largest overlap
/// before.
double pushApart(std::vector<Vec3d>& positions, double side) {
    std::vector<Vec3d> push(positions.size());
    double worst = 0;
    for (std::size_t a = 0; a < positions.size(); ++a)
        for (std::size_t b = 0; b < a; ++b) {
            const Vec3d apart = nearest(positions[a] - positions[b], side);
            const double square = squaredLength(apart);
            if (square >= 1 || !(square > 0)) continue;
            const double distance = std::sqrt(square);
            worst = std::max(worst, 1 - distance);
            // A little more than half, so that pairs separate after a finite number of sweeps.
            const Vec3d by = apart * (0.5 * (1 - distance + 1e-3) / distance);
            push[a] += by;
            push[b] -= by;
        }
    for (std::size_t a = 0; a < positions.size(); ++a) {
        Vec3d& p = positions[a];
        p += push[a];
        for (double* x : {&p.x, &p.y, &p.z}) *x -= side * std::floor(*x / side);
    }
    return worst;
}

}  // namespace

SandPattern::SandPattern(double radius, double packing, const Random& random) : radius_(radius) {
    TALUS_ASSERT(radius > 0 && packing > 0 && packing <= max_packing, "no such packing");
    constexpr std::size_t balls =
        240;  // a cube of 6 diameters: made in 0.1 s, and its repetition is invisible
    const double side = std::cbrt(balls * std::numbers::pi / 6 / packing);  // in diameters
    places_.resize(balls);
    for (std::size_t k = 0; k < balls; ++k)
        places_[k] = {random.uniform(0, side, k, x_channel), random.uniform(0, side, k, y_channel),
                      random.uniform(0, side, k, z_channel)};
    // Random positions converge in some hundred sweeps; overlaps that are left do no harm.
    constexpr int max_sweeps = 2000;
    constexpr double allowed = 2e-3;
    for (int sweep = 0; sweep < max_sweeps && pushApart(places_, side) > allowed; ++sweep) {
    }
    side_ = 2 * radius * side;
    for (Vec3d& p : places_) p = p * (2 * radius);
}

}  // namespace talus::couple
