#pragma once
#include "talus/solids/bodies.h"
#include "talus/solids/fields.h"
#include "talus/step/stage.h"

namespace talus::solids {

/// Views of the bodies' columns.
template <template <class> class View>
struct BodyRowsOf {
    View<Vec3d> position, velocity, axis_x, axis_y, spin;

    BodyState at(std::size_t b) const {
        return {position[b], {axis_x[b], axis_y[b], cross(axis_x[b], axis_y[b])}, velocity[b], spin[b]};
    }
};
template <class T>
using Written = exec::View<T>;
template <class T>
using ReadOnly = exec::View<const T>;

struct BodyRows : BodyRowsOf<Written> {
    void set(std::size_t b, const BodyState& body) const {
        position[b] = body.position;
        velocity[b] = body.velocity;
        axis_x[b] = body.rotation.x;
        axis_y[b] = body.rotation.y;
        spin[b] = body.spin;
    }
};

/// The rows of a table of bodies: written where the table can be.
inline BodyRows writeBodies(state::Table& bodies) {
    namespace f = fields;
    return {{bodies.write(f::position), bodies.write(f::velocity), bodies.write(f::axis_x),
             bodies.write(f::axis_y), bodies.write(f::spin)}};
}
inline BodyRowsOf<ReadOnly> readBodies(const state::Table& bodies) {
    namespace f = fields;
    return {bodies.read(f::position), bodies.read(f::velocity), bodies.read(f::axis_x),
            bodies.read(f::axis_y), bodies.read(f::spin)};
}
/// The same in a step. @pre the stage's lists have bodyFields()
inline BodyRows writeBodies(step::Step& step) {
    namespace f = fields;
    return {{step.write(bodies_table, f::position), step.write(bodies_table, f::velocity),
             step.write(bodies_table, f::axis_x), step.write(bodies_table, f::axis_y),
             step.write(bodies_table, f::spin)}};
}
inline BodyRowsOf<ReadOnly> readBodies(const step::Step& step) {
    namespace f = fields;
    return {step.read(bodies_table, f::position), step.read(bodies_table, f::velocity),
            step.read(bodies_table, f::axis_x), step.read(bodies_table, f::axis_y),
            step.read(bodies_table, f::spin)};
}

/// The fields of a body's pose and motion, for a stage's list.
inline std::vector<step::FieldRef> bodyFields() {
    namespace f = fields;
    return {{bodies_table, &f::position},
            {bodies_table, &f::velocity},
            {bodies_table, &f::axis_x},
            {bodies_table, &f::axis_y},
            {bodies_table, &f::spin}};
}

inline geometry::PosedSolid placed(const PreparedBody& body, const BodyState& at) {
    return {body.solid.get(), at.rotation, at.position};
}

/// The pose of a body as that of a wall.
inline environment::Pose wallPose(const BodyState& at) {
    return {at.rotation, at.position, at.velocity - cross(at.spin, at.position), at.spin};
}
/// The pose of a body's wall at a time [s].
inline environment::Pose wallPose(const PreparedBody& body, const BodyState& at, double time) {
    return body.presence.at(time) ? wallPose(at) : environment::absentPose(body.wall);
}

/// The state of a prescribed body at a time, by its motions.
inline BodyState prescribed(const PreparedBody& body, double time) {
    const environment::Pose pose = environment::composed(environment::poseOf(body.motions, time), body.start);
    return {pose.shift, pose.rotation, pose.velocityAt(pose.shift), pose.spin};
}

}  // namespace talus::solids
