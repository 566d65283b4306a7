#pragma once
#include "talus/water/device/water_state.h"
#include "talus/water/search/pair.h"

namespace talus::water::device {

/// The input of a pass over all pairs (Neighbours in search/neighbours.h).
struct ListedPairs {
    View<const Quad<float>> position_pressure;
    View<const std::uint32_t> count, row;
    ListLayout layout;
    Vec3f period, inverse_period;  ///< of the domain [m], [1/m]; 0: open

    ListedPairs(const Setup& setup, const WaterState& state);

    /// Calls take(pair, neighbour) for all neighbours of a particle.
    template <class Take>
    TALUS_HD void forNeighbours(std::size_t i, Take take) const {
        const Quad<float> own = position_pressure[i];
        const std::uint32_t neighbours = count[i];
        for (std::uint32_t k = 0; k < neighbours; ++k) {
            const std::uint32_t j = row[layout.at(i, k)];
            const Quad<float> other = position_pressure[j];
            take(pairOf<float>(minimumImage<float>({own.x - other.x, own.y - other.y, own.z - other.z},
                                                   period, inverse_period),
                               other.w),
                 j);
        }
    }
};

/// Calls work(kernel) with the kernel of the scene.
template <class Work>
void withKernel(const Smoothing& smoothing, Work work) {
    if (smoothing.kernel == Kernel::CubicSpline)
        work(CubicSpline<float>(smoothing.support));
    else
        work(WendlandC2<float>(smoothing.support));
}

}  // namespace talus::water::device
