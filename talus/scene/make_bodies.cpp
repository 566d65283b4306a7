#include <algorithm>
#include <cmath>
#include <filesystem>

#include <fmt/format.h>

#include "talus/geometry/closed_mesh.h"
#include "talus/geometry/mesh_file.h"
#include "talus/grains/params.h"
#include "talus/scene/passes.h"
#include "talus/solids/mass.h"

namespace talus::scene {
namespace {

using solids::Body;

/// A mesh with its centre of mass in the origin; null where something is wrong with it.
std::shared_ptr<const geometry::Mesh> loadMesh(const Checked& checked, std::size_t index,
                                               const std::string& folder, Body& body) {
    std::error_code code;
    const std::filesystem::path path =
        std::filesystem::absolute(std::filesystem::path(folder) / body.file, code).lexically_normal();
    geometry::Untidy untidy;
    Result<geometry::Mesh> mesh = geometry::readMesh(path.string(), &untidy);
    const auto refuse = [&](std::string message, std::string hint) {
        checked.diagnostics.error(checked.place("body", index, "file"), std::move(message), std::move(hint));
        return nullptr;
    };
    if (!mesh) {
        // The user's own word, not the folder, which differs from machine to machine.
        std::string message = mesh.error().message;
        if (const auto at = message.find(path.string()); at != std::string::npos)
            message.replace(at, path.string().size(), body.file);
        return refuse(std::move(message), "paths are relative to the scene's folder");
    }
    warnOfUntidy(checked, checked.place("body", index, "file"), body.file, untidy);
    if (const std::size_t open = geometry::openSides(*mesh); open > 0)
        return refuse(
            fmt::format("the mesh of [[body]] '{}' is not closed: {} sides of its triangles have no "
                        "neighbour that runs the other way",
                        body.name, open),
            "close its holes, and make all triangles run counter-clockwise seen from outside");
    for (Vec3d& p : mesh->points) p = p * body.scale;
    const auto whole = std::make_shared<const geometry::Mesh>(*mesh);
    const solids::MassProperties mass = solids::massPropertiesOf(geometry::meshSolid(whole));
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
    body.file = path.string();
    return std::make_shared<const geometry::Mesh>(std::move(*mesh));
}

/// What it is to the grains.
grains::Wall wallOf(const Body& body) {
    using Kind = grains::Wall::Kind;
    grains::Wall wall;
    wall.name = body.name;
    wall.material = body.material;
    wall.visible = body.visible;
    wall.follows = true;
    wall.rotation = body.rotation;
    wall.position = body.position + turned(rotationBy(body.rotation), body.centre);
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

void checkSoil(const Scene& scene, const Checked& checked) {
    if (!scene.soil) return;
    const auto refuse = [&](const char* key, std::string message, std::string hint) {
        checked.diagnostics.error(checked.place("soil", 0, key), std::move(message), std::move(hint));
    };
    if (!scene.ground) return refuse("kind", "[soil] needs a [ground] to be made of it", "add [ground]");
    const ground::GroundKind kind = ground::kindOf(*scene.soil);
    if (const Status sound = check(kind.slopes); !sound)
        refuse(scene.soil->stop      ? "stop"
               : scene.soil->outside ? "outside"
                                     : "inside",
               sound.error().message,
               fmt::format("what is not given comes from kind: outside {}, stop {}, inside {} rad",
                           kind.slopes.outside, kind.slopes.stop, kind.slopes.inside));
    const Vec3d& g = scene.grains.gravity;
    if (g.x != 0 || g.y != 0 || g.z > 0)
        checked.diagnostics.error(checked.place("grains", 0, "gravity"), "[soil] needs gravity along -z",
                                  "tilt the ground, not gravity");
}

void checkMotionsOf(const Scene& scene, const Checked& checked) {
    for (std::size_t i = 0; i < scene.motions.size(); ++i)
        for (const Body& body : scene.bodies)
            if (body.name == scene.motions[i].wall && body.motion == Body::Motion::Free)
                checked.diagnostics.error(
                    checked.place("motion", i, "wall"),
                    fmt::format("[[body]] '{}' is free, and a [[motion]] moves it", body.name),
                    "give it motion = \"prescribed\", or take the [[motion]] out");
}

}  // namespace

void makeBodies(Scene& scene, const std::string& folder, const Entries& root, Diagnostics& diagnostics) {
    Checked checked{scene, root, diagnostics};
    checkSoil(scene, checked);
    checkMotionsOf(scene, checked);
    bool unmet = false;
    for (std::size_t i = 0; i < scene.bodies.size() && !full(diagnostics); ++i) {
        Body& body = scene.bodies[i];
        const auto same = [&](const auto& other) { return other.name == body.name; };
        if (std::any_of(scene.walls.begin(), scene.walls.end(), same))
            diagnostics.error(checked.place("body", i, "name"),
                              fmt::format("a wall is called '{}', too", body.name),
                              "names of walls and bodies must differ");
        const bool odd = body.motion == Body::Motion::Free && body.shape != Body::Shape::Sphere;
        if (odd && scene.ground && !scene.soil)
            diagnostics.error(
                checked.place("body", i, "shape"),
                fmt::format("free [[body]] '{}' would fall through the rigid ground", body.name),
                "only free balls meet rigid ground; add [soil], or prescribe its motion");
        unmet |= odd;
        grains::Wall wall = wallOf(body);
        if (body.shape == Body::Shape::Mesh) {
            wall.mesh = loadMesh(checked, i, folder, body);
            if (!wall.mesh) continue;
            wall.position = wallOf(body).position;
            body.solid = std::make_shared<const geometry::Solid>(geometry::meshSolid(wall.mesh));
        } else if (body.shape == Body::Shape::Sphere) {
            body.solid = std::make_shared<const geometry::Solid>(wall.sphere);
        } else if (body.shape == Body::Shape::Box) {
            body.solid = std::make_shared<const geometry::Solid>(wall.box);
        } else if (body.shape == Body::Shape::Capsule) {
            body.solid = std::make_shared<const geometry::Solid>(wall.capsule);
        } else {
            body.solid = std::make_shared<const geometry::Solid>(geometry::Rod{body.length, body.radius});
        }
        scene.walls.push_back(std::move(wall));
        ++scene.made_walls;
    }
    const std::size_t own_walls = scene.walls.size() - scene.made_walls;
    if (unmet && own_walls > 0)
        checked.warn({}, "free bodies that are not balls pass through walls",
                     "of free bodies only balls meet walls");
}

}  // namespace talus::scene
