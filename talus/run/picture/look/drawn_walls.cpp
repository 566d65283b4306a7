#include "talus/run/picture/look/drawn_walls.h"

#include <algorithm>

#include "talus/method/gather.h"
#include "talus/method/wall_poses.h"
#include "talus/run/picture/look/marks.h"
#include "talus/run/picture/look/wall_edges.h"
#include "talus/run/picture/wall_picture.h"

namespace talus::run {
namespace {

using environment::Wall;

/// Whether a set of names has the wall, its group, or all bodies where it is one.
bool isNamed(const Wall& wall, const std::set<std::string, std::less<>>& names) {
    return (wall.follows && names.contains("bodies")) || names.contains(wall.name) ||
           (!wall.group.empty() && names.contains(wall.group));
}

Look::Walls howDrawn(const Wall& wall, const Look& look) {
    if (!wall.visible || isNamed(wall, look.hidden)) return Look::Walls::Hidden;
    if (isNamed(wall, look.translucent)) return Look::Walls::Translucent;
    if (wall.made) return Look::Walls::Solid;
    const bool endless = wall.kind == Wall::Kind::Plane;
    return endless && look.walls == Look::Walls::Translucent ? Look::Walls::Solid : look.walls;
}

picture::Colour colourOf(const scene::Scene& scene, const Wall& wall) {
    for (const environment::Material& material : scene.environment.materials)
        if (material.name == wall.material) return picture::colourOf(material.colour);
    return picture::Obstacle{}.colour;
}

}  // namespace

Result<std::vector<DrawnWall>> drawnWalls(const scene::Scene& scene, double time,
                                          const state::PointsView* bodies, const Look& look) {
    const std::vector<environment::Source> sources = method::sourcesOf(scene);
    std::vector<DrawnWall> drawn;
    std::size_t body = 0;
    const std::vector<Wall>& walls = scene.environment.walls;
    for (std::size_t w = 0; w < walls.size(); ++w) {
        auto pose = walls[w].follows && bodies
                        ? poseIn(*bodies, body)
                        : Result<environment::Pose>(method::poseOf(scene, walls[w], time));
        if (!pose) return pose.error();
        body += walls[w].follows;
        if (walls[w].presence.at(time))
            drawn.push_back({w, *pose, howDrawn(walls[w], look), viewOf(scene, sources, walls[w])});
    }
    return drawn;
}

std::size_t bodyOf(const scene::Scene& scene, std::size_t wall) {
    const auto first = scene.environment.walls.begin();
    return static_cast<std::size_t>(std::count_if(first, first + static_cast<std::ptrdiff_t>(wall),
                                                  [](const Wall& each) { return each.follows; }));
}

picture::Picture solidWall(const scene::Scene& scene, const DrawnWall& drawn) {
    const Wall& wall = scene.environment.walls[drawn.index];
    picture::Picture picture;
    addWall(picture, wall, drawn.pose, drawn.view, colourOf(scene, wall));
    return picture;
}

void addDrawn(picture::Picture& picture, const scene::Scene& scene, const DrawnWall& drawn) {
    const Wall& wall = scene.environment.walls[drawn.index];
    if (drawn.how == Look::Walls::Hidden) return;
    if (drawn.how == Look::Walls::Edges)
        return addWallEdges(picture, wall, drawn.pose, drawn.view, colourOf(scene, wall),
                            wireRadius(picture.camera));
    const std::size_t meshes = picture.meshes.size(), obstacles = picture.obstacles.size();
    addWall(picture, wall, drawn.pose, drawn.view, colourOf(scene, wall));
    const bool translucent = drawn.how == Look::Walls::Translucent;
    for (std::size_t k = meshes; k < picture.meshes.size(); ++k) picture.meshes[k].translucent = translucent;
    for (std::size_t k = obstacles; k < picture.obstacles.size(); ++k)
        picture.obstacles[k].translucent = translucent;
}

}  // namespace talus::run
