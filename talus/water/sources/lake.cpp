#include "talus/water/sources/lake.h"

#include <cmath>

#include <fmt/format.h>

#include "talus/method/gather.h"

namespace talus::water {
namespace {

void findLake(Block& block, std::size_t index, const std::vector<method::Land>& lands,
              const method::Checking& checking) {
    const auto error = [&](const char* key, std::string what, std::string hint) {
        checking.error("water_block", index, key, std::move(what), std::move(hint));
    };
    if (lands.empty())
        return error("shape", "a lake needs ground, and the scene has none",
                     "add [ground] or [volume], or take another shape");
    const auto& ground = lands.front().start;
    const double x = block.at[0], y = block.at[1];
    const auto surface = geometry::surfaceAt(ground->grid, ground->height.view(), x, y);
    if (!surface)
        return error("at", fmt::format("there is no ground at ({:g}, {:g})", x, y),
                     fmt::format("the ground reaches from ({:g}, {:g}) to ({:g}, {:g})", ground->grid.x(0),
                                 ground->grid.y(0), ground->grid.x(ground->grid.columns - 1),
                                 ground->grid.y(ground->grid.rows - 1)));
    auto hollow = geometry::hollowAt(ground->grid, ground->height.view(), x, y, block.level);
    if (!hollow)
        return error(
            "level",
            fmt::format("the ground at ({:g}, {:g}) is {:.6g} m high, not below the level of {:.6g} m", x, y,
                        surface->height, block.level),
            "raise the level above that, or move `at` to where the ground is lower");
    if (hollow->at_edge)
        checking.warn(
            "water_block", index, "level",
            fmt::format(
                "the lake '{}' reaches the edge of the ground: its water runs off there, unless a wall "
                "holds it",
                block.name),
            hollow->spill > surface->height
                ? fmt::format("make the level {:.6g} m at most, or put a [[wall]] there", hollow->spill)
                : "put a [[wall]] there, or move `at` into a hollow");
    block.lake = std::make_shared<const Lake>(Lake{ground, std::move(*hollow)});
}

}  // namespace

void findLakes(method::Scene& scene, const method::Checking& checking) {
    std::vector<Block>& blocks = in(scene).blocks;
    std::vector<method::Land> lands;
    for (std::size_t i = 0; i < blocks.size(); ++i) {
        if (!blocks[i].isLake()) continue;
        if (lands.empty()) lands = method::landsOf(scene);
        findLake(blocks[i], i, lands, checking);
    }
}

geometry::Box boundsOf(const Block& block) {
    return block.lake ? block.lake->hollow.bounds() : environment::boundsOf(block);
}

std::vector<Vec3d> positionsIn(const Lake& lake, double spacing, double thinned) {
    const double across = thinned * spacing;
    const geometry::Hollow& hollow = lake.hollow;
    const auto height = lake.ground->height.view();
    const geometry::Box box = hollow.bounds();
    std::vector<Vec3d> positions;
    const auto count = [&](double low, double high) {
        return static_cast<std::int64_t>(std::ceil((high - low) / across));
    };
    for (std::int64_t j = 0; j < count(box.min.y, box.max.y); ++j)
        for (std::int64_t i = 0; i < count(box.min.x, box.max.x); ++i) {
            const double x = box.min.x + (static_cast<double>(i) + 0.5) * across,
                         y = box.min.y + (static_cast<double>(j) + 0.5) * across,
                         depth = hollow.depth(height, x, y);
            const auto layers = std::llround(depth / spacing);
            for (long long k = 0; k < layers; ++k)
                positions.push_back(
                    {x, y,
                     hollow.level - (static_cast<double>(k) + 0.5) / static_cast<double>(layers) * depth});
        }
    return positions;
}

}  // namespace talus::water
