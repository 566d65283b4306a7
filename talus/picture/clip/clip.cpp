#include "talus/picture/clip/clip.h"

#include <algorithm>
#include <cmath>

#include "talus/geometry/closest_point.h"
#include "talus/geometry/grow_box.h"
#include "talus/picture/clip/clip_terrain.h"
#include "talus/picture/meshes/shape_mesh.h"

namespace talus::picture {
namespace {

using Keep = std::vector<std::shared_ptr<void>>;
using Rows = std::vector<std::size_t>;

Rows shownOf(std::span<const Vec3d> centres, const Clip& clip) {
    Rows rows;
    for (std::size_t i = 0; i < centres.size(); ++i)
        if (clip.shows(centres[i])) rows.push_back(i);
    return rows;
}

/// The values of these rows. Columns with one value for all rows, or none, stay.
template <class T>
void select(std::span<const T>& column, const Rows& rows, std::size_t count, Keep& keep) {
    if (column.size() != count || (count == 1 && rows.size() == 1)) return;
    auto left = std::make_shared<std::vector<T>>();
    for (const std::size_t row : rows) left->push_back(column[row]);
    column = *left;
    keep.push_back(std::move(left));
}
template <class T>
void select(std::vector<T>& column, const Rows& rows, std::size_t count) {
    if (column.size() != count || count <= 1) return;
    std::vector<T> left;
    for (const std::size_t row : rows) left.push_back(column[row]);
    column = std::move(left);
}

void clipEach(Picture& picture, const Clip& clip, Keep& keep) {
    for (Spheres& balls : picture.spheres) {
        const std::size_t count = balls.centre.size();
        const Rows rows = shownOf(balls.centre, clip);
        select(balls.centre, rows, count, keep);
        select(balls.radius, rows, count, keep);
        select(balls.id, rows, count, keep);
        select(balls.colour, rows, count);
    }
    for (Liquid& liquid : picture.liquids) {
        const std::size_t count = liquid.centre.size();
        const Rows rows = shownOf(liquid.centre, clip);
        select(liquid.centre, rows, count, keep);
        select(liquid.radius, rows, count, keep);
        select(liquid.scattering, rows, count, keep);
        select(liquid.tint, rows, count, keep);
        select(liquid.foam, rows, count, keep);
        select(liquid.id, rows, count, keep);
    }
    for (Sprites& sprites : picture.sprites) {
        const std::size_t count = sprites.centre.size();
        const Rows rows = shownOf(sprites.centre, clip);
        select(sprites.centre, rows, count, keep);
        select(sprites.radius, rows, count, keep);
        select(sprites.streak, rows, count, keep);
        select(sprites.id, rows, count, keep);
        select(sprites.colour, rows, count);
        select(sprites.opacity, rows, count);
        select(sprites.emission, rows, count);
    }
    std::erase_if(picture.spheres, [](const Spheres& s) { return s.centre.empty(); });
    std::erase_if(picture.liquids, [](const Liquid& l) { return l.centre.empty(); });
    std::erase_if(picture.sprites, [](const Sprites& s) { return s.centre.empty(); });
}

/// Spheres and boxes that obstruct become meshes, which can be cut.
void meshObstacles(Picture& picture) {
    std::vector<Obstacle> left;
    for (const Obstacle& obstacle : picture.obstacles) {
        Mesh mesh;
        if (const auto* sphere = std::get_if<geometry::Sphere>(&obstacle.shape)) {
            mesh = obstacle.inside ? flipped(sphereMesh(*sphere)) : sphereMesh(*sphere);
            mesh.front_only = obstacle.inside;
        } else {
            left.push_back(obstacle);
            continue;
        }
        mesh.colour = {obstacle.colour};
        mesh.name = obstacle.name;
        mesh.translucent = obstacle.translucent;
        picture.meshes.push_back(std::move(mesh));
    }
    picture.obstacles = std::move(left);
}

/// Ends liquids flat at the clip.
void addTank(Picture& picture, const Clip& clip) {
    if (picture.liquids.empty()) return;
    Tank tank;
    if (const auto* box = std::get_if<geometry::Box>(&clip.part)) {
        tank.box = *box;
    } else if (const auto* plane = std::get_if<geometry::Plane>(&clip.part)) {
        const geometry::Box bounds = picture.extent.value_or(boundsOf(picture));
        const double far = 4 * length(bounds.max - bounds.min);
        const Vec3d u = geometry::perpendicularTo(plane->normal);
        tank.rotation = {plane->normal, u, cross(plane->normal, u)};
        tank.shift = plane->point;
        tank.box = {{0, -far, -far}, {far, far, far}};
        tank.open = {false, true, true, true, true, true};
    }
    picture.tanks.push_back(tank);
}

}  // namespace

std::vector<geometry::Plane> Clip::planes() const {
    if (const auto* plane = std::get_if<geometry::Plane>(&part)) return {*plane};
    if (const auto* box = std::get_if<geometry::Box>(&part))
        return {{box->min, {1, 0, 0}},  {box->max, {-1, 0, 0}}, {box->min, {0, 1, 0}},
                {box->max, {0, -1, 0}}, {box->min, {0, 0, 1}},  {box->max, {0, 0, -1}}};
    return {};
}

bool Clip::shows(const Vec3d& p) const {
    if (const auto* plane = std::get_if<geometry::Plane>(&part))
        return dot(p - plane->point, plane->normal) >= 0;
    const auto* box = std::get_if<geometry::Box>(&part);
    return box == nullptr || (p.x >= box->min.x && p.x <= box->max.x && p.y >= box->min.y &&
                              p.y <= box->max.y && p.z >= box->min.z && p.z <= box->max.z);
}

bool Clip::operator==(const Clip& other) const {
    if (part.index() != other.part.index()) return false;
    const auto mine = planes(), others = other.planes();
    return std::equal(mine.begin(), mine.end(), others.begin(),
                      [](const geometry::Plane& a, const geometry::Plane& b) {
                          return a.point == b.point && a.normal == b.normal;
                      });
}

void clip(Picture& picture, const Clip& clip, Keep& keep) {
    if (!clip.any()) return;
    clipEach(picture, clip, keep);
    meshObstacles(picture);
    const std::vector<geometry::Plane> planes = clip.planes();
    for (Mesh& mesh : picture.meshes)
        for (const geometry::Plane& plane : planes) mesh = clipped(mesh, plane);
    std::erase_if(picture.meshes, [](const Mesh& m) { return m.triangle.empty(); });
    for (Terrain& terrain : std::exchange(picture.terrains, {}))
        clipTerrain(picture, std::move(terrain), planes, keep);
    addTank(picture, clip);
}

}  // namespace talus::picture
