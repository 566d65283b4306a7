#include "talus/run/picture/frame_picture.h"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "talus/method/gather.h"
#include "talus/method/wall_poses.h"
#include "talus/run/picture/extent.h"
#include "talus/run/picture/land_edges.h"
#include "talus/run/picture/wall_picture.h"

namespace talus::run {
namespace {

const environment::Material* materialOf(const scene::Scene& scene, const std::string& name) {
    for (const environment::Material& material : scene.environment.materials)
        if (material.name == name) return &material;
    return nullptr;
}

using Sources = std::vector<environment::Source>;
using method::landsOf;
using method::sourcesOf;

/// A plane below the scene, only in the picture: things stand on it and cast shadows on it.
picture::Obstacle table(const scene::Scene& scene, double lowest) {
    const geometry::Box extent = extentOf(scene);
    const double gap = 1e-3 * length(extent.max - extent.min);
    picture::Obstacle ground;
    ground.shape = geometry::Plane{{0, 0, std::min(extent.min.z, lowest) - gap}, {0, 0, 1}};
    ground.colour = picture::colourOf(scene.render.background);
    return ground;
}

picture::Colour colourOfWall(const scene::Scene& scene, const environment::Wall& wall) {
    const environment::Material* material = materialOf(scene, wall.material);
    return material ? picture::colourOf(material->colour) : picture::Obstacle{}.colour;
}

/// Adds the walls at a time. Walls that follow bodies get the poses of the frame's set of bodies.
Status addWalls(picture::Picture& picture, const scene::Scene& scene, double time,
                const state::PointsView* bodies) {
    const Sources sources = sourcesOf(scene);
    std::size_t body = 0;
    for (const environment::Wall& wall : scene.environment.walls) {
        auto pose = wall.follows && bodies ? poseIn(*bodies, body)
                                           : Result<environment::Pose>(method::poseOf(scene, wall, time));
        if (!pose) return pose.error();
        body += wall.follows;
        if (wall.visible && wall.presence.at(time))
            addWall(picture, wall, *pose, viewOf(scene, sources, wall), colourOfWall(scene, wall));
    }
    return success();
}

bool isEmpty(const picture::Picture& picture) {
    return picture.obstacles.empty() && picture.meshes.empty() && picture.terrains.empty();
}

/// Cuts the land to a block, and ends the water at the sides of the block.
void endLand(picture::Picture& picture, const scene::Scene& scene) {
    for (picture::Terrain& terrain : picture.terrains) {
        const LandEdges edges = edgesOf(scene, boundsOf(terrain));
        terrain.cut = edges.cut;
        picture.tanks.push_back(edges.tank());
    }
    if (!picture.terrains.empty()) return;
    for (const method::Land& land : landsOf(scene))  // land of a volume is drawn as a mesh
        if (land.block) picture.tanks.push_back(edgesOf(scene, *land.block).tank());
}

double lowestLand(const picture::Picture& picture) {
    double lowest = std::numeric_limits<double>::infinity();
    for (const picture::Terrain& terrain : picture.terrains)
        for (const double height : terrain.height) lowest = std::min(lowest, height);
    return lowest;
}

/// Adds the plane below the scene, light and background.
void finishStage(picture::Picture& picture, const scene::Scene& scene) {
    if (!isEmpty(picture) && !hasFloor(scene)) picture.obstacles.push_back(table(scene, lowestLand(picture)));
    picture.extent = reachOf(scene);
    picture.light.to_sun = scene.render.sun;
    picture.background.top = picture.background.bottom = picture::colourOf(scene.render.background);
}

}  // namespace

picture::Picture stageOf(const scene::Scene& scene, double time) {
    picture::Picture picture;
    const Status walls = addWalls(picture, scene, time, nullptr);
    TALUS_ASSERT(walls.ok(), "a wall has no pose");
    finishStage(picture, scene);
    return picture;
}

std::vector<std::string> drawnFields(const scene::Scene& scene, const std::string& colour) {
    std::vector<std::string> fields;
    for (const method::Method* method : scene.used())
        if (method->drawn_fields)
            for (std::string& field : method->drawn_fields(scene, colour)) fields.push_back(std::move(field));
    return fields;
}

Result<FramePicture> pictureOf(const scene::Scene& scene, const Frame& frame, const picture::Camera& camera,
                               const method::PictureStyle& style) {
    FramePicture made;
    picture::Picture& picture = made.picture;
    picture.camera = camera;
    picture.caption = fmt::format("{:.2f} s", frame.time);
    method::Drawing drawing{frame.time, frame.sets, style, picture, made.keep};
    if (Status walls = addWalls(picture, scene, frame.time, frame.find<state::PointsView>("bodies")); !walls)
        return walls.error();
    for (const method::Method* method : scene.used())
        if (method->draw)
            if (Status drawn = method->draw(scene, drawing); !drawn) return drawn.error();
    endLand(picture, scene);
    finishStage(picture, scene);
    return made;
}

}  // namespace talus::run
