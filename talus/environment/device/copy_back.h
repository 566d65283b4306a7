#pragma once
#include "talus/environment/periodic.h"
#include "talus/exec/view.h"

namespace talus::environment::device {

/// Copies particles that the processor has moved past walls back to their rows.
struct CopyBack {
    Periodic domain;
    exec::View<const std::uint32_t> row;
    exec::View<const Vec3d> held_position;
    exec::View<const Vec3f> held_velocity;
    exec::View<Vec3d> position;
    exec::View<Vec3f> velocity;
    TALUS_HD void operator()(std::size_t k) const {
        position[row[k]] = wrapped(domain, held_position[k]);
        velocity[row[k]] = held_velocity[k];
    }
};

}  // namespace talus::environment::device
