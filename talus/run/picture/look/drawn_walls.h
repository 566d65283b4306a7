#pragma once
#include <vector>

#include "talus/environment/wall_motion.h"
#include "talus/run/frames.h"
#include "talus/run/picture/look/look.h"
#include "talus/run/picture/wall_view.h"

namespace talus::run {

/// A wall of a scene in a frame, and how a picture shows it.
struct DrawnWall {
    std::size_t index = 0;  ///< of the wall in the scene
    environment::Pose pose;
    Look::Walls how = Look::Walls::Solid;
    WallView view;
};

/// All walls that are there at a time, also hidden ones, in the order of the scene. Walls that follow bodies
/// have the poses of the frame's set of bodies. Error (Input) where that set is not the scene's.
/// @param bodies null: bodies are where they are at the start
Result<std::vector<DrawnWall>> drawnWalls(const scene::Scene& scene, double time,
                                          const state::PointsView* bodies, const Look& look);

/// The row of a wall that follows a body in the frame's set of bodies. @pre it follows one
std::size_t bodyOf(const scene::Scene& scene, std::size_t wall);

/// The meshes and obstacles of a wall, as pictures show them where they are solid.
picture::Picture solidWall(const scene::Scene& scene, const DrawnWall& wall);

/// Adds a wall to a picture as it is drawn.
void addDrawn(picture::Picture& picture, const scene::Scene& scene, const DrawnWall& wall);

}  // namespace talus::run
