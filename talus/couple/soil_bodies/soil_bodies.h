#pragma once
#include <vector>

#include "talus/ground/response.h"
#include "talus/ground/setup.h"
#include "talus/method/scene.h"
#include "talus/solids/bodies.h"
#include "talus/step/phase.h"

/// Rigid bodies on ground that yields.
namespace talus::couple {

struct SoilBodies {
    solids::Setup solids;
    std::vector<ground::Response> response;  ///< of the soil to each body
    ground::Setup ground;
};

/// @pre the scene has bodies and soil, and all names in it exist
SoilBodies soilBodiesOf(const method::Scene& scene, ground::Setup ground);

/// Adds the columns of the table of bodies that the stages need, with the poses of the start.
/// @pre the table exists
void addPressedPoses(state::World& world);

/// The stages that the soil adds to the step of the bodies.
step::PhasedStages stagesOf(const SoilBodies& setup);

}  // namespace talus::couple
