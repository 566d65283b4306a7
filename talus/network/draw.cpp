#include "talus/network/draw.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "talus/network/instance.h"
#include "talus/network/scene.h"
#include "talus/picture/meshes/shape_mesh.h"

namespace talus::network {
namespace {

/// Arrays to which a picture refers.
struct DrawnMasses {
    std::vector<Vec3d> centre;
    std::vector<double> radius;
};

/// A line of the picture.
picture::Mesh lineOf(const Vec3d& from, const Vec3d& to, double radius) {
    return picture::capsuleMesh({from, to, radius});
}

}  // namespace

Status draw(const method::Scene& scene, method::Drawing& drawing) {
    const Part& part = in(scene);
    const auto* masses = drawing.find<state::PointsView>(masses_set);
    if (masses == nullptr) return success();
    const state::ArrayView* group = masses->find("group");
    if (group == nullptr) return Error{ErrorKind::Input, "the frames of the masses have no field 'group'"};
    auto drawn = std::make_shared<DrawnMasses>();
    std::vector<picture::Colour> colours;
    std::vector<double> radius(masses->count);
    double smallest = std::numeric_limits<double>::infinity(), largest = 0;
    for (std::size_t i = 0; i < masses->count; ++i) {
        const auto g = static_cast<std::size_t>(group->value(i));
        if (g >= part.masses.size())
            return Error{ErrorKind::Input, "the frames of the masses have a group that is not in the scene"};
        radius[i] = part.masses[g].radius;
        if (!part.masses[g].visible) continue;
        smallest = std::min(smallest, radius[i]);
        largest = std::max(largest, radius[i]);
        drawn->centre.push_back(masses->at(i));
        drawn->radius.push_back(radius[i]);
        colours.push_back(picture::colourOf(part.masses[g].colour));
    }
    if (!drawn->centre.empty()) {
        picture::Spheres spheres;
        spheres.centre = drawn->centre;
        spheres.radius = drawn->radius;
        spheres.colour = std::move(colours);
        spheres.grain = 0;
        spheres.name = masses_set;
        drawing.picture.spheres.push_back(std::move(spheres));
        drawing.keep.push_back(drawn);
    }
    const auto* links = drawing.find<state::MeshView>(links_set);
    const Network settings = part.network.value_or(Network{});
    if (links == nullptr || !(std::isfinite(smallest))) return success();
    const state::ArrayView *force = links->find("force"), *link = links->find("link");
    if (force == nullptr || link == nullptr || force->components != 3)
        return Error{ErrorKind::Input, "the frames of the links have no field 'force' or 'link'"};
    picture::Mesh springs, chains;
    springs.colour = {{0.35f, 0.36f, 0.40f}};
    chains.colour = {{0.75f, 0.16f, 0.10f}};
    const double thin = settings.line_radius > 0 ? settings.line_radius : smallest / 3;
    // In a plane, forces are drawn in front of the masses, which would hide them.
    const Vec3d in_front = settings.dimensions == 2 ? Vec3d{0, -1.2 * largest, 0} : Vec3d{};
    for (std::size_t k = 0; k < links->count; ++k) {
        const std::uint32_t i = links->corner(k, 0), j = links->corner(k, 1);
        const auto l = static_cast<std::size_t>(link->value(k));
        if (i >= masses->count || j >= masses->count || l >= part.links.size())
            return Error{ErrorKind::Input, "the frames of the links do not fit the masses"};
        const Vec3d from = masses->at(i), to = masses->at(j);
        if (part.links[l].kind == Link::Kind::Spring) {
            if (settings.draw_links) picture::append(springs, lineOf(from, to, thin));
        } else if (settings.force_scale > 0) {
            const Vec3d f{force->value(k, 0), force->value(k, 1), force->value(k, 2)};
            const double thick = std::min(radius[i], radius[j]) * length(f) / settings.force_scale;
            if (thick > 0.02 * smallest)
                picture::append(chains, lineOf(from + in_front, to + in_front, thick));
        }
    }
    for (picture::Mesh* mesh : {&springs, &chains})
        if (!mesh->triangle.empty()) {
            mesh->name = links_set;
            drawing.picture.meshes.push_back(std::move(*mesh));
        }
    return success();
}

}  // namespace talus::network
