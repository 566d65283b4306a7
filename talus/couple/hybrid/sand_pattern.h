#pragma once
#include <cmath>
#include <cstdint>
#include <vector>

#include "talus/core/rng.h"
#include "talus/math/vec.h"

namespace talus::couple {

/// Where grains lie in sand that has none: a random dense packing of equal balls in a cube, repeated over all
/// space. So grains that come out of the ground lie as sand lies, and at the same places whenever they do.
class SandPattern {
  public:
    /// Frictionless balls jam at 0.64; up to this, random places come apart in a tenth of a second.
    static constexpr double most_packing = 0.6;

    /// @param radius of the balls [m], > 0 @param packing share of the space that they take, to most_packing
    SandPattern(double radius, double packing, const Random& random);

    double radius() const { return radius_; }

    /// Calls take(centre, number) for the places in a box; a place has always the same number.
    template <class Take>
    void forPositionsIn(const Vec3d& low, const Vec3d& high, Take take) const {
        const auto first = [&](double x) { return static_cast<std::int64_t>(std::floor(x / side_)); };
        for (std::int64_t z = first(low.z); z <= first(high.z); ++z)
            for (std::int64_t y = first(low.y); y <= first(high.y); ++y)
                for (std::int64_t x = first(low.x); x <= first(high.x); ++x)
                    for (std::size_t k = 0; k < places_.size(); ++k) {
                        const Vec3d p = places_[k] + Vec3d{static_cast<double>(x), static_cast<double>(y),
                                                           static_cast<double>(z)} *
                                                         side_;
                        if (p.x >= low.x && p.y >= low.y && p.z >= low.z && p.x < high.x && p.y < high.y &&
                            p.z < high.z)
                            take(p, numberOf(x, y, z, k));
                    }
    }

  private:
    static std::uint64_t numberOf(std::int64_t x, std::int64_t y, std::int64_t z, std::size_t k) {
        const auto bits = [](std::int64_t i) { return static_cast<std::uint64_t>(i) & 0xffff; };
        return bits(x) << 48 | bits(y) << 32 | bits(z) << 16 | k;
    }

    double radius_ = 0;
    double side_ = 0;  ///< of the cube [m]
    std::vector<Vec3d> places_;
};

}  // namespace talus::couple
