#pragma once
#include "talus/couple/soil_bodies/patch.h"
#include "talus/ground/response.h"
#include "talus/solids/bodies.h"

namespace talus::couple {

/// Contact of a free body with soil during dt. The soil takes the velocity along its normal as `response`
/// says, and never makes the body rise. The normal impulse acts on a ball through its centre, and on other
/// bodies in the middle of the pressure, so they tilt. Coulomb's friction stops the sliding of the contact
/// point, with at most friction times the normal impulse. Rolling resistance is a moment of at most rolling
/// times the patch's radius times the normal impulse; for a ball of radius R at a depth z times R/(R - z), as
/// on a step of that height.
/// @return the impulse on the body [N s]
Vec3d meetSoil(const solids::PreparedBody& body, const ground::Response& response, const Patch& patch,
               double gravity, double dt, solids::BodyState& state);

}  // namespace talus::couple
