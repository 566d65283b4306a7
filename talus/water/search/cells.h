#pragma once
#include <algorithm>
#include <array>
#include <cstdint>

#include "talus/environment/periodic.h"
#include "talus/exec/exec.h"
#include "talus/exec/view.h"
#include "talus/math/vec.h"

namespace talus::water {

/// A box of cells for all particles. Cells are as long as the support along y and z, and half as long along
/// x. The particles that may be near one are therefore in nine rows of cells along x, each contiguous in
/// memory. Rows are ordered along y in strips some eight rows wide; within a strip along z; then strip by
/// strip. So the rows around one are near it in memory, however large the box is. Particles outside the box
/// belong to the nearest cell of its border. So near particles are in near cells, and a few that fly far off
/// do not make the box large.
struct Cells {
    Vec3d origin;                         ///< low corner [m]
    Vec3d inverse;                        ///< 1 over the edges of a cell [1/m]
    std::array<std::int32_t, 3> count{};  ///< of cells along each axis, >= 1
    std::array<bool, 3> wraps{};          ///< axes along which the domain is periodic
    std::int32_t strip = 1, strips = 1;   ///< rows along y in a strip, and strips

    /// Cells to search on both sides along each axis.
    static constexpr std::array<std::int32_t, 3> reach{2, 1, 1};

    TALUS_HD std::size_t size() const {
        return static_cast<std::size_t>(count[0]) * static_cast<std::size_t>(strip) *
               static_cast<std::size_t>(strips) * static_cast<std::size_t>(count[2]);
    }
    TALUS_HD std::int32_t along(int axis, double x) const {
        const double low = axis == 0 ? origin.x : axis == 1 ? origin.y : origin.z;
        const double per = axis == 0 ? inverse.x : axis == 1 ? inverse.y : inverse.z;
        const double cell = (x - low) * per;
        const std::int32_t last = count[static_cast<std::size_t>(axis)] - 1;
        if (!(cell > 0)) return 0;
        return cell >= last ? last : static_cast<std::int32_t>(cell);
    }
    TALUS_HD std::array<std::int32_t, 3> cellOf(const Vec3d& p) const {
        return {along(0, p.x), along(1, p.y), along(2, p.z)};
    }
    /// The index of a cell. The last strip may be wider than the rows that are left for it: some indices are
    /// unused.
    TALUS_HD std::uint32_t index(const std::array<std::int32_t, 3>& c) const {
        const std::int32_t row = (c[1] / strip * count[2] + c[2]) * strip + c[1] % strip;
        return static_cast<std::uint32_t>(row) * static_cast<std::uint32_t>(count[0]) +
               static_cast<std::uint32_t>(c[0]);
    }
};

/// The bounds of particles.
struct Extent {
    Vec3d low, high;
    Vec3d sum;  ///< of their positions
};
struct ExtentOfParticle {
    exec::View<const Vec3d> position;
    TALUS_HD Extent operator()(std::size_t i) const { return {position[i], position[i], position[i]}; }
};
struct ExtentOfBoth {
    /// Only the last bits of the sum depend on the order.
    static constexpr bool in_any_order = true;
    TALUS_HD Extent operator()(const Extent& a, const Extent& b) const {
        return {{std::min(a.low.x, b.low.x), std::min(a.low.y, b.low.y), std::min(a.low.z, b.low.z)},
                {std::max(a.high.x, b.high.x), std::max(a.high.y, b.high.y), std::max(a.high.z, b.high.z)},
                a.sum + b.sum};
    }
};
/// The extent of no particles.
Extent noExtent();

/// The cells for particles of this extent, at most some 32 times as many as particles.
/// @param count of particles, > 0 @param support [m]
Cells cellsFor(const Extent& extent, std::size_t count, double support, const environment::Periodic& domain);
/// The cells for particles at these positions. @pre positions are finite, and there is at least one
Cells cellsFor(const exec::Exec& exec, exec::View<const Vec3d> position, double support,
               const environment::Periodic& domain);

}  // namespace talus::water
