#pragma once
// Only for *_simd.cpp files, as talus/math/simd.h.
#include <cstdint>
#include <utility>

#include "talus/math/transpose.h"
#include "talus/water/kernel/spline.h"
#include "talus/water/params.h"
#include "talus/water/search/neighbours.h"

namespace talus::water {

using Floats = Pack<float>;

/// A row of the work table a lane.
inline Columns<float> loadQuads(const Quad<float>* quads, const std::uint32_t* rows) {
    Rows<float> loaded;
    for (std::size_t k = 0; k < Floats::size(); ++k) loaded[k] = loadRow<Row<float>>(quads[rows[k]]);
    return columnsOf<float>(loaded);
}

/// One particle and as many neighbours as a pack has lanes. Padding is farther away than any support.
struct Pair {
    Vec3<Floats> from;  ///< x_i - x_j [m]
    Floats r;           ///< [m], > 0
    Floats inverse_r;   ///< [1/m]
    Floats weight;      ///< w of the neighbours' `place`
};

/// Calls take(pair, rows) for all neighbours of a particle, a pack at a time. @tparam repeats the domain is
/// periodic
template <bool repeats, class Take>
inline void forNeighbours(const Neighbours& all, std::size_t i, Take take) {
    namespace stdx = std::experimental;
    const Quad<float> own = all.place[i];
    const auto part = [](const Floats& d, float period, float inverse) -> Floats {
        if constexpr (repeats)
            // Padding stays far away.
            return select<Floats>(stdx::abs(d) < Floats(far_away), d - period * stdx::round(d * inverse), d);
        else
            return d;
    };
    const std::uint32_t end = all.end_of[i];
    for (std::uint32_t k = all.first[i]; k < end; k += static_cast<std::uint32_t>(Floats::size())) {
        const std::uint32_t* rows = all.list + k;
        const Columns<float> c = loadQuads(all.place, rows);
        Pair pair;
        pair.from = {part(own.x - c[0], all.period.x, all.inverse_period.x),
                     part(own.y - c[1], all.period.y, all.inverse_period.y),
                     part(own.z - c[2], all.period.z, all.inverse_period.z)};
        // Two at one place have no direction to push each other in, and no infinite gradient either.
        const Floats square = dot(pair.from, pair.from) + Floats(1e-30f);
        pair.inverse_r = 1.0f / stdx::sqrt(square);
        pair.r = square * pair.inverse_r;
        pair.weight = c[3];
        take(std::as_const(pair), rows);
    }
}

/// Calls work(kernel, repeats) with the kernel that is asked for, and std::true_type where the domain is
/// periodic.
template <class Work>
void withKernel(const Neighbours& all, Work work) {
    const auto pick = [&](const auto& kernel) {
        if (all.period == Vec3f{})
            work(kernel, std::false_type{});
        else
            work(kernel, std::true_type{});
    };
    if (all.kernel == Kernel::CubicSpline)
        pick(CubicSpline<float>(double{all.support}));
    else
        pick(WendlandC2<float>(double{all.support}));
}

}  // namespace talus::water
