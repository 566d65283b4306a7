#pragma once
#include <string>

#include "talus/method/checking.h"

/// The axes in which masses move in one or two dimensions.
namespace talus::network {

/// Whether a vector has a component along which masses do not move.
bool leavesPlane(const Vec3d& v, int dimensions);

/// What is then wrong, and what to do.
std::string leavesPlaneText(int dimensions);
const char* staysInPlaneHint(int dimensions);

/// Refuses motions of walls that take masses out of the plane, or off the line, in which they move.
void checkCarriers(const method::Checking& checking);

}  // namespace talus::network
