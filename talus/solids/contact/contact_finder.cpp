#include "talus/solids/contact/contact_finder.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "talus/exec/for_each.h"
#include "talus/solids/touch/box_contact.h"
#include "talus/solids/touch/disc_contact.h"
#include "talus/solids/touch/plane_contact.h"

namespace talus::solids {
namespace {

/// Gap up to which there is a contact, as a share of the smallest half side of a shape, or in units: Bullet's
/// default. It keeps contacts at rest from opening and closing.
constexpr double reach = 0.02;

const btBoxShape* boxOf(const ContactObject& object) {
    return object.shape->getShapeType() == BOX_SHAPE_PROXYTYPE
               ? static_cast<const btBoxShape*>(object.shape.get())
               : nullptr;
}
const btStaticPlaneShape* planeOf(const ContactObject& object) {
    return object.shape->getShapeType() == STATIC_PLANE_PROXYTYPE
               ? static_cast<const btStaticPlaneShape*>(object.shape.get())
               : nullptr;
}
const btSphereShape* ballOf(const ContactObject& object) {
    return object.shape->getShapeType() == SPHERE_SHAPE_PROXYTYPE
               ? static_cast<const btSphereShape*>(object.shape.get())
               : nullptr;
}
Vec3d middleOf(const ContactObject& object) {
    return fromBullet(object.body->getWorldTransform().getOrigin());
}
/// An object as a box, if it is one, or a plate.
std::optional<PosedBox> placedBox(const ContactObject& object) {
    const btTransform& pose = object.body->getWorldTransform();
    const Rotation rotation = fromBullet(pose.getBasis());
    if (object.plate)
        return PosedBox{fromBullet(pose.getOrigin()) + rotated(rotation, object.plate->centre),
                        rotation * object.plate->rotation, object.plate->half};
    if (const btBoxShape* box = boxOf(object))
        return PosedBox{fromBullet(pose.getOrigin()), rotation, fromBullet(box->getHalfExtentsWithMargin())};
    return std::nullopt;
}
HalfSpace placed(const ContactObject& object, const btStaticPlaneShape& plane) {
    const btTransform& pose = object.body->getWorldTransform();
    const btVector3 normal = pose.getBasis() * plane.getPlaneNormal();
    return {fromBullet(normal), plane.getPlaneConstant() + normal.dot(pose.getOrigin())};
}
double reachOf(const PosedBox& box) {
    const double smallest = std::min(box.half.x, box.half.y);
    return reach * (box.half.z > 0 ? std::min(smallest, box.half.z) : smallest);
}

/// An object as a cylinder, if it is one.
std::optional<PosedRod> placedRod(const ContactObject& object) {
    if (object.shape->getShapeType() != CYLINDER_SHAPE_PROXYTYPE) return std::nullopt;
    const auto& shape = static_cast<const btCylinderShape&>(*object.shape);
    const btTransform& pose = object.body->getWorldTransform();
    return PosedRod{fromBullet(pose.getOrigin()), fromBullet(pose.getBasis()), shape.getRadius(),
                    shape.getHalfExtentsWithMargin().z()};
}
/// The contact of two cylinders that stand on each other.
std::optional<NearPoints> discsOf(const ContactObject& first, const ContactObject& second) {
    const std::optional<PosedRod> a = placedRod(first), b = placedRod(second);
    if (!a || !b) return std::nullopt;
    return pointsOf(*a, *b, reach * std::min({a->radius, a->half, b->radius, b->half}));
}

/// Removes points of a ball on the edge between two triangles of one plane: the ball would be pushed sideways
/// by the edge. Such a point is in the plane of a deeper one, with another normal.
void dropInnerEdges(btPersistentManifold& contact) {
    constexpr double same_plane = 1e-3;  // [units], as the margin of shapes
    for (int i = contact.getNumContacts() - 1; i >= 0; --i)
        for (int j = 0; j < contact.getNumContacts(); ++j) {
            const btManifoldPoint &point = contact.getContactPoint(i), &other = contact.getContactPoint(j);
            const btVector3& normal = other.m_normalWorldOnB;
            const btVector3 apart = point.getPositionWorldOnB() - other.getPositionWorldOnB();
            if (i == j || other.getDistance() > point.getDistance() ||
                normal.dot(point.m_normalWorldOnB) > 1 - 1e-6 || std::abs(normal.dot(apart)) > same_plane)
                continue;
            contact.removeContactPoint(i);
            break;
        }
}

/// Gives points on a surface of triangles the normals that they may have.
void correctNormals(btPersistentManifold& contact, const ContactObject& surface, const ContactObject& other) {
    constexpr double near = 5e-3;  // [units], five times the margin of shapes
    const bool surface_first = contact.getBody0() == surface.body.get();
    const btTransform& pose = surface.body->getWorldTransform();
    const Vec3d body = fromBullet(pose.invXform(other.body->getWorldTransform().getOrigin()));
    for (int i = 0; i < contact.getNumContacts(); ++i) {
        btManifoldPoint& point = contact.getContactPoint(i);
        const btVector3 position = surface_first ? point.getPositionWorldOnA() : point.getPositionWorldOnB(),
                        from_surface = surface_first ? -point.m_normalWorldOnB : point.m_normalWorldOnB;
        const int triangle = surface_first ? point.m_index0 : point.m_index1;
        const Vec3d found = fromBullet(pose.getBasis().transpose() * from_surface);
        const Vec3d at = fromBullet(pose.invXform(position));
        const Vec3d allowed = allowedNormal(surface.triangle(triangle, at), at, found, body, near);
        if (allowed == found) continue;
        const btVector3 normal = pose.getBasis() * toBullet(allowed);
        point.m_normalWorldOnB = surface_first ? -normal : normal;
    }
}

Extent extentOf(const ContactObject& object) {
    btVector3 min, max;
    object.shape->getAabb(object.body->getWorldTransform(), min, max);
    const btVector3 more(reach, reach, reach);
    return {fromBullet(min - more), fromBullet(max + more), object.free != nullptr, object.absent};
}

/// Whether a box with sides along the axes is above a plane.
bool isAbove(const Extent& box, const HalfSpace& plane) {
    const Vec3d lowest{plane.normal.x > 0 ? box.min.x : box.max.x, plane.normal.y > 0 ? box.min.y : box.max.y,
                       plane.normal.z > 0 ? box.min.z : box.max.z};
    return dot(plane.normal, lowest) > plane.offset;
}

/// Objects or pairs of a task.
constexpr std::size_t pairs_a_task = 64;

/// Bullet's own sizes take 7 MB whatever the scene. Contacts beyond these are allocated one by one.
btDefaultCollisionConstructionInfo memoryFor(std::size_t objects) {
    btDefaultCollisionConstructionInfo info;
    const int contacts = static_cast<int>(std::clamp<std::size_t>(8 * objects, 32, 4096));
    info.m_defaultMaxPersistentManifoldPoolSize = contacts;
    info.m_defaultMaxCollisionAlgorithmPoolSize = contacts;
    return info;
}

}  // namespace

ContactFinder::ContactFinder(std::size_t objects) : configuration_(memoryFor(objects)) {
    // All points of a contact in one step: nothing is kept for the next one.
    configuration_.setConvexConvexMultipointIterations(4, 4);
    configuration_.setPlaneConvexMultipointIterations(4, 4);
}

void ContactFinder::drop() {
    for (btPersistentManifold* contact : own_) dispatcher_.releaseManifold(contact);
    for (btCollisionAlgorithm* algorithm : algorithms_) {
        algorithm->~btCollisionAlgorithm();
        dispatcher_.freeCollisionAlgorithm(algorithm);
    }
    own_.clear();
    algorithms_.clear();
    found_.clear();
}

const std::vector<btPersistentManifold*>& ContactFinder::find(
    const exec::Exec& exec, std::span<ContactObject> objects,
    const std::vector<std::pair<std::uint32_t, std::uint32_t>>& joined) {
    drop();
    extents_.resize(objects.size());
    exec::for_each(
        exec, objects.size(), [&](std::size_t k) { extents_[k] = extentOf(objects[k]); }, pairs_a_task);
    findNearPairs(extents_, pairs_);
    meetings_.resize(pairs_.size());
    const auto above = [](const ContactObject& object, const Extent& other) {
        const btStaticPlaneShape* plane = planeOf(object);
        return plane && isAbove(other, placed(object, *plane));
    };
    exec::for_each(
        exec, pairs_.size(),
        [&](std::size_t k) {
            const auto& [first, second] = pairs_[k];
            const ContactObject &a = objects[first], &b = objects[second];
            const bool apart = above(a, extents_[second]) || above(b, extents_[first]) ||
                               std::ranges::binary_search(joined, pairs_[k]);
            meetings_[k] = apart ? Meeting{.apart = true, .touch = {}} : meetingOf(a, b);
        },
        pairs_a_task);
    for (std::size_t k = 0; k < pairs_.size(); ++k) {
        const Meeting& meeting = meetings_[k];
        ContactObject &a = objects[pairs_[k].first], &b = objects[pairs_[k].second];
        ContactObject &first = meeting.swapped ? b : a, &second = meeting.swapped ? a : b;
        if (meeting.touch)
            add(first, second, *meeting.touch);
        else if (!meeting.apart)
            meetByBullet(first, second);
    }
    return found_;
}

ContactFinder::Meeting ContactFinder::meetingOf(const ContactObject& first, const ContactObject& second) {
    const btStaticPlaneShape* plane = planeOf(second);
    if ((planeOf(first) && (boxOf(second) || meetsPlanes(*second.shape))) ||
        (boxOf(first) && ballOf(second))) {
        Meeting other = meetingOf(second, first);
        other.swapped = true;
        return other;
    }
    const std::optional<PosedBox> a = placedBox(first), b = placedBox(second);
    if (a && b) return {.touch = listOf(touchOf(*a, *b, std::min(reachOf(*a), reachOf(*b))))};
    if (a && plane) return {.touch = listOf(touchOf(*a, placed(second, *plane), reachOf(*a)))};
    if (plane && meetsPlanes(*first.shape))
        return {.touch =
                    pointsOf(*first.shape, first.body->getWorldTransform(), placed(second, *plane), reach)};
    if (b && !second.plate && ballOf(first))
        return {.touch = listOf(touchOf(middleOf(first), ballOf(first)->getRadius(), *b, reachOf(*b)))};
    return {.touch = discsOf(first, second)};
}

void ContactFinder::add(ContactObject& first, ContactObject& second, const NearPoints& touch) {
    const btTransform &on_first = first.body->getWorldTransform(),
                      &on_second = second.body->getWorldTransform();
    btPersistentManifold* contact = nullptr;
    for (const NearPoint& one : touch.points) {
        // Bullet's lists of points have four at most.
        if (contact == nullptr || contact->getNumContacts() == MANIFOLD_CACHE_SIZE) {
            contact = dispatcher_.getNewManifold(first.body.get(), second.body.get());
            own_.push_back(contact);
            found_.push_back(contact);
        }
        const btVector3 second_point = toBullet(one.on_second), normal = toBullet(touch.normal),
                        first_point = second_point + normal * one.gap;
        btManifoldPoint point(on_first.invXform(first_point), on_second.invXform(second_point), normal,
                              one.gap);
        point.m_positionWorldOnA = first_point;
        point.m_positionWorldOnB = second_point;
        contact->addManifoldPoint(point);
    }
}

void ContactFinder::meetByBullet(ContactObject& first, ContactObject& second) {
    const btCollisionObjectWrapper a(nullptr, first.shape.get(), first.body.get(),
                                     first.body->getWorldTransform(), -1, -1),
        b(nullptr, second.shape.get(), second.body.get(), second.body->getWorldTransform(), -1, -1);
    btCollisionAlgorithm* algorithm = dispatcher_.findAlgorithm(&a, &b, nullptr, BT_CONTACT_POINT_ALGORITHMS);
    if (algorithm == nullptr) return;
    algorithms_.push_back(algorithm);
    btManifoldResult result(&a, &b);
    const btDispatcherInfo info;
    algorithm->processCollision(&a, &b, info, &result);
    btManifoldArray contacts;
    algorithm->getAllContactManifolds(contacts);
    for (int k = 0; k < contacts.size(); ++k) {
        if (ballOf(first) || ballOf(second)) dropInnerEdges(*contacts[k]);
        if (first.triangle) correctNormals(*contacts[k], first, second);
        if (second.triangle) correctNormals(*contacts[k], second, first);
        if (contacts[k]->getNumContacts() > 0) found_.push_back(contacts[k]);
    }
}

}  // namespace talus::solids
