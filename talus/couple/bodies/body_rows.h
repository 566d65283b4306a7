#pragma once
#include "talus/couple/bodies/bodies.h"
#include "talus/solids/fields.h"

namespace talus::couple {

/// Views of the bodies' columns.
template <template <class> class View>
struct BodyRowsOf {
    View<Vec3d> position, velocity, axis_x, axis_y, spin;

    solids::BodyState at(std::size_t b) const {
        return {position[b], {axis_x[b], axis_y[b], cross(axis_x[b], axis_y[b])}, velocity[b], spin[b]};
    }
};
template <class T>
using Written = exec::View<T>;
template <class T>
using ReadOnly = exec::View<const T>;

struct BodyRows : BodyRowsOf<Written> {
    void set(std::size_t b, const solids::BodyState& body) const {
        position[b] = body.position;
        velocity[b] = body.velocity;
        axis_x[b] = body.turn.x;
        axis_y[b] = body.turn.y;
        spin[b] = body.spin;
    }
};

inline BodyRowsOf<ReadOnly> readBodies(const state::Table& bodies) {
    namespace f = solids::fields;
    return {bodies.read(f::position), bodies.read(f::velocity), bodies.read(f::axis_x),
            bodies.read(f::axis_y), bodies.read(f::spin)};
}

/// The fields of a body's pose and motion, for a stage's list.
inline std::vector<step::FieldRef> bodyFields() {
    namespace f = solids::fields;
    return {{solids::bodies_table, &f::position},
            {solids::bodies_table, &f::velocity},
            {solids::bodies_table, &f::axis_x},
            {solids::bodies_table, &f::axis_y},
            {solids::bodies_table, &f::spin}};
}

inline geometry::PosedSolid placed(const Body& body, const solids::BodyState& at) {
    return {body.solid.get(), at.turn, at.position};
}

/// The pose of a body as that of a wall.
inline environment::Pose wallPose(const solids::BodyState& at) {
    return {at.turn, at.position, at.velocity - cross(at.spin, at.position), at.spin};
}
/// The pose of a body's wall at a time [s].
inline environment::Pose wallPose(const Body& body, const solids::BodyState& at, double time) {
    return body.presence.at(time) ? wallPose(at) : environment::absentPose(body.wall);
}

/// The state of a prescribed body at a time, by its motions.
inline solids::BodyState prescribed(const Body& body, double time) {
    const environment::Pose pose = environment::composed(environment::poseOf(body.motions, time), body.start);
    return {pose.shift, pose.turn, pose.velocityAt(pose.shift), pose.spin};
}

}  // namespace talus::couple
