#include "talus/run/picture/wall_picture.h"

#include <algorithm>
#include <array>

#include "talus/environment/wall_shape.h"
#include "talus/picture/meshes/shape_mesh.h"

namespace talus::run {
namespace {

using environment::Wall;
using Kind = Wall::Kind;
using namespace picture;

void place(Mesh& mesh, const environment::Pose& pose) {
    for (Vec3d& p : mesh.position) p = pose.toWorld(p);
    for (Vec3d& n : mesh.normal) n = rotated(pose.rotation, n);
}

bool contains(const std::vector<std::string>& words, const char* word) {
    return std::find(words.begin(), words.end(), word) != words.end();
}

constexpr std::array side_names{"-x", "+x", "-y", "+y", "-z", "+z"};

struct Parts {
    Mesh solid;
    Mesh inward;  ///< visible from the inner side only
    Mesh edges;   ///< darker
};

void addShell(Parts& parts, const Wall& wall, bool into) {
    geometry::Cone cone = wall.cone;
    if (wall.kind == Kind::CylinderInside) cone.end_radius = cone.radius;
    Mesh& mesh = into ? parts.inward : parts.solid;
    append(mesh, into ? flipped(coneMesh(cone)) : coneMesh(cone));
    const Vec3d axis = cone.to - cone.from;
    const double thickness = 0.006 * std::max({cone.radius, cone.end_radius, 0.5 * length(axis)});
    const auto end = [&](const char* name, const Vec3d& centre, double radius, const Vec3d& inwards) {
        if (!(radius > 0)) return;
        if (into) append(mesh, rimMesh(centre, axis, radius + thickness, thickness));
        if (contains(wall.caps, name)) append(mesh, discMesh({centre, into ? inwards : -inwards, radius, 0}));
    };
    end("from", cone.from, cone.radius, axis);
    end("to", cone.to, cone.end_radius, -axis);
}

/// The sides of a box. @param inwards whether they face inwards, as of a container
Mesh boxMesh(const geometry::Box& box, const std::vector<std::string>& open, bool inwards) {
    Mesh mesh;
    const Vec3d size = box.max - box.min;
    const auto side = [&](const char* name, const Vec3d& corner, const Vec3d& u, const Vec3d& v) {
        if (contains(open, name)) return;
        Mesh plate = rectangleMesh({corner, u, v});
        append(mesh, inwards ? flipped(std::move(plate)) : plate);
    };
    const Vec3d x{size.x, 0, 0}, y{0, size.y, 0}, z{0, 0, size.z};
    side("-x", box.min, z, y);
    side("+x", box.min + x, y, z);
    side("-y", box.min, x, z);
    side("+y", box.min + y, z, x);
    side("-z", box.min, y, x);
    side("+z", box.min + z, x, y);
    return mesh;
}

/// Thin beams along the edges of a box, just outside.
Mesh edgesMesh(const geometry::Box& box) {
    const Vec3d size = box.max - box.min;
    const double thick = 0.004 * std::max({size.x, size.y, size.z});
    Mesh mesh;
    for (int axis = 0; axis < 3; ++axis)
        for (int edge = 0; edge < 4; ++edge) {
            Vec3d low = box.min, high = box.max;
            double* const from[3] = {&low.x, &low.y, &low.z};
            double* const to[3] = {&high.x, &high.y, &high.z};
            for (int other = 0; other < 2; ++other) {
                const int k = (axis + 1 + other) % 3;
                const double at = edge >> other & 1 ? *to[k] : *from[k] - thick;
                *from[k] = at;
                *to[k] = at + thick;
            }
            *from[axis] -= thick;
            *to[axis] += thick;
            append(mesh, boxMesh({low, high}, {}, false));
        }
    return mesh;
}

Tank tankOf(const Wall& wall, const environment::Pose& pose) {
    Tank tank{wall.box, pose.rotation, pose.shift};
    for (std::size_t side = 0; side < tank.open.size(); ++side)
        tank.open[side] = contains(wall.open, side_names[side]);
    return tank;
}

Parts partsOf(const Wall& wall, bool into) {
    Parts parts;
    switch (wall.kind) {
        case Kind::Plane: break;
        case Kind::Rectangle: parts.solid = rectangleMesh(wall.rectangle); break;
        case Kind::Disc: parts.solid = discMesh(wall.disc); break;
        case Kind::BoxInside:
            parts.inward = boxMesh(wall.box, wall.open, true);
            parts.edges = edgesMesh(wall.box);
            break;
        case Kind::BoxOutside: parts.solid = boxMesh(wall.box, {}, false); break;
        case Kind::SphereInside: parts.inward = flipped(sphereMesh(wall.sphere)); break;
        case Kind::SphereOutside: parts.solid = sphereMesh(wall.sphere); break;
        case Kind::CylinderInside:
        case Kind::Cone: addShell(parts, wall, into); break;
        case Kind::CylinderOutside: {
            const Vec3d axis = wall.cone.to - wall.cone.from;
            parts.solid = coneMesh({wall.cone.from, wall.cone.to, wall.cone.radius, wall.cone.radius});
            append(parts.solid, discMesh({wall.cone.from, -axis, wall.cone.radius, 0}));
            append(parts.solid, discMesh({wall.cone.to, axis, wall.cone.radius, 0}));
            break;
        }
        case Kind::Capsule: parts.solid = capsuleMesh(wall.capsule); break;
        case Kind::Mesh:
            if (wall.mesh) parts.solid = facetedMesh(*wall.mesh);
            break;
    }
    return parts;
}

}  // namespace

Result<environment::Pose> poseIn(const state::PointsView& bodies, std::size_t body) {
    const state::ArrayView *x = bodies.find("axis_x"), *y = bodies.find("axis_y");
    if (body >= bodies.count || x == nullptr || y == nullptr || x->components != 3 || y->components != 3)
        return Error{
            ErrorKind::Input,
            "the frame's bodies are not those of the scene: they need axis_x, axis_y and one point per body; "
            "compute the frames again with `talus resume`"};
    const auto vector = [&](const state::ArrayView& field) {
        return Vec3d{field.value(body, 0), field.value(body, 1), field.value(body, 2)};
    };
    const Vec3d axis_x = vector(*x), axis_y = vector(*y);
    return environment::Pose{{axis_x, axis_y, cross(axis_x, axis_y)}, bodies.at(body), {}, {}};
}

void addWall(picture::Picture& picture, const Wall& wall, const environment::Pose& pose, const WallView& view,
             const picture::Colour& colour) {
    picture::Obstacle obstacle;
    obstacle.colour = colour;
    obstacle.name = wall.name;
    if (wall.kind == Kind::Plane) {
        obstacle.shape =
            geometry::Plane{pose.toWorld(wall.plane.point), rotated(pose.rotation, wall.plane.normal)};
    } else if (view.tray_height) {
        obstacle.shape = wall.box;  // scenes with trays have no motions, so no pose is needed
        obstacle.inside = true;
        obstacle.wall_height = view.tray_height;
    } else if (wall.kind == Kind::SphereInside || wall.kind == Kind::SphereOutside) {
        obstacle.shape = geometry::Sphere{pose.toWorld(wall.sphere.centre), wall.sphere.radius};
        obstacle.inside = wall.kind == Kind::SphereInside;
    } else {
        Parts parts = partsOf(wall, view.into);
        if (wall.kind == Kind::BoxInside) picture.tanks.push_back(tankOf(wall, pose));
        parts.inward.front_only = parts.edges.front_only = true;
        parts.solid.colour = parts.inward.colour = {colour};
        parts.edges.colour = {{0.62f * colour.r, 0.62f * colour.g, 0.62f * colour.b}};
        for (Mesh* mesh : {&parts.solid, &parts.inward, &parts.edges}) {
            if (mesh->triangle.empty()) continue;
            place(*mesh, pose);
            mesh->name = wall.name;
            picture.meshes.push_back(std::move(*mesh));
        }
        return;
    }
    picture.obstacles.push_back(obstacle);
}

}  // namespace talus::run
