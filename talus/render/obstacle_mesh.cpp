#include "talus/render/obstacle_mesh.h"

#include <algorithm>
#include <array>

namespace talus::render {
namespace {

double component(const Vec3d& v, int axis) { return axis == 0 ? v.x : axis == 1 ? v.y : v.z; }

Vec3d unit(int axis) { return {axis == 0 ? 1.0 : 0.0, axis == 1 ? 1.0 : 0.0, axis == 2 ? 1.0 : 0.0}; }

/// Adds the rectangle origin + s * u + t * v, with s and t in [0, 1]. Corners run counter-clockwise as seen
/// from the side that `normal` points to.
void addRectangle(std::vector<MeshCorner>& corners, const Vec3d& origin, Vec3d u, Vec3d v,
                  const Vec3d& normal, const picture::Colour& colour) {
    if (dot(cross(u, v), normal) < 0) std::swap(u, v);
    const std::array<Vec3d, 6> points{origin, origin + u, origin + u + v, origin, origin + u + v, origin + v};
    for (const Vec3d& point : points) corners.push_back(meshCorner(point, normal, colour));
}

/// Adds one of the six sides of a box. `high`: the side at the larger coordinate. `facing`: +1 for normals
/// out of the box, -1 for normals into it.
void addSide(std::vector<MeshCorner>& corners, const geometry::Box& box, int axis, bool high, double facing,
             const picture::Colour& colour) {
    const int second = (axis + 1) % 3, third = (axis + 2) % 3;
    const Vec3d size = box.max - box.min;
    const Vec3d origin = box.min + unit(axis) * (high ? component(size, axis) : 0.0);
    addRectangle(corners, origin, unit(second) * component(size, second),
                 unit(third) * component(size, third), unit(axis) * (high ? facing : -facing), colour);
}

}  // namespace

MeshCorner meshCorner(const Vec3d& position, const Vec3d& normal, const picture::Colour& colour) {
    const picture::Colour root = squareRootLinear(colour);
    return {{float(position.x), float(position.y), float(position.z)},
            {float(normal.x), float(normal.y), float(normal.z)},
            {root.r, root.g, root.b}};
}

void addSolidBox(SceneData& data, const geometry::Box& box, const picture::Colour& colour) {
    for (int axis = 0; axis < 3; ++axis)
        for (const bool high : {false, true}) addSide(data.solid, box, axis, high, 1, colour);
}

void addContainer(SceneData& data, const geometry::Box& box, double wall_height,
                  const picture::Colour& colour) {
    geometry::Box walls = box;
    walls.max.z = box.min.z + wall_height;
    for (int axis = 0; axis < 3; ++axis)
        for (const bool high : {false, true}) {
            const bool lid = axis == 2 && high;
            const bool flat_wall = axis != 2 && wall_height <= 0;
            if (!lid && !flat_wall) addSide(data.front_only, walls, axis, high, -1, colour);
        }

    // Edges are thin beams just outside the walls.
    const Vec3d size = walls.max - walls.min;
    const double thick = 0.004 * std::max({size.x, size.y, size.z});
    const picture::Colour edge{colour.r * 0.62f, colour.g * 0.62f, colour.b * 0.62f};
    for (int axis = 0; axis < 3; ++axis) {
        if (axis == 2 && wall_height <= 0) continue;
        const int second = (axis + 1) % 3, third = (axis + 2) % 3;
        for (const bool high2 : {false, true})
            for (const bool high3 : {false, true}) {
                if (wall_height <= 0 && ((second == 2 && high2) || (third == 2 && high3))) continue;
                const auto outside = [&](int side, bool high) {
                    return unit(side) * (high ? component(size, side) : -thick);
                };
                const Vec3d start =
                    walls.min + outside(second, high2) + outside(third, high3) - unit(axis) * thick;
                const Vec3d extent = unit(axis) * (component(size, axis) + 2 * thick) + unit(second) * thick +
                                     unit(third) * thick;
                for (int side = 0; side < 3; ++side)
                    for (const bool high : {false, true})
                        addSide(data.front_only, {start, start + extent}, side, high, 1, edge);
            }
    }
}

}  // namespace talus::render
