#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>

#include "talus/exec/buffer.h"
#include "talus/exec/exec.h"
#include "talus/math/vec.h"

namespace talus::couple {

/// Grains sorted by squares of the horizontal plane, to find those above and below one. A square is found by
/// binary search, so the memory grows only with the number of grains, however far apart they are.
class Stacks {
  public:
    /// @param square edge of a square [m], > 0: all neighbours within this distance are found
    Stacks(const exec::Exec& exec, exec::View<const Vec3d> position, double square);

    /// Calls take(row) for all grains in the square of a position and the eight around it, in a fixed order.
    template <class Take>
    void forNear(const Vec3d& p, Take take) const {
        const std::int64_t x = coordinate(p.x), y = coordinate(p.y);
        for (std::int64_t row = y - 1; row <= y + 1; ++row) {
            const std::uint64_t* const end = keys_.data() + keys_.size();
            const std::uint64_t last = key(x + 1, row);
            for (const std::uint64_t* at = std::lower_bound(keys_.data(), end, key(x - 1, row));
                 at != end && *at <= last; ++at)
                take(rows_[static_cast<std::size_t>(at - keys_.data())]);
        }
    }

  private:
    std::int64_t coordinate(double x) const { return static_cast<std::int64_t>(std::floor(x * inverse_)); }
    static std::uint64_t key(std::int64_t x, std::int64_t y) {
        constexpr std::int64_t middle = std::int64_t{1} << 31;
        return static_cast<std::uint64_t>(y + middle) << 32 | static_cast<std::uint64_t>(x + middle);
    }

    double inverse_;
    exec::Array<std::uint64_t> keys_;  ///< in increasing order
    exec::Array<std::uint32_t> rows_;
};

}  // namespace talus::couple
