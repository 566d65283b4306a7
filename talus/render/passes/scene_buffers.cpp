#include "talus/render/passes/scene_buffers.h"

#include <algorithm>
#include <cmath>

#include "talus/core/rng.h"
#include "talus/render/obstacle_mesh.h"

namespace talus::render {
namespace {

constexpr std::uint32_t appearance_purpose = 0x4c4f4f4bu;  // distinguishes these random numbers from others

/// The square root of linear light for each value of 8-bit sRGB. To compute a power for each grain would take
/// longer than everything else here.
std::array<std::uint8_t, 256> rootTable() {
    std::array<std::uint8_t, 256> table{};
    for (int i = 0; i < 256; ++i)
        table[std::size_t(i)] =
            std::uint8_t(std::lround(std::sqrt(picture::linearFromSrgb(float(i) / 255)) * 255));
    return table;
}

std::uint32_t packed(const picture::Colour& colour, float grain, const std::array<std::uint8_t, 256>& root) {
    // The value is never negative, so this rounds correctly. It is much faster than lround.
    // NOLINTNEXTLINE(bugprone-incorrect-roundings)
    const auto byte = [](float x) { return std::uint32_t(std::clamp(x, 0.0f, 1.0f) * 255 + 0.5f); };
    return root[byte(colour.r)] | std::uint32_t{root[byte(colour.g)]} << 8 |
           std::uint32_t{root[byte(colour.b)]} << 16 | byte(grain) << 24;
}

void addSpheres(SceneData& data, const picture::Spheres& set, const Focus& focus) {
    // Facets make a grain smaller than its ball, so the ball is drawn larger. The planes leave 0.82 of the
    // volume of the ball; a gain of 7 % in radius would restore it. 5 % is used.
    constexpr double radius_spread = 0.03, radius_gain = 0.05;
    const std::size_t n = set.centre.size();
    const std::array<std::uint8_t, 256> root = rootTable();
    data.balls.reserve(data.balls.size() + n);
    data.appearances.reserve(data.appearances.size() + n);
    for (std::size_t i = 0; i < n; ++i) {
        const std::uint32_t id = set.id.empty() ? std::uint32_t(i) : set.id[i];
        const auto draw = philox({id, 0, 0, 0}, {0, appearance_purpose});
        const double spread = radius_spread * double(set.grain) * (double(draw[1]) * 0x1.0p-31 - 1);
        const double radius = set.radius[set.radius.size() == 1 ? 0 : i] *
                              (1 + spread + radius_gain * double(set.grain)) / focus.radius;
        const Vec3d centre = focus.toShaderUnits(set.centre[i]);
        const Float4 ball = {float(centre.x), float(centre.y), float(centre.z), float(radius)};
        // A grain beyond the range of float (1e38 focus radii) is too far away to be seen. With radius 0 it
        // is not drawn.
        const bool near = std::isfinite(ball[0] + ball[1] + ball[2] + ball[3]);
        data.balls.push_back(near ? ball : Float4{});
        data.appearances.push_back(
            {packed(set.colour[set.colour.size() == 1 ? 0 : i], set.grain, root), draw[0]});
    }
}

/// Notes that what is added from now on belongs to this thing.
void beginThing(SceneData& data, Thing::Kind kind, std::size_t set) {
    data.ball_owners.push_back({kind, set, data.balls.size()});
    data.solid_owners.push_back({kind, set, data.solid.size()});
    data.front_only_owners.push_back({kind, set, data.front_only.size()});
    data.plane_owners.push_back({kind, set, data.planes.size()});
}

void addMesh(SceneData& data, const picture::Mesh& mesh, const Focus& focus) {
    std::vector<MeshCorner>& corners = mesh.front_only ? data.front_only : data.solid;
    corners.reserve(corners.size() + 3 * mesh.triangle.size());
    for (const auto& triangle : mesh.triangle)
        for (const std::uint32_t i : triangle)
            corners.push_back(meshCorner(focus.toShaderUnits(mesh.position[i]), mesh.normal[i],
                                         mesh.colour[mesh.colour.size() == 1 ? 0 : i]));
}

void addObstacle(SceneData& data, const picture::Obstacle& obstacle, const Focus& focus) {
    const picture::Colour& colour = obstacle.colour;
    if (const auto* plane = std::get_if<geometry::Plane>(&obstacle.shape)) {
        const Vec3d n = plane->normal;
        const picture::Colour root = squareRootLinear(colour);
        data.planes.push_back(
            {{float(n.x), float(n.y), float(n.z), float(dot(n, focus.toShaderUnits(plane->point)))},
             {root.r, root.g, root.b, 1}});
    } else if (const auto* box = std::get_if<geometry::Box>(&obstacle.shape)) {
        const geometry::Box scaled{focus.toShaderUnits(box->min), focus.toShaderUnits(box->max)};
        if (!obstacle.inside) return addSolidBox(data, scaled, colour);
        const double whole = scaled.max.z - scaled.min.z;
        addContainer(data, scaled, std::min(whole, obstacle.wall_height.value_or(1e300) / focus.radius),
                     colour);
    } else if (const auto* sphere = std::get_if<geometry::Sphere>(&obstacle.shape)) {
        const Vec3d centre = focus.toShaderUnits(sphere->centre);
        const double radius = sphere->radius / focus.radius * (obstacle.inside ? -1 : 1);
        data.balls.push_back({float(centre.x), float(centre.y), float(centre.z), float(radius)});
        data.appearances.push_back({packed(colour, 0, rootTable()), 0});
    }
}

}  // namespace

SceneData sceneData(const picture::Picture& picture, const Focus& focus, const DrawSize& size,
                    Things things) {
    SceneData data;
    for (std::size_t s = 0; s < picture.spheres.size(); ++s) {
        data.ball_owners.push_back({Thing::Kind::Sphere, s, data.balls.size()});
        addSpheres(data, picture.spheres[s], focus);
    }
    addThings(data, picture, focus, size, things);
    return data;
}

void addThings(SceneData& data, const picture::Picture& picture, const Focus& focus, const DrawSize& size,
               Things things) {
    const auto isDrawn = [&](const auto& thing) { return things == Things::All || !thing.translucent; };
    for (std::size_t m = 0; m < picture.meshes.size(); ++m) {
        if (!isDrawn(picture.meshes[m])) continue;
        beginThing(data, Thing::Kind::Mesh, m);
        addMesh(data, picture.meshes[m], focus);
    }
    for (std::size_t o = 0; o < picture.obstacles.size(); ++o) {
        if (!isDrawn(picture.obstacles[o])) continue;
        beginThing(data, Thing::Kind::Obstacle, o);
        addObstacle(data, picture.obstacles[o], focus);
    }
    for (const picture::Terrain& terrain : picture.terrains)
        data.terrains.push_back(terrainData(terrain, focus, viewpointOf(picture, focus, size)));
}

SceneBuffers upload(const SceneData& data) {
    const auto buffer = [](const auto& items) {
        return gl::makeBuffer(items.data(), items.size() * sizeof(items[0]));
    };
    SceneBuffers buffers;
    buffers.balls = buffer(data.balls);
    buffers.appearances = buffer(data.appearances);
    buffers.solid = buffer(data.solid);
    buffers.front_only = buffer(data.front_only);
    buffers.ball_count = int(data.balls.size());
    buffers.solid_count = int(data.solid.size());
    buffers.front_only_count = int(data.front_only.size());
    buffers.planes = data.planes;
    for (const TerrainData& terrain : data.terrains)
        buffers.terrains.push_back(
            {buffer(terrain.corner),
             buffer(terrain.index),
             int(terrain.index.size()),
             {{}, {}, terrain.grain, terrain.cell_part, terrain.first_cell, terrain.contours}});
    return buffers;
}

}  // namespace talus::render
