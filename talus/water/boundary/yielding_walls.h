#pragma once
#include <vector>

#include "talus/environment/walls.h"
#include "talus/math/quad.h"
#include "talus/step/stage.h"
#include "talus/water/boundary/meet_walls.h"

namespace talus::water {

/// How free bodies give way to pressures while these are being solved for. Without it a body would feel the
/// pressures of a step only in its own next one: one that is lighter than the water that it has to push away
/// would be thrown to and fro. So bodies and water are solved for together (as Gissler and others 2019,
/// "Interlinked SPH pressure solvers for strong fluid-rigid coupling", ask; here bodies by their mobilities).
class YieldingWalls {
  public:
    /// What a stage that makes one reads.
    static std::vector<step::FieldRef> reads(const Solids& solids);

    /// The contacts of this step with bodies. @param mass of a particle [kg]
    /// @pre some wall gives way
    YieldingWalls(const step::Step& step, const Solids& solids, double mass);

    /// From now on addRates() is of how much faster the bodies will move at the end of the step than their
    /// poses say, by all but the pressures: by what they were given since they last moved, by the weight that
    /// they carry, and by what else moved them in their own last step.
    void moveByAllElse();
    /// From now on addRates() is of the accelerations of bodies by pressures. @param place as of SolveRows
    void yieldTo(exec::View<const Quad<float>> place);
    /// Adds what that does to the rates of compression of particles [begin, end).
    void addRates(std::size_t begin, std::size_t end, float* rate) const;

  private:
    struct Touch {
        std::uint32_t particle, wall;
        Vec3d gradient;  ///< of the share of the kernel in the wall [1/m]
        Vec3d arm;       ///< from the body's centre of mass to the contact [m]
    };
    /// Velocity and spin, their rates, or what changes them; of places at the body's centre of mass.
    struct Motion {
        Vec3d along, around;
    };
    Motion response(std::size_t wall, const Motion& push) const;
    void addWeights(std::vector<Motion>& push) const;

    const step::Step& step_;
    const Solids& solids_;
    environment::WallsAt at_;
    double mass_;
    std::vector<Touch> touches_;  ///< in the order of the particles
    std::vector<Motion> motion_;  ///< one a wall
};

}  // namespace talus::water
