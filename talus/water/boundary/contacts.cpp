#include "talus/water/boundary/contacts.h"

#include <algorithm>
#include <cmath>

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

/// Whether a contact adds a plane to those that count already.
bool isNew(const Contact& c, const std::vector<Contact>& taken, double support) {
    for (const Contact& t : taken) {
        if (dot(c.normal, t.normal) > one_plane) return false;
        // From the nearest point of the one to that of the other, along the one's normal.
        if (c.at_edge && t.distance - c.distance * dot(c.normal, t.normal) < on_plane * support) return false;
    }
    return true;
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
    const double support = integral.reach();
    for (const std::uint32_t face : search.faces) {
        const environment::WallDistance d = solids.walls.distance(face, place);
        if (d.distance < support)
            all.push_back({solids.walls.face(face).wall, d.distance, d.normal, d.at_edge});
    }
    if (solids.ground != nullptr) addGround(solids, place, support, search);
    search.clearance = support;
    for (const Contact& contact : all) search.clearance = std::min(search.clearance, contact.distance);
    std::stable_sort(all.begin(), all.end(), before);
    double share = 1;
    for (Contact& contact : all) {
        if (found.size() == most_contacts || !isNew(contact, found, support)) continue;
        contact.free = 1 - integral.share(contact.distance);
        contact.effect = 1;
        // With the one of those before it that it has most to do with.
        double cosine = 0;
        for (const Contact& other : found) {
            const double c = dot(contact.normal, other.normal);
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
