#include "talus/grains/sources/fill.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace talus::grains {
namespace {

enum Channel : std::uint32_t { x_channel = 1, y_channel, z_channel };  // channel 0: drawRadius

struct Lattice {
    double constant;  ///< [m]
    Vec3d count;      ///< whole numbers, as doubles
};

Lattice latticeOf(const Fill& fill) {
    const double diameter = 2 * largestReach(fill);
    const double constant = fill.spacing * diameter;
    // The first and last grain are half a diameter from the sides; neighbours are a lattice constant apart.
    const auto along = [&](double length) {
        return length < diameter ? 0.0 : std::floor((length - diameter) / constant * (1 + 1e-12)) + 1;
    };
    const Vec3d size = fill.box.max - fill.box.min;
    return {constant, {along(size.x), along(size.y), along(size.z)}};
}

}  // namespace

double fillCount(const Fill& fill) {
    if (fill.packing == Fill::Packing::RandomLoose || fill.packing == Fill::Packing::RandomDense) {
        if (fill.count > 0) return static_cast<double>(fill.count);
        const Vec3d size = fill.box.max - fill.box.min;
        const double volume = 4.0 / 3.0 * std::numbers::pi * meanPower(fill, 3);
        return std::floor(fill.volume_fraction * size.x * size.y * size.z / volume);
    }
    const Vec3d n = latticeOf(fill).count;
    const double fits = n.x * n.y * n.z;
    return fill.count == 0 ? fits : std::min(fits, static_cast<double>(fill.count));
}

double expectedCount(const Fill& fill) {
    if (fill.shape == Fill::Shape::Box) return fillCount(fill);
    const Vec3d size = fill.box.max - fill.box.min;
    return std::floor(fillCount(fill) * volumeOf(fill) / (size.x * size.y * size.z));
}

bool isInRegion(const Fill& fill, const Vec3d& centre, double radius) {
    if (fill.shape == Fill::Shape::Box) return true;
    if (!contains(fill, centre)) return false;
    // Points on the ball along the axes and the diagonals. No direction is farther from these than acos
    // 0.886, so that the ball reaches beyond a plane by 0.114 of its radius at most, and by less from inside
    // a round surface.
    for (int x = -1; x <= 1; ++x)
        for (int y = -1; y <= 1; ++y)
            for (int z = -1; z <= 1; ++z) {
                const Vec3d along{static_cast<double>(x), static_cast<double>(y), static_cast<double>(z)};
                if (along != Vec3d{} && !contains(fill, centre + normalized(along) * radius)) return false;
            }
    return true;
}

double maxVolumeFraction(Fill::Packing packing) {
    return packing == Fill::Packing::RandomLoose   ? max_random_loose
           : packing == Fill::Packing::RandomDense ? max_random_dense
                                                   : 1;
}

Result<std::vector<PlacedSphere>> fillPositions(const Fill& fill, const Random& random) {
    if (fill.packing == Fill::Packing::RandomLoose) return randomLoosePositions(fill, random);
    if (fill.packing == Fill::Packing::RandomDense) return randomDensePositions(fill, random);
    const Lattice lattice = latticeOf(fill);
    const double largest = largestReach(fill);
    const auto nx = static_cast<std::uint64_t>(lattice.count.x),
               ny = static_cast<std::uint64_t>(lattice.count.y);
    const double jitter =
        fill.packing == Fill::Packing::Jittered ? 0.5 * (lattice.constant - 2 * largest) : 0;
    // The lattice is centred in x and y and starts at the floor of the box.
    const Vec3d used = (lattice.count - Vec3d{1, 1, 1}) * lattice.constant;
    const Vec3d size = fill.box.max - fill.box.min;
    const Vec3d first{fill.box.min.x + 0.5 * (size.x - used.x), fill.box.min.y + 0.5 * (size.y - used.y),
                      fill.box.min.z + largest};
    const auto inside = [](double v, double low, double high) { return std::clamp(v, low, high); };

    std::vector<PlacedSphere> spheres(static_cast<std::size_t>(fillCount(fill)));
    for (std::uint64_t k = 0; k < spheres.size(); ++k) {
        const std::uint64_t row = k / nx, layer = row / ny;
        const Vec3d at = first + Vec3d{static_cast<double>(k % nx), static_cast<double>(row % ny),
                                       static_cast<double>(layer)} *
                                     lattice.constant;
        const Vec3d moved = at + Vec3d{random.uniform(-jitter, jitter, k, x_channel),
                                       random.uniform(-jitter, jitter, k, y_channel),
                                       random.uniform(-jitter, jitter, k, z_channel)};
        const double r = largest;
        spheres[k] = {{inside(moved.x, fill.box.min.x + r, fill.box.max.x - r),
                       inside(moved.y, fill.box.min.y + r, fill.box.max.y - r),
                       inside(moved.z, fill.box.min.z + r, fill.box.max.z - r)},
                      drawReach(random, fill, k)};
    }
    return spheres;
}

}  // namespace talus::grains
