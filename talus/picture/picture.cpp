#include "talus/picture/picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace talus::picture {
namespace {

bool finite(const Vec3d& v) { return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z); }

Error input(std::string message) { return {ErrorKind::Input, std::move(message)}; }

bool oneOrEach(std::size_t count, std::size_t each) { return count == each || count == 1; }

struct Extent {
    Vec3d min{1e300, 1e300, 1e300}, max{-1e300, -1e300, -1e300};

    void add(const Vec3d& p, double r = 0) {
        if (!finite(p) || !std::isfinite(r)) return;
        min = {std::min(min.x, p.x - r), std::min(min.y, p.y - r), std::min(min.z, p.z - r)};
        max = {std::max(max.x, p.x + r), std::max(max.y, p.y + r), std::max(max.z, p.z + r)};
    }
};

Status checkSpheres(const Spheres& s, std::size_t set) {
    const std::size_t n = s.centre.size();
    if (!oneOrEach(s.radius.size(), n) && n > 0)
        return input(fmt::format("sphere set {}: {} centres but {} radii; give one each, or one for all", set,
                                 n, s.radius.size()));
    if (!oneOrEach(s.colour.size(), n) && n > 0)
        return input(fmt::format("sphere set {}: {} centres but {} colours; give one each, or one for all",
                                 set, n, s.colour.size()));
    if (!s.id.empty() && s.id.size() != n)
        return input(
            fmt::format("sphere set {}: {} centres but {} ids; give one each, or none", set, n, s.id.size()));
    if (!(s.grain >= 0 && s.grain <= 1))
        return input(fmt::format("sphere set {}: grain must be 0 to 1, not {}", set, s.grain));
    for (std::size_t i = 0; i < n; ++i)
        if (!finite(s.centre[i]))
            return input(fmt::format(
                "sphere {} of set {} is at ({}, {}, {}), which is not finite; the frame is damaged "
                "or the run diverged",
                i, set, s.centre[i].x, s.centre[i].y, s.centre[i].z));
    for (std::size_t i = 0; i < s.radius.size(); ++i)
        if (!(s.radius[i] > 0) || !std::isfinite(s.radius[i]))
            return input(fmt::format("sphere {} of set {} has the radius {} m; it must be > 0 and finite", i,
                                     set, s.radius[i]));
    return success();
}

Status checkMesh(const Mesh& m, std::size_t index) {
    const std::size_t n = m.position.size();
    if (m.normal.size() != n || (!oneOrEach(m.colour.size(), n) && n > 0))
        return input(fmt::format("mesh {}: {} positions but {} normals and {} colours", index, n,
                                 m.normal.size(), m.colour.size()));
    for (std::size_t i = 0; i < n; ++i)
        if (!finite(m.position[i]) || !finite(m.normal[i]))
            return input(
                fmt::format("mesh {}: corner {} has a position or normal that is not finite", index, i));
    for (std::size_t i = 0; i < m.triangle.size(); ++i)
        for (const std::uint32_t corner : m.triangle[i])
            if (corner >= n)
                return input(fmt::format("mesh {}: triangle {} names corner {} of {}", index, i, corner, n));
    return success();
}

Status checkObstacle(const Obstacle& obstacle, std::size_t index) {
    if (const auto* plane = std::get_if<geometry::Plane>(&obstacle.shape)) {
        if (!finite(plane->point) || std::abs(length(plane->normal) - 1) > 1e-6)
            return input(fmt::format("obstacle {}: a plane needs a finite point and a unit normal", index));
    } else if (const auto* box = std::get_if<geometry::Box>(&obstacle.shape)) {
        const Vec3d size = box->max - box->min;
        if (!finite(box->min) || !finite(box->max) || !(size.x > 0 && size.y > 0 && size.z > 0))
            return input(fmt::format("obstacle {}: a box needs min < max on each axis", index));
    } else if (const auto* sphere = std::get_if<geometry::Sphere>(&obstacle.shape)) {
        if (!finite(sphere->centre) || !(sphere->radius > 0) || !std::isfinite(sphere->radius))
            return input(fmt::format("obstacle {}: a sphere needs a finite centre and a radius > 0", index));
    }
    if (obstacle.wall_height && !(*obstacle.wall_height >= 0))
        return input(
            fmt::format("obstacle {}: wall_height must be >= 0, not {}", index, *obstacle.wall_height));
    return success();
}

Status checkCamera(const Camera& camera) {
    if (!finite(camera.position) || !finite(camera.target) || !finite(camera.up))
        return input("the camera has a position, target or up that is not finite");
    const Vec3d sight = camera.target - camera.position;
    if (!std::isfinite(squaredLength(sight))) return input("the camera's distance is too large to be drawn");
    if (!(length(sight) > 0))
        return input("the camera's position and target are the same point; move one of them");
    if (!(length(cross(sight, camera.up)) > 1e-9 * length(sight) * length(camera.up)))
        return input("the camera's up is along its line of sight");
    if (!(camera.fov > 0 && camera.fov <= 2.8))
        return input(
            fmt::format("the camera's fov must be more than 0 and at most 2.8 rad, not {}", camera.fov));
    return success();
}

}  // namespace

geometry::Box boundsOf(const Picture& picture) {
    Extent extent;
    for (const Spheres& set : picture.spheres)
        for (std::size_t i = 0; i < set.centre.size(); ++i)
            if (!set.radius.empty()) extent.add(set.centre[i], set.radius[i < set.radius.size() ? i : 0]);
    const auto addBox = [&](const geometry::Box& box) {
        if (box.min.x > box.max.x) return;
        extent.add(box.min);
        extent.add(box.max);
    };
    for (const Liquid& liquid : picture.liquids) addBox(boundsOf(liquid));
    for (const Sprites& set : picture.sprites) addBox(boundsOf(set));
    for (const Mesh& mesh : picture.meshes)
        for (const Vec3d& position : mesh.position) extent.add(position);
    for (const Terrain& terrain : picture.terrains) {
        const geometry::Box box = boundsOf(terrain);
        extent.add(box.min);
        extent.add(box.max);
    }
    for (const Obstacle& obstacle : picture.obstacles) {
        if (const auto* box = std::get_if<geometry::Box>(&obstacle.shape)) {
            extent.add(box->min);
            Vec3d top = box->max;
            if (obstacle.inside && obstacle.wall_height)
                top.z = std::min(top.z, box->min.z + *obstacle.wall_height);
            extent.add(top);
        } else if (const auto* sphere = std::get_if<geometry::Sphere>(&obstacle.shape)) {
            extent.add(sphere->centre, sphere->radius);
        }
    }
    if (extent.min.x > extent.max.x) return {{-1, -1, -1}, {1, 1, 1}};
    return {extent.min, extent.max};
}

Status checkPicture(const Picture& picture) {
    for (std::size_t i = 0; i < picture.spheres.size(); ++i)
        if (Status checked = checkSpheres(picture.spheres[i], i); !checked.ok()) return checked;
    for (std::size_t i = 0; i < picture.liquids.size(); ++i)
        if (Status checked = checkLiquid(picture.liquids[i], i); !checked.ok()) return checked;
    for (std::size_t i = 0; i < picture.sprites.size(); ++i)
        if (Status checked = checkSprites(picture.sprites[i], i); !checked.ok()) return checked;
    for (std::size_t i = 0; i < picture.meshes.size(); ++i)
        if (Status checked = checkMesh(picture.meshes[i], i); !checked.ok()) return checked;
    for (std::size_t i = 0; i < picture.terrains.size(); ++i)
        if (Status checked = checkTerrain(picture.terrains[i], i); !checked.ok()) return checked;
    for (std::size_t i = 0; i < picture.obstacles.size(); ++i)
        if (Status checked = checkObstacle(picture.obstacles[i], i); !checked.ok()) return checked;
    if (Status checked = checkCamera(picture.camera); !checked.ok()) return checked;
    const Light& light = picture.light;
    if (!finite(light.to_sun) || !(length(light.to_sun) > 0))
        return input("the direction to the sun must not be zero");
    if (!(light.sun_radius >= 0 && light.sun_radius <= 0.3))
        return input(fmt::format("the sun's radius must be 0 to 0.3 rad, not {}", light.sun_radius));
    if (!(light.sun_strength >= 0 && light.sky_strength >= 0 &&
          std::isfinite(light.sun_strength + light.sky_strength)))
        return input("the strengths of sun and sky must be >= 0");
    if (!(picture.opacity > 0 && picture.opacity <= 1))
        return input(fmt::format("the opacity must be above 0 and at most 1, not {}", picture.opacity));
    if (picture.legend && !(picture.legend->low < picture.legend->high &&
                            std::isfinite(picture.legend->low) && std::isfinite(picture.legend->high)))
        return input(fmt::format("the legend's range {} to {} is empty or not finite", picture.legend->low,
                                 picture.legend->high));
    return success();
}

}  // namespace talus::picture
