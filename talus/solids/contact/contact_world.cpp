#include "talus/solids/contact/contact_world.h"

#include <algorithm>
#include <cmath>

#include <btBulletDynamicsCommon.h>

#include "talus/solids/contact/collision_shapes.h"
#include "talus/solids/joint/constraints.h"

namespace talus::solids {
namespace {

/// Iterations of the solver: a stack of ten boxes creeps less than 0.1 mm/s with 100, and more with 50
/// (tests/solids/contacts_test.cpp). It ends earlier where no velocity changes by more than `converged`.
constexpr int max_iterations = 100;
constexpr double converged = 1e-4;  // [units/s]

/// Share of an overlap that is pushed apart in a step; Bullet's default.
constexpr double pushed_apart = 0.2;

/// Overlap that is not pushed apart [units]: invisible, and far above what a step changes at rest.
constexpr double left_alone = 0.002;

/// Half of a side of the box around a body [m].
double sizeOf(const PreparedBody& body) {
    const geometry::Box box = geometry::PosedSolid{body.solid.get(), {}, {}}.bounds();
    const Vec3d side = box.max - box.min;
    return 0.5 * std::cbrt(side.x * side.y * side.z);
}

/// The length of one unit of Bullet [m]: the size of the first free body. (Not a mean of all: bodies that are
/// added to a scene must not change what came before.)
double unitOf(const Setup& setup) { return sizeOf(*std::ranges::find_if(setup.bodies, &PreparedBody::free)); }

/// A body of Bullet, and what it stands for.
struct Object {
    std::shared_ptr<btCollisionShape> shape;
    btTransform pose{btTransform::getIdentity()};  ///< of the shape in the frame of the body or wall
    std::unique_ptr<btRigidBody> body;
    std::size_t wall = 0;        ///< the wall of the scene that it is; of rigid ground the number of walls
    const PreparedBody* free{};  ///< null: its motion is prescribed
    std::size_t index = 0;       ///< of the free body
    /// Its number in HeldContact: of its wall and its part, so that it stays when bodies are added to a
    /// scene.
    std::uint32_t id = 0;
    bool absent = false;  ///< whether it is not in the scene now
};

/// The rigid body of Bullet for a free body. Bullet's inertia is a diagonal, so its frame is that of the
/// principal axes.
Object objectOf(const PreparedBody& from, std::size_t index, double unit) {
    const CollisionShape own = shapeOf(*from.solid, unit);
    btMatrix3x3 inertia =
                    toBullet(Rotation{from.rigid.inertia.x, from.rigid.inertia.y, from.rigid.inertia.z}),
                axes;
    inertia.diagonalize(axes, 1e-12, 50);
    Object object;
    object.pose.setBasis(axes);
    const btTransform child = object.pose.inverse() * own.pose;
    const bool same = child.getOrigin().fuzzyZero() && child.getBasis() == btMatrix3x3::getIdentity();
    if (same) {
        object.shape = own.shape;
    } else {
        struct Held {
            std::shared_ptr<btCollisionShape> child;
            btCompoundShape shape;
        };
        auto held = std::make_shared<Held>();
        held->child = own.shape;
        held->shape.addChildShape(child, held->child.get());
        object.shape = std::shared_ptr<btCollisionShape>(held, &held->shape);
    }
    const btVector3 moments = btVector3(inertia[0][0], inertia[1][1], inertia[2][2]) / (unit * unit);
    object.body = std::make_unique<btRigidBody>(from.rigid.mass, nullptr, object.shape.get(), moments);
    object.wall = from.wall;
    object.free = &from;
    object.index = index;
    return object;
}

/// A joint of Bullet.
struct JointConstraint {
    btRigidBody *first = nullptr, *second = nullptr;
    std::unique_ptr<btRigidBody> anchor;
    std::unique_ptr<btTypedConstraint> constraint;  ///< null: a spring, or between prescribed bodies
    btJointFeedback feedback;
};

/// Friction and restitution of a contact: with walls and ground those of the body; of two bodies the
/// geometric mean of the frictions and the larger restitution.
struct Surfaces {
    double friction, restitution;
    Surfaces(const PreparedBody* a, const PreparedBody* b) {
        friction = a && b ? std::sqrt(a->friction * b->friction) : (a ? a : b)->friction;
        restitution = a && b ? std::max(a->restitution, b->restitution) : (a ? a : b)->restitution;
    }
};

}  // namespace

struct ContactWorld::World {
    double unit;
    std::vector<PreparedBody> bodies;
    btDefaultCollisionConfiguration configuration;
    btCollisionDispatcher dispatcher{&configuration};
    btDbvtBroadphase broadphase;
    btSequentialImpulseConstraintSolver solver;
    btCollisionWorld collisions{&dispatcher, &broadphase, &configuration};
    std::vector<Object> objects;  ///< in the order of the walls; the ground last
    std::size_t solid_walls;      ///< number of walls
    std::vector<double> heights;  ///< of rigid ground [units]
    btEmptyShape no_shape;
    std::vector<JointConstraint> joints;  ///< in the order of the setup

    World(const Setup& setup, exec::View<const double> height)
        : unit(unitOf(setup)), bodies(setup.bodies), solid_walls(setup.walls->bodies().size()) {
        // All points of a contact in one step: nothing is kept for the next one.
        configuration.setConvexConvexMultipointIterations(4, 4);
        configuration.setPlaneConvexMultipointIterations(4, 4);
        // In the order of the walls, in which added bodies come last.
        for (std::size_t w = 0; w < setup.walls->bodies().size(); ++w) {
            const auto is = [&](const PreparedBody& body) { return body.wall == w && body.free; };
            const auto body = std::ranges::find_if(bodies, is);
            if (body == bodies.end())
                listWall(*setup.walls, w);
            else
                list(objectOf(*body, static_cast<std::size_t>(body - bodies.begin()), unit));
        }
        setHeights(height);
        if (setup.ground) listFixed(groundShape(setup.ground->grid, heights, unit), setup.solid_walls.size());
        for (Object& object : objects)
            if (object.free) place(object, bodies[object.index].start);
        joints.reserve(setup.joints.size());  // Bullet keeps pointers to the feedback in them
        for (const PreparedJoint& joint : setup.joints) addJoint(joint, joint.wall_start);
    }
    World(const World&) = delete;
    World& operator=(const World&) = delete;
    ~World() {
        for (JointConstraint& joint : joints)
            if (joint.anchor) collisions.removeCollisionObject(joint.anchor.get());
        for (Object& object : objects) collisions.removeCollisionObject(object.body.get());
    }

    /// All objects are listed in one order from the start: the ids that Bullet gives them must not depend on
    /// which bodies have entered.
    void list(Object object) {
        btRigidBody& body = *object.body;
        body.setFlags(0);  // no gyroscopic terms: bodies turn at constant angular momentum (motion/move.h)
        body.setActivationState(DISABLE_DEACTIVATION);
        body.setUserIndex(static_cast<int>(objects.size()));
        constexpr std::uint32_t most_parts = 16;  // the sides of a box, and what is of triangles
        const auto part = static_cast<std::uint32_t>(std::ranges::count(objects, object.wall, &Object::wall));
        const bool ground = object.wall == solid_walls;
        object.id = ground ? ~0U : static_cast<std::uint32_t>(object.wall) * most_parts + part;
        if (object.free)
            collisions.addCollisionObject(&body, btBroadphaseProxy::DefaultFilter,
                                          btBroadphaseProxy::AllFilter);
        else
            collisions.addCollisionObject(&body, btBroadphaseProxy::StaticFilter,
                                          btBroadphaseProxy::DefaultFilter);
        objects.push_back(std::move(object));
    }
    void listFixed(CollisionShape shape, std::size_t wall) {
        Object object{std::move(shape.shape), shape.pose, {}, wall, nullptr, 0};
        object.body = std::make_unique<btRigidBody>(0.0, nullptr, object.shape.get());
        object.body->setCollisionFlags(btCollisionObject::CF_KINEMATIC_OBJECT);
        list(std::move(object));
    }
    void listWall(const environment::Walls& walls, std::size_t wall) {
        const environment::WallBody& range = walls.bodies()[wall];
        const auto first = walls.faces().begin();
        for (CollisionShape& shape : shapesOf({first + range.first_face, first + range.end_face}, unit))
            listFixed(std::move(shape), wall);
    }

    /// A joint to a wall or the world has an anchor, which moves with it. @pre free bodies are at their start
    /// @param wall_start pose of the second at the start, if it is a wall
    void addJoint(const PreparedJoint& from, const environment::Pose& wall_start) {
        JointConstraint& joint = joints.emplace_back();
        for (Object& object : objects) {
            if (!object.free) continue;
            if (object.index == from.first) joint.first = object.body.get();
            if (from.second && object.index == *from.second) joint.second = object.body.get();
        }
        if (joint.first == nullptr) return;  // a prescribed body
        if (joint.second == nullptr) {
            // The solver numbers moving anchors by their place in the list of objects.
            joint.anchor = std::make_unique<btRigidBody>(0.0, nullptr, &no_shape);
            joint.anchor->setCollisionFlags(btCollisionObject::CF_KINEMATIC_OBJECT);
            collisions.addCollisionObject(joint.anchor.get(), 0, 0);
            joint.second = joint.anchor.get();
            moveAnchor(*joint.anchor, wall_start);
        }
        joint.constraint = constraintOf(from, *joint.first, *joint.second, unit);
        if (!joint.constraint) return;
        joint.constraint->setJointFeedback(&joint.feedback);
        if (from.joint.collide) return;
        for (Object& object : objects)
            if (object.body.get() == joint.second || (from.wall && !object.free && object.wall == *from.wall))
                joint.first->setIgnoreCollisionCheck(object.body.get(), true);
    }

    void setHeights(exec::View<const double> height) {
        heights.resize(height.size());
        for (std::size_t k = 0; k < heights.size(); ++k) heights[k] = height[k] / unit;
    }

    /// Sets the pose and velocity of an object from those of its body or wall.
    void place(Object& object, const environment::Pose& pose) const {
        const btTransform frame(toBullet(pose.turn), toBullet(pose.shift / unit));
        btRigidBody& body = *object.body;
        body.setWorldTransform(frame * object.pose);
        body.updateInertiaTensor();
        const Vec3d origin = fromBullet(body.getWorldTransform().getOrigin()) * unit;
        body.setLinearVelocity(toBullet(pose.velocityAt(origin) / unit));
        body.setAngularVelocity(toBullet(pose.spin));
    }

    /// Whether a joint holds something in this step; moves its anchor.
    bool acts(const PreparedJoint& from, JointConstraint& joint, const environment::WallsAt& walls) const {
        if (!joint.constraint || environment::isAbsent(walls.pose(bodies[from.first].wall))) return false;
        if (from.wall && environment::isAbsent(walls.pose(*from.wall))) return false;
        if (joint.anchor) moveAnchor(*joint.anchor, from.wall ? walls.pose(*from.wall) : environment::Pose{});
        return true;
    }
    void moveAnchor(btRigidBody& anchor, const environment::Pose& pose) const {
        anchor.setWorldTransform(btTransform(toBullet(pose.turn), toBullet(pose.shift / unit)));
        anchor.setLinearVelocity(toBullet(pose.velocityAt(pose.shift) / unit));
        anchor.setAngularVelocity(toBullet(pose.spin));
    }
    /// The force and torque of a joint in the last solve. Which of its bodies Bullet calls A depends on the
    /// kind.
    JointLoad loadOf(const JointConstraint& joint) const {
        const bool a = &joint.constraint->getRigidBodyA() == joint.first;
        const btJointFeedback& by = joint.feedback;
        return {false, fromBullet(a ? by.m_appliedForceBodyA : by.m_appliedForceBodyB) * unit,
                fromBullet(a ? by.m_appliedTorqueBodyA : by.m_appliedTorqueBodyB) * (unit * unit)};
    }

    /// The contacts of this step, in an order that depends on the bodies alone.
    std::vector<btPersistentManifold*> findContacts() {
        collisions.performDiscreteCollisionDetection();
        std::vector<btPersistentManifold*> found;
        for (int m = 0; m < dispatcher.getNumManifolds(); ++m) {
            btPersistentManifold* contact = dispatcher.getManifoldByIndexInternal(m);
            // Absent bodies are far below, behind planes that face upwards.
            if (objectOn(contact->getBody0()).absent || objectOn(contact->getBody1()).absent)
                contact->clearManifold();
            if (contact->getNumContacts() == 0) continue;
            found.push_back(contact);
        }
        std::ranges::sort(found, {}, [](const btPersistentManifold* contact) {
            return std::pair(contact->getBody0()->getUserIndex(), contact->getBody1()->getUserIndex());
        });
        return found;
    }
    /// Gives the points of a contact their friction and restitution, and the forces of the last step to start
    /// from.
    /// @param bounces approach from which a contact bounces [units/s]
    void prepare(btPersistentManifold& contact, const std::vector<HeldContact>& held, double bounces,
                 double dt) const {
        const btRigidBody &a = *btRigidBody::upcast(contact.getBody0()),
                          &b = *btRigidBody::upcast(contact.getBody1());
        const Surfaces surfaces(objectOn(&a).free, objectOn(&b).free);
        const std::uint32_t first = objectOn(&a).id, second = objectOn(&b).id;
        for (int p = contact.getNumContacts() - 1; p >= 0; --p) {
            btManifoldPoint& point = contact.getContactPoint(p);
            const btVector3& normal = point.m_normalWorldOnB;
            const btVector3 velocity =
                a.getVelocityInLocalPoint(point.getPositionWorldOnA() - a.getCenterOfMassPosition()) -
                b.getVelocityInLocalPoint(point.getPositionWorldOnB() - b.getCenterOfMassPosition());
            const btScalar approach = -velocity.dot(normal);
            // Bullet would take the gap from the speed of the bounce: it bounces when it is closed.
            if (point.getDistance() > 0 && approach > bounces && surfaces.restitution > 0) {
                contact.removeContactPoint(p);
                continue;
            }
            // Without a depth that is left alone, contacts would open and close all the time.
            if (point.getDistance() > -left_alone) {
                point.m_contactERP = 0;
                point.m_contactPointFlags |= BT_CONTACT_FLAG_HAS_CONTACT_ERP;
            }
            point.m_combinedFriction = surfaces.friction;
            point.m_combinedRestitution = surfaces.restitution;
            // The first direction of friction is that of sliding, or any at rest.
            btVector3 along = velocity + normal * approach;
            if (along.length2() > 1e-4 * bounces * bounces)
                along.normalize();
            else
                btPlaneSpace1(normal, along, point.m_lateralFrictionDir2);
            point.m_lateralFrictionDir1 = along;
            point.m_lateralFrictionDir2 = along.cross(normal).normalized();
            point.m_contactPointFlags |= BT_CONTACT_FLAG_LATERAL_FRICTION_INITIALIZED;
            if (const HeldContact* last =
                    nearest(held, first, second, fromBullet(point.m_localPointA) * unit)) {
                const btVector3 friction = toBullet(last->friction * (dt / unit));
                point.m_appliedImpulse = last->force * dt / unit;
                point.m_appliedImpulseLateral1 = friction.dot(point.m_lateralFrictionDir1);
                point.m_appliedImpulseLateral2 = friction.dot(point.m_lateralFrictionDir2);
            }
        }
    }
    /// The point of the last step within a fiftieth of a unit, as in Bullet; null: none.
    const HeldContact* nearest(const std::vector<HeldContact>& held, std::uint32_t first,
                               std::uint32_t second, const Vec3d& at) const {
        const std::pair both(first, second);
        const auto pair = [](const HeldContact& one) { return std::pair(one.first, one.second); };
        const HeldContact* found = nullptr;
        double least = 4e-4 * unit * unit;
        for (auto one = std::ranges::lower_bound(held, both, {}, pair);
             one != held.end() && pair(*one) == both; ++one)
            if (const double apart = squaredLength(one->point - at); apart < least) {
                least = apart;
                found = &*one;
            }
        return found;
    }
    /// Appends the points of a contact with their forces in this step.
    void hold(const btPersistentManifold& contact, double dt, std::vector<HeldContact>& held) const {
        for (int p = 0; p < contact.getNumContacts(); ++p) {
            const btManifoldPoint& point = contact.getContactPoint(p);
            const btVector3 friction = point.m_lateralFrictionDir1 * point.m_appliedImpulseLateral1 +
                                       point.m_lateralFrictionDir2 * point.m_appliedImpulseLateral2;
            held.push_back({objectOn(contact.getBody0()).id, objectOn(contact.getBody1()).id,
                            fromBullet(point.m_localPointA) * unit, point.m_appliedImpulse * unit / dt,
                            fromBullet(friction) * (unit / dt)});
        }
    }
    const Object& objectOn(const btCollisionObject* body) const {
        return objects[static_cast<std::size_t>(body->getUserIndex())];
    }
};

ContactWorld::ContactWorld() = default;
ContactWorld::~ContactWorld() = default;

void ContactWorld::solve(const Setup& setup, const environment::WallsAt& walls,
                         exec::View<const double> height, double dt, std::vector<BodyState>& bodies,
                         std::span<JointLoad> loads, std::vector<HeldContact>& held) {
    if (!world_) world_ = std::make_unique<World>(setup, height);
    World& world = *world_;
    world.setHeights(height);
    for (Object& object : world.objects) {
        const bool ground = object.wall == setup.solid_walls.size();
        environment::Pose pose = ground ? environment::Pose{} : walls.pose(object.wall);
        object.absent = environment::isAbsent(pose);
        if (object.free && !object.absent) {
            const BodyState& body = bodies[object.index];
            pose = {body.turn, body.position, body.velocity - cross(body.spin, body.position), body.spin};
        }
        world.place(object, pose);
    }
    std::vector<btPersistentManifold*> contacts = world.findContacts();
    std::vector<btTypedConstraint*> constraints;
    for (std::size_t j = 0; j < world.joints.size(); ++j)
        if (world.acts(setup.joints[j], world.joints[j], walls) && !loads[j].broken)
            constraints.push_back(world.joints[j].constraint.get());
    const double bounces = 4 * length(setup.gravity) * dt / world.unit;
    for (btPersistentManifold* contact : contacts) world.prepare(*contact, held, bounces, dt);
    held.clear();
    if (contacts.empty() && constraints.empty()) return;

    std::vector<btCollisionObject*> moved;
    struct Before {
        btTransform pose;
        btVector3 velocity, spin;
    };
    std::vector<Before> before;
    for (Object& object : world.objects) {
        moved.push_back(object.body.get());
        before.push_back({object.body->getWorldTransform(), object.body->getLinearVelocity(),
                          object.body->getAngularVelocity()});
    }
    for (JointConstraint& joint : world.joints)
        if (joint.anchor) moved.push_back(joint.anchor.get());
    btContactSolverInfo info;
    info.m_timeStep = dt;
    info.m_numIterations = max_iterations;
    info.m_erp2 = pushed_apart;
    info.m_leastSquaresResidualThreshold = converged * converged;
    info.m_splitImpulsePenetrationThreshold = 1e30;  // overlaps of any depth
    // What gravity adds within a step does not bounce.
    info.m_restitutionVelocityThreshold = bounces;
    info.m_solverMode = SOLVER_SIMD | SOLVER_USE_WARMSTARTING | SOLVER_USE_2_FRICTION_DIRECTIONS |
                        SOLVER_ENABLE_FRICTION_DIRECTION_CACHING;
    info.m_warmstartingFactor = 1;
    world.solver.solveGroup(moved.data(), static_cast<int>(moved.size()), contacts.data(),
                            static_cast<int>(contacts.size()), constraints.data(),
                            static_cast<int>(constraints.size()), info, nullptr, &world.dispatcher);
    for (std::size_t j = 0; j < world.joints.size(); ++j) {
        const JointConstraint& joint = world.joints[j];
        if (std::ranges::find(constraints, joint.constraint.get()) == constraints.end()) continue;
        loads[j] = world.loadOf(joint);
        const auto& breaks_at = setup.joints[j].joint.breaks_at;
        loads[j].broken = breaks_at && length(loads[j].force) > *breaks_at;
    }
    for (btPersistentManifold* contact : contacts) {
        world.hold(*contact, dt, held);
        contact->clearManifold();
    }
    for (std::size_t k = 0; k < world.objects.size(); ++k) {
        const Object& object = world.objects[k];
        if (!object.free) continue;
        BodyState& body = bodies[object.index];
        // A body that nothing touched keeps its bits.
        const btRigidBody& solved = *object.body;
        if (!(solved.getLinearVelocity() == before[k].velocity))
            body.velocity = fromBullet(solved.getLinearVelocity()) * world.unit;
        if (!(solved.getAngularVelocity() == before[k].spin))
            body.spin = fromBullet(solved.getAngularVelocity());
        const btTransform &pose = before[k].pose, &after = solved.getWorldTransform();
        if (after == pose) continue;
        body.position += fromBullet(after.getOrigin() - pose.getOrigin()) * world.unit;
        body.turn = fromBullet(after.getBasis() * pose.getBasis().transpose()) * body.turn;
    }
}

}  // namespace talus::solids
