#include "talus/io/raster/raster_cells.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include <fmt/format.h>

#include "talus/core/check.h"

namespace talus::io {
namespace {

using geometry::ColumnGrid;
using geometry::Heightfield;

/// Numbers for nodata that many programs write without declaring them.
constexpr double usual_nodata = -9999, absurd = -1e30;
bool isUsualNodata(double value) { return value == usual_nodata || value == -32768 || value == -32767; }

Error wrong(std::string message) { return {ErrorKind::Input, std::move(message)}; }

struct Sides {
    double x = 0, y = 0;  ///< of a cell [m]
    double scale_x = 1, scale_y = 1;
    double latitude = 0;  ///< where these are right [rad]
};

/// @param y coordinate to the north
double latitudeOf(Georeference::Net net, double unit, double y) {
    constexpr double radius = 6378137;  // Snyder 1987, 7-4: of a sphere
    switch (net) {
        case Georeference::Net::Degrees: return y * unit;
        case Georeference::Net::WebMercator: return std::atan(std::sinh(y * unit / radius));
        case Georeference::Net::Plane: break;
    }
    return 0;
}

Result<Sides> sidesOf(const RasterCells& cells, const RasterOptions& options) {
    if (!cells.transform) {
        if (!options.spacing) return wrong("it does not give the size of its cells; give the side of a cell");
        if (!(*options.spacing > 0 && std::isfinite(*options.spacing)))
            return wrong(fmt::format("the spacing must be above 0, not {} m", *options.spacing));
        return Sides{*options.spacing, *options.spacing, 1, 1};
    }
    const auto& t = *cells.transform;
    for (const double number : t)
        if (!std::isfinite(number)) return wrong("its georeference holds a number that is not finite");
    if (options.spacing)
        return wrong(
            fmt::format("it gives the size of its cells itself ({} of its units); do not give another size",
                        std::abs(t[1])));
    if (t[2] != 0 || t[4] != 0)
        return wrong("its rows do not run from west to east; rotate it, for example with gdalwarp");
    if (t[1] < 0)
        return wrong(fmt::format(
            "its cells have a width below 0 ({}): correct that, or, where its rows really run from "
            "east to west, rotate it, for example with gdalwarp",
            t[1]));
    if (!(t[1] > 0) || t[5] == 0) return wrong("its georeference gives its cells no size");
    Sides sides;
    const double latitude = latitudeOf(cells.net, cells.unit, t[3] + t[5] * cells.rows / 2);
    sides.latitude = latitude;
    if (cells.net == Georeference::Net::Degrees) {
        if (!(std::abs(latitude) < 89.9 * std::numbers::pi / 180))
            return wrong(
                fmt::format("its middle is at {:.6g} degrees of latitude; use a raster in metres there",
                            latitude * 180 / std::numbers::pi));
        // Radii of curvature of the ellipsoid along the meridian and across it (Snyder 1987, 4-18 and 4-20).
        const double e2 = cells.flattening * (2 - cells.flattening), s = std::sin(latitude);
        const double across = cells.semi_major / std::sqrt(1 - e2 * s * s);
        const double along = across * (1 - e2) / (1 - e2 * s * s);
        sides.scale_x = 1 / (cells.unit * across * std::cos(latitude));
        sides.scale_y = 1 / (cells.unit * along);
    } else {
        // Lengths in Web Mercator are those at the equator: longer than on land by 1 / cos(latitude).
        sides.scale_x = sides.scale_y = 1 / (cells.unit * std::cos(latitude));
    }
    sides.x = t[1] / sides.scale_x;
    sides.y = std::abs(t[5]) / sides.scale_y;
    if (!(std::isnormal(sides.x) && std::isnormal(sides.y) && sides.x < 1e9 && sides.y < 1e9))
        return wrong("its georeference gives its cells no sensible size");
    if (cells.net != Georeference::Net::Degrees && std::abs(sides.x - sides.y) > 1e-6 * sides.x)
        return wrong(
            fmt::format("its cells are not square ({} by {} m); resample it, for example with gdalwarp -tr",
                        sides.x, sides.y));
    return sides;
}

/// Whether the coordinates of a raster without a coordinate system could be degrees: they are valid as
/// degrees, and the cells are at most 1.2 minutes of arc wide, as in elevation models. Not for rasters within
/// 3 of the origin: there is no land within 3 degrees of it, and models of laboratory size begin there.
bool couldBeDegrees(const RasterCells& cells) {
    if (!cells.system.empty() || !cells.transform) return false;
    const auto& t = *cells.transform;
    const double west = t[0], east = t[0] + t[1] * cells.columns, north = t[3],
                 south = t[3] + t[5] * cells.rows;
    const double across = std::max(std::abs(west), std::abs(east)),
                 along = std::max(std::abs(north), std::abs(south));
    return across <= 180 && along <= 90 && std::max(across, along) > 3 &&
           std::max(std::abs(t[1]), std::abs(t[5])) <= 0.02;
}

/// Makes cells square by interpolation along the longer side.
Result<Heightfield> squared(const Heightfield& field, const Sides& sides, const RasterOptions& options) {
    const std::uint64_t max_cells = options.max_cells;
    const double side = std::min(sides.x, sides.y);
    const auto counted = [&](std::uint32_t count, double own) {
        return std::floor((count - 1) * (own / side) * (1 + 1e-12)) + 1;
    };
    const double columns = counted(field.grid.columns, sides.x), rows = counted(field.grid.rows, sides.y);
    if (!(columns * rows <= static_cast<double>(max_cells)))
        return wrong(fmt::format(
            "with square cells it has {} x {} cells, more than {}; cut it, for example with gdalwarp -te",
            columns, rows, max_cells));
    if (const Status enough = checkMemory(columns * rows, options.memory_bytes); !enough)
        return enough.error();
    Heightfield square = geometry::flatHeightfield(
        {0, 0, side, static_cast<std::uint32_t>(columns), static_cast<std::uint32_t>(rows)}, 0);
    const auto fraction = [&](std::uint32_t k, double own, std::uint32_t count, std::uint32_t& cell) {
        const double at = k * (side / own);
        cell = std::min(static_cast<std::uint32_t>(at), count - 2);
        return std::min(at - cell, 1.0);
    };
    for (std::uint32_t j = 0; j < square.grid.rows; ++j)
        for (std::uint32_t i = 0; i < square.grid.columns; ++i) {
            std::uint32_t a = 0, b = 0;
            const double s = fraction(i, sides.x, field.grid.columns, a),
                         t = fraction(j, sides.y, field.grid.rows, b);
            const auto h = [&](std::uint32_t da, std::uint32_t db) {
                return field.height[field.grid.at(a + da, b + db)];
            };
            square.height[square.grid.at(i, j)] =
                (1 - t) * ((1 - s) * h(0, 0) + s * h(1, 0)) + t * ((1 - s) * h(0, 1) + s * h(1, 1));
        }
    return square;
}

}  // namespace

Status checkMemory(double cells, double memory_bytes) {
    const double bytes = readingBytes(cells, true);
    if (!(bytes > memory_bytes)) return success();
    return wrong(
        fmt::format("its {:.4g} cells take {:.3g} GB of memory while they are read; {:.3g} GB are "
                    "left for it: cut it or make it coarser, for example with gdalwarp -te or -tr",
                    cells, bytes / 1e9, memory_bytes / 1e9));
}

void fillHoles(const ColumnGrid& grid, exec::View<double> height, exec::View<const std::uint8_t> hole) {
    std::vector<std::uint8_t> known(hole.size());
    for (std::size_t k = 0; k < hole.size(); ++k) known[k] = !hole[k];
    const auto around = [&](std::size_t k) {
        const auto i = static_cast<std::uint32_t>(k % grid.columns),
                   j = static_cast<std::uint32_t>(k / grid.columns);
        return geometry::grown({i, i + 1, j, j + 1}, 1, grid);
    };
    // Lists of holes that have a neighbour with a height. known: 1, it has a height; 2, it is in a list; 0,
    // neither.
    std::vector<std::size_t> ring, next;
    const auto listNeighbours = [&](std::size_t k, std::vector<std::size_t>& list) {
        const geometry::ColumnRange range = around(k);
        for (std::uint32_t b = range.first_j; b < range.last_j; ++b)
            for (std::uint32_t a = range.first_i; a < range.last_i; ++a)
                if (known[grid.at(a, b)] == 0) {
                    known[grid.at(a, b)] = 2;
                    list.push_back(grid.at(a, b));
                }
    };
    for (std::size_t k = 0; k < hole.size(); ++k)
        if (known[k] == 1) listNeighbours(k, ring);
    while (!ring.empty()) {
        for (const std::size_t k : ring) {
            const geometry::ColumnRange range = around(k);
            double sum = 0;
            int count = 0;
            for (std::uint32_t b = range.first_j; b < range.last_j; ++b)
                for (std::uint32_t a = range.first_i; a < range.last_i; ++a)
                    if (known[grid.at(a, b)] == 1) {
                        sum += height[grid.at(a, b)];
                        ++count;
                    }
            height[k] = sum / count;
        }
        for (const std::size_t k : ring) known[k] = 1;
        next.clear();
        for (const std::size_t k : ring) listNeighbours(k, next);
        ring.swap(next);
    }
}

Result<Raster> groundFrom(RasterCells cells, const RasterOptions& options) {
    if (cells.columns < 2 || cells.rows < 2)
        return wrong(
            fmt::format("it has {} x {} cells; ground needs at least 2 x 2", cells.columns, cells.rows));
    if (!(options.vertical_scale != 0 && std::isfinite(options.vertical_scale) &&
          std::isfinite(options.vertical_offset)))
        return wrong("its vertical scale must be a number that is not 0, and its offset a number");
    const auto sides = sidesOf(cells, options);
    if (!sides) return sides.error();

    Raster raster;
    raster.ground.grid = {0, 0, std::min(sides->x, sides->y), cells.columns, cells.rows};
    const ColumnGrid& grid = raster.ground.grid;
    raster.vertical = {cells.vertical.step * options.vertical_scale,
                       cells.vertical.offset * options.vertical_scale + options.vertical_offset,
                       cells.vertical.whole};
    if (!(std::isfinite(raster.vertical.step) && raster.vertical.step != 0 &&
          std::isfinite(raster.vertical.offset)))
        return wrong("its vertical scale is not a number, or is 0");
    raster.nodata = cells.nodata.value_or(usual_nodata);
    raster.declares_nodata = cells.nodata.has_value();
    raster.doubts = std::move(cells.doubts);
    if (couldBeDegrees(cells))
        raster.doubts.push_back(
            fmt::format("has no coordinate system; its coordinates are taken as metres, so that its "
                        "cells are {:.3g} m wide, "
                        "but could be degrees",
                        sides->x));
    // Cells in single precision hold the float nearest to the declared nodata.
    const auto isNodata = [&](double value) {
        if (!cells.nodata) return false;
        return value == *cells.nodata ||
               (cells.single && static_cast<float>(value) == static_cast<float>(*cells.nodata));
    };
    raster.ground.height.resize(grid.size());
    exec::Array<std::uint8_t> hole(grid.size());
    std::size_t holes = 0;
    const bool north_first = !cells.transform || (*cells.transform)[5] < 0;
    for (std::uint32_t r = 0; r < cells.rows; ++r) {
        const std::uint32_t j = north_first ? cells.rows - 1 - r : r;
        for (std::uint32_t i = 0; i < cells.columns; ++i) {
            const double value = cells.value[grid.at(i, r)];
            const std::size_t k = grid.at(i, j);
            if (!(value > absurd && value < -absurd) || isUsualNodata(value) || isNodata(value) ||
                (!cells.masked.empty() && cells.masked[grid.at(i, r)] != 0)) {
                hole[k] = 1;
                ++holes;
            } else {
                raster.ground.height[k] = raster.vertical.offset + raster.vertical.step * value;
                if (!std::isfinite(raster.ground.height[k]))
                    return wrong("its heights are too large for their vertical scale");
            }
        }
    }
    cells.value.release();
    cells.masked.release();
    if (holes == grid.size()) return wrong("it holds no heights, only nodata");
    if (holes > 0) fillHoles(grid, raster.ground.height.view(), std::as_const(hole).view());

    if (cells.transform) {
        const auto& t = *cells.transform;
        const double south = north_first ? t[3] + t[5] * (cells.rows - 0.5) : t[3] + t[5] * 0.5;
        raster.reference = Georeference{cells.system,   t[0] + 0.5 * t[1], south,      sides->scale_x,
                                        sides->scale_y, cells.net,         cells.unit, sides->latitude};
    }
    if (std::abs(sides->x - sides->y) > 1e-9 * sides->x) {
        auto square = squared(raster.ground, *sides, options);
        if (!square) return square.error();
        if (holes > 0) {
            // A new cell is a hole where holes have more than half of the weight in it.
            Heightfield share = geometry::flatHeightfield(grid, 0);
            for (std::size_t k = 0; k < grid.size(); ++k) share.height[k] = hole[k];
            auto of_holes = squared(share, *sides, options);
            if (!of_holes) return of_holes.error();
            hole.resize(of_holes->grid.size());
            for (std::size_t k = 0; k < hole.size(); ++k) hole[k] = of_holes->height[k] > 0.5;
        }
        raster.ground = std::move(*square);
    }
    if (holes > 0) raster.hole = std::move(hole);
    return raster;
}

double lengthError(const Raster& raster) {
    if (!raster.reference) return 0;
    const Georeference& at = *raster.reference;
    const double depth = (raster.ground.grid.rows - 1) * raster.ground.grid.spacing * at.scale_y;
    const auto error = [&](double y) {
        return std::abs(std::cos(latitudeOf(at.net, at.unit, y)) / std::cos(at.latitude) - 1);
    };
    return std::max(error(at.corner_y), error(at.corner_y + depth));
}

RasterCells cellsOf(const Raster& raster, const VerticalScale& vertical, std::optional<double> nodata) {
    const ColumnGrid& grid = raster.ground.grid;
    RasterCells cells;
    cells.columns = grid.columns;
    cells.rows = grid.rows;
    cells.vertical = vertical;
    cells.nodata = nodata;
    TALUS_ASSERT(nodata || raster.hole.empty(), "holes need a nodata number");
    cells.value.resize(grid.size());
    for (std::uint32_t j = 0; j < grid.rows; ++j)
        for (std::uint32_t i = 0; i < grid.columns; ++i) {
            const std::size_t k = grid.at(i, j);
            cells.value[grid.at(i, grid.rows - 1 - j)] =
                !raster.hole.empty() && raster.hole[k]
                    ? *nodata
                    : (raster.ground.height[k] - vertical.offset) / vertical.step;
        }
    const Georeference reference = raster.reference.value_or(Georeference{});
    cells.system = reference.system;
    const double width = grid.spacing * reference.scale_x, depth = grid.spacing * reference.scale_y;
    cells.transform = {reference.corner_x - 0.5 * width,
                       width,
                       0,
                       reference.corner_y + (grid.rows - 0.5) * depth,
                       0,
                       -depth};
    return cells;
}

std::optional<double> nodataOf(const Raster& raster) {
    if (raster.hole.empty() && !raster.declares_nodata) return std::nullopt;
    const auto isHeight = [&](double number) {
        for (std::size_t k = 0; k < raster.ground.grid.size(); ++k) {
            if (!raster.hole.empty() && raster.hole[k] != 0) continue;
            const double own = (raster.ground.height[k] - raster.vertical.offset) / raster.vertical.step;
            if (static_cast<float>(own) == static_cast<float>(number)) return true;
        }
        return false;
    };
    // -9999 cannot be a height: readers take it for nodata even where it is not declared.
    return isHeight(raster.nodata) ? usual_nodata : raster.nodata;
}

void RasterSpan::include(const Raster& raster) {
    for (std::size_t k = 0; k < raster.ground.grid.size(); ++k) {
        if (!raster.hole.empty() && raster.hole[k]) continue;
        low = std::min(low, raster.ground.height[k]);
        high = std::max(high, raster.ground.height[k]);
    }
}

RasterCells levelsOf(const Raster& raster, const std::optional<RasterSpan>& wanted) {
    constexpr double max_level = 65535;
    const bool holes = !raster.hole.empty();
    const VerticalScale& own = raster.vertical;
    RasterSpan span = wanted.value_or(RasterSpan{});
    span.include(raster);
    const auto levelOf = [&own](double height) { return std::round((height - own.offset) / own.step); };
    const auto [lowest_level, highest_level] = std::minmax({levelOf(span.low), levelOf(span.high)});
    bool fits = own.whole && lowest_level >= 0 && highest_level <= max_level &&
                (!holes || (raster.nodata >= 0 && raster.nodata <= max_level &&
                            raster.nodata == std::floor(raster.nodata)));
    // Several rasters with one scale must all make the same choice here.
    if (wanted && holes) fits = fits && (raster.nodata < lowest_level || raster.nodata > highest_level);
    for (std::size_t k = 0; k < raster.ground.grid.size() && holes && fits; ++k)
        fits = raster.hole[k] || levelOf(raster.ground.height[k]) != raster.nodata;
    VerticalScale vertical = own;
    if (!fits) vertical = {span.high > span.low ? (span.high - span.low) / (max_level - 1) : 1, 0, true};
    if (!fits) vertical.offset = span.low - vertical.step;
    RasterCells cells =
        cellsOf(raster, vertical, holes ? std::optional(fits ? raster.nodata : 0) : std::nullopt);
    for (std::size_t k = 0; k < cells.value.size(); ++k)
        cells.value[k] = std::clamp(std::round(cells.value[k]), 0.0, max_level);
    return cells;
}

}  // namespace talus::io
