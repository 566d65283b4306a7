#include "talus/volume/make_volume.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "talus/volume/block_shares.h"

namespace talus::volume {

using geometry::BlockGrid;
using geometry::CellAt;

std::array<std::uint32_t, 3> cellsOfBox(const Volume& volume) {
    // A cell counts if its centre is in the box.
    const auto cells = [&](double min, double max) {
        return static_cast<std::uint32_t>(std::max(1.0, std::ceil((max - min) / volume.cell - 0.5 - 1e-6)));
    };
    return {cells(volume.min.x, volume.max.x), cells(volume.min.y, volume.max.y),
            cells(volume.min.z, volume.max.z)};
}

BlockGrid gridOf(const Volume& volume) {
    const auto blocks = [&](double min, double max) {
        const double cells = std::ceil((max - min) / volume.cell - 1e-6);
        return static_cast<std::uint32_t>(std::ceil(std::max(1.0, cells) / BlockGrid::side));
    };
    return {volume.min,
            volume.cell,
            {blocks(volume.min.x, volume.max.x), blocks(volume.min.y, volume.max.y),
             blocks(volume.min.z, volume.max.z)}};
}

Result<Start> makeStart(const Sources& sources, const StartLimits& limits) {
    const Volume& volume = sources.volume;
    Start start{.grid = gridOf(volume), .box = cellsOfBox(volume), .slot = {}, .firm = {}};
    const BlockGrid& grid = start.grid;
    start.slot.resize(grid.size());
    std::vector<Body> bodies;
    for (const Shape& shape : sources.shapes) {
        if (shape.isMesh() && MeshCover::bytesOf(grid, *shape.mesh) > limits.memory_bytes)
            return Error{
                ErrorKind::Input,
                fmt::format("the triangles of '{}' extend over so many blocks of cells that the search "
                            "for them needs more memory than there is",
                            shape.name)};
        bodies.emplace_back(grid, shape);
    }
    const auto blockAt = [&](std::size_t b) {
        const CellAt first = firstCell(grid, b);
        const Vec3d corner = cornerOf(grid, first);
        const double size = BlockGrid::side * grid.cell;
        return Block{first, {corner, corner + Vec3d{size, size, size}}};
    };
    // Blocks are numbered along x, then y, then z: the first ones are one for each column of blocks.
    std::vector<HeightRange> ranges(sources.heights ? std::size_t{grid.blocks[0]} * grid.blocks[1] : 0);
    for (std::size_t b = 0; b < ranges.size(); ++b) ranges[b] = heightsIn(*sources.heights, blockAt(b).box);

    const auto inBox = [&](const CellAt& c) {
        return c.i < start.box[0] && c.j < start.box[1] && c.k < start.box[2];
    };
    std::vector<double> firm;
    for (std::size_t b = 0; b < grid.size(); ++b) {
        const Block block = blockAt(b);
        Shares cells;
        if (volume.level) cells.add(belowLevel(grid, *volume.level, block));
        if (sources.heights != nullptr)
            cells.add(belowHeights(grid, *sources.heights, ranges[b % ranges.size()], block));
        for (std::size_t s = 0; s < bodies.size(); ++s)
            if (const Shares shares = bodies[s].sharesIn(block); sources.shapes[s].remove)
                cells.remove(shares);
            else
                cells.add(shares);
        // Cells of the block that are outside of the box stay empty.
        constexpr std::int64_t last = BlockGrid::side - 1;
        if (cells.all != 0 && !inBox({block.first.i + last, block.first.j + last, block.first.k + last})) {
            cells.spread();
            forCells(block.first, [&](const CellAt& c, std::size_t n) {
                if (!inBox(c)) cells.each[n] = 0;
            });
        }
        const auto alike = [&](double value) {
            return cells.all ? cells.all == value
                             : std::all_of(cells.each.begin(), cells.each.end(),
                                           [=](double share) { return share == value; });
        };
        if (alike(0) || alike(1)) {
            start.slot[b] = alike(1) ? geometry::VolumeCells::full : geometry::VolumeCells::empty;
            continue;
        }
        if (static_cast<double>(firm.size() + BlockGrid::cells_of_block) > limits.max_cells)
            return Error{
                ErrorKind::Input,
                fmt::format("more than {:.3g} cells lie in blocks that are neither empty nor full, and "
                            "there is no memory for more",
                            limits.max_cells)};
        start.slot[b] = static_cast<std::uint32_t>(geometry::VolumeCells::first +
                                                   firm.size() / BlockGrid::cells_of_block);
        cells.spread();
        firm.insert(firm.end(), cells.each.begin(), cells.each.end());
    }
    start.firm.resize(firm.size());
    std::copy(firm.begin(), firm.end(), start.firm.view().begin());
    return start;
}

double volumeOf(const Start& start) {
    double cells = 0;
    for (const std::uint32_t slot : start.slot)
        if (slot == geometry::VolumeCells::full) cells += BlockGrid::cells_of_block;
    for (const double share : start.firm.view()) cells += share;
    return cells * start.grid.volumeOfCell();
}

}  // namespace talus::volume
