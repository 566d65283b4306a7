#include "talus/sand/appearance/fine_grains.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <unordered_map>

#include "talus/core/rng.h"

namespace talus::sand {
namespace {

/// A cell of this side, in spacings, has eight particles in dense sand; with fewer than four of them it is at
/// the surface.
constexpr double cell_spacings = 2;
constexpr int few = 4;

std::uint64_t codeOf(const std::array<std::int64_t, 3>& at) {
    constexpr std::int64_t offset = 1 << 20;
    const auto bits = [](std::int64_t n) { return static_cast<std::uint64_t>(n + offset) & 0x1fffff; };
    return bits(at[2]) << 42 | bits(at[1]) << 21 | bits(at[0]);
}

/// How near to the surface the particles of a cell are.
enum class Depth : std::uint8_t { Surface, Below, Deep };

}  // namespace

std::vector<FineGrain> fineGrains(std::span<const Vec3d> centre, std::span<const std::uint32_t> id,
                                  double spacing) {
    const double per_cell = 1 / (cell_spacings * spacing);
    const auto cellOf = [&](const Vec3d& p) {
        return std::array{static_cast<std::int64_t>(std::floor(p.x * per_cell)),
                          static_cast<std::int64_t>(std::floor(p.y * per_cell)),
                          static_cast<std::int64_t>(std::floor(p.z * per_cell))};
    };
    struct Cell {
        std::array<std::int64_t, 3> at;
        int count = 0;
        Depth depth = Depth::Deep;
    };
    std::unordered_map<std::uint64_t, Cell> cells;
    for (const Vec3d& p : centre) {
        const auto at = cellOf(p);
        Cell& cell = cells[codeOf(at)];
        cell.at = at;
        ++cell.count;
    }
    const auto anyAround = [&](const Cell& cell, auto holds) {
        for (int dx = -1; dx <= 1; ++dx)
            for (int dy = -1; dy <= 1; ++dy)
                for (int dz = -1; dz <= 1; ++dz)
                    if (holds(cells.find(codeOf({cell.at[0] + dx, cell.at[1] + dy, cell.at[2] + dz}))))
                        return true;
        return false;
    };
    std::size_t shown = 0;
    for (auto& [code, cell] : cells)
        if (anyAround(cell, [&](auto found) { return found == cells.end() || found->second.count < few; })) {
            cell.depth = Depth::Surface;
            shown += static_cast<std::size_t>(cell.count);
        }
    for (auto& [code, cell] : cells)
        if (cell.depth == Depth::Deep &&
            anyAround(cell, [](auto found) { return found->second.depth == Depth::Surface; }))
            cell.depth = Depth::Below;

    // Fewer where there are many particles: a picture has some millions of pixels. At most 40 by eye: finer
    // ones show no more than where the particles are.
    constexpr std::size_t all = 2'400'000, fewest = 2, most = 40;
    const auto each = static_cast<int>(std::clamp(all / std::max<std::size_t>(shown, 1), fewest, most));
    // Together they have the volume of the particle, and a third more to close the gaps between them.
    const double radius = 0.62 * 1.1 * spacing / std::cbrt(double(each));
    const Random random{11, 0x66696e65};  // "fine"
    std::vector<FineGrain> grains;
    for (std::size_t n = 0; n < centre.size(); ++n) {
        const Depth depth = cells.find(codeOf(cellOf(centre[n])))->second.depth;
        const auto particle = static_cast<std::uint32_t>(n);
        if (depth == Depth::Below) grains.push_back({particle, centre[n], 0.62 * spacing});
        if (depth != Depth::Surface) continue;
        for (int k = 0; k < each; ++k) {
            const auto one = [&](std::uint32_t channel, double low, double high) {
                return random.uniform(low, high, id[n], static_cast<std::uint32_t>(4 * k) + channel);
            };
            // Within a ball a little larger than the particle's cube, so that the lattice of the start does
            // not show.
            Vec3d from;
            double reach = 0.85 * spacing;
            from = {one(0, -reach, reach), one(1, -reach, reach), one(2, -reach, reach)};
            const double far = length(from);
            if (far > reach) from *= reach / far;
            grains.push_back({particle, centre[n] + from, radius * one(3, 0.75, 1.2)});
        }
    }
    return grains;
}

}  // namespace talus::sand
