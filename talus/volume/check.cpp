#include "talus/volume/check.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "talus/core/amount.h"
#include "talus/method/check_world.h"
#include "talus/method/land/raster_warnings.h"
#include "talus/method/source.h"
#include "talus/volume/fields.h"
#include "talus/volume/instance.h"
#include "talus/volume/make_volume.h"

namespace talus::volume {
namespace {

/// Maximum number of blocks in a grid, as many as 1024^3 cells have. A step goes through a list of all
/// blocks.
constexpr double max_blocks = 1 << 21;

/// Memory per cell of a block that is neither empty nor full: its firm and loose shares, and its part of the
/// surface, which has about two triangles (points, edges and corners) for each of the 64 columns of a block's
/// 512 cells. Both are doubled, because water makes more blocks partly full.
constexpr double triangles_of_cell = 64.0 * 2 / 512;
constexpr double bytes_of_cell = 2 * 16 + 2 * 60 * triangles_of_cell;

bool checkBox(const Volume& volume, const method::Checking& checking) {
    if (!(volume.min.x < volume.max.x && volume.min.y < volume.max.y && volume.min.z < volume.max.z)) {
        checking.error("volume", 0, "max", "the box has no volume", "make max larger than min in x, y and z");
        return false;
    }
    const Vec3d cells = (volume.max - volume.min) / volume.cell;
    const double side = geometry::BlockGrid::side;
    const double blocks = std::ceil(cells.x / side) * std::ceil(cells.y / side) * std::ceil(cells.z / side);
    if (blocks <= max_blocks) return true;
    checking.error(
        "volume", 0, "cell",
        fmt::format("the box has {:.3g} x {:.3g} x {:.3g} cells, {:.3g} blocks of 8^3; the maximum is {:.0f}",
                    cells.x, cells.y, cells.z, blocks, max_blocks),
        fmt::format("make cell {:.3g} m or larger", 1.02 * volume.cell * std::cbrt(blocks / max_blocks)));
    return false;
}

/// Warns if the sides of the box are not multiples of the cell.
void warnOfRounding(const Volume& volume, const method::Checking& checking) {
    const std::array<std::uint32_t, 3> cells = cellsOfBox(volume);
    const Vec3d end = volume.min + Vec3d{double(cells[0]), double(cells[1]), double(cells[2])} * volume.cell,
                off = end - volume.max;
    if (std::max({std::abs(off.x), std::abs(off.y), std::abs(off.z)}) <= 1e-6 * volume.cell) return;
    checking.warn(
        "volume", 0, "max",
        fmt::format("the box is not one of whole cells: its ground ends at [{:.6g}, {:.6g}, {:.6g}] m", end.x,
                    end.y, end.z),
        "make max - min a multiple of cell in x, y and z");
}

std::optional<geometry::Heightfield> readHeights(Volume& volume, const method::Checking& checking) {
    Heights& heights = volume.heights;
    if (!checking.files.rasters) {
        checking.error("volume", 0, "heights", "this program cannot read rasters",
                       "run the scene with the program talus");
        return std::nullopt;
    }
    if (heights.vertical_scale == 0) {
        checking.error("volume", 0, "heights_vertical_scale", "'heights_vertical_scale' must not be 0",
                       "for flat ground set level");
        return std::nullopt;
    }
    const std::string word = heights.file;
    const auto path = checking.path("volume", 0, "heights", word);
    if (!path) return std::nullopt;
    heights.file = *path;
    auto read = checking.files.rasters({.path = heights.file,
                                        .cell = heights.cell,
                                        .vertical_scale = heights.vertical_scale,
                                        .memory_bytes = checking.files.memory->left()});
    if (!read) {
        checking.error("volume", 0, "heights",
                       method::withPathAsGiven(read.error().message, heights.file, word),
                       "paths are relative to the scene's folder");
        return std::nullopt;
    }
    checking.files.memory->hasRead(read->reading_bytes);
    method::warnOfRaster(checking, "volume", "heights", word, *read, "heights_vertical_scale");
    geometry::Heightfield field = std::move(read->field);
    field.grid.origin_x = heights.corner.x;
    field.grid.origin_y = heights.corner.y;
    field.grid.spacing *= heights.scale;
    for (double& height : field.height.view()) height = heights.corner.z + heights.scale * height;
    if (!(std::isfinite(field.grid.spacing) && field.grid.spacing > 0)) {
        checking.error("volume", 0, "heights_scale",
                       "with this scale the spacing of the heights is not a positive finite number",
                       "make heights_scale closer to 1");
        return std::nullopt;
    }
    return field;
}

}  // namespace

void load(method::Scene& scene, const method::Checking& checking) {
    Part& part = in(scene);
    for (std::size_t k = 0; k < part.shapes.size(); ++k)
        method::loadRegion(checking, "volume_shape", k, part.shapes[k]);
    if (!part.volume) return;
    Volume& volume = *part.volume;
    if (!checkBox(volume, checking)) return;
    std::optional<geometry::Heightfield> heights;
    if (!volume.heights.file.empty()) heights = readHeights(volume, checking);
    bool valid = !checking.diagnostics.hasErrors();
    for (std::size_t k = 0; k < part.shapes.size() && valid; ++k)
        valid = method::report(checking, "volume_shape", k, environment::regionFlaws(part.shapes[k]));
    if (!valid) return;
    warnOfRounding(volume, checking);
    const double memory = checking.files.memory->left();
    auto start = makeStart({volume, heights ? &*heights : nullptr, part.shapes},
                           {.max_cells = memory / bytes_of_cell, .memory_bytes = memory});
    if (!start) return checking.error("volume", 0, "cell", start.error().message, "make the cells larger");
    scene.environment.volume = groundOf(start->grid, volume.material);
    volume.start = std::make_shared<const Start>(std::move(*start));
}

void check(const method::Checking& checking) {
    const Part& part = in(checking.scene);
    if (!part.volume && !part.shapes.empty())
        checking.error("volume_shape", 0, "name", "there is a [[volume_shape]], but no [volume]",
                       "add [volume], or leave [[volume_shape]] out");
    if (!part.volume || !part.volume->start) return;
    if (!checking.scene.environment.periodic.empty())
        checking.error("world", 0, "periodic", "a volume cannot be in a periodic domain",
                       "leave periodic out, or use [ground]");
    if (!(volumeOf(*part.volume->start) > 0))
        checking.error("volume", 0, "min", "there is no ground in the box",
                       "set level or heights, or add a [[volume_shape]] inside of it");
}

// About two triangles for each column of cells: 64 columns per block of 512 cells.
double trianglesOf(const Start& start) { return static_cast<double>(start.firm.size()) / 512 * 64 * 2; }

method::Needs needs(const method::Scene& scene) {
    const Start& start = *in(scene).volume->start;
    const auto cells = static_cast<double>(start.firm.size()),
               blocks = static_cast<double>(start.slot.size());
    const double triangles = trianglesOf(start);
    // Frames hold a float per cell for each of the two shares that output.fields names.
    const std::vector<std::string>& wanted = scene.output.fields;
    const auto shares = static_cast<double>(std::count(wanted.begin(), wanted.end(), fields::firm.name) +
                                            std::count(wanted.begin(), wanted.end(), fields::loose.name));
    return {.memory_bytes = bytes_of_cell * cells + 24 * blocks,
            .frame_bytes =
                triangles * (12 + 0.5 * 28) + 4 * shares * blocks * geometry::BlockGrid::cells_of_block,
            .checkpoint_bytes = 16 * cells + 8 * blocks};
}

std::vector<method::Line> summary(const method::Scene& scene) {
    const Volume& volume = *in(scene).volume;
    const auto& box = volume.start->box;
    return {{"volume", fmt::format("{} x {} x {} cells of {}, of which {} are stored; {:.4g} m^3 of ground",
                                   box[0], box[1], box[2], lengthText(volume.cell), volume.start->firm.size(),
                                   volumeOf(*volume.start))}};
}

std::vector<method::Input> inputs(const method::Scene& scene) {
    std::vector<method::Input> files;
    if (const auto& volume = in(scene).volume; volume && !volume->heights.file.empty())
        files.push_back({volume->heights.file, true});
    for (const Shape& shape : in(scene).shapes) method::addInput(shape, files);
    return files;
}

}  // namespace talus::volume
