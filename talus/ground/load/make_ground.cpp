#include <cmath>

#include <fmt/format.h>

#include "talus/ground/load/load.h"

namespace talus::ground {

using method::Scene;

namespace {

/// 512 MiB of heights. Whether they fit into the machine's memory is checked later, with all other needs.
constexpr double max_columns = 1 << 26;

/// Columns along a side. @pre spacing > 0
double columnsAlong(double side, double spacing) { return std::round(side / spacing) + 1; }

}  // namespace

void makeGround(Scene& scene, const Checking& checked) {
    if (!in(scene).ground || in(scene).ground->shape == Ground::Shape::Raster) return;
    Ground& ground = *in(scene).ground;
    const int before = checked.diagnostics.errorCount();
    const double columns = columnsAlong(ground.size[0], ground.spacing);
    const double rows = columnsAlong(ground.size[1], ground.spacing);
    if (!(columns >= 2 && rows >= 2))
        checked.diagnostics.error(checked.spanOf("ground", 0, "spacing"),
                                  "the ground is smaller than one spacing",
                                  "make its size larger or its spacing smaller");
    else if (!(columns * rows <= max_columns))
        checked.diagnostics.error(
            checked.spanOf("ground", 0, "spacing"),
            fmt::format("the ground has {:.0f} x {:.0f} heights; {:.0f} in all are the most", columns, rows,
                        max_columns),
            fmt::format("a spacing of {:.3g} m would do",
                        1.01 * std::sqrt(ground.size[0] * ground.size[1] / max_columns)));
    if (checked.diagnostics.errorCount() > before) return;
    // Here the heights, the copy from which waves are added, and the bedrock; the run's memory is counted
    // later.
    constexpr double bytes_of_column = 24;
    if (const double bytes = bytes_of_column * columns * rows; bytes > checked.files.memory->left())
        return checked.error(
            "ground", 0, "spacing",
            fmt::format("the ground has {:.0f} x {:.0f} heights, which need {:.3g} GB of memory, "
                        "and {:.3g} GB are left for it on this machine",
                        columns, rows, bytes / 1e9, checked.files.memory->left() / 1e9),
            "make its spacing larger");

    const exec::Exec exec = exec::Exec::serial();
    geometry::Heightfield field =
        geometry::flatHeightfield({ground.corner.x, ground.corner.y, ground.spacing,
                                   static_cast<std::uint32_t>(columns), static_cast<std::uint32_t>(rows)},
                                  ground.corner.z);
    const auto heights = field.height.view();
    Status made = success();
    switch (ground.shape) {
        case Ground::Shape::Flat:
        case Ground::Shape::Raster: break;
        case Ground::Shape::Hills: {
            Hills hills = ground.hills;
            hills.seed = ground.seed;
            made = addHills(exec, field.grid, heights, hills);
            break;
        }
        case Ground::Shape::Dunes: {
            Dunes dunes = ground.dunes;
            dunes.seed = ground.seed;
            made = addDunes(exec, field.grid, heights, dunes);
            break;
        }
        case Ground::Shape::Craters: {
            Craters craters = ground.craters;
            craters.seed = ground.seed;
            made = addCraters(exec, field.grid, heights, craters);
            break;
        }
    }
    if (!made) return checked.diagnostics.error(checked.spanOf("ground", 0, "shape"), made.error().message);
    if (in(scene).soil && in(scene).soil->depth) {
        field.bedrock.resize(field.grid.size());
        for (std::size_t k = 0; k < field.grid.size(); ++k)
            field.bedrock[k] = field.height[k] - *in(scene).soil->depth;
    }
    ground.surface = std::make_shared<const geometry::Heightfield>(std::move(field));
}

}  // namespace talus::ground
