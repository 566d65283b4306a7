#pragma once
#include <array>

#include "talus/math/vec.h"

namespace talus::sand {

/// Velocity and spin of a body, or impulse and angular impulse about its centre.
using Six = std::array<double, 6>;

/// A rigid body that the sand moves.
struct FreeBody {
    Vec3d centre;              ///< of mass [m]
    double inverse_mass = 0;   ///< [1/kg]
    Vec3d inverse_inertia[3];  ///< columns, about the centre [1/(kg m^2)]
    Six gain{};                ///< what it gains in this step without the sand
};

double dot(const Six& a, const Six& b);

/// How a point of a body moves along a direction by a unit velocity and a unit spin. Transposed it is the
/// impulse and angular impulse of a unit impulse there. @param arm from the centre [m]
Six responseAlong(const Vec3d& direction, const Vec3d& arm);

/// How a body moves by impulses, with masses of sand that it carries.
class BodyResponse {
  public:
    explicit BodyResponse(const FreeBody& body);
    /// Adds a mass that moves with a point of the body along a direction. @param response responseAlong()
    void carry(double mass, const Six& response);
    /// Velocity and spin by an impulse and an angular impulse.
    Six motionBy(const Six& impulse) const;

  private:
    std::array<Six, 6> inverse_{};  ///< of the mass matrix
};

}  // namespace talus::sand
