#include "talus/run/land/export_ground.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "talus/method/land/land_heights.h"
#include "talus/run/land/raster_ground.h"

namespace talus::run {
namespace {

/// A height of the scene in the units of the raster.
double numberOf(const method::Land& land, double height) {
    return (height - land.base) / (land.scale * land.vertical_scale);
}

bool isEmpty(const method::Land& land, double height) {
    return land.empty && static_cast<float>(height) == static_cast<float>(*land.empty);
}

/// Marks columns without ground as holes.
void markEmpty(const method::Land& land, exec::View<const double> heights, io::Raster& raster) {
    if (!land.empty) return;
    for (std::size_t k = 0; k < heights.size(); ++k) {
        if (!isEmpty(land, heights[k])) continue;
        if (raster.hole.empty()) raster.hole.resize(heights.size());
        raster.hole[k] = 1;
    }
}

/// The start heights of land with its own columns, in the units and coordinates of the raster that it came
/// from. Columns in a hole of that raster are holes.
io::Raster onOwnColumns(const method::Land& land, const io::Raster& from) {
    const geometry::ColumnGrid& own = land.start->grid;
    io::Raster raster;
    raster.ground = geometry::flatHeightfield({0, 0, own.spacing / land.scale, own.columns, own.rows}, 0);
    raster.nodata = from.nodata;
    raster.declares_nodata = from.declares_nodata;
    raster.vertical = {from.vertical.step, from.vertical.offset,
                       false};  // heights of tops are not whole numbers
    raster.reference = from.reference;
    const double x = (own.origin_x - land.corner->x) / land.scale,
                 y = (own.origin_y - land.corner->y) / land.scale;  // in the raster's metres
    if (raster.reference) {
        raster.reference->corner_x += x * raster.reference->scale_x;
        raster.reference->corner_y += y * raster.reference->scale_y;
    }
    if (!from.hole.empty()) raster.hole.resize(own.size());
    const geometry::ColumnGrid& grid = from.ground.grid;
    for (std::uint32_t j = 0; j < own.rows; ++j)
        for (std::uint32_t i = 0; i < own.columns; ++i) {
            const std::size_t k = own.at(i, j);
            raster.ground.height[k] = numberOf(land, land.start->height[k]);
            const double a = std::round((x + i * raster.ground.grid.spacing) / grid.spacing),
                         b = std::round((y + j * raster.ground.grid.spacing) / grid.spacing);
            if (from.hole.empty() || !(a >= 0 && b >= 0 && a < grid.columns && b < grid.rows)) continue;
            raster.hole[k] = from.hole[grid.at(static_cast<std::uint32_t>(a), static_cast<std::uint32_t>(b))];
        }
    return raster;
}

}  // namespace

Result<GroundRasters> GroundRasters::of(const method::Land& land) {
    GroundRasters rasters(land);
    const geometry::Heightfield& start = *land.start;
    if (land.source) {
        method::RasterRequest request = *land.source;
        request.vertical_scale = 1;
        auto part = readRasterPart(request);
        if (!part) return part.error();
        if (land.corner) {
            rasters.source_ = onOwnColumns(land, *part);
            markEmpty(land, start.height.view(), rasters.source_);
            return rasters;
        }
        if (part->ground.height.size() != start.height.size())
            return Error{
                ErrorKind::Input,
                fmt::format("the raster '{}' is not the one that the run began with; restore that file",
                            land.source->path)};
        rasters.source_ = std::move(*part);
        return rasters;
    }
    // Ground without a raster: its coordinates are those of the scene, in metres.
    rasters.source_.ground.grid = {0, 0, start.grid.spacing, start.grid.columns, start.grid.rows};
    rasters.source_.ground.height = start.height;
    rasters.source_.reference = io::Georeference{"", start.grid.origin_x, start.grid.origin_y, 1, 1};
    markEmpty(land, start.height.view(), rasters.source_);
    return rasters;
}

io::Raster GroundRasters::rasterOf(exec::View<const double> heights) const {
    io::Raster raster = source_;
    const auto start = land_.start->height.view();
    for (std::size_t k = 0; k < heights.size(); ++k) {
        if (static_cast<float>(heights[k]) == static_cast<float>(start[k])) continue;
        raster.ground.height[k] = numberOf(land_, heights[k]);
        if (!raster.hole.empty()) raster.hole[k] = 0;  // there is ground now
    }
    markEmpty(land_, heights, raster);
    return raster;
}

io::Raster GroundRasters::changeOf(exec::View<const double> heights) const {
    io::Raster raster = rasterOf(heights);
    raster.vertical = {};
    for (std::size_t k = 0; k < heights.size(); ++k) raster.ground.height[k] -= source_.ground.height[k];
    return raster;
}

io::Raster GroundRasters::valuesAt(exec::View<const double> values) const {
    io::Raster raster = source_;
    raster.vertical = {};
    std::copy(values.begin(), values.end(), raster.ground.height.view().begin());
    return raster;
}

io::Raster GroundRasters::changeBy(exec::View<const double> heights, exec::View<const double> change) const {
    io::Raster raster = rasterOf(heights);
    raster.vertical = {};
    for (std::size_t k = 0; k < change.size(); ++k)
        raster.ground.height[k] = change[k] / (land_.scale * land_.vertical_scale);
    return raster;
}

namespace {

constexpr std::array parts{"_x", "_y", "_z"};

/// The values of a field, or of a component of a vector; empty where there is no such field.
std::optional<exec::Array<double>> numbersOf(const state::ColumnsView& columns, const std::string& name) {
    const auto filled = [&](auto number) {
        exec::Array<double> values(columns.grid.size());
        for (std::size_t k = 0; k < values.size(); ++k) values[k] = number(k);
        return values;
    };
    if (const state::ArrayView* whole = columns.find(name)) {
        const std::vector<double> values = state::valuesOf(*whole, columns.grid.size());
        return filled([&](std::size_t k) { return values[k]; });
    }
    for (int c = 0; c < 3; ++c) {
        if (!name.ends_with(parts[static_cast<std::size_t>(c)])) continue;
        const state::ArrayView* vector = columns.find(name.substr(0, name.size() - 2));
        if (vector != nullptr && vector->components == 3)
            return filled([&](std::size_t k) { return vector->value(k, c); });
    }
    return std::nullopt;
}

}  // namespace

Result<io::Raster> GroundRasters::fieldOf(const state::ColumnsView& columns, const std::string& field) const {
    const auto heights = method::heightsOf(land_, columns);
    if (!heights) return heights.error();
    if (field == "height") return rasterOf(heights->view());
    const auto values = numbersOf(columns, field);
    if (field == "change")
        return values ? changeBy(heights->view(), values->view()) : changeOf(heights->view());
    if (values) return valuesAt(values->view());
    std::vector<std::string> names{"change"};
    for (const state::ArrayView& known : columns.fields) {
        if (known.name != "change") names.push_back(known.name);
        for (std::size_t c = 0; c < parts.size() && known.components == 3; ++c)
            names.push_back(known.name + parts[c]);
    }
    return Error{ErrorKind::Input, fmt::format("'{}' has no field '{}'; there are: {}", land_.set, field,
                                               fmt::join(names, ", "))};
}

}  // namespace talus::run
