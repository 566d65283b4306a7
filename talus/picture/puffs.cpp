#include "talus/picture/puffs.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include <fmt/format.h>

#include "talus/core/rng.h"

namespace talus::picture {
namespace {

constexpr std::uint32_t position_purpose = 0x56505546u;  // distinguishes these random numbers from others
/// The radius of a puff, in sides of a block. Puffs of neighbours overlap, so that the grid is not visible.
/// Chosen by eye.
constexpr double radius_of_side = 1.3;
/// Less is not visible; as in render/sprites.
constexpr float min_opacity = 1.0f / 2048;
/// The mean of a puff's profile (1 - r^2)^2 over its disc.
constexpr double mean_of_profile = 1.0 / 3;

/// Mean densities of blocks of cells. The part of a block outside the volume counts as empty.
struct Blocks {
    std::array<std::size_t, 3> sizes;
    std::vector<double> density;
};
Blocks blocksOf(const std::array<std::size_t, 3>& cells, const std::vector<double>& density,
                std::size_t side) {
    Blocks blocks;
    for (std::size_t axis = 0; axis < 3; ++axis) blocks.sizes[axis] = (cells[axis] + side - 1) / side;
    const auto [nx, ny, nz] = blocks.sizes;
    blocks.density.assign(nx * ny * nz, 0);
    const double share = 1 / static_cast<double>(side * side * side);
    for (std::size_t k = 0; k < density.size(); ++k) {
        const std::size_t x = k % cells[0], y = k / cells[0] % cells[1], z = k / cells[0] / cells[1];
        const double value = density[k] > 0 ? density[k] : 0;
        blocks.density[(z / side * ny + y / side) * nx + x / side] += value * share;
    }
    return blocks;
}

}  // namespace

Result<Puffs> puffsOf(const state::VolumeView& volume, std::string_view density, double extinction,
                      std::size_t max_puffs) {
    const state::ArrayView* field = volume.find(density);
    if (field == nullptr || field->components != 1)
        return Error{ErrorKind::Input,
                     fmt::format("the frames of the volume have no scalar field '{}'", density)};
    const std::vector<double> values = state::valuesOf(*field, volume.count());
    const auto sizes = volume.sizes();
    const double middle =
        volume.at_points ? -0.5 : 0;  // a value at a point belongs to the cell around the point
    for (std::size_t side = 1;; ++side) {
        const Blocks blocks = blocksOf(sizes, values, side);
        const double wide = static_cast<double>(side) * volume.grid.spacing, radius = radius_of_side * wide;
        // The absorption of the block, spread over the disc of the puff.
        const double depth_of_density =
            extinction * wide * wide * wide / (mean_of_profile * std::numbers::pi * radius * radius);
        Puffs puffs;
        const auto [nx, ny, nz] = blocks.sizes;
        for (std::size_t b = 0; b < blocks.density.size() && puffs.centre.size() <= max_puffs; ++b) {
            const auto opacity = static_cast<float>(-std::expm1(-depth_of_density * blocks.density[b]));
            if (!(opacity >= min_opacity)) continue;
            const std::size_t i = b % nx, j = b / nx % ny, k = b / nx / ny;
            // Random positions, because rows would be visible as stripes. They are the same in each frame.
            const auto id = static_cast<std::uint32_t>(b);
            const auto draw = philox({id, 0, 0, 0}, {0, position_purpose});
            const auto along = [&](std::size_t at, std::uint32_t bits) {
                return (static_cast<double>(at) + bits * 0x1.0p-32) * wide + middle * volume.grid.spacing;
            };
            puffs.centre.push_back(volume.grid.corner +
                                   Vec3d{along(i, draw[0]), along(j, draw[1]), along(k, draw[2])});
            puffs.radius.push_back(radius);
            puffs.opacity.push_back(opacity);
            puffs.id.push_back(id);
            puffs.cell.push_back((k * side * sizes[1] + j * side) * sizes[0] + i * side);
        }
        if (puffs.centre.size() <= max_puffs) return puffs;
    }
}

}  // namespace talus::picture
