#pragma once
#include "talus/grains/clumps/clump_shape.h"
#include "talus/grains/clumps/fields.h"
#include "talus/math/rotation.h"
#include "talus/step/stage.h"

namespace talus::grains {

/// The shapes of a scene, in the order of its tables [[grain_shape]].
using ClumpShapes = std::vector<std::shared_ptr<const ClumpShape>>;

/// The columns of the table of clumps.
struct ClumpColumns {
    state::View<Vec3d> position, velocity, axis_x, axis_y, momentum, force, torque;
    state::View<const double> mass, radius;
    state::View<const std::uint16_t> shape;
    state::View<const std::uint32_t> first_sphere;
    state::View<const std::uint32_t> sphere_row;

    /// For a stage whose access includes clumpFields() as read and as written.
    static ClumpColumns of(step::Step& step);

    std::size_t size() const { return position.size(); }
    Rotation rotation(std::size_t c) const { return {axis_x[c], axis_y[c], cross(axis_x[c], axis_y[c])}; }
};

/// The fields of clumps that move.
std::vector<step::FieldRef> clumpFields();
/// The fields of clumps that do not change in a step.
std::vector<step::FieldRef> clumpConstants();

/// One over each principal moment of a clump [1/(kg m^2)].
inline Vec3d inverseInertia(const ClumpShape& shape, double mass, double radius) {
    return shape.inverse_inertia * (1 / (mass * radius * radius));
}

/// Angular velocity w = R I^-1 R^T L [rad/s].
inline Vec3d spinOf(const Rotation& rotation, const Vec3d& inverse_inertia, const Vec3d& momentum) {
    const Vec3d l = rotatedBack(rotation, momentum);
    return rotated(rotation, {l.x * inverse_inertia.x, l.y * inverse_inertia.y, l.z * inverse_inertia.z});
}

}  // namespace talus::grains
