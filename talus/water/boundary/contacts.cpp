#include "talus/water/boundary/contacts.h"

#include <algorithm>
#include <cmath>

#include "talus/geometry/closest_point.h"
#include "talus/water/boundary/convex.h"
#include "talus/water/boundary/corner.h"

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

/// The nearest place of the volume, and each of its triangles on which the particle's foot lies: where the
/// distance has a local minimum. So a hollow that bends smoothly has one, and not another where the angle
/// between two triangles happens to be large enough. Of edges only the nearest counts.
void addVolume(const SolidsAt& solids, const Vec3d& place, double support, ContactSearch& search) {
    const Vec3d r{support, support, support};
    Contact nearest{solids.ground_index, support, {}, true};
    solids.volume->forTrianglesIn({place - r, place + r}, [&](const geometry::VolumeSurface::Triangle& t) {
        const Vec3d normal = cross(t.b - t.a, t.c - t.a);
        const double height = dot(normal, place - t.a);
        if (!(height > 0) || height * height > support * support * squaredLength(normal)) return;
        const geometry::ClosestPoint at = geometry::closestOnTriangle(t.a, t.b, t.c, place);
        const Vec3d away = place - at.point;
        const double distance = length(away);
        if (!(distance < support && distance > 0)) return;
        if (!at.at_edge) search.all.push_back({solids.ground_index, distance, away / distance, false});
        if (distance < nearest.distance) {
            nearest.distance = distance;
            nearest.normal = away / distance;
            nearest.at_edge = at.at_edge;
        }
    });
    if (nearest.at_edge && nearest.distance < support) search.all.push_back(nearest);
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
    if (solids.volume != nullptr) addVolume(solids, place, support, search);
    search.clearance = support;
    for (const Contact& contact : all) search.clearance = std::min(search.clearance, contact.distance);
    std::stable_sort(all.begin(), all.end(), before);
    double share = 1;
    for (Contact& contact : all) {
        if (found.size() == most_contacts || !isNew(contact, found, support)) continue;
        contact.free = 1 - shareOf(solids, integral, place, all, contact);
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
