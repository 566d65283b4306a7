#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>

#include "talus/environment/wall_faces.h"
#include "talus/water/boundary/convex.h"
#include "talus/water/boundary/corner.h"

/// The contacts of one particle, and what they have to do with each other. Runs anywhere: Walls is
/// environment::WallsAt or WallView, and lists are those of the caller.
namespace talus::water {

/// A wall near a particle: a half space, or the edge of a box or cylinder.
struct Contact {
    static constexpr std::uint32_t no_face = 0xffffffffu;  ///< of the ground
    std::uint32_t wall = 0;
    double distance = 0;   ///< [m]; behind the surface negative
    Vec3d normal;          ///< unit, from the wall to the particle
    bool at_edge = false;  ///< the nearest point is on the border of a face
    std::uint32_t face = no_face;
    Vec3d gradient{};               ///< of the share of the kernel in it [1/m]
    std::optional<double> share{};  ///< of the kernel in it, where it is no half space
    double free = 1;                ///< share of the kernel that is not in it
    double effect = 1;              ///< by how much the free share of all together changes with that
};

/// A face that water may be on both sides of.
struct NearFace {
    std::uint32_t face = 0;
    double distance = 0;  ///< [m]
    Vec3d normal;         ///< unit, from its nearest point
};

/// Water may be on both sides of all that has an other side.
TALUS_HD inline bool hasTwoSides(const environment::WallFace& face) {
    using Kind = environment::WallFace::Kind;
    return face.kind != Kind::Plane && face.kind != Kind::SphereInside;
}

/// Contacts whose normals are nearer than this are one plane: 20 degrees, chosen so that the facets of a
/// round wall of some ten facets a quarter count once, and corners of 150 degrees twice.
inline constexpr double one_plane = 0.94;
/// The nearest point of a face's border that is not above the plane of another contact by this share of the
/// support belongs to that plane. Chosen: a hundredth of a spacing is below what the water can resolve.
inline constexpr double on_plane = 0.005;
/// A gap so narrow between a side and a wall that faces it, as a share of the support, has no water in it:
/// the side goes on in the wall. A tenth of a spacing.
inline constexpr double closed_gap = 0.05;
/// More planes than this do not meet near one particle in any scene that it can resolve.
inline constexpr std::size_t max_contacts = 8;

/// The order in which contacts count.
TALUS_HD inline bool before(const Contact& a, const Contact& b) {
    if (a.at_edge != b.at_edge) return b.at_edge;
    if (a.distance != b.distance) return a.distance < b.distance;
    return a.wall < b.wall;
}

/// From the bulk of what is in it to the particle.
TALUS_HD inline Vec3d directionOf(const Contact& contact) {
    const double size = length(contact.gradient);
    return size > 0 ? contact.gradient / -size : contact.normal;
}

/// Whether a contact adds a plane to those that count already.
template <class Contacts>
TALUS_HD bool isNew(const Contact& c, const Contacts& taken, double support) {
    for (const Contact& t : taken) {
        if (dot(c.normal, t.normal) > one_plane) return false;
        // From the nearest point of the one to that of the other, along the one's normal.
        if (c.at_edge && t.distance - c.distance * dot(c.normal, t.normal) < on_plane * support) return false;
    }
    return true;
}

/// What stands on a floor has no edge there.
template <class Contacts>
TALUS_HD bool isCovered(const SolidSide& side, const Contact& of, const Contacts& all, double support) {
    for (const Contact& other : all)
        if (other.face != of.face && dot(other.normal, side.normal) < -one_plane &&
            other.distance + side.distance < closed_gap * support)
            return true;
    return false;
}

/// The share of the kernel in a contact, and the gradient of that.
template <class Walls, class Contacts>
TALUS_HD double shareOf(const Walls& walls, const WallTable& integral, const Vec3d& place,
                        const Contacts& all, Contact& contact) {
    SolidSides sides;
    if (contact.face != Contact::no_face)
        for (const SolidSide& side : sidesOf(walls, contact.face, place))
            if (side.distance > 0 ||
                (side.distance > -integral.reach() && !isCovered(side, contact, all, integral.reach())))
                sides.add(side.distance, side.normal);
    if (sides.count == 0) sides.add(contact.distance, contact.normal);
    const ConvexShare in_it = convexShare(integral, sides);
    contact.gradient = in_it.gradient;
    return in_it.share;
}

/// Those of `all` that count go into `found`, with `free` and `effect`.
/// @param all in their order @return the share of the kernel that is free of all
template <class Walls, class All, class Found>
TALUS_HD double meet(const Walls& walls, const WallTable& integral, const Vec3d& place, All& all,
                     Found& found) {
    double share = 1;
    for (Contact& contact : all) {
        if (found.size() == max_contacts || !isNew(contact, found, integral.reach())) continue;
        contact.free = 1 - (contact.share ? *contact.share : shareOf(walls, integral, place, all, contact));
        contact.effect = 1;
        const Vec3d direction = directionOf(contact);
        // With the one of those before it that it has most to do with.
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

/// What a contact that counts says in the table of contacts (fields.h).
struct ContactRow {
    std::uint32_t wall;
    Vec3d gradient, velocity, point;
    float rub;
};
/// @param count of walls: what has a higher index is the ground @param nearest as of MeetWalls
template <class Walls>
TALUS_HD ContactRow rowOf(const Walls& walls, std::size_t count, const Vec3d& place, double nearest,
                          const Contact& c) {
    const Vec3d gradient = c.gradient * c.effect, point = c.normal * -c.distance;
    const bool moves = c.wall < count && walls.moves(c.wall);
    return {c.wall, gradient, moves ? walls.pose(c.wall).velocityAt(place + point) : Vec3d{}, point,
            static_cast<float>(2 * length(gradient) / std::max(c.distance, nearest))};
}

}  // namespace talus::water
