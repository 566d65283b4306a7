#pragma once
#include <algorithm>
#include <cmath>

#include "talus/environment/sediment/bed_shear.h"
#include "talus/environment/sediment/entrainment.h"

/// Which way grains roll along a bed, and how the flow of a bend turns them. How many do: Meyer-Peter and
/// Mueller's law (entrainment.h).
namespace talus::environment {

/// In a bend the water near the bed is slower than that above, and the surface, which leans for the mean,
/// pushes it towards the inner bank: a spiral. Kalkwijk and Booij (1986), "Adaptation of secondary flow in
/// nearly-horizontal flow", eq. 8 and 26, for a logarithmic profile.
class SpiralFlow {
  public:
    /// @param friction C_f = tau / (rho U^2) of the mean flow, > 0
    explicit SpiralFlow(double friction) : alpha_(std::min(most, std::sqrt(friction) / karman)) {}

    /// Tangent of the angle between the stress on the bed and the mean flow, towards the centre of the bend.
    /// @param depth [m] @param curvature of the way of the water [1/m]
    double turn(double depth, double curvature) const {
        return 2 / (karman * karman) * (1 - alpha_ / 2) * depth * curvature;
    }
    /// Way on which the spiral comes to be, and on which it dies away [m].
    double length(double depth) const { return (1 - 2 * alpha_) / (2 * karman * karman * alpha_) * depth; }

  private:
    /// Where the bed is so rough that the length would come to nothing. A tenth less than the 1/2 at which it
    /// does.
    static constexpr double most = 0.45;
    double alpha_;
};

/// How much a slope pulls grains off the way of the stress: they roll along e - pull grad z, e the unit
/// vector of the stress. 1 / (9 sqrt(theta) (d / h)^0.3): Talmon, Struiksma, van Mierlo (1995), "Laboratory
/// measurements of the direction of sediment transport on transverse alluvial-bed slopes".
/// @param shields theta, > 0 @param diameter d, depth h [m], > 0
inline double pullOfSlope(double shields, double diameter, double depth) {
    return 1 / (9 * std::sqrt(shields) * std::pow(diameter / depth, 0.3));
}

}  // namespace talus::environment
