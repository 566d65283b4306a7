#include "talus/water/boundary/contacts.h"

#include <algorithm>
#include <cmath>

#include "talus/geometry/closest_point.h"
#include "talus/water/boundary/convex.h"
#include "talus/water/boundary/corner.h"
#include "talus/water/boundary/solid_integral.h"

namespace talus::water {
namespace {

/// Contacts whose normals are nearer than this are one plane: 20 degrees, chosen so that the facets of a
/// round wall of some ten facets a quarter count once, and corners of 150 degrees twice.
constexpr double one_plane = 0.94;
/// The nearest point of a face's border that is not above the plane of another contact by this share of the
/// support belongs to that plane. Chosen: a hundredth of a spacing is below what the water can resolve.
constexpr double on_plane = 0.005;
/// More planes than this do not meet near one particle in any scene that it can resolve.
constexpr std::size_t most_contacts = 8;

bool before(const Contact& a, const Contact& b) {
    if (a.at_edge != b.at_edge) return b.at_edge;
    if (a.distance != b.distance) return a.distance < b.distance;
    return a.wall < b.wall;
}

/// From the bulk of what is in it to the particle.
Vec3d directionOf(const Contact& contact) {
    const double size = length(contact.gradient);
    return size > 0 ? contact.gradient / -size : contact.normal;
}

/// Whether a contact adds a plane to those that count already.
bool isNew(const Contact& c, const std::vector<Contact>& taken, double support) {
    for (const Contact& t : taken) {
        if (dot(c.normal, t.normal) > one_plane) return false;
        // From the nearest point of the one to that of the other, along the one's normal.
        if (c.at_edge && t.distance - c.distance * dot(c.normal, t.normal) < on_plane * support) return false;
    }
    return true;
}

/// A gap so narrow between a side and a wall that faces it, as a share of the support, has no water in it:
/// the side goes on in the wall. A tenth of a spacing.
constexpr double closed_gap = 0.05;

/// The share of the kernel in it, and the gradient of that.
double shareOf(const SolidsAt& solids, const WallIntegral& integral, const Vec3d& place,
               const std::vector<Contact>& all, Contact& contact) {
    // What stands on a floor has no edge there.
    const auto covered = [&](const SolidSide& side) {
        return std::any_of(all.begin(), all.end(), [&](const Contact& other) {
            return other.face != contact.face && dot(other.normal, side.normal) < -one_plane &&
                   other.distance + side.distance < closed_gap * integral.reach();
        });
    };
    SolidSides sides;
    if (contact.face != Contact::no_face)
        for (const SolidSide& side : sidesOf(solids.walls, contact.face, place))
            if (side.distance > 0 || (side.distance > -integral.reach() && !covered(side)))
                sides.add(side.distance, side.normal);
    if (sides.count == 0) sides.add(contact.distance, contact.normal);
    const ConvexShare in_it = convexShare(integral, sides);
    contact.gradient = in_it.gradient;
    return in_it.share;
}

using Triangle = std::array<Vec3d, 3>;

/// How far the middle of a triangle is from a place, and its farthest corner from the middle; squared.
struct Extent {
    double middle, corner;
    Extent(const Triangle& t, const Vec3d& place) {
        const Vec3d m = (t[0] + t[1] + t[2]) * (1.0 / 3);
        middle = squaredLength(m - place);
        corner =
            std::max(std::max(squaredLength(t[0] - m), squaredLength(t[1] - m)), squaredLength(t[2] - m));
    }
    /// Whether it can be nearer than this, squared: (a + b)^2 is at most 2 (a^2 + b^2).
    bool mayBeWithin(double reach) const { return middle <= 2 * (reach + corner); }
};

/// The way to a place from the nearest point of a triangle.
Vec3d awayFrom(const Triangle& t, const Vec3d& place) {
    return place - geometry::closestOnTriangle(t[0], t[1], t[2], place).point;
}

/// Fills `triangles` with those of the volume that are within the support. @return the one of the nearest
/// middle
std::size_t findTriangles(const geometry::VolumeSurface& volume, const Vec3d& place, double support,
                          std::vector<Triangle>& triangles) {
    triangles.clear();
    const double square = support * support;
    const Vec3d r{support, support, support};
    std::size_t first = 0;
    double least = square;
    volume.forTrianglesIn({place - r, place + r}, [&](const geometry::VolumeSurface::Triangle& of) {
        const Triangle t{of.a, of.b, of.c};
        const Extent extent(t, place);
        if (!(extent.middle < square) &&
            !(extent.mayBeWithin(square) && squaredLength(awayFrom(t, place)) < square))
            return;
        if (extent.middle < least) {
            least = extent.middle;
            first = triangles.size();
        }
        triangles.push_back(t);
    });
    return first;
}

/// The nearest point of all of them. @param first one that is likely to be near
void nearestOf(const std::vector<Triangle>& triangles, std::size_t first, const Vec3d& place,
               Contact& contact) {
    const auto meet = [&](const Triangle& t) {
        const Vec3d away = awayFrom(t, place);
        const double distance = length(away);
        if (!(distance < contact.distance && distance > 0)) return;
        contact.distance = distance;
        contact.normal = away / distance;
    };
    meet(triangles[first]);
    for (const Triangle& t : triangles)
        if (Extent(t, place).mayBeWithin(contact.distance * contact.distance)) meet(t);
}

/// All of its triangles together, as one contact: taken one by one as planes, of which some count and some do
/// not, still water at the rounded edges of its cells would be pushed about.
void addVolume(const SolidsAt& solids, const WallIntegral& integral, const Vec3d& place,
               ContactSearch& search) {
    /// Points of a plane that are off it by no more than this share of the support are on it: round-off.
    constexpr double same_plane = 1e-9;
    const double support = integral.reach();
    const std::vector<Triangle>& triangles = search.triangles;
    const std::size_t first = findTriangles(*solids.volume, place, support, search.triangles);
    if (triangles.empty()) return;
    Contact contact{solids.ground_index, support, {}};
    nearestOf(triangles, first, place, contact);
    if (!(contact.distance < support)) return;
    const Vec3d& origin = triangles[0][0];
    const Vec3d normal = normalized(cross(triangles[0][1] - origin, triangles[0][2] - origin));
    const bool plane = std::all_of(triangles.begin(), triangles.end(), [&](const Triangle& t) {
        return std::all_of(t.begin(), t.end(), [&](const Vec3d& p) {
            return std::abs(dot(p - origin, normal)) < same_plane * support;
        });
    });
    if (plane) {
        // The surface is closed: what has no edge within the support is a half space there.
        const double height = dot(place - origin, normal);
        contact.share = integral.share(height);
        contact.gradient = normal * -integral.slope(height);
    } else {
        SolidIntegral::Sum sum;
        for (const auto& [a, b, c] : triangles) integral.solid().add(place, a, b, c, sum);
        const SolidIntegral::Sum layers = integral.solid().inLayers(sum);
        contact.share = layers.share;
        contact.gradient = layers.gradient;
    }
    search.all.push_back(contact);
}

void addGround(const SolidsAt& solids, const Vec3d& place, double support, ContactSearch& search) {
    search.touches.clear();
    std::vector<Contact>& found = search.all;
    if (solids.ground->touches(place, support, search.touches)) {
        for (const geometry::GroundTouch& touch : search.touches)
            found.push_back({solids.ground_index, touch.distance, touch.normal});
        return;
    }
    // Below the ground: as far as the surface above it is away along its normal.
    if (const auto surface = geometry::surfaceAt(*solids.grid, solids.height, place.x, place.y))
        found.push_back(
            {solids.ground_index, (place.z - surface->height) * surface->normal.z, surface->normal});
}

}  // namespace

void facesNear(const SolidsAt& solids, const Vec3d& centre, double reach, std::vector<std::uint32_t>& faces) {
    faces.clear();
    const environment::Walls& walls = solids.walls.walls();
    for (std::size_t w = 0; w < walls.bodies().size(); ++w)
        walls.forFacesNear(w, solids.walls.inFrame(w, centre), reach, [&](std::size_t face) {
            if (solids.walls.distance(face, centre).distance < reach)
                faces.push_back(static_cast<std::uint32_t>(face));
        });
}

double contactsOf(const SolidsAt& solids, const WallIntegral& integral, const Vec3d& place,
                  ContactSearch& search) {
    std::vector<Contact>&all = search.all, &found = search.found;
    all.clear();
    found.clear();
    search.near.clear();
    const double support = integral.reach();
    for (const std::uint32_t face : search.faces) {
        const environment::WallDistance d = solids.walls.distance(face, place);
        if (!(d.distance < support)) continue;
        const environment::WallFace& of = solids.walls.face(face);
        all.push_back({of.wall, d.distance, d.normal, d.at_edge, face, {}});
        if (of.kind != environment::WallFace::Kind::Plane &&
            of.kind != environment::WallFace::Kind::SphereInside)
            search.near.push_back({face, d.distance, d.normal});
    }
    if (solids.ground != nullptr) addGround(solids, place, support, search);
    if (solids.volume != nullptr) addVolume(solids, integral, place, search);
    search.clearance = support;
    for (const Contact& contact : all) search.clearance = std::min(search.clearance, contact.distance);
    std::stable_sort(all.begin(), all.end(), before);
    double share = 1;
    for (Contact& contact : all) {
        if (found.size() == most_contacts || !isNew(contact, found, support)) continue;
        contact.free = 1 - (contact.share ? *contact.share : shareOf(solids, integral, place, all, contact));
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

}  // namespace talus::water
