#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "talus/geometry/mass.h"
#include "talus/geometry/mesh/closed_mesh.h"
#include "talus/method/read_mesh.h"
#include "talus/solids/check/checks.h"

namespace talus::solids {
namespace {

/// Loads the mesh of a body, with its centre of mass in the origin; null, with an error, if it is not usable.
std::shared_ptr<const geometry::Mesh> loadMesh(const Checking& checked, std::size_t index, Body& body) {
    const auto refuse = [&](std::string message, std::string hint) {
        checked.error("body", index, "file", std::move(message), std::move(hint));
        return nullptr;
    };
    auto mesh = method::readMesh(checked, "body", index, body.file, method::bytes_of_wall_triangle);
    if (!mesh) return nullptr;
    if (const std::size_t open = geometry::openSides(*mesh); open > 0)
        return refuse(
            fmt::format("the mesh of [[body]] '{}' is not closed: {} sides of its triangles have no "
                        "neighbour that runs the other way",
                        body.name, open),
            "close its holes, and make all triangles run counter-clockwise seen from outside");
    for (Vec3d& p : mesh->points) p = p * body.scale;
    const auto whole = std::make_shared<const geometry::Mesh>(*mesh);
    const geometry::MassProperties mass = massPropertiesOf(geometry::meshSolid(whole));
    if (mass.volume < 0)
        return refuse(fmt::format("the mesh of [[body]] '{}' is inside out", body.name),
                      "turn its triangles round (in Blender: Mesh, Normals, Flip): they run "
                      "counter-clockwise seen from "
                      "outside");
    if (!(mass.volume > 0))
        return refuse(
            fmt::format("the mesh of [[body]] '{}' encloses no volume", body.name),
            "a body needs a closed surface whose triangles run counter-clockwise seen from outside");
    body.centre = mass.centre;
    for (Vec3d& p : mesh->points) p -= mass.centre;
    return std::make_shared<const geometry::Mesh>(std::move(*mesh));
}

/// The wall that the body is to grains and other methods.
environment::Wall wallOf(const Body& body) {
    using Kind = environment::Wall::Kind;
    environment::Wall wall;
    wall.name = body.name;
    wall.material = body.material;
    wall.visible = body.visible;
    wall.presence = body.presence;
    wall.follows = true;
    wall.free = body.motion == Body::Motion::Free;
    wall.group = body.group;
    wall.parent = body.parent;
    wall.rotation = body.rotation;
    wall.position = body.position + rotated(rotationBy(body.rotation), body.centre);
    const Vec3d end{0, 0, 0.5 * body.length};
    switch (body.shape) {
        case Body::Shape::Sphere:
            wall.kind = Kind::SphereOutside;
            wall.sphere = {{}, body.radius};
            break;
        case Body::Shape::Box:
            wall.kind = Kind::BoxOutside;
            wall.box = {body.size * -0.5, body.size * 0.5};
            break;
        case Body::Shape::Capsule:
            wall.kind = Kind::Capsule;
            wall.capsule = {-end, end, body.radius};
            break;
        case Body::Shape::Cylinder:
            wall.kind = Kind::CylinderOutside;
            wall.cone = {-end, end, body.radius, body.radius};
            break;
        case Body::Shape::Mesh: wall.kind = Kind::Mesh; break;
    }
    return wall;
}

void checkMotionsOf(const Checking& checked) {
    const method::Scene& scene = checked.scene;
    for (std::size_t i = 0; i < scene.environment.motions.size(); ++i)
        for (const Body& body : in(scene).bodies)
            if (body.name == scene.environment.motions[i].wall && body.motion == Body::Motion::Free)
                checked.diagnostics.error(
                    checked.spanOf("motion", i, "wall"),
                    fmt::format("[[body]] '{}' is free, and a [[motion]] moves it", body.name),
                    "give it motion = \"prescribed\", or take the [[motion]] out");
}

}  // namespace

void makeBodies(method::Scene& scene, const Checking& checked) {
    checkMotionsOf(checked);
    for (std::size_t i = 0; i < in(scene).bodies.size() && !full(checked.diagnostics); ++i) {
        Body& body = in(scene).bodies[i];
        if (body.presence.leaves && *body.presence.leaves <= body.presence.enters)
            checked.diagnostics.error(checked.spanOf("body", i, "leaves"),
                                      fmt::format("'leaves' must be after 'enters': {} s is not after {} s",
                                                  *body.presence.leaves, body.presence.enters));
        const auto same = [&](const auto& other) { return other.name == body.name; };
        if (std::any_of(scene.environment.walls.begin(), scene.environment.walls.end(), same))
            checked.diagnostics.error(checked.spanOf("body", i, "name"),
                                      fmt::format("another wall or body is called '{}', too", body.name),
                                      "names of walls and bodies must differ");
        environment::Wall wall = wallOf(body);
        if (body.shape == Body::Shape::Mesh) {
            wall.mesh = loadMesh(checked, i, body);
            if (!wall.mesh) continue;
            wall.position = wallOf(body).position;
            body.solid = std::make_shared<const geometry::Solid>(geometry::meshSolid(wall.mesh));
            if (body.motion == Body::Motion::Free) body.convex = keptConvexParts(*wall.mesh, body.parts);
        } else if (body.shape == Body::Shape::Sphere) {
            body.solid = std::make_shared<const geometry::Solid>(wall.sphere);
        } else if (body.shape == Body::Shape::Box) {
            body.solid = std::make_shared<const geometry::Solid>(wall.box);
        } else if (body.shape == Body::Shape::Capsule) {
            body.solid = std::make_shared<const geometry::Solid>(wall.capsule);
        } else {
            body.solid = std::make_shared<const geometry::Solid>(geometry::Rod{body.length, body.radius});
        }
        wall.made = true;
        scene.environment.walls.push_back(std::move(wall));
    }
}

}  // namespace talus::solids
