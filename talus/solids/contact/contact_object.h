#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include <btBulletDynamicsCommon.h>

#include "talus/solids/bodies.h"
#include "talus/solids/bullet.h"
#include "talus/solids/contact/collision_shapes.h"
#include "talus/solids/touch/box_contact.h"

namespace talus::solids {

/// A free body, a face of a wall, or the ground, as a body of Bullet.
struct ContactObject {
    std::shared_ptr<btCollisionShape> shape;
    btTransform pose{btTransform::getIdentity()};  ///< of the shape in the frame of the body or wall
    std::optional<PosedBox> plate{};               ///< in the frame of the wall, if it is a plate [units]
    std::unique_ptr<btRigidBody> body;
    WallSurface surface{};       ///< of a wall or the ground
    std::size_t wall = 0;        ///< the wall of the scene that it is; of rigid ground the number of walls
    const PreparedBody* free{};  ///< null: its motion is prescribed
    std::size_t index = 0;       ///< of the free body
    /// Its number in HeldContact, of its wall and its part, so that it stays when bodies are added to a
    /// scene: wall times parts_of_wall + part, or ground_id.
    std::uint32_t id = 0;
    TriangleAt triangle{};             ///< of a wall of triangles, and the ground
    bool absent = false;               ///< whether it is not in the scene now
    environment::Pose begin{}, end{};  ///< of a wall at both ends of the step
};

/// The length of one unit of Bullet [m]: the size of the first free body. (Not a mean of all: bodies that are
/// added to a scene must not change what came before.) @pre there is a free body
double unitOf(const Setup& setup);

/// All that free bodies can touch, in the order of the walls, the ground last. Bodies that are added to a
/// scene come last among the walls. @param heights of rigid ground [units], to which its shape refers
std::vector<ContactObject> objectsOf(const Setup& setup, const std::vector<PreparedBody>& bodies,
                                     const std::vector<double>& heights, double unit);

/// Sets the pose and velocity of an object from those of its body or wall.
void place(ContactObject& object, const environment::Pose& pose, double unit);

}  // namespace talus::solids
