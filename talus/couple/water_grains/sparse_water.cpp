#include "talus/couple/water_grains/sparse_water.h"

#include <algorithm>
#include <cmath>

#include "talus/couple/water_grains/setup.h"

namespace talus::couple::water_grains {
namespace {

constexpr std::size_t places = 76;  // a hundredth of c apart
constexpr double apart = SparseWater::densest / (places - 1);

struct Sums {
    double share = 0, push = 0;  ///< S and G
};

/// Of a cubic lattice with one particle in a cube of this side.
Sums sumsOf(const water::Smoothing& smoothing, double side) {
    const auto reach = static_cast<int>(std::ceil(smoothing.support / side));
    Sums sums;
    for (int z = -reach; z <= reach; ++z)
        for (int y = -reach; y <= reach; ++y)
            for (int x = -reach; x <= reach; ++x) {
                const Vec3d way = Vec3d{double(x), double(y), double(z)} * side;
                const double r = length(way);
                if (r >= smoothing.support) continue;
                const Setup::Kernel kernel = kernelAt(smoothing, r);
                sums.share += smoothing.volume * kernel.value;
                sums.push -= smoothing.volume * way.z * way.z * kernel.gradient;
            }
    return sums;
}

}  // namespace

SparseWater::SparseWater(const water::Smoothing& smoothing)
    : excess_(places), slope_(places), pressure_(places) {
    const double spacing = std::cbrt(smoothing.volume);
    const Sums full = sumsOf(smoothing, spacing);
    for (std::size_t k = 0; k < places; ++k) {
        const double c = apart * static_cast<double>(k), x = 1 - c;
        const Sums sums = sumsOf(smoothing, spacing / std::cbrt(x));
        // Of x near 1 the lattice has a little less than x; what is no lattice has not.
        excess_[k] = std::max(0.0, sums.share - full.share - (x - 1));
        pressure_[k] = x * (sums.push + c) / full.push;
    }
    for (std::size_t k = 0; k < places; ++k) {
        const std::size_t low = k == 0 ? 0 : k - 1, high = std::min(k + 1, places - 1);
        slope_[k] = (excess_[high] - excess_[low]) / (apart * static_cast<double>(high - low));
    }
}

double SparseWater::at(const std::vector<double>& values, double c) {
    const double place = std::clamp(c / apart, 0.0, static_cast<double>(places - 1));
    const auto low = std::min(static_cast<std::size_t>(place), places - 2);
    const double part = place - static_cast<double>(low);
    return values[low] * (1 - part) + values[low + 1] * part;
}

}  // namespace talus::couple::water_grains
