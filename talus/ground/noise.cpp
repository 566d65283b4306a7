#include "talus/ground/noise.h"

#include <numbers>

#include "talus/core/rng.h"
#include "talus/exec/for_each.h"

namespace talus::ground {

Noise::Noise(const exec::Exec& exec, const geometry::ColumnGrid& grid, double wavelength, std::uint32_t seed,
             std::uint32_t purpose, std::uint32_t octave)
    : wavelength_(wavelength),
      first_x_(std::floor(grid.x(0) / wavelength)),
      first_y_(std::floor(grid.y(0) / wavelength)) {
    // One point more than the last cell needs: round-off may put the last column into the next cell.
    across_ = static_cast<std::size_t>(std::floor(grid.x(grid.columns - 1) / wavelength) - first_x_) + 3;
    const auto along =
        static_cast<std::size_t>(std::floor(grid.y(grid.rows - 1) / wavelength) - first_y_) + 3;
    gradient_x_.resize(across_ * along);
    gradient_y_.resize(across_ * along);
    const Random random{seed, purpose};
    exec::for_each(exec, across_ * along, [&](std::size_t k) {
        // The direction at a lattice point depends only on its position in the world, not on the part of the
        // world that the grid covers.
        const auto a = static_cast<std::int64_t>(first_x_) + static_cast<std::int64_t>(k % across_);
        const auto b = static_cast<std::int64_t>(first_y_) + static_cast<std::int64_t>(k / across_);
        const std::uint64_t point =
            static_cast<std::uint64_t>(b) << 32 | (static_cast<std::uint64_t>(a) & 0xffffffffu);
        const double angle = 2 * std::numbers::pi * random.uniform(point, octave);
        gradient_x_.data()[k] = std::cos(angle);
        gradient_y_.data()[k] = std::sin(angle);
    });
}

}  // namespace talus::ground
