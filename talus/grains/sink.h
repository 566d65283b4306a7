#pragma once
#include <vector>

#include "talus/exec/exec.h"
#include "talus/grains/params.h"
#include "talus/state/world.h"

namespace talus::grains {

/// Whether a sink of this kind, of which the plane or the box counts, takes a grain with its centre there.
TALUS_HD inline bool takes(Sink::Kind kind, const geometry::Plane& plane, const geometry::Box& box,
                           const Vec3d& p) {
    if (kind == Sink::Kind::Plane) return dot(p - plane.point, plane.normal) < 0;
    return p.x > box.min.x && p.y > box.min.y && p.z > box.min.z && p.x < box.max.x && p.y < box.max.y &&
           p.z < box.max.z;
}

/// Whether a grain with its centre there is taken out.
bool takes(const Sink& sink, const Vec3d& centre);

/// Rows of the grains that are in a sink, or have become ground, in rising order, and counts them in the
/// table of sinks: each for the first sink that it is in, or for the last row, the ground's. They must be
/// taken out of the table of grains before this is called again.
std::vector<std::uint32_t> grainsTaken(const exec::Exec& exec, const std::vector<Sink>& sinks,
                                       const state::Table& grains, state::Table& sink_table);

/// Grains that all sinks and the ground took so far. @param taken the field of that name
std::uint64_t takenSoFar(state::View<const std::uint64_t> taken);
/// Those of the first so many sinks.
std::uint64_t takenBy(std::size_t sinks, state::View<const std::uint64_t> taken);

}  // namespace talus::grains
