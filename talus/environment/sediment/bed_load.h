#pragma once
#include <algorithm>
#include <cmath>

#include "talus/environment/sediment/bed_shear.h"
#include "talus/environment/sediment/entrainment.h"

/// The direction of bed load: the effects of secondary flow in bends and of transverse slopes. Its amount:
/// Meyer-Peter and Mueller's law (entrainment.h).
namespace talus::environment {

/// Secondary (spiral) flow in a bend. The slope of the water surface balances the mean centrifugal force; the
/// slower water near the bed is pushed towards the inner bank. Kalkwijk and Booij (1986), "Adaptation of
/// secondary flow in nearly-horizontal flow", eq. 8 and 26, for a logarithmic profile.
class SpiralFlow {
  public:
    /// @param friction C_f = tau / (rho U^2) of the mean flow, > 0
    explicit SpiralFlow(double friction) : alpha_(std::min(max_alpha, std::sqrt(friction) / karman)) {}

    /// Tangent of the angle between the stress on the bed and the mean flow, towards the centre of the bend.
    /// @param depth [m] @param curvature of the streamlines [1/m]
    double turn(double depth, double curvature) const {
        return 2 / (karman * karman) * (1 - alpha_ / 2) * depth * curvature;
    }
    /// Adaptation length: the distance over which the spiral develops and decays [m].
    double length(double depth) const { return (1 - 2 * alpha_) / (2 * karman * karman * alpha_) * depth; }

  private:
    /// The adaptation length becomes 0 at alpha = 1/2, on a very rough bed. Alpha is limited to a tenth less.
    static constexpr double max_alpha = 0.45;
    double alpha_;
};

/// The effect of a transverse slope: grains roll along e - pull grad z, with e the unit vector of the bed
/// shear stress. pull = 1 / (9 sqrt(theta) (d / h)^0.3): Talmon, Struiksma, van Mierlo (1995), "Laboratory
/// measurements of the direction of sediment transport on transverse alluvial-bed slopes".
/// @param shields theta, > 0 @param diameter d, depth h [m], > 0
inline double pullOfSlope(double shields, double diameter, double depth) {
    return 1 / (9 * std::sqrt(shields) * std::pow(diameter / depth, 0.3));
}

}  // namespace talus::environment
