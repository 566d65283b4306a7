#include "talus/picture/clip/clip_terrain.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "talus/geometry/grow_box.h"

namespace talus::picture {
namespace {

constexpr double aligned = 1 - 1e-9;
bool isUpright(const geometry::Plane& plane) { return std::abs(plane.normal.z) < 1e-9; }

Colour colourOf(const Terrain& terrain, std::size_t column) {
    return terrain.colour[terrain.colour.size() > 1 ? column : 0];
}

void addTriangle(Mesh& mesh, std::uint32_t a, std::uint32_t b, std::uint32_t c) {
    mesh.triangle.push_back({a, b, c});
}

std::uint32_t addCorner(Mesh& mesh, const Vec3d& position, const Vec3d& normal, Colour colour) {
    mesh.position.push_back(position);
    mesh.normal.push_back(normal);
    mesh.colour.push_back(colour);
    return static_cast<std::uint32_t>(mesh.position.size()) - 1;
}

/// An upright face below the line between two points, down to the base.
void addFace(Mesh& mesh, const Vec3d& from, const Vec3d& to, double base, const Vec3d& normal,
             Colour from_colour, Colour to_colour) {
    const std::uint32_t a = addCorner(mesh, from, normal, from_colour),
                        b = addCorner(mesh, to, normal, to_colour);
    const std::uint32_t c = addCorner(mesh, {to.x, to.y, base}, normal, to_colour),
                        d = addCorner(mesh, {from.x, from.y, base}, normal, from_colour);
    addTriangle(mesh, a, d, b);
    addTriangle(mesh, b, d, c);
}

Mesh surfaceOf(const Terrain& terrain) {
    const geometry::ColumnGrid& grid = terrain.grid;
    const exec::View<const double> height{terrain.height.data(), terrain.height.size()};
    Mesh mesh;
    for (std::uint32_t j = 0; j < grid.rows; ++j)
        for (std::uint32_t i = 0; i < grid.columns; ++i) {
            const std::size_t k = grid.at(i, j);
            addCorner(mesh, {grid.x(i), grid.y(j), height[k]}, geometry::columnNormal(grid, height, i, j),
                      colourOf(terrain, k));
        }
    for (std::uint32_t j = 0; j + 1 < grid.rows; ++j)
        for (std::uint32_t i = 0; i + 1 < grid.columns; ++i) {
            const auto at = [&](std::uint32_t di, std::uint32_t dj) {
                return (j + dj) * grid.columns + i + di;
            };
            addTriangle(mesh, at(0, 0), at(1, 0), at(1, 1));
            addTriangle(mesh, at(0, 0), at(1, 1), at(0, 1));
        }
    return mesh;
}

/// Cuts the surface at an upright plane, and closes the block there.
void cut(Mesh& mesh, const Mesh& surface, const geometry::Plane& plane, const Terrain& terrain) {
    mesh = clipped(mesh, plane);
    for (const auto& triangle : surface.triangle) {
        std::array<Vec3d, 2> ends;
        std::array<Colour, 2> colours;
        std::size_t count = 0;
        for (std::size_t k = 0; k < 3 && count < 2; ++k) {
            const std::uint32_t a = triangle[k], b = triangle[(k + 1) % 3];
            const double from = dot(surface.position[a] - plane.point, plane.normal),
                         to = dot(surface.position[b] - plane.point, plane.normal);
            if ((from >= 0) == (to >= 0)) continue;
            colours[count] = terrain.side_colour.value_or(surface.colour[a]);
            ends[count++] =
                surface.position[a] + (surface.position[b] - surface.position[a]) * (from / (from - to));
        }
        if (count == 2) addFace(mesh, ends[0], ends[1], terrain.base, -plane.normal, colours[0], colours[1]);
    }
}

}  // namespace

Mesh blockMesh(const Terrain& terrain) {
    const geometry::Box area = areaOf(terrain);
    const Mesh whole = surfaceOf(terrain);
    // The block is what four upright planes leave; a little inside of the grid, so that they meet triangles.
    const double in = 1e-9 * terrain.grid.spacing;
    const std::array<geometry::Plane, 4> sides{{{area.min + Vec3d{in, 0, 0}, {1, 0, 0}},
                                                {area.max - Vec3d{in, 0, 0}, {-1, 0, 0}},
                                                {area.min + Vec3d{0, in, 0}, {0, 1, 0}},
                                                {area.max - Vec3d{0, in, 0}, {0, -1, 0}}}};
    Mesh block = whole, surface = whole;
    for (const geometry::Plane& side : sides) {
        cut(block, surface, side, terrain);
        surface = clipped(surface, side);
    }
    return block;
}

void clipTerrain(Picture& picture, Terrain terrain, const std::vector<geometry::Plane>& planes,
                 std::vector<std::shared_ptr<void>>& keep) {
    std::vector<geometry::Plane> others;
    geometry::Box area = areaOf(terrain);
    const auto [lowest, highest] = std::minmax_element(terrain.height.begin(), terrain.height.end());
    const double low = *lowest, high = *highest;
    for (const geometry::Plane& plane : planes) {
        const Vec3d &n = plane.normal, &p = plane.point;
        if (n.x > aligned)
            area.min.x = std::max(area.min.x, p.x);
        else if (n.x < -aligned)
            area.max.x = std::min(area.max.x, p.x);
        else if (n.y > aligned)
            area.min.y = std::max(area.min.y, p.y);
        else if (n.y < -aligned)
            area.max.y = std::min(area.max.y, p.y);
        else if (n.z > aligned && p.z <= low)
            terrain.base = std::max(terrain.base, p.z);
        else if (n.z < -aligned && p.z >= high)
            continue;
        else if (n.z < -aligned && p.z <= terrain.base)
            return;
        else if (n.z < -aligned) {
            auto lower = std::make_shared<std::vector<double>>(terrain.height.begin(), terrain.height.end());
            for (double& z : *lower) z = std::min(z, p.z);
            terrain.height = *lower;
            keep.push_back(std::move(lower));
        } else
            others.push_back(plane);
    }
    if (!(area.min.x < area.max.x && area.min.y < area.max.y)) return;
    terrain.cut = geometry::Box{{area.min.x, area.min.y, terrain.base}, {area.max.x, area.max.y, high}};
    if (others.empty()) {
        picture.terrains.push_back(std::move(terrain));
        return;
    }
    Mesh mesh = blockMesh(terrain);
    Mesh surface = surfaceOf(terrain);
    for (const geometry::Plane& plane :
         {geometry::Plane{area.min, {1, 0, 0}}, geometry::Plane{area.max, {-1, 0, 0}},
          geometry::Plane{area.min, {0, 1, 0}}, geometry::Plane{area.max, {0, -1, 0}}})
        surface = clipped(surface, plane);
    for (const geometry::Plane& plane : others) {
        if (isUpright(plane))
            cut(mesh, surface, plane, terrain);
        else
            mesh = clipped(mesh, plane);
        surface = clipped(surface, plane);
    }
    if (!mesh.triangle.empty()) picture.meshes.push_back(std::move(mesh));
}

}  // namespace talus::picture
