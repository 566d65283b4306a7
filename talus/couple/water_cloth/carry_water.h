#pragma once
#include <memory>
#include <vector>

#include "talus/environment/walls.h"
#include "talus/step/stage.h"

/// The layer of water on a sheet, in the step of the sheet. A sheet is some hundred times lighter than the
/// water on it, so what its springs can do to it alone within a step says nothing of what they do to the
/// water. So the particles that press on the sheet are part of its mass in its step: the springs move sheet
/// and layer together. Afterwards each particle takes its part of what they gained.
namespace talus::couple {

struct WaterLayer {
    std::shared_ptr<const environment::Walls> walls;
    double mass = 0;     ///< of a particle [kg]
    double spacing = 0;  ///< of the water [m]
    double support = 0;  ///< of its kernel [m]
};

/// A particle that moves with a sheet in this step.
struct CarriedParticle {
    std::uint32_t row = 0, wall = 0;
    environment::PointOnFace on;
};

/// From the begin of a step of the sheets to its end.
struct CarriedWater {
    std::vector<CarriedParticle> particles;  ///< in the order of their rows
    // Of each point:
    std::vector<Vec3d> position;         ///< at the begin [m]
    std::vector<Vec3d> velocity_before;  ///< of the sheet alone [m/s]
    std::vector<Vec3d> velocity;         ///< of sheet and layer together [m/s]
};

/// Takes the layer up: particles under pressure within the support, as these press on the sheet, and those
/// that arrive. There must be mass wherever there is pressure: a point of the sheet without it would be shot
/// away. Across the sheet, sheet and layer get the velocity of their common momentum; along it each keeps its
/// own: water slips.
struct CarryWater {
    static constexpr const char* name = "carry water";
    static constexpr const char* scratch = "carried water";
    WaterLayer layer;

    step::Access access() const;
    void run(step::Step& step) const;
};

/// Gives the particles their part of the momentum that sheet and layer gained. Particles that a sheet passed
/// in this step are put back on their side of it (pass.h).
struct MoveCarriedWater {
    static constexpr const char* name = "move carried water";
    WaterLayer layer;

    step::Access access() const;
    void run(step::Step& step) const;
};

}  // namespace talus::couple
