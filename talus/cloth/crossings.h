#pragma once
#include <optional>
#include <string>
#include <vector>

#include "talus/cloth/setup.h"
#include "talus/environment/wall_motion.h"

namespace talus::cloth {

/// Whether the segment p-q passes through the triangle a, b, c.
bool crosses(const Vec3d& p, const Vec3d& q, const Vec3d& a, const Vec3d& b, const Vec3d& c);

/// Why a sheet cannot start where it is.
struct StartFault {
    std::size_t sheet = 0;  ///< index in Setup::sheets
    std::string what;       ///< "the cloth 'a' crosses the wall 'box' at (0, 0, 0.1) m at the start"
    std::string advice;
};
/// Contact keeps what is apart from crossing, and cannot part what crosses already. Finds where a sheet
/// crosses itself, another or a wall at the start, and where a point is behind a plane.
/// @param poses of all walls at the start @param heights of the ground's columns; empty without ground
std::optional<StartFault> startFault(const Setup& setup, const std::vector<environment::Pose>& poses,
                                     state::View<const double> heights);

}  // namespace talus::cloth
