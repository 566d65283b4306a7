#include "talus/environment/contact/volume_hit.h"

#include <algorithm>
#include <cmath>

namespace talus::environment {
namespace {

/// Length of a piece of the path in cells: short, so that its box holds few triangles away from the path.
constexpr double piece = 2;

/// The part of a path that is in a box, as shares of the path; begin > end: none.
struct Part {
    double begin = 0, end = 1;
};
Part partIn(const geometry::Box& box, const Vec3d& from, const Vec3d& path) {
    Part part;
    const auto cut = [&](double at, double along, double low, double high) {
        if (along == 0) {
            if (at < low || at > high) part.end = -1;
            return;
        }
        const double a = (low - at) / along, b = (high - at) / along;
        part.begin = std::max(part.begin, std::min(a, b));
        part.end = std::min(part.end, std::max(a, b));
    };
    cut(from.x, path.x, box.min.x, box.max.x);
    cut(from.y, path.y, box.min.y, box.max.y);
    cut(from.z, path.z, box.min.z, box.max.z);
    return part;
}

}  // namespace

std::optional<FaceHit> firstHit(const geometry::VolumeSurface& volume, const Vec3d& from, const Vec3d& to,
                                double reach) {
    const Vec3d path = to - from, around = Vec3d{reach, reach, reach} * 2.0;
    geometry::Box bounds = volume.grid().bounds();
    bounds = {bounds.min - around, bounds.max + around};
    const Part part = partIn(bounds, from, path);
    if (!(part.begin <= part.end)) return std::nullopt;
    const double size = length(path) * (part.end - part.begin);
    const double pieces = std::max(1.0, std::ceil(size / (piece * volume.grid().cell)));
    for (double k = 0; k < pieces; ++k) {
        const auto at = [&](double share) { return part.begin + (part.end - part.begin) * share; };
        const double begin = at(k / pieces), end = at((k + 1) / pieces);
        const Vec3d a = from + path * begin, b = k + 1 == pieces && part.end == 1 ? to : from + path * end;
        const geometry::Box box{{std::min(a.x, b.x), std::min(a.y, b.y), std::min(a.z, b.z)},
                                {std::max(a.x, b.x), std::max(a.y, b.y), std::max(a.z, b.z)}};
        std::optional<FaceHit> found;
        volume.forTrianglesIn({box.min - around, box.max + around},
                              [&](const geometry::VolumeSurface::Triangle& t) {
                                  const WallFace face{WallFace::Kind::Triangle, 0, 0, t.a, t.b, t.c};
                                  const auto hit = firstHit(face, a, b, reach);
                                  if (hit && (!found || hit->share < found->share)) found = hit;
                              });
        if (found) return FaceHit{begin + (end - begin) * found->share, found->normal};
    }
    return std::nullopt;
}

}  // namespace talus::environment
