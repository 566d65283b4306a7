#pragma once
#include <vector>

#include "talus/environment/sink.h"

namespace talus::environment::device {

/// A sink without its name, for loops on the processor or on a device.
struct SinkShape {
    Sink::Kind kind;
    geometry::Plane plane;
    geometry::Box box;

    TALUS_HD bool takes(const Vec3d& p) const { return environment::takes(kind, plane, box, p); }
};

inline std::vector<SinkShape> shapesOf(const std::vector<Sink>& sinks) {
    std::vector<SinkShape> shapes;
    for (const Sink& sink : sinks) shapes.push_back({sink.kind, sink.plane, sink.box});
    return shapes;
}

}  // namespace talus::environment::device
