#pragma once
#include <string>

#include "talus/core/host_device.h"
#include "talus/geometry/shapes.h"

namespace talus::environment {

/// A region that removes grains, and what other methods move, from the simulation.
struct Sink {
    enum class Kind { Plane, Box };
    std::string name;
    bool below_all = false;  ///< the built-in sink for what fell off the scene; no scene lists it
    Kind kind = Kind::Plane;
    geometry::Plane plane;  ///< Plane: removes what is behind it; the normal points away from there
    geometry::Box box;      ///< Box: removes what is in it
};

/// Whether a sink of this kind removes what has its centre at p. Only the plane or only the box is used.
TALUS_HD inline bool takes(Sink::Kind kind, const geometry::Plane& plane, const geometry::Box& box,
                           const Vec3d& p) {
    if (kind == Sink::Kind::Plane) return dot(p - plane.point, plane.normal) < 0;
    return p.x > box.min.x && p.y > box.min.y && p.z > box.min.z && p.x < box.max.x && p.y < box.max.y &&
           p.z < box.max.z;
}
inline bool takes(const Sink& sink, const Vec3d& p) { return takes(sink.kind, sink.plane, sink.box, p); }

}  // namespace talus::environment
