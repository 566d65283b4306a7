#include "talus/run/picture/frame_picture.h"

#include <algorithm>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "talus/method/gather.h"
#include "talus/run/picture/extent.h"
#include "talus/run/picture/land_edges.h"
#include "talus/run/picture/look/drawn_walls.h"
#include "talus/run/picture/look/liquid_balls.h"
#include "talus/run/picture/look/marks.h"

namespace talus::run {
namespace {

using method::landsOf;

/// A plane below the scene, only in the picture: things stand on it and cast shadows on it.
picture::Obstacle table(const scene::Scene& scene, double lowest) {
    const geometry::Box extent = extentOf(scene);
    const double gap = 1e-3 * length(extent.max - extent.min);
    picture::Obstacle ground;
    ground.shape = geometry::Plane{{0, 0, std::min(extent.min.z, lowest) - gap}, {0, 0, 1}};
    ground.colour = picture::colourOf(scene.render.background);
    ground.name = "table";
    return ground;
}

/// Adds the walls at a time. Walls that follow bodies get the poses of the frame's set of bodies.
Status addWalls(picture::Picture& picture, const scene::Scene& scene, double time,
                const state::PointsView* bodies, const Look& look = {}) {
    const auto walls = drawnWalls(scene, time, bodies, look);
    if (!walls) return walls.error();
    for (const DrawnWall& wall : *walls) addDrawn(picture, scene, wall);
    picture.opacity = look.opacity;
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

/// Adds the plane below the scene, light and background. Returns whether there is such a plane.
bool finishStage(picture::Picture& picture, const scene::Scene& scene) {
    const bool has_table = !isEmpty(picture) && !hasFloor(scene);
    if (has_table) picture.obstacles.push_back(table(scene, lowestLand(picture)));
    picture.extent = reachOf(scene);
    picture.light.to_sun = scene.render.sun;
    picture.background.top = picture.background.bottom = picture::colourOf(scene.render.background);
    return has_table;
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

namespace {

Vec3d vectorOf(picture::Colour colour) { return {colour.r, colour.g, colour.b}; }

/// The scene with the colours and the light of a look; null where they are those of the scene.
std::shared_ptr<const scene::Scene> lookedAt(const scene::Scene& scene, const Look& look) {
    if (look.materials.empty() && !look.to_sun && !look.background) return nullptr;
    auto shown = std::make_shared<scene::Scene>(scene);
    for (environment::Material& material : shown->environment.materials)
        if (const auto colour = look.materials.find(material.name); colour != look.materials.end())
            material.colour = vectorOf(colour->second);
    if (look.to_sun) shown->render.sun = *look.to_sun;
    if (look.background) shown->render.background = vectorOf(*look.background);
    return shown;
}

/// The sets of a frame that are not hidden.
method::FrameSets shownSets(const Frame& frame, const Look& look) {
    method::FrameSets sets = frame.sets;
    for (const std::string& name : look.hidden) sets.erase(name);
    return sets;
}

/// Adds what the look asks for beside the sets.
Status addMarks(picture::Picture& picture, const scene::Scene& scene, const Frame& frame,
                const method::PictureStyle& style, const Look& look) {
    if (look.arrows)
        if (Status added = addArrows(picture, frame, look); !added) return added;
    if (look.forces)
        if (Status added = addForces(picture, frame, look, style.scale); !added) return added;
    if (look.cells) addCells(picture, frame, look);
    if (look.bounds) addBounds(picture, scene, frame, look);
    return success();
}

}  // namespace

Result<FramePicture> pictureOf(const scene::Scene& of, const Frame& frame, const picture::Camera& camera,
                               const method::PictureStyle& style, const Look& look) {
    FramePicture made;
    const std::shared_ptr<const scene::Scene> coloured = lookedAt(of, look);
    const scene::Scene& scene = coloured ? *coloured : of;
    picture::Picture& picture = made.picture;
    picture.camera = camera;
    picture.caption = fmt::format("{:.2f} s", frame.time);
    const method::FrameSets sets = shownSets(frame, look);
    method::Drawing drawing{frame.time, sets, style, picture, made.keep};
    const auto* bodies = frame.find<state::PointsView>("bodies");
    if (Status walls = addWalls(picture, scene, frame.time, bodies, look); !walls) return walls.error();
    for (const method::Method* method : scene.used())
        if (method->draw)
            if (Status drawn = method->draw(scene, drawing); !drawn) return drawn.error();
    if (look.hidden.contains("ground")) {
        picture.terrains.clear();
        if (picture.spheres.empty()) picture.legend.reset();  // it was that of the ground
    }
    if (look.liquid_balls)
        for (const picture::Liquid& liquid : std::exchange(picture.liquids, {}))
            picture.spheres.push_back(ballsOf(liquid));
    endLand(picture, scene);
    made.has_table = finishStage(picture, scene);
    picture::clip(picture, look.clip, made.keep);
    if (Status marks = addMarks(picture, scene, frame, style, look); !marks) return marks.error();
    if (coloured) made.keep.push_back(std::make_shared<std::shared_ptr<const scene::Scene>>(coloured));
    return made;
}

}  // namespace talus::run
