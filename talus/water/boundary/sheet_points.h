#pragma once
#include <array>
#include <vector>

#include "talus/environment/walls.h"
#include "talus/math/quad.h"
#include "talus/step/stage.h"
#include "talus/water/boundary/integrate_boundaries.h"

namespace talus::water {

/// The motion of the points of sheets (walls that deform) by the pressures of a solve, as FreeBodies for
/// bodies. A sheet is far lighter than the water on it. If it took the pressures only in its own next step,
/// it would be thrown off; in the solve the pressures are those that sheet and water have together.
class SheetPoints {
  public:
    /// The fields that a stage with SheetPoints reads.
    static std::vector<step::FieldRef> reads(const Solids& solids);

    /// Collects the contacts of this step with sheets. @param mass of a particle [kg]
    /// @pre some wall deforms
    SheetPoints(const step::Step& step, const Solids& solids, double mass);

    /// Sets the motions for addRates() to the change of the points' velocities by the end of the step, by all
    /// but the pressures.
    void moveByOtherForces();
    /// Sets the motions for addRates() to the accelerations of the points by pressures.
    /// @param position_pressure as of SolveRows
    void applyPressures(exec::View<const Quad<float>> position_pressure);
    /// Adds the effect of the motions to the rates of compression of the particles [begin, end).
    void addRates(std::size_t begin, std::size_t end, float* rate) const;
    /// The responses of the particles (sums.h) with what the sheets give way: bounds by the row sums of the
    /// matrix (Gershgorin). Without it a Jacobi step at a light sheet is tens of times too long.
    std::vector<float> responses(exec::View<const float> without) const;

  private:
    struct Contact {
        std::uint32_t particle;
        std::array<std::uint32_t, 3> points;
        std::array<double, 3> shares;
        Vec3d gradient;  ///< of the share of the kernel in the sheet [1/m]
    };

    const step::Step& step_;
    const Solids& solids_;
    environment::WallsAt at_;
    double mass_;
    exec::View<const double> mobility_;
    std::vector<Contact> contacts_;  ///< in the order of the particles
    std::vector<Vec3d> motion_;      ///< of each point: velocities, or accelerations
};

}  // namespace talus::water
