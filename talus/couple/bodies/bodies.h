#pragma once
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "talus/environment/motion.h"
#include "talus/environment/wall_motion.h"
#include "talus/environment/walls.h"
#include "talus/ground/setup.h"
#include "talus/solids/body_state.h"
#include "talus/solids/params.h"
#include "talus/step/phase.h"

/// Rigid bodies among grains and on ground.
namespace talus::couple {

/// A body, ready to run.
struct Body {
    std::string name;
    std::shared_ptr<const geometry::Solid> solid;
    solids::Rigid rigid;
    std::size_t wall = 0;                      ///< which it is to the grains
    bool free = true;                          ///< else its motions prescribe where it is
    std::vector<environment::Motion> motions;  ///< of what starts at `start`
    environment::Pose start;
    std::optional<double> ball;  ///< a sphere's radius [m]
    double friction = 0, rolling = 0, restitution = 0;
    ground::Response response;  ///< of soil under it
};

/// All bodies of a scene, and what they can meet.
struct Bodies {
    std::vector<Body> bodies;
    std::shared_ptr<const environment::Walls> walls;
    std::vector<std::string> wall_names;
    std::vector<std::uint8_t> solid_walls;  ///< by wall: 1 where free bodies that are balls bounce off it
    std::optional<ground::Setup> ground;
    Vec3d gravity;
    double ahead = 0;  ///< share of dt by which the grains' positions are ahead when they meet walls
};

/// Adds the table of the bodies to a world, and puts the walls that they are to where they are.
/// @pre the grains' tables are there
void addBodies(const Bodies& setup, state::World& world);

/// A body's row.
solids::BodyState bodyIn(const state::Table& bodies, std::size_t row);

/// What moves bodies, what presses the ground, and what lets it slide: in Phase::Add of the grains.
step::PhasedStages bodyStages(const Bodies& setup);

}  // namespace talus::couple
