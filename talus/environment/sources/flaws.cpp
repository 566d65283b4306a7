#include "talus/environment/sources/flaws.h"

#include <algorithm>

#include <fmt/format.h>

#include "talus/geometry/mesh/closed_mesh.h"

namespace talus::environment {
namespace {

/// Whether the vector's length is such that one can divide by it.
bool hasLength(const Vec3d& v) {
    const double square = squaredLength(v);
    return square > 1e-200 && square < 1e200;
}

}  // namespace

std::vector<Flaw> regionFlaws(const Region& r) {
    using Shape = Region::Shape;
    std::vector<Flaw> found;
    const auto needsLength = [&](const char* key, const Vec3d& v) {
        if (!hasLength(v))
            found.push_back(
                {key, fmt::format("'{}' must not be {}", key, squaredLength(v) > 1 ? "so long" : "zero"),
                 "it is a direction, for example [0, 0, 1]"});
    };
    needsLength("direction", r.direction);
    if (r.shape == Shape::Cylinder) needsLength("axis", r.axis);
    if ((r.shape == Shape::Line || r.shape == Shape::Capsule) && !hasLength(r.end - r.centre))
        found.push_back(
            {"to", "'from' and 'to' are the same point, or too far apart", "give the two ends of the shape"});
    if (r.shape == Shape::Box &&
        !(r.box.min.x <= r.box.max.x && r.box.min.y <= r.box.max.y && r.box.min.z <= r.box.max.z))
        found.push_back(
            {"max", "'max' lies below 'min' along some axis", "min is the lowest corner, max the highest"});
    if (r.shape == Shape::MeshVolume && r.mesh && geometry::openSides(*r.mesh) > 0)
        found.push_back({"file", "the surface is not closed, so it has no inside",
                         "close the holes of the mesh, or use another shape"});
    else if (r.shape == Shape::MeshVolume && r.mesh && !(geometry::volumeOf(*r.mesh) > 0))
        found.push_back({"file", "the mesh has no volume, or its triangles face inwards",
                         "reverse the order of the corners of its triangles"});
    return found;
}

std::vector<Flaw> scheduleFlaws(const Schedule& s, std::string_view rates_key) {
    std::vector<Flaw> found;
    const auto rise = [&](const char* key, const std::vector<double>& times) {
        if (std::adjacent_find(times.begin(), times.end(), [](double a, double b) { return a >= b; }) !=
            times.end())
            found.push_back({key, "each must be larger than the one before", ""});
    };
    if (s.times.size() != s.rates.size())
        found.push_back({std::string(rates_key),
                         fmt::format("{} values for the {} of times", s.rates.size(), s.times.size()), ""});
    else if (s.times.size() == 1)
        found.push_back({"times", "there is only one keyframe", "give two or more, or none"});
    rise("times", s.times);
    if (s.burst_times.size() != s.burst_counts.size())
        found.push_back(
            {"burst_counts",
             fmt::format("{} counts for {} burst_times", s.burst_counts.size(), s.burst_times.size()), ""});
    if (s.stop && *s.stop < s.start)
        found.push_back({"stop", "the flow stops before it starts", "make stop larger than start"});
    return found;
}

}  // namespace talus::environment
