#include "talus/method/heap/repose.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include <fmt/format.h>

#include "talus/core/check.h"

namespace talus::method {
namespace {

/// Number of sectors. They are so wide that the marks of avalanches in one are independent of the next.
constexpr std::size_t sectors = 6;
constexpr std::size_t min_sectors = 3;  ///< that have a flank
constexpr double cell_diameters = 1.5;  ///< size of a cell, in mean grain diameters
constexpr double min_height = 3;        ///< of a heap, in mean grain diameters
/// Height below which the angle is doubtful, in mean grain diameters. For forty synthetic cones each of 15,
/// 20, 25 and 30 degrees the error of the angle (root mean square) is 0.1 to 0.9 degrees above it, 0.4 to 1.9
/// from 5 to 6, and 1.2 to 3.2 from 4 to 5 diameters.
constexpr double sure_height = 6;
/// Resolution of the ends of a flank, in mean grain diameters: on the same cones above 6 diameters the mean
/// error is that of a flank one of whose ends is off by 0.005 to 0.17, with a median of 0.07.
constexpr double resolution = 0.1;
constexpr double flank_low = 0.2;  ///< of the height
constexpr double flank_high = 0.8;
constexpr double single_layer = 1.5;      ///< grains that lie around the heap reach so high, in diameters
constexpr std::size_t min_rings = 3;      ///< on the flank, and on each stretch of it
constexpr std::size_t max_stretches = 4;  ///< enough to see a bend
constexpr double farthest_ring = 5000;    ///< grains that flew off farther are left out

/// Cells of about equal size around an axis: rings of one width, each divided into arcs of about that length.
std::size_t arcsOf(std::size_t ring) {
    return static_cast<std::size_t>(2 * std::numbers::pi * (static_cast<double>(ring) + 0.5));
}

/// The highest grain of one cell.
struct SurfacePoint {
    std::size_t ring;
    std::size_t sector;
    double distance;  ///< of the grain from the axis [m]: known better than the cell it is in
    double height;    ///< of its top [m]
};

struct Surface {
    std::vector<SurfacePoint> points;
    std::vector<double> mean;  ///< [ring]: over all directions; cells without a grain count as 0
    /// [ring]: of its highest grains from the axis, their mean [m]. On a slope these are near the inner side
    /// of their cells, so that the middle of the ring would be too far out.
    std::vector<double> distance;
};

/// The top of one grain and the cell below it.
struct Top {
    std::size_t ring;
    std::size_t arc;
    double height;
    double distance;
    std::size_t sector;
    double ground;  ///< below the grain
    auto operator<=>(const Top&) const = default;
};

/// @param size width of a ring [m]
Surface surfaceOf(std::vector<Top> tops, double size, double widest_gap) {
    std::sort(tops.begin(), tops.end());
    Surface surface;
    surface.mean.resize(tops.empty() ? 0 : tops.back().ring + 1);
    surface.distance.resize(surface.mean.size());
    std::vector<double> cells(surface.mean.size());  // that have a grain
    for (std::size_t i = 0; i < tops.size();) {
        // Follows an unbroken stack upwards; grains above a gap are in the air.
        const Top& cell = tops[i];
        const std::size_t arcs = arcsOf(cell.ring);
        SurfacePoint point{cell.ring, 0, 0, cell.ground};
        bool in_the_air = false, found = false;
        for (; i < tops.size() && tops[i].ring == cell.ring && tops[i].arc == cell.arc; ++i) {
            in_the_air = in_the_air || tops[i].height - point.height > widest_gap;
            if (in_the_air) continue;
            found = true;
            point.height = tops[i].height;
            point.distance = tops[i].distance;
            point.sector = tops[i].sector;
        }
        if (!found) continue;
        surface.mean[point.ring] += point.height / static_cast<double>(arcs);
        surface.distance[point.ring] += point.distance;
        cells[point.ring] += 1;
        surface.points.push_back(point);
    }
    for (std::size_t ring = 0; ring < cells.size(); ++ring)
        surface.distance[ring] =
            cells[ring] > 0 ? surface.distance[ring] / cells[ring] : size * (static_cast<double>(ring) + 0.5);
    return surface;
}

struct Line {
    double slope = 0;
    double intercept = 0;
    double slope_variance = 0;  ///< from the scatter of the points about the line
};

Line fitLine(const std::vector<double>& x, const std::vector<double>& y) {
    const auto count = static_cast<double>(x.size());
    double mean_x = 0;
    double mean_y = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
        mean_x += x[i] / count;
        mean_y += y[i] / count;
    }
    double xx = 0;
    double xy = 0;
    double yy = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
        xx += (x[i] - mean_x) * (x[i] - mean_x);
        xy += (x[i] - mean_x) * (y[i] - mean_y);
        yy += (y[i] - mean_y) * (y[i] - mean_y);
    }
    const double slope = xy / xx;
    return {slope, mean_y - slope * mean_x, std::max(0.0, yy - slope * xy) / ((count - 2) * xx)};
}

bool finite(const Vec3d& v) { return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z); }

/// Centre of mass of the grains above a height, with equal densities.
Vec3d centreAbove(double height, std::span<const Vec3d> positions, std::span<const double> radii) {
    Vec3d sum;
    double mass = 0;
    for (std::size_t i = 0; i < positions.size(); ++i) {
        if (positions[i].z < height) continue;
        const double m = radii[i] * radii[i] * radii[i];
        sum += m * positions[i];
        mass += m;
    }
    return mass > 0 ? sum / mass : Vec3d{};
}

/// The flank: rings from the summit outwards between the two heights. Empty when first > last.
struct Flank {
    std::size_t first = 1;
    std::size_t last = 0;
};

Flank findFlank(const std::vector<double>& mean, double height, double diameter) {
    Flank flank;
    const double lowest = std::max(flank_low * height, single_layer * diameter);
    std::size_t ring = static_cast<std::size_t>(std::max_element(mean.begin(), mean.end()) - mean.begin());
    while (ring < mean.size() && mean[ring] > flank_high * height) ++ring;
    flank.first = ring;
    while (ring < mean.size() && mean[ring] > lowest) ++ring;
    if (ring == flank.first) return {};
    flank.last = ring - 1;
    return flank;
}

/// The line through the surface on a part of the flank, in one sector or all around.
Line fitFlank(const Surface& surface, const Flank& flank, std::optional<std::size_t> sector) {
    std::vector<double> distance;
    std::vector<double> height;
    for (const SurfacePoint& point : surface.points)
        if (point.ring >= flank.first && point.ring <= flank.last && (!sector || point.sector == *sector)) {
            distance.push_back(point.distance);
            height.push_back(point.height);
        }
    return fitLine(distance, height);
}

double squaresAbout(const std::vector<double>& values) {
    double mean = 0;
    for (const double value : values) mean += value / static_cast<double>(values.size());
    double squares = 0;
    for (const double value : values) squares += (value - mean) * (value - mean);
    return squares;
}

/// The angles in the sectors that have a flank; for a heap against a wall, some have none.
std::vector<double> anglesBySector(const Surface& surface, const Flank& flank) {
    std::vector<double> angles(sectors);
    for (std::size_t sector = 0; sector < sectors; ++sector)
        angles[sector] = std::atan(-fitFlank(surface, flank, sector).slope);
    std::erase_if(angles, [](double angle) { return !std::isfinite(angle); });
    return angles;
}

/// Standard error of the angle by what its stretches differ beyond their own scatter (the variance between
/// groups, DerSimonian and Laird 1986, Controlled Clin. Trials 7, 177, with equal weights) [rad]; 0 where the
/// flank has no two stretches.
double errorByStretch(const Surface& surface, const Flank& flank) {
    const std::size_t rings = flank.last - flank.first + 1;
    const std::size_t count = std::min(max_stretches, rings / min_rings);
    if (count < 2) return 0;
    std::vector<double> angles;
    double scatter = 0;
    for (std::size_t k = 0; k < count; ++k) {
        const Flank stretch{flank.first + rings * k / count, flank.first + rings * (k + 1) / count - 1};
        const Line line = fitFlank(surface, stretch, std::nullopt);
        angles.push_back(std::atan(-line.slope));
        const double per_slope = 1 / (1 + line.slope * line.slope);  // of the angle
        scatter += line.slope_variance * per_slope * per_slope / static_cast<double>(count);
    }
    const auto n = static_cast<double>(count);
    return std::sqrt(std::max(0.0, squaresAbout(angles) / (n - 1) - scatter) / n);
}

}  // namespace

Repose measureRepose(std::span<const Vec3d> positions, std::span<const double> radii,
                     std::optional<Vec3d> axis, const GroundHeight& ground, std::string_view unit) {
    TALUS_ASSERT(positions.size() == radii.size(), "each grain has a radius");
    Repose repose;
    if (positions.empty()) {
        repose.no_heap = "there is no sand";
        return repose;
    }
    double diameter = 0;
    double largest = 0;
    double base = positions[0].z;
    for (std::size_t i = 0; i < positions.size(); ++i) {
        if (!finite(positions[i]) || !(radii[i] > 0) || !std::isfinite(radii[i])) {
            repose.no_heap = "a particle has a position or radius that is no possible number";
            return repose;
        }
        diameter += 2 * radii[i] / static_cast<double>(positions.size());
        largest = std::max(largest, 2 * radii[i]);
        base = std::min(base, positions[i].z - radii[i]);
    }

    const double size = cell_diameters * diameter;
    // The first round finds the approximate axis; the second leaves out the grains around the heap.
    double height = 0;
    Surface surface;
    for (int round = 0; round < 2; ++round) {
        repose.axis = axis ? *axis : centreAbove(round == 0 ? base : base + 0.3 * height, positions, radii);
        std::vector<Top> tops;
        for (std::size_t i = 0; i < positions.size(); ++i) {
            const double x = positions[i].x - repose.axis.x;
            const double y = positions[i].y - repose.axis.y;
            const double rings = std::hypot(x, y) / size;
            if (!(rings < farthest_ring)) continue;
            const auto ring = static_cast<std::size_t>(rings);
            const std::size_t arcs = arcsOf(ring);
            const double turn = std::atan2(y, x) / (2 * std::numbers::pi) + 0.5;
            const auto arc = static_cast<std::size_t>(turn * static_cast<double>(arcs));
            tops.push_back({ring, std::min(arc, arcs - 1), positions[i].z + radii[i] - base, std::hypot(x, y),
                            static_cast<std::size_t>(turn * sectors) % sectors,
                            ground ? std::max(0.0, ground(positions[i].x, positions[i].y) - base) : 0.0});
        }
        surface = surfaceOf(std::move(tops), size, 1.5 * largest);
        if (surface.mean.empty()) {
            repose.no_heap = "the particles are too far apart";
            return repose;
        }
        height = *std::max_element(surface.mean.begin(), surface.mean.end());
    }
    repose.axis.z = base;
    repose.height = height;
    repose.distance = surface.distance;
    repose.surface = surface.mean;
    if (height < min_height * diameter) {
        repose.no_heap = fmt::format("{:.2g} m high, {:.1f} {}; at least {:g} are needed", height,
                                     height / diameter, unit, min_height);
        return repose;
    }
    const Flank flank = findFlank(surface.mean, height, diameter);
    if (flank.last < flank.first || flank.last - flank.first + 1 < min_rings) {
        repose.no_heap = "the flank is too short for a line";
        return repose;
    }
    const auto middleOf = [&](std::size_t ring) { return size * (static_cast<double>(ring) + 0.5); };
    repose.inner = middleOf(flank.first);
    repose.outer = middleOf(flank.last);

    const Line line = fitFlank(surface, flank, std::nullopt);
    const std::vector<double> angles = anglesBySector(surface, flank);
    if (!(line.slope < 0)) {
        repose.no_heap = "it does not fall off outwards; is --axis in its middle?";
        return repose;
    }
    if (angles.size() < min_sectors) {
        repose.no_heap = "it has a flank in too few directions";
        return repose;
    }
    repose.slope = line.slope;
    repose.intercept = line.intercept;
    repose.angle = std::atan(-line.slope);
    const auto count = static_cast<double>(angles.size());
    repose.by_direction = std::sqrt(squaresAbout(angles) / ((count - 1) * count));
    repose.by_stretch = errorByStretch(surface, flank);
    const double per_slope = 1 / (1 + line.slope * line.slope);
    repose.by_resolution = per_slope * resolution * diameter / (repose.outer - repose.inner);
    repose.standard_error = std::hypot(repose.by_direction, repose.by_stretch, repose.by_resolution);
    if (height < sure_height * diameter)
        repose.doubt = fmt::format(
            "the heap is {:.1f} {} high; below {:g} the angle can be wrong by some degrees; pour more",
            height / diameter, unit, sure_height);
    return repose;
}

std::string describe(const Repose& repose) {
    if (repose.no_heap) return fmt::format("angle of repose: no heap ({})", *repose.no_heap);
    constexpr double degree = std::numbers::pi / 180;
    return fmt::format("angle of repose: {:.1f} deg +- {:.1f} (standard error)", repose.angle / degree,
                       repose.standard_error / degree);
}

}  // namespace talus::method
