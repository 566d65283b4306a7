#pragma once
#include <array>
#include <cstdint>

#include "talus/environment/periodic.h"
#include "talus/exec/exec.h"
#include "talus/exec/view.h"
#include "talus/math/vec.h"

namespace talus::water {

/// A box of cells, row by row along x, that holds all particles. Cells are as long as the support along y and
/// z and half as long along x, so that the particles that may be near one lie in nine rows, each of them
/// contiguous. Particles outside of the box belong to the cell of its border that is nearest to them, which
/// keeps near ones in near cells: so a few that fly far off do not make the box large.
struct Cells {
    Vec3d origin;                         ///< low corner [m]
    Vec3d inverse;                        ///< 1 over the edges of a cell [1/m]
    std::array<std::int32_t, 3> count{};  ///< of cells along each axis, >= 1
    std::array<bool, 3> wraps{};          ///< axes along which the domain repeats

    /// Cells to look into on both sides along each axis.
    static constexpr std::array<std::int32_t, 3> reach{2, 1, 1};

    std::size_t size() const {
        return static_cast<std::size_t>(count[0]) * static_cast<std::size_t>(count[1]) *
               static_cast<std::size_t>(count[2]);
    }
    std::int32_t along(int axis, double x) const {
        const double low = axis == 0 ? origin.x : axis == 1 ? origin.y : origin.z;
        const double per = axis == 0 ? inverse.x : axis == 1 ? inverse.y : inverse.z;
        const double cell = (x - low) * per;
        const std::int32_t last = count[static_cast<std::size_t>(axis)] - 1;
        if (!(cell > 0)) return 0;
        return cell >= last ? last : static_cast<std::int32_t>(cell);
    }
    std::array<std::int32_t, 3> cellOf(const Vec3d& p) const {
        return {along(0, p.x), along(1, p.y), along(2, p.z)};
    }
    std::uint64_t index(const std::array<std::int32_t, 3>& c) const {
        return (static_cast<std::uint64_t>(c[2]) * static_cast<std::uint64_t>(count[1]) +
                static_cast<std::uint64_t>(c[1])) *
                   static_cast<std::uint64_t>(count[0]) +
               static_cast<std::uint64_t>(c[0]);
    }
};

/// The cells for particles at these places, at most a few times as many as there are particles.
/// @param support [m] @pre positions are finite, and there is one at least
Cells cellsFor(const exec::Exec& exec, exec::View<const Vec3d> position, double support,
               const environment::Periodic& domain);

}  // namespace talus::water
