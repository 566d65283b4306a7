#include "talus/solids/contact/contact_world.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "talus/exec/for_each.h"
#include "talus/solids/body_rows.h"
#include "talus/solids/contact/body_solver.h"
#include "talus/solids/contact/contact_finder.h"
#include "talus/solids/contact/contact_object.h"
#include "talus/solids/contact/joint_constraints.h"
#include "talus/solids/contact/warm_start.h"
#include "talus/solids/joint/breaking_joints.h"

namespace talus::solids {
namespace {

/// Iterations of the solver: a stack of ten boxes creeps less than 0.1 mm/s with 100, and more with 50
/// (tests/physics/solids_contacts_test.cpp). It ends earlier where no velocity changes by more than
/// `converged`.
constexpr int max_iterations = 100;
/// Where a body lies on one that is lighter, it takes about as many iterations as their masses have ratio
/// until the lighter one feels the weight. With two for each unit of the ratio a stack with masses of 1, 10,
/// 1, 100, 1 and 1000 kg stands; with one it creeps ten times as fast.
constexpr double iterations_by_ratio = 2;
constexpr int most_iterations = 2000;
constexpr double converged = 1e-4;  // [units/s]

/// Share of an overlap that is pushed apart in a step; Bullet's default.
constexpr double pushed_apart = 0.2;

/// Share of the error of a joint that is corrected in a second [1/s], at most a fifth in a step: Bullet's
/// default in a step of 1/240 s. The correction gives velocity: in short steps a share by step would be large
/// forces.
constexpr double corrected = 48;

/// Speed above which two sides of a contact come closer [units/s]: ten times what the solver leaves.
constexpr double closing_speed = 10 * converged;

constexpr std::size_t contacts_a_task = 64;

/// Whether the two sides of a contact come closer at a point with the velocities that the solver gave them.
bool comesCloser(const btPersistentManifold& contact, const btManifoldPoint& point) {
    const auto velocityOf = [&](const btCollisionObject* object, const btVector3& at) {
        const btRigidBody& body = *btRigidBody::upcast(object);
        return body.getVelocityInLocalPoint(at - body.getCenterOfMassPosition());
    };
    const btVector3 apart = velocityOf(contact.getBody0(), point.getPositionWorldOnA()) -
                            velocityOf(contact.getBody1(), point.getPositionWorldOnB());
    return point.m_normalWorldOnB.dot(apart) < -closing_speed;
}

std::vector<double> inUnits(exec::View<const double> height, double unit) {
    std::vector<double> heights(height.size());
    for (std::size_t k = 0; k < heights.size(); ++k) heights[k] = height[k] / unit;
    return heights;
}

/// Objects at their poses of the start, where joints take the points that they hold.
std::vector<ContactObject> atStart(std::vector<ContactObject> objects, double unit) {
    for (ContactObject& object : objects)
        if (object.free) place(object, object.free->start, unit);
    return objects;
}

/// Iterations for the largest ratio of masses in a contact.
int iterationsFor(std::span<btPersistentManifold* const> contacts) {
    double ratio = 1;
    for (const btPersistentManifold* contact : contacts) {
        const double a = btRigidBody::upcast(contact->getBody0())->getInvMass(),
                     b = btRigidBody::upcast(contact->getBody1())->getInvMass();
        if (a > 0 && b > 0) ratio = std::max({ratio, a / b, b / a});
    }
    return static_cast<int>(std::clamp<double>(iterations_by_ratio * ratio, max_iterations, most_iterations));
}

btContactSolverInfo settingsOf(const ContactStep& step, int iterations) {
    btContactSolverInfo info;
    info.m_timeStep = step.dt;
    info.m_numIterations = iterations;
    info.m_erp = std::min(0.2, corrected * step.dt);
    info.m_erp2 = pushed_apart;
    info.m_leastSquaresResidualThreshold = converged * converged;
    info.m_splitImpulsePenetrationThreshold = 1e30;  // overlaps of any depth
    // What gravity adds within a step does not bounce.
    info.m_restitutionVelocityThreshold = step.bounces;
    info.m_solverMode = SOLVER_SIMD | SOLVER_USE_WARMSTARTING | SOLVER_USE_2_FRICTION_DIRECTIONS |
                        SOLVER_ENABLE_FRICTION_DIRECTION_CACHING;
    info.m_warmstartingFactor = 1;
    return info;
}

/// A hundred times what all free bodies weigh, or would weigh at 1 m/s^2: more than any of them carries at
/// rest.
double mostHeld(const Setup& setup) {
    double mass = 0;
    for (const PreparedBody& body : setup.bodies)
        if (body.free) mass += body.rigid.mass;
    return 100 * mass * std::max(1.0, length(setup.gravity));
}

/// The position and motion of an object before the solver changes it.
struct Before {
    btTransform pose;
    btVector3 velocity, spin;
    explicit Before(const btRigidBody& body)
        : pose(body.getWorldTransform()),
          velocity(body.getLinearVelocity()),
          spin(body.getAngularVelocity()) {}

    /// Gives a body what the solver changed. A body that nothing touched keeps its bits.
    void giveChanges(const btRigidBody& solved, double unit, BodyState& body) const {
        if (!(solved.getLinearVelocity() == velocity))
            body.velocity = fromBullet(solved.getLinearVelocity()) * unit;
        if (!(solved.getAngularVelocity() == spin)) body.spin = fromBullet(solved.getAngularVelocity());
        const btTransform& after = solved.getWorldTransform();
        if (after == pose) return;
        body.position += fromBullet(after.getOrigin() - pose.getOrigin()) * unit;
        body.rotation = fromBullet(after.getBasis() * pose.getBasis().transpose()) * body.rotation;
    }
};

}  // namespace

struct ContactWorld::World {
    double unit;
    std::vector<PreparedBody> bodies;
    std::vector<double> heights;  ///< of rigid ground [units]
    std::vector<ContactObject> objects;
    ContactFinder finder;
    JointConstraints joints;
    BodySolver solver;
    std::vector<btCollisionObject*> moved;                  ///< objects and the anchors of joints
    std::vector<std::optional<std::size_t>> prescribed_at;  ///< the prescribed body of each wall
    // Of the last solve:
    std::vector<btPersistentManifold*> contacts;
    std::vector<std::size_t> acting;    ///< joints that held something
    std::vector<std::size_t> joint_of;  ///< each constraint
    std::vector<Before> before;         ///< of each object; empty: there was nothing to solve

    World(const Setup& setup, exec::View<const double> height)
        : unit(unitOf(setup)),
          bodies(setup.bodies),
          heights(inUnits(height, unit)),
          objects(atStart(objectsOf(setup, bodies, heights, unit), unit)),
          finder(objects.size()),
          joints(setup, objects, unit),
          prescribed_at(setup.walls->bodies().size() + 1) {
        for (std::size_t b = 0; b < bodies.size(); ++b)
            if (!bodies[b].free) prescribed_at[bodies[b].wall] = b;
        for (ContactObject& object : objects) moved.push_back(object.body.get());
        for (btCollisionObject* anchor : joints.anchors()) moved.push_back(anchor);
        // The solver numbers what it cannot move by this index.
        for (std::size_t k = 0; k < moved.size(); ++k) moved[k]->setWorldArrayIndex(static_cast<int>(k));
    }

    /// Puts all objects where the bodies and walls are.
    void placeAll(const environment::WallsAt& walls, const environment::WallsAt& end, std::size_t ground,
                  const std::vector<BodyState>& now) {
        for (ContactObject& object : objects) {
            environment::Pose pose = object.wall == ground ? environment::Pose{} : walls.pose(object.wall);
            object.absent = environment::isAbsent(pose);
            if (object.free && !object.absent) {
                const BodyState& body = now[object.index];
                pose = {body.rotation, body.position, body.velocity - cross(body.spin, body.position),
                        body.spin};
            }
            place(object, pose, unit);
            if (object.free) continue;
            object.begin = object.end = pose;
            if (object.wall != ground && !object.absent) object.end = end.pose(object.wall);
        }
        for (ContactObject& object : objects)
            if (const auto b = prescribed_at[object.wall]; b && !object.free && !object.absent)
                object.end = wallPose(now[*b]);
    }

    /// Solves for the bodies where placeAll() put them.
    /// @param last contacts of the last step @param loads of the joints that act get what they do
    /// @param breaking joints that do not act any more
    void solve(const exec::Exec& exec, const Setup& setup, const environment::WallsAt& walls,
               const ContactStep& step, const std::vector<HeldContact>& last, std::span<JointLoad> loads,
               const std::vector<BreakingJoint>& breaking) {
        contacts = finder.find(exec, objects, joints.joined(loads));
        exec::for_each(
            exec, contacts.size(), [&](std::size_t k) { prepare(*contacts[k], objects, last, step); },
            contacts_a_task);
        acting = joints.acting(setup, walls, loads);
        for (const BreakingJoint& one : breaking) std::erase(acting, one.joint);
        joint_of.clear();
        before.clear();
        if (contacts.empty() && acting.empty()) return;
        std::vector<btTypedConstraint*> constraints;
        for (const std::size_t j : acting)
            for (btTypedConstraint* constraint : joints.constraints(j)) {
                constraints.push_back(constraint);
                joint_of.push_back(j);
            }
        for (const ContactObject& object : objects) before.emplace_back(*object.body);
        solver.solveGroup(moved.data(), static_cast<int>(moved.size()), contacts.data(),
                          static_cast<int>(contacts.size()), constraints.data(),
                          static_cast<int>(constraints.size()), settingsOf(step, iterationsFor(contacts)),
                          nullptr, &finder.dispatcher());
        for (const std::size_t j : acting) loads[j] = joints.loadOf(j);
    }

    /// Gives the bodies what the last solve changed.
    void giveChanges(std::vector<BodyState>& bodies_now) const {
        for (std::size_t k = 0; k < before.size(); ++k)
            if (const ContactObject& object = objects[k]; object.free)
                before[k].giveChanges(*object.body, unit, bodies_now[object.index]);
    }

    /// Adds what free bodies gave each wall, and lists the contacts.
    void takeContacts(const ContactStep& step, std::vector<HeldContact>& held,
                      exec::View<Vec3d> wall_impulse) const {
        for (const btPersistentManifold* contact : contacts) {
            hold(*contact, objects, step, held);
            const Vec3d force = forceOnFirst(*contact, step);
            const auto add = [&](const btCollisionObject* body, const Vec3d& on) {
                const ContactObject& object = objects[static_cast<std::size_t>(body->getUserIndex())];
                if (!object.free && object.wall < wall_impulse.size())
                    wall_impulse[object.wall] += on * step.dt;
            };
            add(contact->getBody0(), force);
            add(contact->getBody1(), -force);
        }
        sortHeld(held);
    }

    /// Joints of the last solve that contradict each other.
    std::vector<std::size_t> conflict() const {
        std::vector<std::size_t> found;
        if (before.empty()) return found;
        for (const std::size_t c : solver.conflict())
            if (found.empty() || found.back() != joint_of[c]) found.push_back(joint_of[c]);
        return found;
    }
};

std::optional<DeepOverlap> ContactWorld::deepest() const {
    std::optional<DeepOverlap> found;
    const auto objectOf = [&](const btCollisionObject* body) -> const ContactObject& {
        return world_->objects[static_cast<std::size_t>(body->getUserIndex())];
    };
    const auto sideOf = [](const ContactObject& object) {
        return object.free ? object.free->smallest_side : std::numeric_limits<double>::infinity();
    };
    for (const btPersistentManifold* contact : world_->contacts) {
        const ContactObject &first = objectOf(contact->getBody0()), &second = objectOf(contact->getBody1());
        const double side = std::min(sideOf(first), sideOf(second));
        for (int p = 0; p < contact->getNumContacts(); ++p) {
            const btManifoldPoint& point = contact->getContactPoint(p);
            const double depth = -point.getDistance() * world_->unit, share = depth / side;
            if (share > (found ? found->share : closing_share) &&
                (share > reported_share || comesCloser(*contact, point)))
                found = DeepOverlap{first.wall, second.wall, depth, share};
        }
    }
    return found;
}

ContactWorld::ContactWorld() = default;
ContactWorld::~ContactWorld() = default;

std::vector<std::size_t> ContactWorld::solve(const exec::Exec& exec, const Setup& setup,
                                             const environment::WallsAt& walls,
                                             const environment::WallsAt& end, exec::View<const double> height,
                                             double dt, std::vector<BodyState>& bodies,
                                             std::span<JointLoad> loads, std::vector<HeldContact>& held,
                                             exec::View<Vec3d> wall_impulse) {
    if (!world_) world_ = std::make_unique<World>(setup, height);
    World& world = *world_;
    std::ranges::copy(inUnits(height, world.unit),
                      world.heights.begin());  // the ground's shape refers to them
    const ContactStep step{world.unit, dt, 4 * length(setup.gravity) * dt / world.unit,
                           toBullet(setup.gravity * (dt / world.unit)), mostHeld(setup)};
    const std::vector<HeldContact> last = std::exchange(held, {});
    std::vector<BreakingJoint> breaking;
    for (bool all_hold = false; !all_hold;) {
        world.placeAll(walls, end, setup.solid_walls.size(), bodies);
        world.solve(exec, setup, walls, step, last, loads, breaking);
        const std::optional<BreakingJoint> breaks = firstToBreak(setup, world.acting, loads);
        all_hold = !breaks;
        if (all_hold) continue;
        transmit(setup, *breaks, dt, bodies);
        breaking.push_back(*breaks);
    }
    for (const BreakingJoint& one : breaking) loads[one.joint] = one.load;
    world.takeContacts(step, held, wall_impulse);
    world.giveChanges(bodies);
    return world.conflict();
}

}  // namespace talus::solids
