#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>

#include "talus/environment/wall_faces.h"
#include "talus/water/boundary/convex.h"
#include "talus/water/boundary/corner.h"

/// The contacts of one particle, and how they combine. Runs on any device: Walls is environment::WallsAt or
/// WallView, and the caller provides the lists.
namespace talus::water {

/// A wall near a particle: a half space, or the edge of a box or cylinder.
struct Contact {
    static constexpr std::uint32_t no_face = 0xffffffffu;  ///< face of the ground
    std::uint32_t wall = 0;
    double distance = 0;   ///< [m]; negative behind the surface
    Vec3d normal;          ///< unit, from the wall to the particle
    bool at_edge = false;  ///< the nearest point is on the border of a face
    std::uint32_t face = no_face;
    Vec3d gradient{};               ///< of the share of the kernel in the wall [1/m]
    std::optional<double> share{};  ///< of the kernel in the wall, where that is not a half space
    double free = 1;                ///< share of the kernel that is not in the wall
    double effect = 1;              ///< derivative of the combined free share with respect to `free`
};

/// A face that may have water on both of its sides.
struct NearFace {
    std::uint32_t face = 0;
    double distance = 0;  ///< [m]
    Vec3d normal;         ///< unit, from its nearest point
};

/// Whether there may be water on both sides of a face: of all but planes and spheres seen from inside.
TALUS_HD inline bool hasTwoSides(const environment::WallFace& face) {
    using Kind = environment::WallFace::Kind;
    return face.kind != Kind::Plane && face.kind != Kind::SphereInside;
}

/// Contacts whose normals have a larger product than this (20 degrees) count as one plane. Chosen so that the
/// facets of a round wall with some ten facets per quarter count once, and corners of 150 degrees twice.
inline constexpr double one_plane = 0.94;
/// A nearest point on the border of a face belongs to the plane of another contact if it is less than this
/// share of the support above that plane. Chosen: a hundredth of a spacing is below the resolution.
inline constexpr double on_plane = 0.005;
/// A gap between a side of a solid and a wall that faces it holds no water if it is narrower than this share
/// of the support, a tenth of a spacing: the side then continues in the wall.
inline constexpr double closed_gap = 0.05;
/// The maximum number of planes per particle. No resolved scene has more near one particle.
inline constexpr std::size_t max_plane_contacts = 8;

/// The order in which contacts are taken: faces before edges, near before far.
TALUS_HD inline bool takenBefore(const Contact& a, const Contact& b) {
    if (a.at_edge != b.at_edge) return b.at_edge;
    if (a.distance != b.distance) return a.distance < b.distance;
    return a.wall < b.wall;
}

/// The unit vector from the bulk of the wall within the kernel to the particle.
TALUS_HD inline Vec3d directionOf(const Contact& contact) {
    const double size = length(contact.gradient);
    return size > 0 ? contact.gradient / -size : contact.normal;
}

/// Whether a contact adds a plane to those that were taken already.
template <class Contacts>
TALUS_HD bool isNewPlane(const Contact& c, const Contacts& taken, double support) {
    for (const Contact& t : taken) {
        if (dot(c.normal, t.normal) > one_plane) return false;
        // The height of its nearest point above the plane of the taken contact.
        if (c.at_edge && t.distance - c.distance * dot(c.normal, t.normal) < on_plane * support) return false;
    }
    return true;
}

/// Whether another wall covers a side of a solid, as a floor covers the lower side of a box that stands on
/// it.
template <class Contacts>
TALUS_HD bool isCovered(const SolidSide& side, const Contact& of, const Contacts& all, double support) {
    for (const Contact& other : all)
        if (other.face != of.face && dot(other.normal, side.normal) < -one_plane &&
            other.distance + side.distance < closed_gap * support)
            return true;
    return false;
}

/// The share of the kernel in the wall of a contact. Also sets its gradient.
template <class Walls, class Contacts>
TALUS_HD double shareOf(const Walls& walls, const WallTable& integral, const Vec3d& position,
                        const Contacts& all, Contact& contact) {
    SolidSides sides;
    if (contact.face != Contact::no_face)
        for (const SolidSide& side : sidesOf(walls, contact.face, position))
            if (side.distance > 0 ||
                (side.distance > -integral.reach() && !isCovered(side, contact, all, integral.reach())))
                sides.add(side.distance, side.normal);
    if (sides.count == 0) sides.add(contact.distance, contact.normal);
    const ConvexShare in_it = convexShare(integral, sides);
    contact.gradient = in_it.gradient;
    return in_it.share;
}

/// Takes the contacts of `all` that count as planes into `found`, and sets their `free` and `effect`.
/// @param all sorted by takenBefore() @return the share of the kernel that is in no wall
template <class Walls, class All, class Found>
TALUS_HD double combineContacts(const Walls& walls, const WallTable& integral, const Vec3d& position,
                                All& all, Found& found) {
    double share = 1;
    for (Contact& contact : all) {
        if (found.size() == max_plane_contacts || !isNewPlane(contact, found, integral.reach())) continue;
        contact.free =
            1 - (contact.share ? *contact.share : shareOf(walls, integral, position, all, contact));
        contact.effect = 1;
        const Vec3d direction = directionOf(contact);
        // Combined with the contact before it whose direction is nearest to parallel.
        double cosine = 0;
        for (const Contact& other : found) {
            const double c = dot(direction, directionOf(other));
            if (std::abs(c) > std::abs(cosine)) cosine = c;
        }
        if (!found.empty()) {
            const FreeShare both = freeShare(share, contact.free, cosine);
            for (Contact& other : found) other.effect *= both.by_f;
            contact.effect = both.by_g;
            share = both.share;
        } else {
            share = contact.free;
        }
        found.push_back(contact);
    }
    return share;
}

/// A row of the table of contacts (fields.h).
struct ContactRow {
    std::uint32_t wall;
    Vec3d gradient, velocity, point;
    float friction;
    std::uint32_t face;
};
/// @param count of walls; `count` itself is the index of the ground @param nearest as of IntegrateBoundaries
template <class Walls>
TALUS_HD ContactRow rowOf(const Walls& walls, std::size_t count, const Vec3d& position, double nearest,
                          const Contact& c) {
    const Vec3d gradient = c.gradient * c.effect, point = c.normal * -c.distance;
    const bool moves = c.wall < count && walls.moves(c.wall);
    return {c.wall,
            gradient,
            moves ? walls.pose(c.wall).velocityAt(position + point) : Vec3d{},
            point,
            static_cast<float>(2 * length(gradient) / std::max(c.distance, nearest)),
            c.face};
}

}  // namespace talus::water
