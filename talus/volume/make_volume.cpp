#include "talus/volume/make_volume.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "talus/volume/mesh_cover.h"

namespace talus::volume {
namespace {

using geometry::BlockGrid;
using geometry::CellAt;
using Cells = std::array<double, BlockGrid::cells_of_block>;

/// Points, or lines, along each side of a cell.
constexpr int parts = 4;

template <class Take>
void forCells(const CellAt& first, Take take) {
    std::size_t n = 0;
    for (std::int64_t z = 0; z < BlockGrid::side; ++z)
        for (std::int64_t y = 0; y < BlockGrid::side; ++y)
            for (std::int64_t x = 0; x < BlockGrid::side; ++x)
                take(CellAt{first.i + x, first.j + y, first.k + z}, n++);
}

/// Share of a cell below a height.
double below(double height, double bottom, double cell) {
    return std::clamp((height - bottom) / cell, 0.0, 1.0);
}

void addHeights(const BlockGrid& grid, const geometry::Heightfield& field, const CellAt& first,
                Cells& cells) {
    forCells(first, [&](const CellAt& c, std::size_t n) {
        const Vec3d corner = cornerOf(grid, c);
        double sum = 0;
        for (int v = 0; v < parts; ++v)
            for (int u = 0; u < parts; ++u) {
                const auto surface = geometry::surfaceAt(field.grid, field.height.view(),
                                                         corner.x + (u + 0.5) / parts * grid.cell,
                                                         corner.y + (v + 0.5) / parts * grid.cell);
                if (surface) sum += below(surface->height, corner.z, grid.cell);
            }
        cells[n] = std::max(cells[n], sum / (parts * parts));
    });
}

bool overlap(const geometry::Box& a, const geometry::Box& b) {
    return a.min.x < b.max.x && a.min.y < b.max.y && a.min.z < b.max.z && b.min.x < a.max.x &&
           b.min.y < a.max.y && b.min.z < a.max.z;
}

void fillShape(const BlockGrid& grid, const Shape& shape, const CellAt& first, Cells& share) {
    forCells(first, [&](const CellAt& c, std::size_t n) {
        const Vec3d corner = cornerOf(grid, c);
        int in = 0;
        for (int w = 0; w < parts; ++w)
            for (int v = 0; v < parts; ++v)
                for (int u = 0; u < parts; ++u)
                    in += environment::contains(
                        shape, corner + Vec3d{u + 0.5, v + 0.5, w + 0.5} * (grid.cell / parts));
        share[n] = double(in) / (parts * parts * parts);
    });
}

}  // namespace

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

Start makeStart(const Sources& sources) {
    const Volume& volume = sources.volume;
    Start start{.grid = gridOf(volume), .slot = {}, .firm = {}};
    const BlockGrid& grid = start.grid;
    start.slot.resize(grid.size());
    std::vector<double> firm;
    std::vector<MeshCover> covers;
    for (const Shape& shape : sources.shapes) covers.emplace_back(grid, shape.mesh.get());
    const auto inBox = [&](const CellAt& c) {
        const Vec3d p = middleOf(grid, c);
        return p.x < volume.max.x && p.y < volume.max.y && p.z < volume.max.z;
    };
    for (std::size_t b = 0; b < grid.size(); ++b) {
        const CellAt first = firstCell(grid, b);
        const Vec3d corner = cornerOf(grid, first);
        const double size = BlockGrid::side * grid.cell;
        const geometry::Box box{corner, corner + Vec3d{size, size, size}};
        Cells cells{};
        if (volume.level)
            forCells(first, [&](const CellAt& c, std::size_t n) {
                cells[n] = below(*volume.level, cornerOf(grid, c).z, grid.cell);
            });
        if (sources.heights != nullptr) addHeights(grid, *sources.heights, first, cells);
        for (std::size_t s = 0; s < sources.shapes.size(); ++s) {
            const Shape& shape = sources.shapes[s];
            if (!overlap(environment::boundsOf(shape), box)) continue;
            Cells share{};
            if (shape.isMesh())
                covers[s].fill(first, share);
            else
                fillShape(grid, shape, first, share);
            for (std::size_t n = 0; n < cells.size(); ++n)
                cells[n] = shape.remove ? std::min(cells[n], 1 - share[n]) : std::max(cells[n], share[n]);
        }
        // A box need not be of whole blocks.
        forCells(first, [&](const CellAt& c, std::size_t n) {
            if (!inBox(c)) cells[n] = 0;
        });
        const auto all = [&](double value) {
            return std::all_of(cells.begin(), cells.end(), [=](double share) { return share == value; });
        };
        if (all(0) || all(1)) {
            start.slot[b] = cells[0] > 0 ? geometry::VolumeCells::full : geometry::VolumeCells::empty;
            continue;
        }
        start.slot[b] = static_cast<std::uint32_t>(geometry::VolumeCells::first +
                                                   firm.size() / BlockGrid::cells_of_block);
        firm.insert(firm.end(), cells.begin(), cells.end());
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
