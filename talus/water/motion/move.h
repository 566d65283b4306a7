#pragma once
#include <memory>

#include "talus/environment/contact/barriers.h"
#include "talus/environment/periodic.h"
#include "talus/step/stage.h"
#include "talus/water/boundary/meet_walls.h"

namespace talus::water {

/// Takes the particles along their velocities for this step. Walls and ground stop what would get through
/// them: the way of a particle is followed, so that none passes however fast it is or however thin the wall.
struct Move {
    static constexpr const char* name = "move";
    Solids solids;
    double mass = 0;     ///< of a particle [kg]
    double support = 0;  ///< [m]
    environment::Periodic domain{};
    Vec3d gravity;  ///< in free fall the way is the parabola (free_fall.h) [m/s^2]
    enum class By {
        State,       ///< velocities of the state, whose step began with those of `flow` less half a kick
        Flow,        ///< those of `flow`
        FlowAndPush  ///< those, and the way that `push` tells besides
    };
    By by = By::Flow;

    /// @param of_walls restitution and friction of what hits them
    Move(Solids all, environment::Surface of_walls, double particle_mass, double of_kernel,
         environment::Periodic periodic, const Vec3d& of_fall, By which);

    step::Access access() const;
    void run(step::Step& step) const;

  private:
    environment::Barriers barriers_;
};

}  // namespace talus::water
