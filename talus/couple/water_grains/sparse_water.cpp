#include "talus/couple/water_grains/sparse_water.h"

#include <algorithm>
#include <cmath>

#include "talus/couple/water_grains/setup.h"

namespace talus::couple::water_grains {
namespace {

constexpr std::size_t table_size = 76;  // a step of 0.01 in c
constexpr double table_step = SparseWater::densest / (table_size - 1);

struct Sums {
    double share = 0, push = 0;  ///< S and G
};

/// Sums of a cubic lattice with this spacing.
Sums sumsOf(const water::Smoothing& smoothing, double side) {
    const auto reach = static_cast<int>(std::ceil(smoothing.support / side));
    Sums sums;
    for (int z = -reach; z <= reach; ++z)
        for (int y = -reach; y <= reach; ++y)
            for (int x = -reach; x <= reach; ++x) {
                const Vec3d offset = Vec3d{double(x), double(y), double(z)} * side;
                const double r = length(offset);
                if (r >= smoothing.support) continue;
                const Setup::Kernel kernel = kernelAt(smoothing, r);
                sums.share += smoothing.volume * kernel.value;
                sums.push -= smoothing.volume * offset.z * offset.z * kernel.gradient;
            }
    return sums;
}

}  // namespace

SparseWater::SparseWater(const water::Smoothing& smoothing)
    : excess_(table_size), slope_(table_size), pressure_(table_size) {
    const double spacing = std::cbrt(smoothing.volume);
    const Sums full = sumsOf(smoothing, spacing);
    for (std::size_t k = 0; k < table_size; ++k) {
        const double c = table_step * static_cast<double>(k), x = 1 - c;
        const Sums sums = sumsOf(smoothing, spacing / std::cbrt(x));
        // Near x = 1 the sum of the lattice is slightly below x. Irregular positions do not have this
        // deficit.
        excess_[k] = std::max(0.0, sums.share - full.share - (x - 1));
        pressure_[k] = x * (sums.push + c) / full.push;
    }
    for (std::size_t k = 0; k < table_size; ++k) {
        const std::size_t low = k == 0 ? 0 : k - 1, high = std::min(k + 1, table_size - 1);
        slope_[k] = (excess_[high] - excess_[low]) / (table_step * static_cast<double>(high - low));
    }
}

double SparseWater::at(const std::vector<double>& values, double c) {
    const double index = std::clamp(c / table_step, 0.0, static_cast<double>(table_size - 1));
    const auto low = std::min(static_cast<std::size_t>(index), table_size - 2);
    const double part = index - static_cast<double>(low);
    return values[low] * (1 - part) + values[low + 1] * part;
}

}  // namespace talus::couple::water_grains
