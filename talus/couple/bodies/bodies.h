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

/// A body, prepared for the run.
struct Body {
    std::string name;
    std::shared_ptr<const geometry::Solid> solid;
    solids::Rigid rigid;
    std::size_t wall = 0;                      ///< index of the wall that the body is to other methods
    environment::Presence presence{};          ///< when it is in the scene
    bool free = true;                          ///< false: its motions prescribe its pose
    std::vector<environment::Motion> motions;  ///< applied to the pose `start`
    environment::Pose start;
    std::optional<double> ball;  ///< a sphere's radius [m]
    double friction = 0, rolling = 0, restitution = 0;
    ground::Response response;  ///< of soil under the body
};

/// All bodies of a scene, and what they can touch.
struct Bodies {
    std::vector<Body> bodies;
    std::shared_ptr<const environment::Walls> walls;
    std::vector<std::string> wall_names;
    std::vector<std::uint8_t> solid_walls;  ///< by wall: 1: free balls bounce off it
    std::optional<ground::Setup> ground;
    Vec3d gravity;
    double ahead = 0;  ///< share of dt by which the grains' positions are ahead of the walls in contact
};

/// Adds the table of the bodies to a world, and sets the poses of their walls.
/// @pre the grains' tables exist
void addBodies(const Bodies& setup, state::World& world);

/// The pose and velocity of the body in a row.
solids::BodyState bodyIn(const state::Table& bodies, std::size_t row);

/// The stages that move bodies, press the ground down, and let it slide: in Phase::Add of the grains.
step::PhasedStages bodyStages(const Bodies& setup);

}  // namespace talus::couple
