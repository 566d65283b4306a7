#include "talus/water/boundary/contacts.h"

#include <algorithm>
#include <cmath>

#include "talus/geometry/closest_point.h"
#include "talus/water/boundary/solid_integral.h"

namespace talus::water {
namespace {

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

/// The share of a ball that is seen from outside: half a sphere of the kernel would be a fifth more of it at
/// a radius of two supports, and the water would keep off it by that.
void addBall(const WallIntegral& integral, double radius, Contact& contact) {
    const SolidIntegral::Slope found = integral.solid().ball(contact.distance, radius);
    const SolidIntegral::Sum layers = integral.solid().inLayers({found.share, contact.normal * -found.slope});
    contact.share = layers.share;
    contact.gradient = layers.gradient;
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
        if (of.kind == environment::WallFace::Kind::SphereOutside) addBall(integral, of.b.x, all.back());
        if (hasTwoSides(of)) search.near.push_back({face, d.distance, d.normal});
    }
    if (solids.ground != nullptr) addGround(solids, place, support, search);
    if (solids.volume != nullptr) addVolume(solids, integral, place, search);
    search.clearance = support;
    for (const Contact& contact : all) search.clearance = std::min(search.clearance, contact.distance);
    std::stable_sort(all.begin(), all.end(), before);
    return meet(solids.walls, integral.table(), place, all, found);
}

}  // namespace talus::water
