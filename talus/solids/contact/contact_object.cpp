#include "talus/solids/contact/contact_object.h"

#include <algorithm>
#include <cmath>

#include "talus/solids/contact/collision_shapes.h"
#include "talus/solids/contact/held_contact.h"

namespace talus::solids {
namespace {

/// Half of a side of the box around a body [m].
double sizeOf(const PreparedBody& body) {
    const geometry::Box box = geometry::PosedSolid{body.solid.get(), {}, {}}.bounds();
    const Vec3d side = box.max - box.min;
    return 0.5 * std::cbrt(side.x * side.y * side.z);
}

/// The rigid body of Bullet for a free body. Bullet's inertia is a diagonal, so its frame is that of the
/// principal axes.
ContactObject objectOf(const PreparedBody& from, std::size_t index, double unit) {
    const std::vector<CollisionShape> own =
        from.convex ? shapesOf(*from.convex, unit) : std::vector{shapeOf(*from.solid, unit)};
    btMatrix3x3 inertia =
                    toBullet(Rotation{from.rigid.inertia.x, from.rigid.inertia.y, from.rigid.inertia.z}),
                axes;
    inertia.diagonalize(axes, 1e-12, 50);
    ContactObject object;
    object.pose.setBasis(axes);
    const auto inFrame = [&](const CollisionShape& part) { return object.pose.inverse() * part.pose; };
    const btTransform only = inFrame(own.front());
    if (own.size() == 1 && only.getOrigin().fuzzyZero() && only.getBasis() == btMatrix3x3::getIdentity()) {
        object.shape = own.front().shape;
    } else {
        struct Held {
            std::vector<CollisionShape> parts;
            btCompoundShape shape;
        };
        auto held = std::make_shared<Held>();
        held->parts = own;
        for (const CollisionShape& part : own) held->shape.addChildShape(inFrame(part), part.shape.get());
        object.shape = std::shared_ptr<btCollisionShape>(held, &held->shape);
    }
    const btVector3 moments = btVector3(inertia[0][0], inertia[1][1], inertia[2][2]) / (unit * unit);
    object.body = std::make_unique<btRigidBody>(from.rigid.mass, nullptr, object.shape.get(), moments);
    object.wall = from.wall;
    object.free = &from;
    object.index = index;
    return object;
}

ContactObject fixedObject(CollisionShape shape, std::size_t wall, const Setup& setup) {
    ContactObject object;
    object.shape = std::move(shape.shape);
    object.pose = shape.pose;
    object.plate = shape.plate;
    object.wall = wall;
    object.surface = setup.wall_surfaces[wall];
    object.body = std::make_unique<btRigidBody>(0.0, nullptr, object.shape.get());
    object.body->setCollisionFlags(btCollisionObject::CF_KINEMATIC_OBJECT);
    object.triangle = std::move(shape.triangle);
    return object;
}

}  // namespace

double unitOf(const Setup& setup) { return sizeOf(*std::ranges::find_if(setup.bodies, &PreparedBody::free)); }

std::vector<ContactObject> objectsOf(const Setup& setup, const std::vector<PreparedBody>& bodies,
                                     const std::vector<double>& heights, double unit) {
    const environment::Walls& walls = *setup.walls;
    std::vector<const PreparedBody*> free_at(walls.bodies().size());
    for (const PreparedBody& body : bodies)
        if (body.free) free_at[body.wall] = &body;
    std::vector<ContactObject> objects;
    const auto list = [&](ContactObject object, std::uint32_t id) {
        btRigidBody& body = *object.body;
        body.setFlags(0);  // no gyroscopic terms: bodies turn at constant angular momentum (motion/move.h)
        body.setActivationState(DISABLE_DEACTIVATION);
        body.setUserIndex(static_cast<int>(objects.size()));
        object.id = id;
        objects.push_back(std::move(object));
    };
    for (std::size_t w = 0; w < free_at.size(); ++w) {
        std::uint32_t id = static_cast<std::uint32_t>(w) * parts_of_wall;
        if (const PreparedBody* body = free_at[w]) {
            list(objectOf(*body, static_cast<std::size_t>(body - bodies.data()), unit), id);
            continue;
        }
        const environment::WallBody& range = walls.bodies()[w];
        const auto first = walls.faces().begin();
        for (CollisionShape& shape : shapesOf({first + range.first_face, first + range.end_face}, unit))
            list(fixedObject(std::move(shape), w, setup), id++);
    }
    if (setup.ground)
        list(fixedObject(groundShape(setup.ground->grid, heights, unit), setup.solid_walls.size(), setup),
             ground_id);
    return objects;
}

void place(ContactObject& object, const environment::Pose& pose, double unit) {
    const btTransform frame(toBullet(pose.rotation), toBullet(pose.shift / unit));
    btRigidBody& body = *object.body;
    body.setWorldTransform(frame * object.pose);
    body.updateInertiaTensor();
    const Vec3d origin = fromBullet(body.getWorldTransform().getOrigin()) * unit;
    body.setLinearVelocity(toBullet(pose.velocityAt(origin) / unit));
    body.setAngularVelocity(toBullet(pose.spin));
}

}  // namespace talus::solids
