#pragma once
#include "talus/cloth/setup.h"
#include "talus/core/result.h"
#include "talus/state/world.h"

namespace talus::cloth {

/// Whether the segment p-q passes through the triangle a, b, c.
bool crosses(const Vec3d& p, const Vec3d& q, const Vec3d& a, const Vec3d& b, const Vec3d& c);

/// Contact keeps what is apart from crossing, and cannot part what crosses already. Error (Input) where a
/// sheet crosses itself, another or a wall at the start, and where a point is behind a plane.
Status checkStart(const Setup& setup, const state::World& world);

}  // namespace talus::cloth
