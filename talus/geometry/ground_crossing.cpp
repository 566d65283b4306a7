#include <algorithm>
#include <cmath>

#include "talus/geometry/ground_surface.h"

namespace talus::geometry {

std::optional<GroundCrossing> GroundSurface::crossing(const Vec3d& from, const Vec3d& to,
                                                      double slack) const {
    const Vec3d path = to - from;
    // The start and the displacement of the path, in spacings.
    const double x = (from.x - grid_.origin_x) * per_spacing_, y = (from.y - grid_.origin_y) * per_spacing_;
    const double dx = path.x * per_spacing_, dy = path.y * per_spacing_;
    // The part of the path over the columns, from `begin` to `end`; `side` is the normal of the side through
    // which it enters this region.
    double begin = 0, end = 1;
    Vec3d side;
    const auto cut = [&](double at, double step, double last, const Vec3d& low_side) {
        if (step == 0) {
            if (!(at >= 0 && at <= last)) end = -1;
            return;
        }
        const double first = (step > 0 ? -at : last - at) / step, final = (step > 0 ? last - at : -at) / step;
        if (first > begin) begin = first, side = step > 0 ? low_side : -low_side;
        end = std::min(end, final);
    };
    cut(x, dx, grid_.columns - 1, {-1, 0, 0});
    cut(y, dy, grid_.rows - 1, {0, -1, 0});
    if (!(begin <= end)) return std::nullopt;

    const auto pointAt = [&](double t) {
        // Clamped, since round-off may move the point beyond the outermost columns.
        return surfaceAt(grid_, height_,
                         std::clamp(from.x + path.x * t, grid_.x(0), grid_.x(grid_.columns - 1)),
                         std::clamp(from.y + path.y * t, grid_.y(0), grid_.y(grid_.rows - 1)));
    };
    const auto over = [&](double t) {
        const auto point = pointAt(t);
        return point ? from.z + path.z * t - point->height : 1.0;
    };
    double above = over(begin);
    if (begin > 0 && above < 0) return GroundCrossing{begin, side};
    if (above < -slack) return std::nullopt;
    above = std::max(above, 0.0);

    // The surface is linear between the grid lines along x and y and the diagonals of the cells. So the
    // height of the path above it needs to be computed only where the path crosses one of these lines.
    struct Lines {
        double start, step;  ///< of the path, in lines
        double next;         ///< share of the path at which it crosses the next line
        double line;
        void advance(double t) {
            if (step == 0) return;
            do {
                next = (line - start) / step;
                line += step > 0 ? 1 : -1;
            } while (next <= t);
        }
    };
    const auto lines = [&](double start, double step) {
        Lines found{start, step, 2, 0};
        const double at = start + step * begin;
        found.line = step > 0 ? std::floor(at) : std::ceil(at);
        found.advance(begin);
        return found;
    };
    Lines all[3] = {lines(x, dx), lines(y, dy), lines(x - y, dx - dy)};
    double t = begin;
    while (t < end) {
        const double next = std::min({end, all[0].next, all[1].next, all[2].next});
        const double after = over(next);
        if (after < 0) {
            const auto within = pointAt(0.5 * (t + next));
            // A path that begins slightly below the surface and leads along this triangle or away from it
            // does not enter here. It may enter at the next triangle, as in a furrow.
            if (dot(path, within->normal) < 0)
                return GroundCrossing{t + (next - t) * (above / (above - after)), within->normal};
        }
        t = next;
        above = std::max(after, 0.0);
        for (Lines& each : all)
            if (each.next <= t) each.advance(t);
    }
    return std::nullopt;
}

}  // namespace talus::geometry
