#include "talus/solids/draw_parts.h"

#include <cmath>
#include <numbers>

#include <fmt/format.h>

#include "talus/picture/meshes/shape_mesh.h"
#include "talus/solids/hull.h"

namespace talus::solids {
namespace {

/// A colour of each part: hues by the golden ratio, so that neighbours in the list differ.
picture::Colour colourOfPart(std::size_t part) {
    const double hue = std::fmod(0.08 + 0.618034 * static_cast<double>(part), 1.0);
    const auto channel = [&](double shift) {
        return static_cast<float>(0.62 + 0.28 * std::cos(2 * std::numbers::pi * (hue - shift)));
    };
    return {channel(0), channel(1.0 / 3), channel(2.0 / 3)};
}

}  // namespace

picture::Picture pictureOf(const Body& body) {
    const geometry::Mesh& mesh = *std::get<geometry::MeshSolid>(*body.solid).mesh;
    const geometry::Box box = geometry::boundsOf(mesh);
    const Vec3d middle = (box.min + box.max) * 0.5;
    const double size = length(box.max - box.min);
    constexpr double apart = 0.25;  // by which the parts are moved away from the middle
    const double aside = (0.6 + 0.5 * apart) * (box.max.x - box.min.x) + 0.05 * size;

    picture::Mesh parts;
    for (std::size_t k = 0; k < body.convex->corners.size(); ++k) {
        picture::Mesh part = picture::facetedMesh(hullMesh(body.convex->corners[k]));
        Vec3d centre;
        for (const Vec3d& corner : body.convex->corners[k]) centre += corner;
        centre = centre / static_cast<double>(body.convex->corners[k].size());
        for (Vec3d& p : part.position) p += (centre - middle) * apart + Vec3d{aside, 0, 0};
        picture::append(parts, part);
        parts.colour.resize(parts.position.size(), colourOfPart(k));
    }
    picture::Mesh whole = picture::facetedMesh(mesh);
    for (Vec3d& p : whole.position) p -= {aside, 0, 0};
    whole.colour = {{0.72f, 0.73f, 0.75f}};

    picture::Picture picture;
    picture.meshes = {std::move(whole), std::move(parts)};
    picture.obstacles.push_back({geometry::Plane{{0, 0, boundsOf(picture).min.z}}});
    picture.light.to_sun = {-0.4, -0.7, 1};  // from behind the camera
    picture.camera = picture::frameAutomatically(boundsOf(picture), 16.0 / 9, 0, 0.5);
    picture.caption = fmt::format("{}: {} convex parts, which add {:.2g}% to its volume", body.name,
                                  body.convex->corners.size(), 100 * body.convex->added);
    return picture;
}

}  // namespace talus::solids
