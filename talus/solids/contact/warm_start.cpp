#include "talus/solids/contact/warm_start.h"

#include <algorithm>
#include <cmath>

#include "talus/solids/bend.h"

namespace talus::solids {
namespace {

/// Overlap that is not pushed apart [units]: invisible, and far above what a step changes at rest.
constexpr double left_alone = 0.002;

/// Distance within which a point is that of the last step [units]; Bullet's default.
constexpr double same_point = 0.02;

/// Square of the share of a velocity that round-off may leave along a surface. It has no direction: it may be
/// along the normal. Chosen: far above round-off, which is 1e-16, and invisible.
constexpr double no_direction = 1e-20;

/// @pre one of the two is a free body
Surface surfacesOf(const ContactObject& a, const ContactObject& b) {
    if (a.free && b.free) return between(a.free->surface, b.free->surface);
    return a.free ? between(a.free->surface, b.surface) : between(b.free->surface, a.surface);
}

using Pair = std::pair<std::uint32_t, std::uint32_t>;
Pair pairOf(const HeldContact& one) { return {one.first, one.second}; }
struct ByPair {
    bool operator()(const HeldContact& one, const Pair& pair) const { return pairOf(one) < pair; }
    bool operator()(const Pair& pair, const HeldContact& one) const { return pair < pairOf(one); }
};

/// The nearest of some points, if it is near. @param at in the frame of the first [m]
const HeldContact* nearest(std::span<const HeldContact> of_pair, const Vec3d& at, double unit) {
    const HeldContact* found = nullptr;
    double least = same_point * same_point * unit * unit;
    for (const HeldContact& one : of_pair)
        if (const double apart = squaredLength(one.point - at); apart < least) {
            least = apart;
            found = &one;
        }
    return found;
}

const ContactObject& objectOf(std::span<const ContactObject> objects, const btCollisionObject* body) {
    return objects[static_cast<std::size_t>(body->getUserIndex())];
}

/// What the mean velocity of a point differs during the step from that at its begin, as the thing turns
/// [units/s].
btVector3 bendAt(const ContactObject& object, const btVector3& at, const ContactStep& step) {
    if (object.free) return bendOf(*object.body, at - object.body->getCenterOfMassPosition(), step.dt);
    if (object.begin.spin == Vec3d{}) return {0, 0, 0};
    const Vec3d x = fromBullet(at) * step.unit;
    const Vec3d moved = object.end.toWorld(object.begin.toLocal(x)) - x;
    return toBullet((moved / step.dt - object.begin.velocityAt(x)) / step.unit);
}

}  // namespace

void prepare(btPersistentManifold& contact, std::span<const ContactObject> objects,
             const std::vector<HeldContact>& held, const ContactStep& step) {
    const btRigidBody &a = *btRigidBody::upcast(contact.getBody0()),
                      &b = *btRigidBody::upcast(contact.getBody1());
    const ContactObject &first = objectOf(objects, &a), &second = objectOf(objects, &b);
    const Surface surfaces = surfacesOf(first, second);
    const auto [begin, end] = std::equal_range(held.begin(), held.end(), Pair(first.id, second.id), ByPair{});
    const btVector3 none(0, 0, 0),
        gained = (first.free ? step.gained : none) - (second.free ? step.gained : none);
    const std::span of_pair(held.data() + (begin - held.begin()), static_cast<std::size_t>(end - begin));
    for (int p = contact.getNumContacts() - 1; p >= 0; --p) {
        btManifoldPoint& point = contact.getContactPoint(p);
        const btVector3& normal = point.m_normalWorldOnB;
        const btVector3 velocity =
            a.getVelocityInLocalPoint(point.getPositionWorldOnA() - a.getCenterOfMassPosition()) -
            b.getVelocityInLocalPoint(point.getPositionWorldOnB() - b.getCenterOfMassPosition());
        const btScalar approach = -velocity.dot(normal);
        // Bullet would take the gap from the speed of the bounce: it bounces when it is closed.
        if (point.getDistance() > 0 && approach > step.bounces && surfaces.restitution > 0) {
            contact.removeContactPoint(p);
            continue;
        }
        // Without a depth that is left alone, contacts would open and close all the time.
        // What bounces leaves by itself: pushing it out would add to its energy.
        const bool bounces = approach > step.bounces && surfaces.restitution > 0;
        if (point.getDistance() > -left_alone || bounces) {
            point.m_contactERP = 0;
            point.m_contactPointFlags |= BT_CONTACT_FLAG_HAS_CONTACT_ERP;
        }
        point.m_combinedFriction = surfaces.friction;
        // The contact is at the begin of the step, and gravity acts all through it: u_n = e (a - g) - g,
        // where g is what gravity has added to the approach a.
        const btScalar fall = -gained.dot(normal);
        point.m_combinedRestitution =
            bounces ? std::max(0.0, surfaces.restitution * (approach - fall) - fall) / approach : 0;
        // The first direction of friction is that of sliding, or any at rest.
        btVector3 along = velocity + normal * approach;
        if (along.length2() > std::max(1e-4 * step.bounces * step.bounces, no_direction * velocity.length2()))
            along.normalize();
        else
            btPlaneSpace1(normal, along, point.m_lateralFrictionDir2);
        point.m_lateralFrictionDir1 = along;
        point.m_lateralFrictionDir2 = along.cross(normal).normalized();
        // Points of turning things move on circles, not along their velocity.
        const btVector3 bend = bendAt(second, point.getPositionWorldOnB(), step) -
                               bendAt(first, point.getPositionWorldOnA(), step);
        point.m_contactMotion1 = bend.dot(point.m_lateralFrictionDir1);
        point.m_contactMotion2 = bend.dot(point.m_lateralFrictionDir2);
        point.m_contactPointFlags |= BT_CONTACT_FLAG_LATERAL_FRICTION_INITIALIZED;
        if (const HeldContact* last =
                nearest(of_pair, fromBullet(point.m_localPointA) * step.unit, step.unit)) {
            const double kept = last->force > step.most_held ? step.most_held / last->force : 1;
            const btVector3 friction = toBullet(last->friction * (kept * step.dt / step.unit));
            point.m_appliedImpulse = kept * last->force * step.dt / step.unit;
            point.m_appliedImpulseLateral1 = friction.dot(point.m_lateralFrictionDir1);
            point.m_appliedImpulseLateral2 = friction.dot(point.m_lateralFrictionDir2);
        }
    }
}

void hold(const btPersistentManifold& contact, std::span<const ContactObject> objects,
          const ContactStep& step, std::vector<HeldContact>& held) {
    for (int p = 0; p < contact.getNumContacts(); ++p) {
        const btManifoldPoint& point = contact.getContactPoint(p);
        const btVector3 friction = point.m_lateralFrictionDir1 * point.m_appliedImpulseLateral1 +
                                   point.m_lateralFrictionDir2 * point.m_appliedImpulseLateral2;
        held.push_back({objectOf(objects, contact.getBody0()).id, objectOf(objects, contact.getBody1()).id,
                        fromBullet(point.m_localPointA) * step.unit,
                        point.m_appliedImpulse * step.unit / step.dt,
                        fromBullet(friction) * (step.unit / step.dt)});
    }
}

Vec3d forceOnFirst(const btPersistentManifold& contact, const ContactStep& step) {
    btVector3 impulse(0, 0, 0);
    for (int p = 0; p < contact.getNumContacts(); ++p) {
        const btManifoldPoint& point = contact.getContactPoint(p);
        impulse += point.m_normalWorldOnB * point.m_appliedImpulse +
                   point.m_lateralFrictionDir1 * point.m_appliedImpulseLateral1 +
                   point.m_lateralFrictionDir2 * point.m_appliedImpulseLateral2;
    }
    return fromBullet(impulse) * (step.unit / step.dt);
}

void sortHeld(std::vector<HeldContact>& held) { std::ranges::stable_sort(held, {}, pairOf); }

}  // namespace talus::solids
