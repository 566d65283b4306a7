#pragma once
#include <vector>

#include "talus/environment/walls.h"
#include "talus/math/quad.h"
#include "talus/step/stage.h"
#include "talus/water/boundary/integrate_boundaries.h"

namespace talus::water {

/// The motion of free bodies by the pressures of a solve. If the pressures of a step moved a body only in the
/// body's next step, a body lighter than the water that it displaces would oscillate. So bodies and water are
/// solved together (after Gissler and others 2019, "Interlinked SPH pressure solvers for strong fluid-rigid
/// coupling"; here with the mobilities of the bodies).
class FreeBodies {
  public:
    /// The fields that a stage with FreeBodies reads.
    static std::vector<step::FieldRef> reads(const Solids& solids);

    /// Collects the contacts of this step with free bodies. @param mass of a particle [kg]
    /// @pre some wall is a free body
    FreeBodies(const step::Step& step, const Solids& solids, double mass);

    /// Sets the motions for addRates() to the change of the bodies' velocities by the end of the step, by all
    /// but the pressures: by the impulses since the bodies last moved, by the weight that they carry, and by
    /// the other accelerations of their own last step.
    void moveByOtherForces();
    /// Sets the motions for addRates() to the accelerations of the bodies by pressures.
    /// @param position_pressure as of SolveRows
    void applyPressures(exec::View<const Quad<float>> position_pressure);
    /// Adds the effect of the motions to the rates of compression of the particles [begin, end).
    void addRates(std::size_t begin, std::size_t end, float* rate) const;
    /// Whether the body of a wall is in the scene in this step.
    bool isPresent(std::size_t wall) const { return !isAbsent(at_.pose(wall)); }

  private:
    struct BodyContact {
        std::uint32_t particle, wall;
        Vec3d gradient;  ///< of the share of the kernel in the wall [1/m]
        Vec3d arm;       ///< from the body's centre of mass to the contact [m]
    };
    /// A linear and an angular part about the centre of mass: velocities, accelerations, or loads.
    struct Motion {
        Vec3d linear, angular;
    };
    /// The change of a body's motion by a load.
    Motion response(std::size_t wall, const Motion& load) const;
    /// Adds the weight of water that the bodies carry.
    void addWeights(std::vector<Motion>& load) const;

    const step::Step& step_;
    const Solids& solids_;
    environment::WallsAt at_;
    double mass_;
    std::vector<BodyContact> contacts_;  ///< in the order of the particles
    std::vector<Motion> motion_;         ///< one per wall
};

}  // namespace talus::water
