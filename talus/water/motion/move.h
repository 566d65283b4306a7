#pragma once
#include <memory>

#include "talus/environment/contact/barriers.h"
#include "talus/environment/periodic.h"
#include "talus/step/stage.h"
#include "talus/water/boundary/integrate_boundaries.h"

namespace talus::water {

/// Moves the particles by their velocities. Walls and ground stop them. The path of each particle is followed
/// through the step, so that none gets through a wall however fast it is or however thin the wall is. At a
/// sheet (a wall that deforms) its way ends and its velocity stays: the step of the sheet takes up the water
/// that reaches it (couple/water_cloth/).
struct Move {
    static constexpr const char* name = "move";
    Solids solids;
    double mass = 0;     ///< of a particle [kg]
    double support = 0;  ///< [m]
    environment::Periodic domain{};
    Vec3d gravity;  ///< for the path in free fall (free_fall.h) [m/s^2]
    enum class By {
        State,        ///< by velocities of the state; those before the step are `flow` less half a kick
        Flow,         ///< by velocities of `flow`
        FlowAndShift  ///< by velocities of `flow`, plus the shift of CorrectPositions
    };
    By by = By::Flow;

    /// @param rigid the walls without sheets
    /// @param of_walls restitution and friction of collisions with these
    Move(Solids all, std::shared_ptr<const environment::Walls> rigid, environment::Surface of_walls,
         double particle_mass, double of_kernel, environment::Periodic periodic, const Vec3d& of_fall,
         By which);

    step::Access access() const;
    void run(step::Step& step) const;

  private:
    environment::Barriers barriers_;
};

}  // namespace talus::water
