#include "talus/water/boundary/contacts.h"

#include <algorithm>
#include <cmath>

#include "talus/geometry/closest_point.h"
#include "talus/water/boundary/solid_integral.h"

namespace talus::water {
namespace {

using Triangle = std::array<Vec3d, 3>;

/// Squared distances: of the centroid of a triangle from a position, and of its farthest corner from the
/// centroid.
struct Extent {
    double middle, corner;
    Extent(const Triangle& t, const Vec3d& position) {
        const Vec3d m = (t[0] + t[1] + t[2]) * (1.0 / 3);
        middle = squaredLength(m - position);
        corner =
            std::max(std::max(squaredLength(t[0] - m), squaredLength(t[1] - m)), squaredLength(t[2] - m));
    }
    /// Whether the triangle may be nearer than the root of this: (a + b)^2 is at most 2 (a^2 + b^2).
    bool mayBeWithin(double square) const { return middle <= 2 * (square + corner); }
};

/// The vector from the nearest point of a triangle to a position.
Vec3d awayFrom(const Triangle& t, const Vec3d& position) {
    return position - geometry::closestOnTriangle(t[0], t[1], t[2], position).point;
}

/// Whether a face is a triangle that is surely farther than `reach` from a position. Of the triangles near a
/// part most are far from each of its particles, and their distance takes long.
bool isFar(const environment::WallsAt& walls, std::uint32_t face, const Vec3d& position, double reach) {
    const environment::WallFace& of = walls.face(face);
    return of.kind == environment::WallFace::Kind::Triangle &&
           !Extent({of.a, of.b, of.c}, walls.inFrame(of.wall, position)).mayBeWithin(reach * reach);
}

/// Fills `triangles` with those of the volume within the support. @return the index of the one with the
/// nearest centroid
std::size_t findTriangles(const geometry::VolumeSurface& volume, const Vec3d& position, double support,
                          std::vector<Triangle>& triangles) {
    triangles.clear();
    const double square = support * support;
    const Vec3d r{support, support, support};
    std::size_t first = 0;
    double nearest = square;
    volume.forTrianglesIn({position - r, position + r}, [&](const geometry::VolumeSurface::Triangle& of) {
        const Triangle t{of.a, of.b, of.c};
        const Extent extent(t, position);
        if (!(extent.middle < square) &&
            !(extent.mayBeWithin(square) && squaredLength(awayFrom(t, position)) < square))
            return;
        if (extent.middle < nearest) {
            nearest = extent.middle;
            first = triangles.size();
        }
        triangles.push_back(t);
    });
    return first;
}

/// Sets distance and normal of a contact from the nearest point of all triangles.
/// @param first index of one that is likely to be near
void nearestOf(const std::vector<Triangle>& triangles, std::size_t first, const Vec3d& position,
               Contact& contact) {
    const auto include = [&](const Triangle& t) {
        const Vec3d away = awayFrom(t, position);
        const double distance = length(away);
        if (!(distance < contact.distance && distance > 0)) return;
        contact.distance = distance;
        contact.normal = away / distance;
    };
    include(triangles[first]);
    for (const Triangle& t : triangles)
        if (Extent(t, position).mayBeWithin(contact.distance * contact.distance)) include(t);
}

/// Adds all triangles of the volume as one contact. If they were taken one by one as planes, of which only
/// some count, still water at the rounded edges of the volume's cells would not stay at rest.
void addVolume(const SolidsAt& solids, const WallIntegral& integral, const Vec3d& position,
               ContactSearch& search) {
    /// Points this near to a plane, as a share of the support, are on it: round-off.
    constexpr double same_plane = 1e-9;
    const double support = integral.reach();
    const std::vector<Triangle>& triangles = search.triangles;
    const std::size_t first = findTriangles(*solids.volume, position, support, search.triangles);
    if (triangles.empty()) return;
    Contact contact{solids.ground_index, support, {}};
    nearestOf(triangles, first, position, contact);
    if (!(contact.distance < support)) return;
    const Vec3d& origin = triangles[0][0];
    const Vec3d normal = normalized(cross(triangles[0][1] - origin, triangles[0][2] - origin));
    const bool plane = std::all_of(triangles.begin(), triangles.end(), [&](const Triangle& t) {
        return std::all_of(t.begin(), t.end(), [&](const Vec3d& p) {
            return std::abs(dot(p - origin, normal)) < same_plane * support;
        });
    });
    if (plane) {
        // The surface is closed: without an edge within the support it bounds a half space.
        const double height = dot(position - origin, normal);
        contact.share = integral.share(height);
        contact.gradient = normal * -integral.slope(height);
    } else {
        SolidIntegral::Sum sum;
        for (const auto& [a, b, c] : triangles) integral.solid().add(position, a, b, c, sum);
        const SolidIntegral::Sum layers = integral.solid().inLayers(sum);
        contact.share = layers.share;
        contact.gradient = layers.gradient;
    }
    search.all.push_back(contact);
}

/// Sets share and gradient of a contact with the outside of a ball. At a radius of two supports a half space
/// would hold a fifth more of the kernel, and keep the water too far off.
void addBall(const WallIntegral& integral, double radius, Contact& contact) {
    const SolidIntegral::Slope found = integral.solid().ball(contact.distance, radius);
    const SolidIntegral::Sum layers = integral.solid().inLayers({found.share, contact.normal * -found.slope});
    contact.share = layers.share;
    contact.gradient = layers.gradient;
}

void addGround(const SolidsAt& solids, const Vec3d& position, double support, ContactSearch& search) {
    search.touches.clear();
    std::vector<Contact>& found = search.all;
    if (solids.ground->touches(position, support, search.touches)) {
        for (const geometry::GroundTouch& touch : search.touches)
            found.push_back({solids.ground_index, touch.distance, touch.normal});
        return;
    }
    // Below the ground: the distance of the surface above, along its normal.
    if (const auto surface = geometry::surfaceAt(*solids.grid, solids.height, position.x, position.y))
        found.push_back(
            {solids.ground_index, (position.z - surface->height) * surface->normal.z, surface->normal});
}

}  // namespace

void facesNear(const SolidsAt& solids, const Vec3d& centre, double reach, std::vector<std::uint32_t>& faces) {
    faces.clear();
    for (std::size_t w = 0; w < solids.walls.walls().bodies().size(); ++w)
        solids.walls.forFacesNear(w, solids.walls.inFrame(w, centre), reach, [&](std::size_t face) {
            if (solids.walls.distance(face, centre).distance < reach)
                faces.push_back(static_cast<std::uint32_t>(face));
        });
}

double contactsOf(const SolidsAt& solids, const WallIntegral& integral, const Vec3d& position,
                  ContactSearch& search) {
    std::vector<Contact>&all = search.all, &found = search.found;
    all.clear();
    found.clear();
    search.near.clear();
    const double support = integral.reach();
    for (const std::uint32_t face : search.faces) {
        if (isFar(solids.walls, face, position, support)) continue;
        const environment::WallDistance d = solids.walls.distance(face, position);
        if (!(d.distance < support)) continue;
        const environment::WallFace& of = solids.walls.face(face);
        all.push_back({of.wall, d.distance, d.normal, d.at_edge, face, {}});
        if (of.kind == environment::WallFace::Kind::SphereOutside) addBall(integral, of.b.x, all.back());
        if (hasTwoSides(of)) search.near.push_back({face, d.distance, d.normal});
    }
    if (solids.ground != nullptr) addGround(solids, position, support, search);
    if (solids.volume != nullptr) addVolume(solids, integral, position, search);
    search.clearance = support;
    for (const Contact& contact : all) search.clearance = std::min(search.clearance, contact.distance);
    std::stable_sort(all.begin(), all.end(), takenBefore);
    return combineContacts(solids.walls, integral.table(), position, all, found);
}

}  // namespace talus::water
