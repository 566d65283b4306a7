#pragma once
#include "talus/environment/device/sink_shape.h"
#include "talus/exec/view.h"

namespace talus::environment::device {

/// 1 for a particle that is in a sink, or has fallen off the scene.
struct IsGone {
    exec::View<const SinkShape> sinks;
    Vec3d up;       ///< unit
    double lowest;  ///< height below which it has fallen off the scene [m]
    exec::View<const Vec3d> position;

    TALUS_HD std::uint32_t operator()(std::size_t i) const {
        for (const SinkShape& sink : sinks)
            if (sink.takes(position[i])) return 1;
        return dot(position[i], up) < lowest;
    }
};

}  // namespace talus::environment::device
