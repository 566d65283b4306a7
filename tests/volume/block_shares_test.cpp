// Blocks that are told by their bounds hold what their cells would come to one by one, to the last bit.
#include "talus/volume/block_shares.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "talus/core/rng.h"
#include "talus/volume/make_volume.h"

namespace talus {
namespace {

using environment::Region;
using geometry::BlockGrid;
using geometry::CellAt;

constexpr int parts = 4;

volume::Shape body(Region::Shape kind, bool remove) {
    volume::Shape shape;
    shape.shape = kind;
    shape.remove = remove;
    shape.centre = {0.4, 0.45, 0.3};
    shape.end = {0.7, 0.5, 0.6};
    shape.axis = {0.3, -0.2, 1};
    shape.radius = 0.27;
    shape.height = 0.5;
    shape.box = {{0.1, 0.2, -0.1}, {0.8, 0.71, 0.66}};
    return shape;
}

/// A box of triangles, its corners at no round numbers.
std::shared_ptr<const geometry::Mesh> boxMesh() {
    geometry::Mesh mesh;
    for (unsigned c = 0; c < 8; ++c)
        mesh.points.push_back({c & 1 ? 0.813 : 0.107, c & 2 ? 0.717 : 0.211, c & 4 ? 0.777 : 0.123});
    mesh.triangles = {{0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6}, {0, 1, 4}, {1, 5, 4},
                      {2, 6, 3}, {3, 6, 7}, {0, 4, 2}, {2, 4, 6}, {1, 3, 5}, {3, 7, 5}};
    return std::make_shared<const geometry::Mesh>(mesh);
}

geometry::Heightfield hills() {
    geometry::Heightfield field = geometry::flatHeightfield({-0.05, -0.05, 0.07, 14, 16}, 0);
    const Random random{3, 5};
    for (std::uint32_t k = 0; k < field.grid.size(); ++k) field.height[k] = random.uniform(0.2, 0.6, k, 0);
    return field;
}

/// The share of one cell by all of its points.
double shareOf(const volume::Sources& sources, const BlockGrid& grid, const CellAt& c) {
    const Vec3d corner = cornerOf(grid, c), middle = middleOf(grid, c);
    const auto below = [&](double height) { return std::clamp((height - corner.z) / grid.cell, 0.0, 1.0); };
    double share = sources.volume.level ? below(*sources.volume.level) : 0;
    if (sources.heights != nullptr) {
        double sum = 0;
        for (int v = 0; v < parts; ++v)
            for (int u = 0; u < parts; ++u)
                if (const auto surface = geometry::surfaceAt(
                        sources.heights->grid, sources.heights->height.view(),
                        corner.x + (u + 0.5) / parts * grid.cell, corner.y + (v + 0.5) / parts * grid.cell))
                    sum += below(surface->height);
        share = std::max(share, sum / (parts * parts));
    }
    for (const volume::Shape& shape : sources.shapes) {
        double own = 0;
        if (shape.isMesh()) {
            std::array<double, BlockGrid::cells_of_block> shares{};
            const CellAt first{c.i / 8 * 8, c.j / 8 * 8, c.k / 8 * 8};
            volume::MeshCover(grid, shape.mesh.get()).fill(first, shares);
            own = shares[inBlock(c)];
        } else {
            int in = 0;
            for (int k = 0; k < parts * parts * parts; ++k)
                in += contains(shape, corner + Vec3d{k % parts + 0.5, k / parts % parts + 0.5,
                                                     k / (parts * parts) + 0.5} *
                                                   (grid.cell / parts));
            own = double(in) / (parts * parts * parts);
        }
        share = shape.remove ? std::min(share, 1 - own) : std::max(share, own);
    }
    const Vec3d& max = sources.volume.max;
    return middle.x < max.x && middle.y < max.y && middle.z < max.z ? share : 0;
}

void expectTheSame(const volume::Sources& sources, const char* what) {
    const volume::Start start = volume::makeStart(sources).value();
    const exec::Array<double> none(start.firm.size());
    const geometry::VolumeCells cells = start.cells(none.view());
    const BlockGrid& grid = start.grid;
    std::size_t whole = 0, wrong = 0;
    for (const std::uint32_t slot : start.slot) whole += slot < geometry::VolumeCells::first;
    EXPECT_GT(whole, 0u) << what;
    EXPECT_LT(whole, start.slot.size()) << what;
    // Cells of every third number along each axis are at all places in blocks.
    for (std::int64_t k = 0; k < grid.cellsAlong(2); k += 3)
        for (std::int64_t j = 0; j < grid.cellsAlong(1); j += 3)
            for (std::int64_t i = 0; i < grid.cellsAlong(0); i += 3)
                wrong += cells.firmAt({i, j, k}) != shareOf(sources, grid, {i, j, k});
    EXPECT_EQ(wrong, 0u) << what;
}

TEST(BlockShares, AreThoseOfTheirCells) {
    volume::Volume box;
    box.max = {0.93, 0.99, 1};
    box.cell = 0.025;
    box.level = 0.31;
    const geometry::Heightfield field = hills();
    expectTheSame({box, nullptr, {}}, "level");
    expectTheSame({box, &field, {}}, "heights");
    for (const bool remove : {false, true}) {
        box.level = remove ? 0.9 : 0.1;
        for (const auto kind :
             {Region::Shape::Sphere, Region::Shape::Box, Region::Shape::Cylinder, Region::Shape::Capsule}) {
            const std::vector<volume::Shape> bodies{body(kind, remove)};
            expectTheSame({box, nullptr, bodies}, "body");
        }
        volume::Shape mesh = body(Region::Shape::MeshVolume, remove);
        mesh.mesh = boxMesh();
        const std::vector<volume::Shape> bodies{mesh};
        expectTheSame({box, &field, bodies}, "mesh");
    }
}

}  // namespace
}  // namespace talus
